"""The full-screen table, played by keys: every game to its end, what is shown, hints, undo, reasons, keeping."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import cardshed
from cardshed.terminal import keeping
from cardshed.terminal.app import Terminal, at_home
from cardshed.terminal.choosing import Choosing
from cardshed.terminal.hand import Hand
from cardshed.terminal.menu import MenuScreen, SetupScreen
from cardshed.terminal.replay_screen import Replay, ReplayScreen
from cardshed.terminal.sheets import Sheet
from cardshed.terminal.speech import Speech
from cardshed.terminal.table_screen import TableScreen
from tests.conftest import PROOF
from tests.terminal.seated import at_table, make, play, table_of, text_of, turn

pytestmark = pytest.mark.compiled
SNAPSHOTS = Path(__file__).parent / "snapshots"


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 120))


@pytest.mark.parametrize("game", cardshed.games())
def test_every_game_to_its_end_by_keys(game: str) -> None:
    async def story() -> None:
        app = at_table(game)
        async with app.run_test(size=(80, 24)) as pilot:
            assert await play(app, pilot) > 1
            await pilot.pause(0.1)
            end = table_of(app).match
            assert end.over and str(abs(end.points[0])) in text_of(app)

    run(story())


SIZES = [(game, size) for game in cardshed.games() for size in ((80, 24), (120, 40))]


@pytest.mark.parametrize("game, size", SIZES if PROOF else [*SIZES[::2], SIZES[3]])
def test_how_a_table_looks(game: str, size: tuple[int, int]) -> None:
    """As in snapshots/; if a look was changed on purpose, delete the file there and run the test again."""

    async def story() -> None:
        app = at_table(game, seed=8, options={})
        async with app.run_test(size=size) as pilot:
            for _ in range(3):
                screen = await turn(app, pilot)
                assert screen is not None
                moves = [move for move in table_of(app).state["view"]["moves"] if not move["quiet"]]
                plies = table_of(app).match.plies
                await make(screen, pilot, moves[0])
                while table_of(app).match.plies == plies:
                    await pilot.pause(0.005)
            screen = await turn(app, pilot)
            assert screen is not None
            await pilot.press("right", "space")
            await pilot.pause(0.1)
            shown = text_of(app) + "\n"
        assert all(len(line) <= size[0] for line in shown.splitlines()) and shown.count("\n") == size[1]
        file = SNAPSHOTS / f"{game}-{size[0]}x{size[1]}.txt"
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_text(shown, encoding="utf-8")
            pytest.fail(f"{file.name} was not there and is now: look at it, and keep it if it is right")
        assert shown == file.read_text(encoding="utf-8")

    run(story())


def test_reasons_hints_undo_and_sheets_are_one_key_away() -> None:
    async def story() -> None:
        app = at_table("thirteen", options={"cards": 9}, seed=4)
        table = table_of(app)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await turn(app, pilot)
            assert screen is not None
            hand = screen.query_one(Hand)
            legal = {move["text"] for move in table.state["view"]["moves"]}
            pair = next(
                i for i in range(8) if f"{hand.things[i].card['name']} {hand.things[i + 1].card['name']}" not in legal
            )
            for _ in range(pair):
                await pilot.press("right")
            await pilot.press("space", "right", "space", "enter")
            await pilot.pause(0.1)
            said = str(screen.query_one("#note", Static).render())
            assert len(said) > 10 and table.match.plies == screen.view["plies"]
            await pilot.press("escape")
            assert not screen.selection.picked
            await pilot.press("h")
            for _ in range(400):
                if isinstance(app.screen, Choosing):
                    break
                await pilot.pause(0.01)
            await pilot.press("enter")
            await pilot.pause(0.1)
            plies = table.match.plies
            await pilot.press("enter") if screen.selection.picked else await pilot.press("p")
            screen = await turn(app, pilot)
            assert screen is not None and table.match.plies > plies
            await pilot.press("u")
            await pilot.pause(0.1)
            assert table.match.plies == plies
            for key, title in (("r", "Rules"), ("l", "What happened"), ("o", "Scores"), ("question_mark", "Keys")):
                await pilot.press(key)
                await pilot.pause(0.1)
                assert isinstance(app.screen, Sheet) and app.screen.heading == title
                await pilot.press("escape")

    run(story())


def test_the_mouse_picks_and_plays() -> None:
    async def story() -> None:
        app = at_table("thirteen", options={"cards": 9}, seed=4)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await turn(app, pilot)
            assert screen is not None
            single = next(move for move in screen.selection.moves if len(move["parts"]) == 1)
            hand = screen.query_one(Hand)
            at = next(i for i, thing in enumerate(hand.things) if thing.card["name"] == single["parts"][0])
            await pilot.click(Hand, offset=(4 * at + 2, 2))
            assert [thing.card["name"] for thing in screen.selection.picked] == single["parts"]
            plies = table_of(app).match.plies
            await pilot.click(OptionList, offset=(6, 0))
            await pilot.pause(0.2)
            assert table_of(app).match.plies > plies

    run(story())


def test_from_the_menu_with_house_rules_to_a_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(keeping, "folder", lambda: tmp_path)

    async def story() -> None:
        app = Terminal(Speech("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.2)
            assert isinstance(app.screen, MenuScreen)
            await pilot.press("down", "enter")
            await pilot.pause(0.2)
            assert isinstance(app.screen, SetupScreen) and app.screen.game.name == cardshed.games()[1]
            await pilot.press("left", "down", "down", "right", "enter")
            await pilot.pause(0.5)
            assert isinstance(app.screen, TableScreen)
            match = table_of(app).match
            usual = match.game.facts.usual
            assert match.players == usual - 1 and len(match.game.given(match.row)) == 1

    run(story())


def test_a_match_that_was_left_is_gone_on_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(keeping, "folder", lambda: tmp_path / "deep")
    with pytest.raises(keeping.NothingKept, match="no match to go on with"):
        keeping.last_kept()

    async def story() -> None:
        match = cardshed.game("segments").match(3, 5, {"rounds": 1, "cards": 5})
        app = Terminal(Speech("en"), at_home(match, 1, ["easy", "greedy"], Speech("en"), pace=0.0, dice=1))
        table = table_of(app)
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(2):  # one move of one's own, and then it is one's turn again
                while 1 not in table.match.acting:
                    await pilot.pause(0.01)
                if not any(move.seat == 1 for move in table.match.moves):
                    await table.ask("move", text=table.match.legal(1)[-1].text)
            await pilot.press("q")
        left = keeping.last_kept()
        assert left.seat == 1 and left.opponents == ["easy", "greedy"]
        assert left.match().record() == table.match.record()
        again = at_home(left.match(), 1, left.opponents, Speech("en"), pace=0.0)
        assert again.state["view"] == table.state["view"]
        await again.ask("undo")  # own moves are still one's own
        keeper = asyncio.create_task(again.stay())
        while not again.match.over:
            if 1 in again.match.acting:
                await again.ask("move", text=again.match.legal(1)[0].text)
            await asyncio.sleep(0.001)
        keeper.cancel()
        with pytest.raises(keeping.NothingKept):  # it is over
            keeping.last_kept()

    run(story())


def test_figures_letters_and_tab_find_cards() -> None:
    async def story() -> None:
        app = at_table("parcels", seed=8, options={})
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(3):
                screen = await turn(app, pilot)
                assert screen is not None
                plies = table_of(app).match.plies
                await make(screen, pilot, dict(screen.selection.moves[0]))
                while table_of(app).match.plies == plies:
                    await pilot.pause(0.005)
            screen = await turn(app, pilot)
            assert screen is not None
            await pilot.press("8", "8", "3")
            assert [thing.id for thing in screen.selection.picked] == ["hand 8", "hand 8", "hand 3"]
            await pilot.press("escape", "tab", "3")
            assert [thing.id for thing in screen.selection.picked] == ["storage take 3"]
            await pilot.press("escape", "enter")  # a pass is never made by chance
            assert table_of(app).match.plies == screen.view["plies"]
            before = table_of(app).match.plies
            await pilot.press("p")
            assert isinstance(app.screen, Choosing)
            takes = [line for line, _ in app.screen.choices]
            assert takes == ["Pass: take 3 × 1", "Pass: take 1 × 3"]
            await pilot.press("down", "enter")
            await pilot.pause(0.05)
            assert isinstance(app.screen, Choosing)
            assert all("take 1 × 3" in line for line, _ in app.screen.choices) and len(app.screen.choices) > 3
            await pilot.press("down", "enter")
            await pilot.pause(0.1)
            assert table_of(app).match.moves[before].text == "take 3 give 1"

    run(story())


def test_q_leaves_and_shift_q_finds_a_queen() -> None:
    async def story() -> None:
        app = at_table("thirteen", options={}, seed=8)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await turn(app, pilot)
            assert screen is not None
            await pilot.press("Q")
            assert [thing.card["name"][0] for thing in screen.selection.picked] == ["Q"]
            await pilot.press("q")
            await pilot.pause(0.1)
            assert not app.is_running or app._exit

    run(story())


@pytest.mark.parametrize("game", cardshed.games() if PROOF else ["segments"])
@pytest.mark.slow
def test_no_size_is_too_small(game: str) -> None:
    """Nothing to play at, but nothing that ends the program either."""

    async def story() -> None:
        app = at_table(game, options={}, seed=3)
        async with app.run_test(size=(60, 20)) as pilot:
            await turn(app, pilot)
            for size in ((40, 10), (200, 50), (20, 5), (6, 2), (1, 1), (80, 24)):
                await pilot.resize_terminal(*size)
                for keys in (["h"], ["question_mark"], ["right", "space"], ["c"], ["l"]):
                    await pilot.press(*keys)
                    await pilot.pause(0.1)
                    await pilot.press("escape", "escape")
            await pilot.pause(0.2)
            assert isinstance(app.screen, TableScreen)

    run(story())


def test_a_set_of_rules_shows_what_it_means(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(keeping, "folder", lambda: tmp_path)

    async def story() -> None:
        screen = SetupScreen(cardshed.game("thirteen"), Speech("en"))
        app = Terminal(Speech("en"))
        async with app.run_test(size=(80, 40)) as pilot:
            await pilot.pause(0.2)
            app.push_screen(screen)
            await pilot.pause(0.2)
            shown = text_of(app)
            await pilot.press("down", "down", "right")
            southern = {row.name: row.value for row in screen.rows}
            assert southern["rules"] == "southern" and southern["bombs"] == "beat_twos" and text_of(app) != shown
            assert [row.name for row in screen.rows[2:] if row.at != row.usual] == ["rules"]
            await pilot.press("left", "up", "up")
            assert text_of(app) == shown

    run(story())


async def read_the_end(app: Terminal, pilot: Pilot[None]) -> None:
    """Close the sheet that tells how it ended."""
    while not isinstance(app.screen, TableScreen) or not app.screen.over or not table_of(app).match.over:
        await pilot.press("enter") if isinstance(app.screen, Sheet) else await pilot.pause(0.01)
    await pilot.pause(0.05)


def test_after_the_end_another_match_the_replay_or_the_menu() -> None:
    async def story() -> None:
        app = at_table("thirteen", options={"cards": 3, "instant_wins": "off"})
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(2):
                first = table_of(app)
                await play(app, pilot)
                await read_the_end(app, pilot)
                assert all(said in text_of(app) for said in ("Rematch", "Look at it again", "All games", "Quit"))
                await pilot.press("down", "down", "enter")
                await pilot.pause(0.1)
                assert isinstance(app.screen, ReplayScreen)
                await pilot.press("right", "q")
                await pilot.pause(0.05)
                await pilot.press("up", "enter")
                await pilot.pause(0.2)
                fresh = table_of(app)
                assert fresh is not first and fresh.match.options == first.match.options
            await play(app, pilot)
            await read_the_end(app, pilot)
            await pilot.press("up", "up", "enter")
            await pilot.pause(0.2)
            assert isinstance(app.screen, MenuScreen)

    run(story())


def test_the_menu_offers_what_was_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(keeping, "folder", lambda: tmp_path)
    for game, seat in (("thirteen", 0), ("rummy", 1)):
        match = cardshed.game(game).match(2, 5)
        match.play(match.acting[0], match.legal(match.acting[0])[0])
        keeping.keep(match, seat, ["easy", "easy"])
    (tmp_path / "matches" / "thirteen-broken.shed").write_text("nonsense")

    async def story() -> None:
        app = Terminal(Speech("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.2)
            shown = text_of(app)
            assert "Go on: Thirteen" in shown and "Go on: Rummy 500" in shown and "after 1 move" in shown
            await pilot.press(*["down"] * (shown.index("Go on: Rummy") > shown.index("Go on: Thirteen")), "enter")
            await pilot.pause(0.3)
            assert isinstance(app.screen, TableScreen) and table_of(app).seat == 1

    run(story())


def test_in_vietnamese() -> None:
    async def story() -> None:
        app = at_table("thirteen", language="vi")
        async with app.run_test(size=(80, 24)) as pilot:
            await turn(app, pilot)
            shown = text_of(app)
            assert "Bỏ lượt" in shown and "điểm" in shown and "Pass" not in shown and "points" not in shown

    run(story())


@pytest.mark.slow
def test_a_record_is_gone_through_with_the_bots_opinion() -> None:
    async def story() -> None:
        match = cardshed.game("thirteen").match(4, 6, {"cards": 6, "match": 2})
        while not match.over:
            match.play(match.acting[0], match.legal(match.acting[0])[0])
        app = Replay(match, Speech("en", ["Ann", "Bo", "Cy", "Di"]))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.1)
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            await pilot.press("b")
            for ply in range(1, match.plies + 1):
                await pilot.press("right")
                assert f"{ply} of {match.plies}" in str(screen.query_one("#done", Static).render())
            assert screen.choices
            await pilot.press("home")
            for _ in range(min(screen.choices) + 1):
                await pilot.press("right")
            for _ in range(400):
                if min(screen.choices) in screen.findings:
                    break
                await pilot.pause(0.01)
            assert " % " in str(screen.query_one("#opinion", Static).render())
            await pilot.press("home", "d")
            assert match.at(screen.at).deal_no == 1
            hands = str(screen.query_one("#hands", Static).render())
            await pilot.press("e")
            assert str(screen.query_one("#hands", Static).render()) != hands and screen.seat == 0

    run(story())
