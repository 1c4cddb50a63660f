"""A seat in the terminal at a table of a real server: what friends say and ask, clocks, a rematch, a server that goes
and comes back, a game that only the server has."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from cardshed import client
from cardshed.terminal.app import Terminal
from cardshed.terminal.choosing import Choosing
from cardshed.terminal.joining import OnServer, joined
from cardshed.terminal.sheets import Sheet
from cardshed.terminal.speech import Speech
from cardshed.terminal.table_screen import TableScreen
from tests.chosen import chosen
from tests.processes import ROOT, environment
from tests.server.served import Served, serving
from tests.terminal.seated import text_of
from tests.terminal.tmux import PATIENCE, terminal

pytestmark = pytest.mark.compiled
EIGHTS = ROOT / "examples" / "crazy_eights"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, "--only", "thirteen", "--game", str(EIGHTS), "--grace", "300") as found:
        yield found


class Guest:
    """Somebody in a terminal, beside a friend who is a program."""

    def __init__(self, app: Terminal, pilot: Pilot[None], friend: client.Seat) -> None:
        self.app, self.pilot, self.friend = app, pilot, friend

    async def until(self, true: Callable[[], object], what: str) -> None:
        for _ in range(int(PATIENCE / 0.02)):
            if true():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"never: {what}\n{text_of(self.app)}")

    async def sees(self, *parts: str) -> None:
        await self.until(lambda: all(part in text_of(self.app) for part in parts), f"{parts} on the screen")

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen


@asynccontextmanager
async def beside(server: str, **setting: Any) -> AsyncIterator[Guest]:
    """At a table for two whose first seat the friend has."""
    options = chosen("thirteen", setting.pop("options", {"cards": 4}))
    wanted = {"game": "thirteen", "seats": [None, None], "players": 2, "name": "Ann", "options": options, **setting}
    made = await client.create(server, **wanted)
    async with AsyncExitStack() as places:
        friend = await places.enter_async_context(client.join(made.link, key=made.key))
        app = Terminal(Speech("en"), await joined(made.link, "Bo", "en", places, key=client.new_key()))
        async with app.run_test(size=(80, 24)) as pilot:
            guest = Guest(app, pilot, friend)
            await guest.sees("Thirteen · Deal 1")
            yield guest


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 120))


async def move(guest: Guest) -> None:
    """Whoever is to move does, the guest by keys."""
    state = guest.friend.state
    n, view = state["table"]["n"], state["view"]
    if 0 in view["acting"]:
        await guest.friend.play(guest.friend.moves[0])
    else:
        await guest.until(lambda: isinstance(guest.app.screen, TableScreen) and guest.table.my_turn, "the own turn")
        single = next((m for m in guest.table.selection.moves if m["kind"] != "pass"), None)
        if single is None:
            await guest.pilot.press("p")
        else:
            guest.table.selection.stage(single)
            guest.table.draw()
            await guest.pilot.press("enter")
    await guest.until(lambda: guest.friend.state["table"]["n"] > n, "the move")


def test_friends_talk_and_ask_to_take_back(served: Served) -> None:
    async def story() -> None:
        async with beside(served.url) as guest:
            await guest.friend.ask("say", phrase="hello")
            await guest.sees("Ann says: Hello!")
            await guest.pilot.press("c")
            assert isinstance(guest.app.screen, Choosing)
            await guest.pilot.press("down", "enter")
            await guest.until(
                lambda: any(
                    entry["kind"] == "say" and entry["seat"] == 1 for entry in guest.friend.state["log"].values()
                ),
                "what was said",
            )
            while guest.friend.state["table"]["you"] not in guest.friend.state["view"]["acting"]:
                await move(guest)
            plies = guest.friend.state["view"]["plies"]
            await move(guest)
            await move(guest)  # now it is not the friend's alone to take back
            for key, left in (("n", plies + 2), ("y", plies)):
                await guest.friend.ask("undo")
                await guest.sees("Ann asks to take a move back", "[Y]", "[N]")
                await guest.pilot.press(key)
                await guest.until(lambda: guest.friend.state["table"]["undo"] is None, "an answer")
                assert guest.friend.state["view"]["plies"] == left
            await guest.pilot.press("i")
            await guest.sees(guest.friend.link)
            assert isinstance(guest.app.screen, Sheet)

    run(story())


def test_clocks_run_and_the_end_leads_to_a_rematch(served: Served) -> None:
    async def story() -> None:
        async with beside(served.url, timer=300, options={"cards": 3}) as guest:
            await guest.sees("  4:5")
            while not guest.friend.over:
                await move(guest)
            await guest.sees("The end of the match")
            first = guest.friend.table["id"]
            await guest.pilot.press("enter")
            await guest.sees("Rematch", "Quit")
            await guest.pilot.press("down", "enter")
            await guest.until(
                lambda: isinstance(guest.app.sitting, OnServer) and guest.app.sitting.place.table["id"] != first,
                "another table",
            )
            assert isinstance(guest.app.sitting, OnServer) and guest.app.sitting.place.number is not None
            await guest.until(lambda: guest.friend.table["rematch"], "the friend being told")
            again = f"{served.url}/t/{guest.friend.table['rematch']}"
            async with client.join(again, key=guest.friend.key) as friend:
                assert friend.number is not None
                await guest.sees("Thirteen · Deal 1", "Ann")

    run(story())


async def choose(guest: Guest, what: str) -> None:
    """Choose a line of the list that lies over the table."""
    await guest.until(lambda: isinstance(guest.app.screen, Choosing), "a list")
    assert isinstance(guest.app.screen, Choosing)
    lines = [line for line, _ in guest.app.screen.choices]
    await guest.pilot.press(*["down"] * lines.index(what), "enter")


def test_the_owner_decides_who_comes_and_who_stays(served: Served) -> None:
    async def story() -> None:
        async with at_new_table(served.url, owner="terminal") as guest:
            bob = guest.friend
            await guest.pilot.press("enter")
            await guest.sees("Thirteen · Deal 1", "owner")
            await bob.ask("sit", name="Bob")
            await guest.sees("Bob asks for a seat", "[T]")
            for lines, true in (
                (["Bob: Give the seat"], lambda: bob.table["seats"][1]["guest"]["promised"]),
                (["Bob: Let play at once"], lambda: bob.number == 1),
                (["Bob …", "Mute"], lambda: bob.table["seats"][1]["muted"]),
                (["Bob …", "Remove"], lambda: bob.number is None),
                (["Close the table", "Close it for all"], lambda: bob.over),
            ):
                await guest.pilot.press("t")
                for line in lines:
                    await choose(guest, line)
                await guest.until(true, str(lines))
            await guest.sees("This table is closed.", "Quit")

    run(story())


def test_a_late_comer_in_a_terminal_waits_and_others_vote_to_begin(served: Served) -> None:
    async def story() -> None:
        async with at_new_table(served.url, owner="friend") as guest:
            ann = guest.friend
            await guest.sees("Enter says that you would begin")
            await guest.pilot.press("enter")
            await guest.sees("You are ready. Waiting for Ann", "ready")
            await guest.pilot.press("enter")
            await guest.sees("Enter says that you would begin")
            await ann.ask("remove", seat=1)
            await guest.sees("You do not sit here any more")
            await ann.ask("start")
            await guest.sees("Thirteen · Deal 1")
            assert isinstance(guest.app.sitting, OnServer)
            await guest.app.sitting.ask("sit", name="Bo")
            await guest.sees("The owner of the table is asked")
            await ann.ask("admit", seat=1, yes=True)
            await guest.sees("The seat is yours from the next deal on")
            await ann.ask("agree", seat=1)
            await guest.sees("Bo (you)")

    run(story())


@asynccontextmanager
async def at_new_table(server: str, owner: str) -> AsyncIterator[Guest]:
    """At a table of Ann's that waits: somebody in a terminal, and a friend who is a program."""
    made = await client.create(
        server, game="thirteen", seats=[None] * 3, players=3, name="Ann", pace="slow", options=chosen("thirteen")
    )
    async with AsyncExitStack() as places:
        if owner == "terminal":
            friend = await places.enter_async_context(client.watch(made.link))
            sitting = await joined(made.link, "Ann", "en", places, key=made.key)
        else:
            friend = await places.enter_async_context(client.join(made.link, key=made.key))
            sitting = await joined(made.link, "Bo", "en", places, key=client.new_key())
        app = Terminal(Speech("en"), sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            guest = Guest(app, pilot, friend)
            await guest.sees("The table waits for people")
            yield guest


@pytest.mark.server
@pytest.mark.process
def test_a_server_that_goes_and_comes_back(tmp_path: Path) -> None:
    async def story(served: Served) -> None:
        async with beside(served.url) as guest:
            await asyncio.to_thread(served.kill)
            await guest.sees("The connection was lost")
            await asyncio.to_thread(served.start)
            await guest.until(lambda: not guest.table.query_one("#banner", Static).display, "the connection")
            await guest.until(lambda: guest.friend.connected, "the friend")
            await move(guest)

    with serving(tmp_path, "--only", "thirteen", "--grace", "300") as served:
        run(story(served))


def test_a_game_that_only_the_server_has_and_the_own_seat_again(served: Served, tmp_path: Path) -> None:
    made = asyncio.run(client.create(served.url, game="crazy_eights", seats=[None, "easy"], players=2, seat=None))
    left = asyncio.run(client.create(served.url, game="thirteen", seats=[None, None], players=2, name="Ann"))

    with terminal(tmp_path, "join", made.link, "--name", "Bo") as pane:
        pane.wait(lambda screen: "Bo (you)" in screen and "Crazy Eights · Deal 1" in screen, "the table")
        pane.type("r")
        pane.wait(lambda screen: "Crazy Eights" in screen and "eight" in screen.lower(), "its rules")
        pane.type("Escape", "q")
        pane.wait(lambda screen: "Bo (you)" not in screen, "the end")
    with terminal(tmp_path, "join", made.link, "--name", "Somebody else") as pane:
        pane.wait(lambda screen: "Bo (you)" in screen, "the own seat")
    with terminal(tmp_path, "join", left.link, "--watch") as pane:
        pane.wait(lambda screen: "Waiting for players" in screen and left.link in screen, "the table that waits")


@pytest.mark.parametrize("link, why", [("nonsense", "is no link to a table"), ("http://127.0.0.1:9/t/abc", "answer")])
@pytest.mark.process
def test_a_wrong_link_is_one_sentence(link: str, why: str) -> None:
    command = [sys.executable, "-m", "cardshed", "join", link]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and why in done.stderr and done.stderr.count("\n") == 1


def test_a_table_that_is_not_there(served: Served) -> None:
    command = [sys.executable, "-m", "cardshed", "join", f"{served.url}/t/aaaaaaaaaaaaaaaa"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and "Traceback" not in done.stderr and done.stderr.startswith("cardshed: ")
