"""A test for each ruling on Pyramid, named after it, hands and plays written as text."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import IllegalMove, Match
from cardshed.engine import calls
from cardshed.engine.errors import BadOption, BadPlayers, BadPosition
from cardshed.engine.matches.game import piece_names
from cardshed.engine.messages import Message
from cardshed.games.pyramid import melds, notation, table
from cardshed.games.pyramid.melds import LISTS, MELDS, NAMES, SWITCHES
from tests.games.told import table_rows

GAME = cardshed.game("pyramid")
HARD: dict[str, Any] = {"pass": "hard"}
PAIRED = ["red_single", "black_single", "black_pair", "red_run_2"]
PAIRED += ["red_triple", "black_run_3", "black_four", "red_run_4"]  # the reconstruction
DECK = {f"{v}R": v // 2 for v in range(3, 11)} | {f"{v}B": v - v // 2 for v in range(3, 11)}
COPIES = {f"{'red' if card[-1] == 'R' else 'black'}_{card[:-1]}": card for card in DECK}  # by the name of the option

# A natural example of each meld.
EXAMPLES = {
    "red_single": "5R",
    "black_single": "5B",
    "red_pair": "5R 5R",
    "black_pair": "5B 5B",
    "red_run_2": "5R 6R",
    "black_run_2": "5B 6B",
    "red_triple": "6R 6R 6R",
    "black_triple": "5B 5B 5B",
    "red_run_3": "5R 6R 7R",
    "black_run_3": "5B 6B 7B",
    "red_four": "8R 8R 8R 8R",
    "black_four": "7B 7B 7B 7B",
    "red_run_4": "5R 6R 7R 8R",
    "black_run_4": "5B 6B 7B 8B",
}


def position(*hands: str, done: int = 0, seed: int = 0, **more: Any) -> Match:
    """Hands by seat, seat 0 to move unless said; `done` are the rounds finished, an option goes by its name."""
    known = {option.name for option in GAME.options}
    options = {name: value for name, value in more.items() if name in known}
    setup = {name: value for name, value in more.items() if name not in known}
    if not setup.get("trading"):
        setup = {"turn": 0} | setup
    return GAME.position(len(hands), options, seed, hands=list(hands), rounds=done, **setup)


def trading(*hands: str, **more: Any) -> Match:
    """Everybody looks at a hand, dealt with as many cards as the first has."""
    each = sum(card[0] != "W" for card in hands[0].split())
    return position(*hands, trading=True, cards=each, **more)


def declare(match: Match, *texts: str) -> None:
    """One after the other, those who may; the choices stay sealed until the last."""
    for seat, text in zip(match.acting, texts, strict=True):
        match.play(seat, text)


def asked(match: Match) -> set[int]:
    """The seats that may act."""
    return set(match.acting)


def legal(match: Match) -> set[str]:
    return {move.text for move in match.legal(match.acting[0])}


def kinds(match: Match) -> set[str]:
    return {move.kind for move in match.legal(match.acting[0])}


def leads(hand: str, **more: Any) -> set[str]:
    return legal(position(hand, "10B", "10B", **{"front": [""] * 3} | more))


def facing(hand: str, meld: str, **more: Any) -> Match:
    """Seat 0 is to answer a meld of the seat before it; no wilds but those named."""
    return position(hand, "10B", "10B", meld=meld, by=2, **{"front": [""] * 3} | more)


def answers(hand: str, meld: str, **more: Any) -> set[str]:
    return legal(facing(hand, meld, **more)) - {"pass"}


def dealt(players: int = 4, seed: int = 0, **options: Any) -> Match:
    return GAME.match(players, seed, options)


def play_through(match: Match, *moves: str) -> None:
    """Each move by the seat whose turn it is."""
    for text in moves:
        match.play(match.acting[0], text)


def zone(match: Match, name: str, seat: int | None = None, viewer: int | None = None) -> str:
    found = [z for z in match.view(viewer)["zones"] if z["id"] == name and z["seat"] == seat]
    assert len(found) == 1
    return " ".join(card["name"] for card in found[0]["cards"])


def hands(match: Match) -> list[str]:
    return [notation.names(notation.hand(match.row, p)) for p in range(match.players)]


def front(match: Match) -> list[str]:
    return [zone(match, "front", p) for p in range(match.players)]


def known(match: Match, viewer: int | None) -> dict[int, str]:
    """The hands of others that a seat is told."""
    return {
        z["seat"]: " ".join(card["name"] for card in z["cards"])
        for z in match.view(viewer)["zones"]
        if z["id"] == "known"
    }


def target(match: Match) -> int | None:
    found: int | None = match.view(None)["target"]
    return found


def phase(match: Match) -> str:
    found: str = match.view(None)["phase"]
    return found


def trick(match: Match) -> str:
    """The meld to beat; empty on a lead."""
    lying = match.view(None)["trick"]
    return str(Message.read(lying)) if lying else ""


def cards_left(match: Match) -> list[int]:
    return [seat["cards"] for seat in match.view(None)["seats"]]


def meld_cards(match: Match) -> list[str]:
    return [card["name"] for card in match.view(None)["meld_cards"]]


def used(match: Match) -> set[str]:
    return {card["name"] for card in match.view(None)["meld_cards"] if card["used"]}


def last_round(match: Match) -> list[int]:
    points: list[int] = match.view(None)["last_deal"]["points"]
    return points


def everything(match: Match) -> Counter[str]:
    """All numbered cards, wherever they are; the trick shows cards that are among those played."""
    zones = [z for z in match.reveal()["zones"] if z["id"] in ("hand", "played", "undealt")]
    return Counter(card["name"] for z in zones for card in z["cards"] if card["number"])


def observed(match: Match, seat: int) -> dict[str, list[int]]:
    """What a seat sees as numbers, by the names of the pieces."""
    out = np.full(sum(length for _, length in GAME.observation), -1, np.float32)
    assert calls.observe(match.rows, seat, out) == len(out)
    return {name: [int(x) for x in out[where]] for name, where in piece_names(GAME.observation).items()}


def second_of_three_goes_out(points: list[int], front: list[str], rest: str = "10B", **more: Any) -> Match:
    """Seat 2 is out and has its points, seat 0 plays its last card, seat 1 holds the rest."""
    match = position("9B", rest, "", out=[2], points=points, front=front, **more)
    match.play(0, "9B")
    return match


# --- rulings common to all games -----------------------------------------------------------------


def test_x_1_a_leader_may_not_pass() -> None:
    match = position("4R 5B", "6R", "7R")
    assert legal(match) == {"4R", "5B"}
    with pytest.raises(IllegalMove, match="leads a trick must play"):
        match.play(0, "pass")


def test_x_2_a_winner_without_cards_leaves_the_lead_to_the_next_holder() -> None:
    match = position("9B", "4R 5R", "6R 7R", "3B 3B")
    match.play(0, "9B")
    for seat in (1, 2, 3):
        assert match.acting == (seat,)  # all others first get their turn to follow
        match.play(seat, "pass")
    assert match.acting == (1,) and trick(match) == ""


def test_x_2_the_lead_goes_clockwise_from_the_winner_not_from_the_last_to_pass() -> None:
    match = position("9B", "4R 5R", "6R 7R", "8R 10R", meld="5R", by=2, locked=[3], **HARD)
    play_through(match, "9B", "pass", "pass")
    assert match.acting == (1,)


def test_x_2_somebody_follows_the_last_meld_of_the_one_who_is_out() -> None:
    match = position("8B", "4R 5R", "9R 7R", "3B 3B")
    play_through(match, "8B", "pass", "9R", "pass")
    assert match.acting == (1,)  # the seat that is out is not asked
    match.play(1, "pass")
    assert match.acting == (2,) and trick(match) == ""


def test_x_3_play_goes_clockwise() -> None:
    match = position("4R 9R", "6R 7R", "5R 9B", "8B 8B", turn=2)
    play_through(match, "5R", "8B")
    assert match.acting == (0,)
    match.play(0, "pass")
    assert match.acting == (1,)


def test_x_5_the_same_lowest_number_is_enough() -> None:
    assert answers("4R 5R 6R", "5B") == {"5R", "6R", "5R 6R"}
    assert answers("4B 5B", "5R") == {"5B"}


def test_x_6_a_tie_that_wilds_do_not_break_is_shared() -> None:
    match = second_of_three_goes_out([1, 0, 2], ["WR", "WR WB", "WB"], done=2)
    assert match.over and match.points == [2, 0, 2] and match.payoff == [0.75, 0.0, 0.75]
    assert str(table.prompt(match.row, None)) == "The match is over, a win shared by Seat 0, Seat 2 with 2 points each."


def test_x_7_counts_wilds_passes_and_scores_are_open_hands_are_not() -> None:
    more: dict[str, Any] = {"points": [4, 2, 0], "front": ["WR", "", "WB WB"], "done": 1, **HARD}
    match = position("4R 5R 6R", "7B 7B WB", "8B", meld="3B", by=0, turn=2, locked=[1], passes=1, **more)
    seen = match.view(None)
    assert cards_left(match) == [3, 3, 1] and seen["passes"] == 1
    assert [seat["points"] for seat in seen["seats"]] == [4, 2, 0]
    assert [seat["locked"] for seat in seen["seats"]] == [False, True, False]
    assert [seat["wilds_in_front"] for seat in seen["seats"]] == [1, 0, 2] and front(match) == ["WR", "", "WB WB"]
    # Wilds got into a hand from the front, and everybody saw it.
    assert [zone(match, "wilds", p) for p in range(3)] == ["", "WB", ""]
    assert zone(match, "trick", 0) == "3B" and "3B" in zone(match, "played", 0).split()
    assert {z["id"] for z in seen["zones"]} == {"trick", "front", "wilds", "played"}
    own = [z for z in match.view(1)["zones"] if z["id"] == "hand"]
    assert [z["seat"] for z in own] == [1] and zone(match, "hand", 1, viewer=1) == "7B 7B WB"
    assert match.view(1)["moves"] == [] and seen["moves"] == []
    assert {z["id"] for z in match.reveal()["zones"]} == {"hand", "trick", "front", "wilds", "played", "undealt"}
    assert everything(match) == DECK


def test_x_7_the_holder_of_the_red_3_is_known_once_hands_are_settled() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R")
    assert match.view(1)["red_three"] is None and match.view(1)["starter"] is None
    assert match.view(1)["target"] is None
    declare(match, "keep", "keep", "keep")
    assert match.view(1)["red_three"] == match.view(1)["starter"] == 0
    assert "Red 3: Seat 0." in [str(Message.read(note)) for note in match.view(1)["notes"]]
    # It stays where it is in every world that another seat imagines, and is gone when played.
    assert all("3R" in hands(match.imagine(1, seed))[0].split() for seed in range(8))
    match.play(0, "3R")
    assert match.view(1)["red_three"] is None


def test_x_7_a_red_3_that_was_not_dealt_is_in_no_imagined_hand() -> None:
    match = trading("4R 4B", "5B 6B", "7R 8R")
    assert any("3R" in " ".join(hands(match.imagine(1, seed))).split() for seed in range(40))
    declare(match, "keep", "keep", "keep")
    assert not any("3R" in " ".join(hands(match.imagine(1, seed))).split() for seed in range(40))


SEALED = ("keep", "trade WR", "trade WB")


def sealed(text: str, **more: Any) -> Match:
    """Seat 0 has declared, the others have not."""
    match = trading("3R 4R 10B", "5B 6B 9R", "7R 8R 9R", **more)
    match.play(0, text)
    return match


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_x_8_nobody_sees_what_others_have_declared(viewer: int | None) -> None:
    views = {json.dumps(sealed(text).view(viewer)) for text in SEALED}
    assert len(views) == 1
    seen = sealed("trade WR").view(viewer)
    assert seen["own_choice"] is None and front(sealed("trade WR")) == ["WR WR WB WB"] * 3
    assert [seat["declared"] for seat in seen["seats"]] == [True, False, False]
    if viewer is not None:
        assert len({str(observed(sealed(text), viewer)) for text in SEALED}) == 1


def test_x_8_who_declared_sees_it() -> None:
    assert [sealed(text).view(0)["own_choice"] for text in SEALED] == list(SEALED)
    assert [observed(sealed(text), 0)["own_choice"] for text in SEALED] == [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert sealed("keep").view(0)["moves"] == []


def test_x_8_a_sealed_choice_is_drawn_anew_in_imagined_worlds() -> None:
    for seed in range(12):
        assert len({sealed(text).imagine(1, seed).rows.tobytes() for text in SEALED}) == 1
        worlds = [sealed("trade WB").imagine(seat, seed) for seat in range(3)]
        assert worlds[0].view(0)["own_choice"] == "trade WB"  # one's own stays
        assert [json.dumps(world.view(None)) for world in worlds] == [json.dumps(sealed("keep").view(None))] * 3
    assert {sealed("keep").imagine(2, seed).reveal()["choices"][0] for seed in range(40)} == set(SEALED)
    few: dict[str, Any] = {"front": ["WB", "WR", "WR"]}  # only what can have been declared
    drawn = {sealed("keep", **few).imagine(2, seed).reveal()["choices"][0] for seed in range(40)}
    assert drawn == {"keep", "trade WB"}
    few = {"front": ["WR WR", "WR", "WR"]}
    drawn = {sealed("keep", **few).imagine(2, seed).reveal()["choices"][0] for seed in range(40)}
    assert drawn == {"keep", "trade WR"}


def test_x_8_all_choices_are_revealed_together() -> None:
    match = sealed("trade WR")
    match.play(2, "trade WB")  # in any order
    assert match.acting == (1,) and hands(match)[0] == "3R 4R 10B"
    match.play(1, "keep")
    assert hands(match) == ["7R 8R 9R WB", "5B 6B 9R", "3R 4R 10B WR"]
    assert match.reveal()["choices"] == [None] * 3


def test_x_8_who_is_late_keeps() -> None:
    assert trading("3R 4R", "5B 6B", "7R 8R").timeout_move(1).text == "keep"


def asked_to_add() -> Match:
    match = trading("3R 4R", "5B 6B", "7R 8R")
    declare(match, "trade WR", "keep", "keep")
    return match


def asked_to_end() -> Match:
    match = position("7B 7B 7B 7B 9R", "10B", "10R")
    match.play(0, "7B 7B 7B 7B")
    return match


def asked_to_discard() -> Match:
    match = position("3R 4R 5R 6R 8B 9B", "10B", "10R")
    match.play(0, "3R 4R 5R 6R")
    return match


@pytest.mark.parametrize(
    "at, wanted",
    [
        (lambda: trading("3R 4R", "5B 6B", "7R 8R"), "keep"),
        (asked_to_add, "add nothing"),
        (asked_to_end, "go on"),
        (asked_to_discard, "discard nothing"),
        (lambda: facing("9B 9B", "5B"), "pass"),
        (lambda: position("8R 4B 4R 4R 5R WR", "9B", "9B"), "4R"),
        (lambda: position("4B 4B 9R", "9B", "9B"), "4B"),
        (lambda: position("10R WR WB", "9B", "9B"), "10R"),
        (lambda: position("WB WR", "9B", "9B"), "WR"),
    ],
)
def test_x_9_a_player_who_is_late_does_the_least_harm(at: Callable[[], Match], wanted: str) -> None:
    assert at().timeout_move(0).text == wanted


def test_x_11_the_order_for_the_win_is_used_for_every_place() -> None:
    more: dict[str, Any] = {"done": 3, "out": [1, 2], "points": [4, 9, 5, 5]}
    match = position("9B", "", "", "10B", front=["WR", "", "WR WR", "WB"], **more)
    match.play(0, "9B")
    assert match.over and match.points == [5, 9, 5, 5]
    # Seats 0, 2 and 3 are equal; seat 2 has the most wilds, and the other two share a place.
    assert match.payoff == pytest.approx([1.5 / 3, 1, 0, 1.5 / 3])


def test_x_12_a_pass_is_always_a_move_even_if_nothing_else_can_be_played() -> None:
    match = facing("4R 5R", "9B")
    assert match.acting == (0,) and legal(match) == {"pass"}
    match = facing("9R 10R", "9B", used=PAIRED)  # every meld was played
    assert match.acting == (0,) and legal(match) == {"pass"}
    match.play(0, "pass")
    assert match.acting == (1,)


@pytest.mark.parametrize("players", [3, 4])
def test_x_13_a_late_players_moves_are_legal_and_answer_no(players: int) -> None:
    match = dealt(players, seed=players)
    while not match.over:
        move = match.play(match.acting[0], match.timeout_move(match.acting[0]))
        assert move.kind in ("keep", "pass", "red_single", "black_single")
    assert match.deal_no == players and front(match) == ["WR WR WB WB"] * players


def test_x_13_a_late_players_questions_in_whole_matches() -> None:
    """With a deck of black 7s and red runs all questions come up."""
    options = dict.fromkeys(COPIES, 0) | {"black_7": 7, "red_5": 7, "red_6": 7, "red_7": 7, "red_8": 7}
    asked: Counter[str] = Counter()
    for seed in range(6):
        match = dealt(3, seed=seed, cards=9, **options)
        while not match.over:
            seat = match.acting[0]
            moves = match.legal(seat)
            late = match.timeout_move(seat)
            if phase(match) in ("add", "end", "discard"):
                asked[late.text] += 1
                match.play(seat, late)
            elif phase(match) == "declare":
                match.play(seat, "trade WR" if seat == 0 and "trade WR" in {m.text for m in moves} else "keep")
            else:
                match.play(seat, max(moves, key=lambda move: len(move.parts)))
    assert set(asked) == {"add nothing", "go on", "discard nothing"}


# --- rulings on Pyramid: the meld cards ----------------------------------------------------------


def test_pyramid_1_the_meld_cards_are_eight_or_fourteen() -> None:
    assert list(LISTS) == ["paired8", "full14"]
    assert meld_cards(dealt()) == meld_cards(dealt(melds="paired8")) == PAIRED
    assert meld_cards(dealt(melds="full14")) == list(NAMES) and len(NAMES) == 14
    shapes = {(meld.colour, meld.run, meld.size) for meld in MELDS}
    wanted = {(c, False, n) for c in (0, 1) for n in (1, 2, 3, 4)} | {(c, True, n) for c in (0, 1) for n in (2, 3, 4)}
    assert shapes == wanted


def test_pyramid_1_the_eight_have_a_set_and_a_run_of_each_size_colours_taking_turns() -> None:
    eight = [meld for meld in MELDS if meld.name in LISTS["paired8"]]
    assert {(m.size, m.run): m.colour for m in eight if m.size > 1} == {
        (2, False): melds.BLACK,
        (2, True): melds.RED,
        (3, False): melds.RED,
        (3, True): melds.BLACK,
        (4, False): melds.BLACK,
        (4, True): melds.RED,
    }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("usual", LISTS)
def test_pyramid_1_a_meld_is_played_just_where_it_has_a_card(usual: str, name: str) -> None:
    cards = EXAMPLES[name]
    match = position(cards, "10B", "10B", melds=usual)
    offered = {move.text: move.kind for move in match.legal(0)}
    if name in LISTS[usual]:
        assert offered[cards] == name
    else:
        assert cards not in offered
        assert str(match.why_not(0, cards)).startswith("There is no meld card for a ")


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("value", [0, 1])
@pytest.mark.parametrize("usual", LISTS)
def test_pyramid_1_every_switch_changes_just_its_meld_card(usual: str, name: str, value: int) -> None:
    match = dealt(melds=usual, **{name: value})
    wanted = set(LISTS[usual]) | {name} if value else set(LISTS[usual]) - {name}
    assert meld_cards(match) == [n for n in NAMES if n in wanted]
    assert (EXAMPLES[name] in leads(EXAMPLES[name], melds=usual, **{name: value})) == bool(value)
    assert match.options["melds"] == usual and match.options[name] == value
    assert cardshed.replay(match.record()).options == match.options


def test_pyramid_1_a_list_of_ones_own_by_switches() -> None:
    """The eight and a red pair beside them, and with `full14` all but one."""
    match = dealt(melds="paired8", red_pair=1)
    assert len(meld_cards(match)) == 9 and set(meld_cards(match)) == {*PAIRED, "red_pair"}
    assert meld_cards(match) == meld_cards(dealt(red_pair=1))
    more: dict[str, Any] = {"melds": "paired8", "red_pair": 1}
    assert leads("5R 5R", **more) == {"5R", "5R 5R"} and leads("5R 5R") == {"5R"}
    # It is a meld of its own, and no other one has come with it.
    match = position("5R 5R 8R", "5B 5B 9B", "6R 6R 9B", **more)
    play_through(match, "5R 5R", "5B 5B")
    assert str(match.why_not(2, "6R 6R")) == "A red pair was already played in this trick."
    assert leads("5B 5B 5B 6B", **more) == {"5B", "6B", "5B 5B"}
    match = dealt(melds="full14", black_run_4=0)
    assert meld_cards(match) == [name for name in NAMES if name != "black_run_4"]


def test_pyramid_1_only_singles_are_left_when_all_is_switched_off() -> None:
    bare: dict[str, Any] = dict.fromkeys(SWITCHES, 0)
    assert meld_cards(dealt(**bare)) == ["red_single", "black_single"]
    assert leads("5R 5R 5B 5B 6R 7R 8R WR", **bare) == {"5R", "5B", "6R", "7R", "8R", "WR"}
    assert not {"red_single", "black_single"} & {option.name for option in GAME.options}  # they have no switch


@pytest.mark.parametrize("usual", LISTS)
def test_pyramid_1_a_rich_hand_finds_all_meld_cards_and_no_other(usual: str) -> None:
    large: dict[str, Any] = {"cards": 20, "red_9": 7, "red_10": 7, "black_9": 7, "black_10": 7, "melds": usual}
    hand = "5R 5R 6R 6R 6R 7R 8R 8R 8R 8R 5B 5B 5B 6B 7B 7B 7B 7B 8B"
    assert kinds(position(hand, "10B", "10B", **large)) == set(LISTS[usual])


def test_pyramid_1_one_file_says_which_melds_there_are() -> None:
    for path in sorted(GAME.folder.glob("*.py")):
        named = [name for name in NAMES if name in path.read_text(encoding="utf-8")]
        assert bool(named) == (path.name == "melds.py"), f"{path.name} names {named}"
    option = next(option for option in GAME.describe_options() if option["name"] == "melds")
    told = {name: {switch for switch, on in on_off.items() if on} for name, on_off in option["presets"].items()}
    assert told == {name: set(names) & set(SWITCHES) for name, names in LISTS.items()}
    assert "our reconstruction" in str(Message.read(option["meaning"]))  # people are told so


def test_pyramid_2_meld_cards_lie_in_order_of_size_sets_before_runs() -> None:
    for usual in LISTS:
        lying = dealt(melds=usual).view(None)["meld_cards"]
        order = [(card["size"], ("set", "run").index(card["shape"])) for card in lying]
        assert order == sorted(order)
    # The order means nothing else: a smaller meld may follow a larger one.
    assert "5R" in answers("5R", "5B 5B") and "5B" in answers("5B", "5R 6R 7R 8R")


def test_pyramid_3_a_meld_is_played_once_in_a_trick_by_whomever() -> None:
    match = position("5R 7R 9B", "6R 6B 4R", "8R 8B")
    match.play(0, "5R")
    assert used(match) == {"red_single"} and legal(match) == {"6B", "pass"}
    assert str(match.why_not(1, "6R")) == "A red single was already played in this trick."
    match.play(1, "6B")  # the other colour is another meld
    assert used(match) == {"red_single", "black_single"} and legal(match) == {"pass"}
    match.play(2, "pass")
    assert legal(match) == {"pass"}  # also who played it does not play it again
    match.play(0, "pass")
    assert match.acting == (1,) and used(match) == set() and legal(match) == {"6R", "4R"}


def test_pyramid_3_not_those_very_cards_nor_that_number_but_the_meld() -> None:
    assert answers("7B 7B 8B 8B", "5B 5B") == {"7B", "8B"}
    assert answers("7R 8R", "5B 5B", used=["red_run_2"]) == {"7R", "8R"}


def test_pyramid_4_only_the_lowest_number_counts_not_the_size() -> None:
    """The rulebook's example with its own cards."""
    match = position("5B 5B 9B", "5R 6R 9R", "5R 10R 10R")
    match.play(0, "5B 5B")
    assert target(match) == 5 and "5R 6R" in legal(match)
    match.play(1, "5R 6R")
    assert target(match) == 5 and legal(match) == {"5R", "10R", "pass"}
    match.play(2, "5R")
    assert target(match) == 5 and trick(match) == "red single 5▲" and legal(match) == {"9B", "pass"}


def test_pyramid_4_all_sizes_follow_each_other() -> None:
    hand = "5B 6B 7B 7R 7B 8R 9R 10R"
    runs = {"7R 8R", "8R 9R", "9R 10R", "6B 7B 8R", "7R 8R 9R 10R"}
    assert answers(hand, "6R") == {"6B", "7B", "7B 7B"} | runs
    assert answers("4R 5R 6R 7R", "5B") == {"5R", "6R", "7R", "5R 6R", "6R 7R"}  # the 4 in the run of 4 is too low


# --- wilds ---------------------------------------------------------------------------------------


def test_pyramid_5_wild_is_ignored_by_the_next_player() -> None:
    """The rulebook's example: a run of 10, 9 and a wild, which is an 8; the next has to meet 9."""
    match = position("9B 10B WB 4R", "8R 9R 10R", "8B 8B")
    match.play(0, "10B 9B WB")
    assert trick(match) == "black run of 3 9△ 10△ W△" and target(match) == 9
    assert legal(match) == {"9R", "10R", "9R 10R", "pass"}
    assert str(match.why_not(1, "8R")) == "Its lowest number is 8, and 9 must be met."


@pytest.mark.parametrize("meet, fine", [("7R", True), ("8R", True), ("9R", False)])
def test_pyramid_5_for_who_plays_it_a_wild_has_a_number(meet: str, fine: bool) -> None:
    assert ("9B 10B WB" in answers("9B 10B WB", meet)) == fine


@pytest.mark.parametrize(
    "cards, lowest, following",
    [
        ("5B WB", 5, 5),
        ("run 5R WR", 5, 5),
        ("run 10R WR", 9, 10),
        ("5B 7B WB", 5, 5),
        ("5B 6B WB", 5, 5),
        ("run 8B WB WB", 8, 8),
        ("run 9B WB WB", 8, 9),
        ("8B 10B WB", 8, 8),
        ("7B 7B WB WB", 7, 7),
        ("run 7R WR WR WR", 7, 7),
        ("8R 9R WR WR", 7, 8),
        ("9R WR WR WR", 7, 9),
        ("8R WR WR", 8, 8),
    ],
)
def test_pyramid_5_two_numbers_for_a_meld(cards: str, lowest: int, following: int) -> None:
    """The lowest with the wilds' numbers is what it is played with; the lowest natural is what the next must meet."""
    hand = " ".join(card for card in cards.split() if card != "run")
    for number in range(3, 11):
        lying = "3B" if number == 3 else f"{number}{'R' if hand[-1] == 'B' else 'B'}"
        match = facing(hand + " 4R", lying)
        assert (match.why_not(0, cards) is None) == (number <= lowest), number
    match = position(hand + " 4R", "10B", "10B", front=[""] * 3)
    match.play(0, cards)
    assert target(match) == following


@pytest.mark.parametrize("number", range(3, 11))
def test_pyramid_6_wilds_alone_are_the_lowest_number_allowed(number: int) -> None:
    for wild, lying in (("WR", f"{number}B"), ("WB", f"{number}R")):
        match = facing(f"{wild} 4R", lying)
        match.play(0, wild)
        assert target(match) == number
    match = facing("WB WB 4R", f"{number}R")
    match.play(0, "set WB WB")
    assert target(match) == number


@pytest.mark.parametrize("number", range(3, 11))
@pytest.mark.parametrize("size, wild", [(2, "WR"), (3, "WB"), (4, "WR")])
def test_pyramid_6_a_run_of_wilds_needs_room(size: int, wild: str, number: int) -> None:
    cards = f"run {' '.join([wild] * size)}"
    match = facing(" ".join([wild] * size) + " 4R", f"{number}{'B' if wild == 'WR' else 'R'}")
    assert (cards in legal(match)) == (number <= 11 - size)
    if cards in legal(match):
        match.play(0, cards)
        assert target(match) == number
    else:
        refused = f"A run of {size} begins at {11 - size} at the highest, and {number} must be met."
        assert str(match.why_not(0, cards)) == refused


def test_pyramid_6_on_a_lead_wilds_alone_are_a_3() -> None:
    for hand, cards in (("WR", "WR"), ("WB WB", "set WB WB"), ("WR WR", "run WR WR"), ("WR WR WR WR", None)):
        match = position(f"{hand} 4R", "3B", "3B 9R", front=[""] * 3)
        match.play(0, cards or f"run {hand}")
        assert target(match) == 3 and "3B" in legal(match)


def test_pyramid_7_a_wild_has_its_printed_colour() -> None:
    assert leads("7B 7B 7B WR") == {"7B", "WR", "7B 7B"}  # no black four
    assert "7B 7B 7B WB" in leads("7B 7B 7B WB")
    assert leads("5R WB") == {"5R", "WB"} and "run 5R WR" in leads("5R WR", red_pair=1)
    assert str(position("7B 7B 7B WR", "9R", "9R").why_not(0, "7B 7B 7B WR")) == "7B 7B 7B WR is no meld of this game."
    assert answers("WR WB", "5B") == {"WR"}  # the black single is used


def test_pyramid_7_a_wild_may_be_the_one_card_of_the_other_colour() -> None:
    assert "6R 6R WB" in leads("6R 6R WB") and "5B 6B WR" in leads("5B 6B WR")
    assert leads("6R WB WB", black_run_3=0) == {"6R", "WB", "set WB WB"}


@pytest.mark.parametrize(
    "cards, fine",
    [
        ("8R 8R 8R", True),
        ("8R 8R 8B", True),
        ("8R 8R WB", True),
        ("8R 8B WR", True),
        ("8B WR WR", True),
        ("8R 8B 8B", False),
        ("8R 8B WB", False),
        ("8B 8B WR", False),
        ("5B 6B 7B", True),
        ("5R 6B 7B", True),
        ("5B 6R 7B", True),
        ("5B 6B 7R", True),
        ("5B 7B WR", True),
        ("5B 7R WB", True),
        ("5R WB WB", True),
        ("5R 6R 7B", False),
        ("5R 7B WR", False),
        ("5R 6B WR", False),
    ],
)
def test_pyramid_8_one_card_of_the_other_colour_at_most(cards: str, fine: bool) -> None:
    match = position(f"{cards} 4B", "10B", "10B", front=[""] * 3)
    wanted = "red_triple" if cards[0] == "8" else "black_run_3"
    found = [move for move in match.legal(0) if sorted(move.cards[1:]) == sorted(cards.split())]
    assert [move.kind for move in found] == ([wanted] if fine else [])
    if fine:
        match.play(0, cards)
        assert used(match) == {wanted}  # and so it is called


def test_pyramid_8_other_melds_have_no_such_guest() -> None:
    assert leads("5R 5B") == {"5R", "5B"} and leads("5R 6B") == {"5R", "6B"}
    assert leads("7B 7B 7B 7R", red_triple=0) == {"7B", "7R", "7B 7B"}
    assert "5R 6R 7R 8B" not in leads("5R 6R 7R 8B")
    more: dict[str, Any] = {"melds": "full14", "red_triple": 0, "black_run_3": 0}
    assert leads("5B 5B 5R", **more) == {"5B", "5R", "5B 5B"}
    assert leads("5R 6R 7B", **more) == {"5R", "6R", "7B", "5R 6R"}


def test_pyramid_9_wilds_stand_for_3_to_10_and_no_run_goes_beyond() -> None:
    assert "run 10R WR" in answers("10R WR", "9B") and "run 10R WR" not in answers("10R WR", "10B")
    assert answers("10R WR WR WR", "10B") == {"10R", "WR", "set 10R WR WR", "set WR WR WR"}
    match = position("3R WR 9B", "4B", "4B")
    match.play(0, "3R WR")  # 3 and 4, not 2 and 3
    assert target(match) == 3
    refused = "A run of 2 begins at 9 at the highest, and 10 must be met."
    assert str(facing("10R WR", "10B").why_not(0, "run 10R WR")) == refused
    assert str(position("10R 3R", "9B", "9B").why_not(0, "10R 3R")) == "3R 10R is no meld of this game."


# --- passing and starting ------------------------------------------------------------------------


def test_pyramid_10_soft_who_passed_may_come_back() -> None:
    match = position("4B 8R 8R", "5R 9B 9B", "6B 6B 10R")
    play_through(match, "4B", "pass", "6B 6B", "pass")
    assert match.acting == (1,) and match.view(None)["passes"] == 1  # seat 1 has passed in this trick
    play_through(match, "pass")
    assert match.acting == (2,) and trick(match) == ""  # all others in a row
    match = position("4B 8R 8R", "6R 9B 9B", "6B 6B 10R")
    play_through(match, "4B", "pass", "6B 6B", "pass", "6R")
    assert match.view(None)["passes"] == 0
    match.play(2, "pass")
    assert match.acting == (0,) and trick(match) == "red single 6▲"
    match.play(0, "pass")
    assert match.acting == (1,) and trick(match) == ""


def test_pyramid_10_hard_who_passed_is_locked_out() -> None:
    match = position("4B 8R 8R", "6R 9B 9B", "6B 6B 10R", **HARD)
    play_through(match, "4B", "pass", "6B 6B")
    assert [seat["locked"] for seat in match.view(None)["seats"]] == [False, True, False]
    match.play(0, "pass")
    assert match.acting == (2,) and trick(match) == ""  # seat 1 was not asked again
    assert not any(seat["locked"] for seat in match.view(None)["seats"])


def test_pyramid_10_who_is_out_is_not_waited_for() -> None:
    rules: tuple[dict[str, Any], ...] = ({}, HARD)
    for rule in rules:
        match = position("4B 8R", "", "6R 6R", "7R 7R", out=[1], **rule)
        play_through(match, "4B", "pass", "pass")
        assert match.acting == (0,) and trick(match) == ""


def test_pyramid_11_who_holds_the_red_3_after_the_trading_starts() -> None:
    match = trading("7R 8R", "5B 6B", "3R 4R")
    declare(match, "trade WR", "keep", "trade WR")
    assert hands(match) == ["3R 4R WR", "5B 6B", "7R 8R WR"]
    declare(match, "keep", "keep")
    assert match.acting == (0,) and phase(match) == "shed" and match.view(None)["starter"] == 0
    assert legal(match) == {"3R", "4R", "WR", "3R 4R", "run 3R WR", "run 4R WR"}
    match.play(0, "4R")  # the red 3 need not be played
    assert target(match) == 4


def test_pyramid_11_with_four_players_the_red_3_is_always_in_play() -> None:
    for seed in range(12):
        match = dealt(4, seed=seed)
        holder = next(p for p in range(4) if "3R" in hands(match)[p].split())
        declare(match, *["keep"] * 4)
        assert match.acting == (holder,)


@pytest.mark.parametrize("points, starter", [([5, 1, 3], 1), ([0, 1, 3], 0), ([2, 2, 1], 2)])
def test_pyramid_11_without_the_red_3_the_fewest_points_start(points: list[int], starter: int) -> None:
    match = trading("7R 8R", "5B 6B", "4R 4R", points=points, done=1)
    declare(match, "keep", "keep", "keep")
    assert match.acting == (starter,) and match.view(None)["red_three"] is None


def test_pyramid_11_in_the_first_round_chance_decides() -> None:
    starters = set()
    for seed in range(30):
        match = dealt(3, seed=seed, red_3=0, black_10=6)
        declare(match, "keep", "keep", "keep")
        starters.add(match.acting)
        again = dealt(3, seed=seed, red_3=0, black_10=6)
        declare(again, "keep", "keep", "keep")
        assert again.acting == match.acting
    assert starters == {(0,), (1,), (2,)}


# --- trading -------------------------------------------------------------------------------------


def test_pyramid_12_the_wild_is_chosen_with_the_declaration_and_travels_with_the_hand() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R", "9R 9B")
    assert legal(match) == {"keep", "trade WR", "trade WB"}
    declare(match, "trade WR", "keep", "trade WB", "trade WB")
    assert hands(match) == ["9R 9B WB", "5B 6B", "3R 4R WR", "7R 8R WB"]  # to the next clockwise who trades
    assert front(match) == ["WR WB WB", "WR WR WB WB", "WR WR WB", "WR WR WB"]
    assert [zone(match, "wilds", p) for p in range(4)] == ["WB", "", "WR", "WB"]


def test_pyramid_12_only_a_wild_that_lies_in_front() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R", front=["WB", "WR", "WR WB"])
    assert [{move.text for move in match.legal(p)} for p in range(3)] == [
        {"keep", "trade WB"},
        {"keep", "trade WR"},
        {"keep", "trade WR", "trade WB"},
    ]
    assert str(match.why_not(0, "trade WR")) == "W▲ does not lie in front of you."


def test_pyramid_12_wilds_in_front_are_not_there_to_play() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R")
    declare(match, "keep", "keep", "keep")
    assert legal(match) == {"3R", "4R", "3R 4R"} and front(match)[0] == "WR WR WB WB"
    assert str(match.why_not(0, "WR")) == "You do not hold W▲."


@pytest.mark.parametrize("red", [0, 1, 2, 3])
@pytest.mark.parametrize("black", [0, 1, 2, 3])
def test_pyramid_12_other_numbers_of_wilds(red: int, black: int) -> None:
    for players in (3, 4):
        match = dealt(players, red_wilds=red, black_wilds=black)
        assert front(match) == [" ".join(["WR"] * red + ["WB"] * black)] * players
        assert (phase(match) == "declare") == bool(red + black)


def test_pyramid_13_the_lone_trader_adds_any_number_and_the_trading_is_over() -> None:
    match = asked_to_add()
    assert match.acting == (0,) and phase(match) == "add" and hands(match)[0] == "3R 4R"  # nothing moved yet
    reds, blacks = ("", "WR ", "WR WR "), ("", "WB", "WB WB")
    wanted = {f"add {red}{black}".strip() for red in reds for black in blacks} - {"add"} | {"add nothing"}
    assert legal(match) == wanted and len(wanted) == 9
    match.play(0, "add WR WB WB")
    assert hands(match) == ["3R 4R WR WB WB", "5B 6B", "7R 8R"] and front(match)[0] == "WR"
    assert phase(match) == "shed" and match.acting == (0,)  # nobody declares again


def test_pyramid_13_the_lone_trader_may_add_nothing() -> None:
    match = asked_to_add()
    match.play(0, "add nothing")
    assert hands(match)[0] == "3R 4R" and front(match)[0] == "WR WR WB WB" and phase(match) == "shed"


def test_pyramid_14_only_those_who_traded_declare_again() -> None:
    """The example of trading in the rules."""
    match = trading("3R 4R", "5B 6B", "7R 8R", "9R 9B")
    declare(match, "trade WR", "trade WR", "keep", "trade WR")
    assert hands(match) == ["9R 9B WR", "3R 4R WR", "7R 8R", "5B 6B WR"]
    assert asked(match) == {0, 1, 3}  # who kept is through with it
    declare(match, "keep", "trade WB", "trade WB")
    assert hands(match) == ["9R 9B WR", "5B 6B WR WB", "7R 8R", "3R 4R WR WB"] and asked(match) == {1, 3}
    declare(match, "trade WR", "keep")
    assert phase(match) == "add" and asked(match) == {1} and front(match)[1] == "WR WB"
    match.play(1, "add WR WB")
    assert hands(match)[1] == "5B 6B WR WR WB WB" and front(match)[1] == "" and asked(match) == {3}


@pytest.mark.parametrize("players", [3, 4])
def test_pyramid_14_every_trade_costs_a_wild_so_it_ends(players: int) -> None:
    match = dealt(players, seed=2)
    trades = 0
    while phase(match) == "declare":
        trades += 1
        declare(match, *(match.legal(p)[-1].text for p in match.acting))
    assert trades == 4 and front(match) == [""] * players and phase(match) == "shed"
    assert cards_left(match) == [17] * players


def test_pyramid_14_who_has_run_out_of_wilds_does_not_declare_again() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R", front=["WR", "WR WB", "WB"])
    declare(match, "trade WR", "trade WR", "trade WB")
    assert match.acting == (1,)  # the only one able to, and asked all the same
    match.play(1, "trade WB")
    assert phase(match) == "add" and legal(match) == {"add nothing", "add WB"}


def test_pyramid_15_who_has_no_wilds_in_front_keeps_and_is_not_asked() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R", front=["WR", "", "WB"])
    assert asked(match) == {0, 2}
    seats = match.view(None)["seats"]
    assert match.acting == (0, 2) and seats[1]["wilds_in_front"] == 0
    declare(match, "trade WR", "trade WB")
    assert hands(match) == ["7R 8R WB", "5B 6B", "3R 4R WR"]  # past seat 1
    assert phase(match) == "shed" and asked(match) == {2}


def test_pyramid_15_without_any_wilds_there_is_no_trading() -> None:
    assert phase(trading("3R 4R", "5B 6B", "7R 8R", front=["", "", ""])) == "shed"
    assert phase(dealt(4, red_wilds=0, black_wilds=0)) == "shed"


# --- special melds -------------------------------------------------------------------------------


def test_pyramid_16_a_black_four_may_end_the_trick() -> None:
    match = position("7B 7B 7B 7B 4R", "8B 9R", "8R 10R", meld="5B", by=2)
    match.play(0, "7B 7B 7B 7B")
    assert match.acting == (0,) and phase(match) == "end" and legal(match) == {"end", "go on"}
    match.play(0, "end")
    assert match.acting == (0,) and trick(match) == "" and used(match) == set() and legal(match) == {"4R"}


def test_pyramid_16_or_may_let_it_go_on() -> None:
    match = position("7B 7B 7B 7B 4R", "8B 9R", "8R 10R", meld="5R", by=2)
    match.play(0, "7B 7B 7B 7B")
    match.play(0, "go on")
    assert match.acting == (1,) and target(match) == 7 and used(match) == {"red_single", "black_four"}
    assert legal(match) == {"8B", "pass"}


@pytest.mark.parametrize("answer, lies", [("end", ""), ("go on", "black four of a kind 7△ 7△ 7△ 7△")])
def test_pyramid_16_also_with_the_last_cards(answer: str, lies: str) -> None:
    match = position("7B 7B 7B 7B", "4R 9R", "8R 10R", "4B 5R")
    match.play(0, "7B 7B 7B 7B")
    assert match.acting == (0,) and legal(match) == {"end", "go on"} and cards_left(match)[0] == 0
    match.play(0, answer)
    assert match.acting == (1,) and trick(match) == lies
    assert ("pass" in legal(match)) == bool(lies)


def test_pyramid_17_after_a_red_run_of_4_a_card_may_be_thrown() -> None:
    match = asked_to_discard()
    assert match.acting == (0,) and phase(match) == "discard"
    assert legal(match) == {"discard nothing", "discard 8B", "discard 9B"}
    match.play(0, "discard 9B")
    assert hands(match)[0] == "8B" and match.acting == (1,) and target(match) == 3
    assert "9B" in zone(match, "played", 0).split()  # face up
    match = asked_to_discard()
    match.play(0, "discard nothing")
    assert hands(match)[0] == "8B 9B" and match.acting == (1,)


@pytest.mark.parametrize("left, asked", [("", False), ("8B", False), ("8B 9B", True), ("8B 9B 10B", True)])
def test_pyramid_17_two_cards_must_be_left_after_the_run(left: str, asked: bool) -> None:
    match = position(f"3R 4R 5R 6R {left}", "10B", "10R", "10R")
    match.play(0, "3R 4R 5R 6R")
    assert (phase(match) == "discard") == asked
    if asked:
        match.play(0, legal(match).difference({"discard nothing"}).pop())
        assert cards_left(match)[0] == len(left.split()) - 1 > 0  # nobody goes out by it
        assert match.view(None)["seats"][0]["place"] is None
    assert match.acting == (1,)


def test_pyramid_17_any_card_even_the_red_3() -> None:
    match = position("4R 5R 6R 7R 3R 8B 8B WR WB", "10B", "10R")
    match.play(0, "4R 5R 6R 7R")
    wanted = {"discard nothing", "discard 3R", "discard 8B", "discard WR", "discard WB"}
    assert legal(match) == wanted and match.view(None)["red_three"] == 0
    match.play(0, "discard 3R")
    assert match.view(None)["red_three"] is None


def test_pyramid_17_the_discard_does_not_become_the_meld() -> None:
    match = asked_to_discard()
    match.play(0, "discard 8B")
    assert trick(match) == "red run of 4 3▲ 4▲ 5▲ 6▲" and used(match) == {"red_run_4"}


def test_pyramid_18_a_wild_that_is_thrown_has_left_the_game() -> None:
    match = position("3R 4R 5R 6R 9B WR", "10B", "", out=[2], front=["WB", "WB", "WB"])
    play_through(match, "3R 4R 5R 6R", "discard WR", "pass", "9B")
    assert match.deal_no == 1 and front(match) == ["WB", "WB", "WB"]


# --- rounds, points, the end ---------------------------------------------------------------------


@pytest.mark.parametrize("rule, after", [("holder", "WR WB WB"), ("removed", "WB")])
def test_pyramid_19_wilds_that_were_not_played(rule: str, after: str) -> None:
    match = second_of_three_goes_out([0, 0, 2], ["WR", "WB", ""], rest="10B WR WB", unplayed_wilds=rule)
    assert match.deal_no == 1 and front(match) == ["WR", after, ""]
    assert everything(match) == DECK and cards_left(match) == [13] * 3  # all numbered cards are dealt anew
    assert [zone(match, "wilds", p) for p in range(3)] == [""] * 3


def test_pyramid_19_played_wilds_are_gone_and_those_in_front_stay() -> None:
    match = position("9B WR", "10B", "", out=[2], front=["WB WB", "WR", "WR WR"])
    play_through(match, "WR", "pass", "9B")
    assert match.deal_no == 1 and front(match) == ["WB WB", "WR", "WR WR"]


def test_pyramid_19_a_wild_goes_to_who_holds_it_not_to_who_added_it() -> None:
    match = trading("9R", "10B", "3R", front=["WR", "WB", ""], done=1)
    declare(match, "trade WR", "trade WB")  # seat 0 now has 10B WB, seat 1 has 9R WR
    play_through(match, "3R", "10B", "pass", "WB")
    assert match.deal_no == 2 and front(match) == ["", "WR", ""]


@pytest.mark.parametrize("players, each", [(3, [2, 1, 0]), (4, [3, 2, 1, 0])])
def test_pyramid_20_as_many_rounds_as_players_and_points_by_place(players: int, each: list[int]) -> None:
    match = dealt(players, seed=1, cards=2)
    sums = [0] * players
    while not match.over:
        before = match.deal_no
        match.play(match.acting[0], match.timeout_move(match.acting[0]))
        if match.deal_no > before:
            assert sorted(last_round(match), reverse=True) == each
            sums = [a + b for a, b in zip(sums, last_round(match), strict=True)]
            assert match.points == sums
    assert match.deal_no == players and match.view(None)["rounds"] == players


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rounds", [1, 2, 12])
def test_pyramid_20_another_number_of_rounds(players: int, rounds: int) -> None:
    other = 7 - players  # what is said for another number of players has no effect
    match = dealt(players, seed=5, cards=1, **{f"rounds_{players}": rounds, f"rounds_{other}": 5})
    while not match.over:
        match.play(match.acting[0], match.timeout_move(match.acting[0]))
    assert match.deal_no == rounds


@pytest.mark.parametrize("first, second", [(2, 1), (0, 0), (20, 3), (1, 20)])
def test_pyramid_20_points_of_three(first: int, second: int) -> None:
    match = position("5B", "7R", "9B 9B", first_of_3=first, second_of_3=second, first_of_4=9)
    match.play(0, "5B")
    assert match.points == [first, 0, 0]  # at once
    match.play(1, "7R")
    assert match.points == last_round(match) == [first, second, 0]


@pytest.mark.parametrize("first, second, third", [(3, 2, 1), (0, 0, 0), (20, 4, 2), (1, 20, 5), (1, 2, 20)])
def test_pyramid_20_points_of_four(first: int, second: int, third: int) -> None:
    given = {"first_of_4": first, "second_of_4": second, "third_of_4": third, "first_of_3": 9}
    match = position("5B", "7R", "9B 9B", "10B 10B", **given)
    play_through(match, "5B", "7R", "9B 9B")
    assert match.points == last_round(match) == [first, second, third, 0]


@pytest.mark.parametrize(
    "front, shares",
    [
        (["WR", "", "WR WB"], [1.0, 0.0, 0.5]),
        (["WR WR", "", "WB"], [0.5, 0.0, 1.0]),
        (["", "WR WR", ""], [0.75, 0.0, 0.75]),
    ],
)
def test_pyramid_21_equal_points_go_to_the_fewest_wilds_in_front(front: list[str], shares: list[float]) -> None:
    match = second_of_three_goes_out([1, 0, 2], front, done=2)
    assert match.over and match.points == [2, 0, 2] and match.payoff == shares


def test_pyramid_21_more_points_come_before_fewer_wilds() -> None:
    match = second_of_three_goes_out([2, 0, 2], ["WR WR WB WB", "", ""], done=2)
    assert match.points == [3, 0, 2] and match.payoff == [1.0, 0.0, 0.5]


def test_pyramid_22_the_round_ends_when_one_player_holds_cards() -> None:
    match = position("5B", "7R", "9B 9B")
    match.play(0, "5B")
    assert match.deal_no == 0 and match.acting == (1,)
    match.play(1, "7R")  # seat 2 does not answer
    assert match.deal_no == 1 and last_round(match) == [2, 1, 0]


def test_pyramid_23_three_3s_up_to_ten_10s() -> None:
    match = dealt(3)
    assert everything(match) == DECK and sum(DECK.values()) == 52
    assert [DECK[f"{v}R"] + DECK[f"{v}B"] for v in range(3, 11)] == list(range(3, 11))
    assert sum(n for card, n in DECK.items() if card[-1] == "R") == 24
    for players, undealt in ((3, 13), (4, 0)):
        match = dealt(players)
        assert cards_left(match) == [13] * players
        assert [len(z["cards"]) for z in match.reveal()["zones"] if z["id"] == "undealt"] == [undealt]


@pytest.mark.parametrize("players", [2, 5])
def test_pyramid_23_not_two_nor_five_players(players: int) -> None:
    with pytest.raises(BadPlayers, match="3 to 4"):
        dealt(players)


@pytest.mark.parametrize("name, card", COPIES.items())
@pytest.mark.parametrize("most", [False, True])
def test_pyramid_23_other_decks(name: str, card: str, most: bool) -> None:
    copies = 0 if not most else 1 if name == "red_3" else 7  # the red 3 decides who starts, so there is one at most
    with pytest.raises(BadOption):
        dealt(3, **{name: copies + 1 if most else -1})
    assert everything(dealt(3, **{name: copies})) == Counter({k: n for k, n in (DECK | {card: copies}).items() if n})


@pytest.mark.parametrize("cards", [1, 13, 20])
def test_pyramid_23_other_deals(cards: int) -> None:
    large = {"red_9": 7, "red_10": 7, "black_9": 7, "black_10": 7} if cards == 20 else {}
    assert cards_left(dealt(3, cards=cards, **large)) == [cards] * 3


def test_pyramid_23_the_deck_must_be_large_enough() -> None:
    for players, options in ((4, {"cards": 14}), (3, {"cards": 18}), (4, {"red_4": 1})):
        with pytest.raises(BadOption, match="deal fewer cards or take more copies") as refused:
            dealt(players, **options)
        assert refused.value.message.key == "pyramid.deck_too_small"
    assert cards_left(dealt(3, cards=17)) == [17] * 3


def test_pyramid_23_our_texts_have_no_slips_of_the_pen() -> None:
    said = (GAME.folder / "messages/en.json").read_text(encoding="utf-8") + GAME.rules
    assert not re.search("it is must|valule|plyer|3-3s|4-4s|players turn", said)


def test_pyramid_24_the_lone_traders_colour_does_not_bind() -> None:
    for text in ("trade WR", "trade WB"):
        match = trading("3R 4R", "5B 6B", "7R 8R")
        declare(match, text, "keep", "keep")
        assert len(legal(match)) == 9
        match.play(0, "add WB WB" if text == "trade WR" else "add WR")
        assert phase(match) == "shed"


def test_pyramid_24_who_alone_can_trade_still_declares() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R", front=["", "WR", ""])
    assert match.acting == (1,) and legal(match) == {"keep", "trade WR"}
    match.play(1, "trade WR")
    assert phase(match) == "add" and legal(match) == {"add nothing", "add WR"}
    match = trading("3R 4R", "5B 6B", "7R 8R", front=["", "WR", ""])
    match.play(1, "keep")
    assert phase(match) == "shed"


def test_pyramid_24_a_sealed_choice_cannot_be_changed() -> None:
    match = sealed("keep")
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "trade WR")
    assert refused.value.message.key == "engine.move.chosen"


def test_pyramid_25_a_black_four_that_ends_the_round_asks_nothing() -> None:
    match = position("7B 7B 7B 7B", "4R 9R", "", out=[2])
    match.play(0, "7B 7B 7B 7B")
    assert match.deal_no == 1 and last_round(match) == [1, 0, 2]


@pytest.mark.parametrize("answer", ["end", "go on"])
def test_pyramid_25_place_and_points_come_before_the_question(answer: str) -> None:
    match = position("7B 7B 7B 7B", "4R 9R", "8R 10R")
    match.play(0, "7B 7B 7B 7B")
    assert phase(match) == "end" and match.points == [2, 0, 0]
    assert match.view(None)["seats"][0]["place"] == 1 and match.view(None)["seats"][0]["out"]
    match.play(0, answer)
    assert match.acting == (1,) and match.points == [2, 0, 0]


def test_pyramid_26_a_hard_pass_locks_until_the_trick_is_over() -> None:
    match = position("4B 8R 8R 9B", "9R 9B 9B", "6B 6B 10R", "3B 3B", turn=0, **HARD)
    play_through(match, "4B", "pass", "6B 6B", "pass", "8R")
    assert match.acting == (2,)  # seats 1 and 3 are not asked
    match.play(2, "pass")
    assert match.acting == (0,) and trick(match) == ""
    match.play(0, "9B")
    assert match.acting == (1,)  # the next trick is open to all


def test_pyramid_26_a_meld_when_all_others_are_locked_ends_the_trick_at_once() -> None:
    more: dict[str, Any] = {"meld": "5B", "by": 1, "locked": [2], **HARD}
    match = position("8R 9R 4R", "7R 7R", "10R 10R", **more)
    match.play(0, "8R 9R")
    assert match.acting == (1,) and trick(match) != ""  # seat 1 may still answer
    match.play(1, "pass")
    assert match.acting == (0,) and trick(match) == ""
    # Who has played the meld and gone out leaves nobody to answer.
    match = position("8R 9R 4R", "", "10R 10R", "3B", out=[1], meld="5B", by=1, locked=[2, 3], **HARD)
    match.play(0, "8R 9R")
    assert match.acting == (0,) and trick(match) == "" and legal(match) == {"4R"}


@pytest.mark.parametrize("answer", ["end", "go on"])
def test_pyramid_26_the_questions_are_still_asked(answer: str) -> None:
    more: dict[str, Any] = {"out": [1], "meld": "5B", "by": 1, "locked": [2, 3], **HARD}
    match = position("7B 7B 7B 7B 4R", "", "10R 10R", "3B", **more)
    match.play(0, "7B 7B 7B 7B")
    assert phase(match) == "end" and legal(match) == {"end", "go on"}
    match.play(0, answer)
    assert match.acting == (0,) and trick(match) == ""
    match = position("5R 6R 7R 8R 4R 4R", "", "10R 10R", "3B", **more)
    match.play(0, "5R 6R 7R 8R")
    assert phase(match) == "discard"
    match.play(0, "discard nothing" if answer == "go on" else "discard 4R")
    assert match.acting == (0,) and trick(match) == ""


def test_pyramid_27_wilds_do_not_take_the_power() -> None:
    for cards in ("7B 7B 7B WB", "7B WB WB WB", "WB WB WB WB"):
        match = position(f"{cards} 4R", "10B", "10B", front=[""] * 3)
        match.play(0, cards)
        assert phase(match) == "end", cards
    for cards in ("5R 6R 7R WR", "5R 8R WR WR", "run WR WR WR WR"):
        match = position(f"{cards.removeprefix('run ')} 4B 4B", "10B", "10B", front=[""] * 3)
        match.play(0, cards)
        assert phase(match) == "discard", cards


@pytest.mark.parametrize("name", NAMES)
def test_pyramid_27_only_four_melds_are_special(name: str) -> None:
    match = position(f"{EXAMPLES[name]} 4B 4B 4R", "10B", "10B", melds="full14")
    match.play(0, EXAMPLES[name])
    assert phase(match) == {"black_four": "end", "red_run_4": "discard"}.get(name, "shed")
    told = {card["name"]: card["special"] for card in match.view(None)["meld_cards"]}
    special = ("red_triple", "black_run_3", "black_four", "red_run_4")
    assert (told[name] is not None) == (name in special)
    assert [m.name for m in MELDS if m.guests or m.power] == list(special)


@pytest.mark.parametrize(
    "hand, wanted",
    [
        ("WR WR WR", {"run WR WR", "set WR WR WR"}),
        ("WR WR WB", {"run WR WR", "WR WR WB"}),
        ("WR WB WB", {"set WB WB", "WR WB WB"}),
        ("WB WB WB", {"set WB WB", "run WB WB WB"}),
    ],
)
def test_pyramid_27_wilds_alone_may_hold_one_of_the_other_colour(hand: str, wanted: set[str]) -> None:
    match = position(hand, "10B", "10B", front=[""] * 3)
    assert legal(match) == wanted | set(hand.split())
    of_three = [move.kind for move in match.legal(0) if len(move.cards) == 4]
    assert of_three == (["red_triple"] if hand.count("WR") > 1 else ["black_run_3"])


def test_pyramid_28_wilds_stand_as_high_as_the_whole_meld_allows() -> None:
    for number, fine in ((7, True), (8, True), (9, False), (10, False)):
        assert ("run 10B WB WB" in answers("10B WB WB", f"{number}R")) == fine
    match = facing("10B WB WB 4R", "8R")
    match.play(0, "10B WB WB")  # 8 9 10
    assert target(match) == 10
    match = facing("6B WB WB 4R", "6R")
    match.play(0, "6B WB WB")  # 6 7 8, not 4 5 6
    assert target(match) == 6


@pytest.mark.parametrize(
    "rule, after, shares", [("holder", "WR WR WB", [1.0, 0.25, 0.25]), ("removed", "WR", [0.5, 1.0, 0.0])]
)
def test_pyramid_29_wilds_go_back_before_the_tie_is_broken(rule: str, after: str, shares: list[float]) -> None:
    """All have 2 points. Seat 1 has one wild in front and holds two; the others have two and three, of any colour."""
    more: dict[str, Any] = {"rest": "10B WR WB", "unplayed_wilds": rule, "done": 2, "black_wilds": 3}
    match = second_of_three_goes_out([1, 2, 2], ["WR WB", "WR", "WB WB WB"], **more)
    assert match.over and match.points == [2, 2, 2] and front(match) == ["WR WB", after, "WB WB WB"]
    assert match.payoff == shares


def test_pyramid_30_the_fewest_points_are_those_of_the_match_and_equals_draw() -> None:
    starters = set()
    for seed in range(40):
        match = trading("7R 8R", "5B 6B", "4R 4R", points=[1, 3, 1], done=1, seed=seed)
        declare(match, "keep", "keep", "keep")
        starters.add(match.acting[0])
    assert starters == {0, 2}
    # Not the points of the last round: there seat 1 was the last, but it has the most by now.
    match = second_of_three_goes_out([0, 5, 3], [""] * 3, red_3=0, done=1)
    assert last_round(match) == [1, 0, 2] and match.points == [1, 5, 3] and match.acting == (0,)


# --- the rulebook's own examples, and whole rounds -----------------------------------------------


def test_the_rulebooks_examples() -> None:
    assert answers("5R 6R", "5B 5B") >= {"5R 6R", "5R"}  # a run of red 5-6 on black 5s, or a single red 5
    match = position("5B 5B 10B", "5R 6R 10R", "5R 9B")
    play_through(match, "5B 5B", "5R 6R", "5R")
    assert used(match) == {"black_pair", "red_run_2", "red_single"}
    match = position("10B 9B WB 3B", "9R", "8R", front=[""] * 3)
    match.play(0, "10B 9B WB")
    assert target(match) == 9 and legal(match) == {"9R", "pass"}


def test_the_round_told_in_the_rules() -> None:
    match = trading("3R 4R 5R 6R 9B 10R", "5B 5B 7B 7B 10B 10B", "5R 6R 8R 8R 8B 9R")
    declare(match, "keep", "trade WB", "keep")
    match.play(1, "add WB")
    assert match.acting == (0,)
    play_through(match, "3R 4R 5R 6R", "discard 10R")
    assert target(match) == 3
    play_through(match, "5B 5B", "5R 6R", "9B")
    assert match.points == [2, 0, 0] and target(match) == 9
    assert hands(match)[1] == "7B 7B 10B 10B WB" and legal(match) == {"pass"}
    assert "already played" in str(match.why_not(1, "10B"))
    play_through(match, "pass", "9R", "pass")
    assert match.acting == (2,) and trick(match) == ""
    match.play(2, "8R 8R 8B")
    assert match.deal_no == 1 and last_round(match) == [2, 0, 1] and front(match) == ["WR WR WB WB"] * 3


def test_the_trick_told_in_the_rules() -> None:
    match = position("5B 5B 10B", "5R 6R 10R", "5R 9B", "5B 6B 7R 7B 7B 7B 7B 8R 9R 9R 9B 10R")
    play_through(match, "5B 5B", "5R 6R", "5R")
    assert match.acting == (3,) and target(match) == 5
    assert kinds(match) == {"black_single", "red_triple", "black_run_3", "black_four", "red_run_4", "pass"}
    for cards, meld in (("7B 7B", "black pair"), ("8R 9R", "red run of 2"), ("10R", "red single")):
        assert str(match.why_not(3, cards)) == f"A {meld} was already played in this trick."


def test_the_meld_cards_in_the_rules_are_those_on_the_table() -> None:
    part = GAME.rules.split("## The meld cards")[1].split("## A round")[0]
    told = {row[0]: (row[1].strip("`"), bool(row[2])) for row in table_rows(part)[2:]}
    lying = {str(Message.read(c["spoken"])): c for c in dealt().view(None)["meld_cards"]}
    assert list(told) == list(lying)
    for name, (example, special) in told.items():
        match = position(example, "10B", "10B")
        assert lying[name]["name"] in {move.kind for move in match.legal(0) if move.text == example}
        assert special == (lying[name]["special"] is not None)
    assert "our reconstruction" in part


def test_the_deck_and_the_points_in_the_rules() -> None:
    rows = {row[0]: row[1:] for row in table_rows(GAME.rules)}
    for colour in ("red", "black"):
        assert [int(n) for n in rows[colour]] == [DECK[f"{v}{colour[0].upper()}"] for v in range(3, 11)]
    assert [rows[place] for place in ("first", "second", "third", "fourth")] == [
        ["2", "3"],
        ["1", "2"],
        ["0", "1"],
        ["", "0"],
    ]


def test_the_texts_of_moves_in_the_rules_are_read() -> None:
    part = GAME.rules.split("## How moves are written")[1].split("## House rules")[0]
    texts = re.findall(r"`(.+?)`", part)
    assert len(texts) == 12
    for text in texts:
        assert notation.text(notation.read(text)) == text


# --- hands that were passed on -------------------------------------------------------------------


def test_who_passed_a_hand_on_still_knows_it() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R", "9R 9B")
    assert [known(match, seat) for seat in range(4)] == [{}] * 4
    declare(match, "trade WR", "trade WB", "trade WB", "keep")
    # 0 to 1, 1 to 2, 2 to 0: each knows what it passed on, wild included, and nothing else.
    assert known(match, 0) == {1: "3R 4R WR"}
    assert known(match, 1) == {2: "5B 6B WB"}
    assert known(match, 2) == {0: "7R 8R WB"}
    assert known(match, 3) == known(match, None) == {}
    assert [seat["holds_hand_of"] for seat in match.view(None)["seats"]] == [2, 0, 1, 3]


def test_what_is_known_follows_when_it_moves_on() -> None:
    match = trading("3R 4R", "5B 6B", "7R 8R", "9R 9B")
    declare(match, "trade WR", "trade WB", "trade WB", "keep")
    declare(match, "keep", "trade WB", "trade WR")  # the hand of seat 0 goes on from 1 to 2, another one back to 1
    assert hands(match) == ["7R 8R WB", "5B 6B WR WB", "3R 4R WR WB", "9R 9B"]
    assert known(match, 0) == {2: "3R 4R WR WB"}
    assert known(match, 1) == {2: "3R 4R WR WB"}
    assert known(match, 2) == {0: "7R 8R WB", 1: "5B 6B WR WB"}
    assert known(match, 3) == {}
    # Also what is added later is seen by all.
    declare(match, "trade WR", "keep")
    match.play(1, "add WR")
    assert hands(match)[1] == "5B 6B WR WR WB" and known(match, 2)[1] == "5B 6B WR WR WB"


def test_what_is_known_shrinks_with_every_card_that_is_played() -> None:
    match = trading("5R 4R 9B", "3R 6B 9B", "7R 8R 9R")
    declare(match, "trade WR", "trade WB", "keep")
    declare(match, "keep", "keep")
    assert hands(match) == ["3R 6B 9B WB", "4R 5R 9B WR", "7R 8R 9R"]
    assert known(match, 0) == {1: "4R 5R 9B WR"} and known(match, 1) == {0: "3R 6B 9B WB"} and known(match, 2) == {}
    play_through(match, "3R", "4R 5R", "pass", "6B", "pass")
    assert known(match, 1) == {0: "9B WB"} and known(match, 0) == {1: "9B WR"}


def test_what_is_known_is_forgotten_in_the_next_round() -> None:
    match = trading("9R", "10B", "3R", front=["WR", "WB", ""])
    declare(match, "trade WR", "trade WB")
    assert known(match, 0) == {1: "9R WR"}
    play_through(match, "3R", "10B", "pass", "WB")
    assert match.deal_no == 1 and [known(match, seat) for seat in range(3)] == [{}] * 3
    assert [seat["holds_hand_of"] for seat in match.view(None)["seats"]] == [0, 1, 2]


def test_an_imagined_world_keeps_known_hands_and_draws_the_others() -> None:
    match = trading("5R 4R 9B", "3R 6B 9B", "7R 8R 9R", "10R 10R 10B")
    declare(match, "trade WR", "trade WB", "keep", "keep")
    declare(match, "keep", "keep")
    others = set()
    for seed in range(12):
        world = match.imagine(0, seed)
        assert hands(world)[:2] == hands(match)[:2] and cards_left(world) == cards_left(match)
        assert json.dumps(world.view(0)) == json.dumps(match.view(0))
        assert everything(world) == DECK
        others.add(hands(world)[2])
    assert len(others) > 6
    # Who passed nothing on knows only that the red 3 is with its holder.
    seen = {tuple(hands(match.imagine(2, seed))[:2]) for seed in range(12)}
    assert len(seen) > 6 and all("3R" in first.split() and first.endswith("WB") for first, _ in seen)


def test_an_imagined_world_deals_no_card_twice() -> None:
    """The deck is just what is dealt: two hands are known, so four cards are left for the other two seats."""
    whole = "3R 4R 5B 6B 7R 8R 9R 9B".split()
    only: dict[str, Any] = {name: whole.count(card) for name, card in COPIES.items()}
    match = trading("3R 4R", "5B 6B", "7R 8R", "9R 9B", **only)
    declare(match, "trade WR", "trade WB", "keep", "keep")
    seen = set()
    for seed in range(20):
        world = match.imagine(1, seed)
        assert hands(world)[:2] == ["5B 6B WB", "3R 4R WR"]
        assert sorted(" ".join(hands(world)[2:]).split()) == ["7R", "8R", "9B", "9R"]
        seen.add(hands(world)[2])
    assert len(seen) > 3


def test_known_hands_are_observed() -> None:
    match = trading("5R 4R 9B", "3R 6B 9B", "7R 8R 9R", "10R 10R 10B")
    declare(match, "trade WR", "trade WB", "keep", "keep")
    assert observed(match, 0)["known"] == [1, 0, 0] and observed(match, 1)["known"] == [0, 0, 1]
    assert observed(match, 2)["known"] == [0, 0, 0]
    of_seat_1 = observed(match, 0)["known_hands"][:16]
    assert of_seat_1 == [0, 1, 1, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 1, 0]  # 4R 5R 9B
    assert observed(match, 0)["known_hands"][16:] == [0] * 32
    assert observed(match, 2)["wilds_in_hand"] == [0, 0, 0, 0, 0, 1, 1, 0]  # from seat 2 clockwise


# --- what is shown -------------------------------------------------------------------------------


def test_the_table_shows_the_meld_cards_and_which_are_used() -> None:
    match = facing("6R 7R", "5B 5B", used=["red_single"])
    lying = match.view(0)["meld_cards"]
    assert [card["name"] for card in lying if card["used"]] == ["red_single", "black_pair"]
    four = next(card for card in lying if card["name"] == "red_run_4")
    assert (four["colour"], four["shape"], four["size"]) == ("red", "run", 4)
    assert str(Message.read(four["spoken"])) == "red run of 4"
    notes = [str(Message.read(note)) for note in match.view(0)["notes"]]
    assert notes == ["Used in this trick: red single, black pair."]
    # A meld card is the first part of a move; it can be touched like the cards.
    move = next(move for move in match.legal(0) if move.text == "6R 7R")
    assert move.cards == ("red_run_2", "6R", "7R") and move.kind == "red_run_2"
    assert move.json() in match.view(0)["moves"] and not move.quiet
    assert [card["name"] for card in lying].count(move.json()["parts"][0]) == 1


def test_the_table_shows_the_number_to_meet_and_the_cards_lying() -> None:
    match = facing("6R 7R", "9B 10B WB")
    seen = match.view(None)
    assert seen["target"] == 9 and seen["phase"] == "shed" and zone(match, "trick", 2) == "9B 10B WB"
    assert facing("6R 7R", "WB", target=7).view(None)["target"] == 7
    assert position("6R", "7R", "8R").view(None)["target"] == 3
    assert zone(position("6R", "7R", "8R"), "trick") == ""


def test_every_card_can_be_said() -> None:
    match = position("3R 10B WR WB", "10B", "10B", front=[""] * 3)
    spoken = [str(Message.read(card["spoken"])) for card in match.view(0)["zones"][0]["cards"]]
    assert spoken == ["red 3", "black 10", "red wild", "black wild"]
    cards = match.view(0)["zones"][0]["cards"]
    assert [card["face"] for card in cards] == ["3▲", "10△", "W▲", "W△"]
    assert [(card["number"], card["colour"]) for card in cards] == [
        (3, "red"),
        (10, "black"),
        (None, "red"),
        (None, "black"),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_meld_can_be_said(name: str) -> None:
    match = position(EXAMPLES[name], "10B", "10B", melds="full14")
    move = next(move for move in match.legal(0) if move.text == EXAMPLES[name])
    said = name.replace("_four", " four of a kind").replace("_run_", " run of ").replace("_", " ")
    assert str(move.label) == f"{said} {EXAMPLES[name].replace('R', '▲').replace('B', '△')}"


def test_the_special_meld_cards_say_what_they_may() -> None:
    lying = dealt().view(None)["meld_cards"]
    assert {card["name"]: str(Message.read(card["special"])) for card in lying if card["special"]} == {
        "red_triple": "one card may be of the other colour",
        "black_run_3": "one card may be of the other colour",
        "black_four": "you may end the trick and lead",
        "red_run_4": "with two cards left or more you may throw one away",
    }


def test_a_meld_card_with_more_guests_would_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MELDS", tuple(meld._replace(guests=2) if meld.guests else meld for meld in MELDS))
    told = [Message.read(card["special"]) for card in dealt().view(None)["meld_cards"] if card["special"]]
    assert str(told[0]) == "2 cards may be of the other colour"


LABELS: list[tuple[str, Callable[[], Match], str, str]] = [
    ("keep", lambda: trading("3R", "5B", "7R"), "keep", "keep the hand"),
    ("trade", lambda: trading("3R", "5B", "7R"), "trade WB", "trade the hand, with W△"),
    ("add", asked_to_add, "add WR WB", "add W▲ W△ to the hand"),
    ("add.nothing", asked_to_add, "add nothing", "add no wild"),
    ("end", asked_to_end, "end", "end the trick"),
    ("go_on", asked_to_end, "go on", "let the trick go on"),
    ("discard", asked_to_discard, "discard 8B", "throw away 8△"),
    ("discard.nothing", asked_to_discard, "discard nothing", "throw nothing away"),
    ("pass", lambda: facing("4R", "5B"), "pass", "pass"),
]


@pytest.mark.parametrize("key, at, text, said", LABELS)
def test_every_button_says_what_it_does(key: str, at: Callable[[], Match], text: str, said: str) -> None:
    move = next(move for move in at().legal(0) if move.text == text)
    assert move.label.key == f"pyramid.label.{key}" and str(move.label) == said
    assert move.kind == text.split()[0].replace("go", "end")


def after_the_last_round(points: list[int]) -> Match:
    return second_of_three_goes_out(points, [""] * 3, done=2)


def one_has_declared() -> Match:
    match = trading("3R 4R", "5B 6B", "7R 8R")
    match.play(0, "keep")
    return match


def two_have_declared() -> Match:
    match = one_has_declared()
    match.play(1, "keep")
    return match


KEEP_OR_TRADE = "Keep your hand, or trade it with a wild in front of you? All choices are revealed together."
PROMPTS: list[tuple[str, int | None, Callable[[], Match], str]] = [
    ("declare.you", 1, one_has_declared, KEEP_OR_TRADE),
    ("declare.other", 0, one_has_declared, "Still to declare, keep or trade: Seat 1, Seat 2."),
    ("declare.other", None, one_has_declared, "Still to declare, keep or trade: Seat 1, Seat 2."),
    ("declare.one", 1, two_have_declared, "Seat 2 has still to declare: keep or trade."),
    (
        "turn.add.you",
        0,
        asked_to_add,
        "You trade alone: add any number of the wilds in front of you to your hand, or nothing.",
    ),
    ("turn.add", 1, asked_to_add, "Seat 0 trades alone and may add wilds to the hand."),
    ("lead.you", 0, lambda: position("5R", "6R", "7R"), "You lead: play any meld."),
    ("lead", 2, lambda: position("5R", "6R", "7R"), "Seat 0 leads any meld."),
    (
        "turn.answer.you",
        0,
        lambda: facing("9R", "5B 5B", used=["red_single", "red_triple", "black_run_3", "black_four"]),
        "On the table: black pair 5△ 5△. Play a free meld from 5 up, or pass. "
        "Free: black single, red run of 2, red run of 4.",
    ),
    (
        "turn.answer",
        None,
        lambda: facing("9R", "9B 10B WB", used=[name for name in PAIRED if name != "black_four"]),
        "On the table: black run of 3 9△ 10△ W△. "
        "Seat 0 plays a free meld from 9 up, or passes. Free: black four of a kind.",
    ),
    (
        "turn.answer.you",
        0,
        lambda: facing("9R", "5B 5B", melds="full14", used=NAMES[:12]),
        "On the table: black pair 5△ 5△. Play a free meld from 5 up, or pass. Free: red run of 4, black run of 4.",
    ),
    (
        "turn.none_free.you",
        0,
        lambda: facing("9R", "5B 5B", used=PAIRED),
        "On the table: black pair 5△ 5△. All melds are used in this trick; pass.",
    ),
    (
        "turn.none_free",
        1,
        lambda: facing("9R", "5B 5B", melds="full14", used=NAMES),
        "On the table: black pair 5△ 5△. All melds are used; Seat 0 passes.",
    ),
    (
        "turn.none_fits.you",
        0,
        lambda: facing("9R", "10R", used=["black_single", "black_pair", "red_triple", "black_four"]),
        "On the table: red single 10▲. No free meld can meet 10; pass.",
    ),
    (
        "turn.none_fits",
        1,
        lambda: facing("9R", "10R", used=["black_single", "black_pair", "red_triple", "black_four"]),
        "On the table: red single 10▲. No free meld can meet 10; Seat 0 passes.",
    ),
    (
        "turn.end.you",
        0,
        asked_to_end,
        "On the table: black four of a kind 7△ 7△ 7△ 7△. End the trick, or let it go on?",
    ),
    ("turn.end", 1, asked_to_end, "On the table: black four of a kind 7△ 7△ 7△ 7△. Seat 0 may end the trick."),
    (
        "turn.discard.you",
        0,
        asked_to_discard,
        "On the table: red run of 4 3▲ 4▲ 5▲ 6▲. Throw away any card of your hand, or nothing.",
    ),
    ("turn.discard", None, asked_to_discard, "On the table: red run of 4 3▲ 4▲ 5▲ 6▲. Seat 0 may throw a card away."),
    ("over.one", 0, lambda: after_the_last_round([0, 0, -3]), "The match is over, won by Seat 0 with 1 point."),
    ("over.other", 0, lambda: after_the_last_round([4, 0, 2]), "The match is over, won by Seat 0 with 5 points."),
    (
        "over.shared.one",
        None,
        lambda: after_the_last_round([0, 0, 1]),
        "The match is over, a win shared by Seat 0, Seat 2 with 1 point each.",
    ),
    (
        "over.shared.other",
        None,
        lambda: after_the_last_round([3, 0, 4]),
        "The match is over, a win shared by Seat 0, Seat 2 with 4 points each.",
    ),
]


@pytest.mark.parametrize("key, viewer, at, said", PROMPTS)
def test_every_prompt_says_what_is_asked(key: str, viewer: int | None, at: Callable[[], Match], said: str) -> None:
    prompt = Message.read(at().view(viewer)["prompt"])
    assert prompt.key == f"pyramid.prompt.{key}".removesuffix(".one").removesuffix(".other")
    assert prompt.say() == said


def notes(match: Match, seat: int) -> list[str]:
    return [str(Message.read(note)) for note in match.view(None)["seats"][seat]["notes"]]


def test_every_note_beside_a_seat() -> None:
    assert notes(one_has_declared(), 0) == ["in front W▲ W▲ W△ W△", "has declared"]
    assert notes(one_has_declared(), 1) == ["in front W▲ W▲ W△ W△"]
    match = position(
        "4R WR", "5R", "", "6R", out=[2], meld="5B", by=3, turn=0, locked=[1], front=["WB"] + [""] * 3, **HARD
    )
    assert notes(match, 0) == ["in front W△", "wilds in hand W▲"]
    assert notes(match, 1) == ["passed in this trick"]
    assert notes(match, 2) == ["out, place 1"] and notes(match, 3) == []


def test_the_last_player_in_is_not_said_to_be_out() -> None:
    match = after_the_last_round([4, 0, 2])
    assert match.view(None)["seats"][1]["place"] == 3 and not match.view(None)["seats"][1]["out"]
    assert not [note for note in notes(match, 1) if note.startswith("out")]


def test_the_table_tells_the_points_of_the_last_round() -> None:
    assert position("5B", "7R", "9B").view(None)["last_deal"] is None
    match = second_of_three_goes_out([0, 0, 2], [""] * 3)
    last = match.view(None)["last_deal"]
    assert last["points"] == [1, 0, 2]
    assert str(Message.read(last["sentence"])) == "Round 1 is over; its points: Seat 0 1, Seat 1 0, Seat 2 2."


def test_the_turn_and_the_house_rules_are_observed() -> None:
    match = position("5R", "6R", "7R", meld="4B", by=2, **HARD)
    assert [observed(match, seat)["turn"] for seat in range(3)] == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0]]
    assert observed(match, 0)["target"] == [0, 1, 0, 0, 0, 0, 0, 0]
    assert observed(match, 0)["house_rules"] == [0, 1, 1, 0]
    assert observed(match, 0)["numbers"] == [2, 2, *DECK.values(), 2, 1, 0, 0]
    assert observed(after_the_last_round([4, 0, 2]), 0)["turn"] == [0] * 4


def test_the_whole_table_is_observed() -> None:
    given: dict[str, Any] = {"unplayed_wilds": "removed", "red_wilds": 3, "cards": 4, "rounds_3": 5, **HARD}
    match = position(
        "4R 9B WR", "5R 6B WB WB", "7R 8B 8B 10R", meld="5B 5B", by=0, turn=1, used=["red_single"], locked=[2],
        passes=1, front=["WR", "WB WR WR", ""], points=[2, 3, 1], done=2, **given,
    )  # fmt: skip
    played = [[zone(match, "played", p).split().count(card) for card in DECK] for p in (1, 2, 0)]
    unseen = [n - sum(pile[c] for pile in played) for c, n in enumerate(DECK.values())]
    own = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert observed(match, 1) == {
        "hand": own,
        "known_hands": [0] * 48,
        "known": [0] * 3,
        "known_plays": [0] * 3,
        "unseen": [n - held for n, held in zip(unseen, own, strict=True)],
        "played": [n for pile in played for n in pile] + [0] * 16,
        "cards_left": [4, 4, 3, 0],
        "wilds_in_hand": [0, 2, 0, 0, 1, 0, 0, 0],
        "wilds_in_front": [2, 1, 0, 0, 1, 0, 0, 0],
        "phase": [0, 0, 1, 0, 0, 0],
        "turn": [1, 0, 0, 0],
        "declaring": [0] * 4,
        "own_choice": [1, 0, 0, 0],
        "meld": [int(name == "black_pair") for name in NAMES],
        "meld_owner": [0, 0, 1, 0],
        "target": [0, 0, 1, 0, 0, 0, 0, 0],
        "offered": [int(name in PAIRED) for name in NAMES],
        "used": [int(name in ("red_single", "black_pair")) for name in NAMES],
        "passes": [1],
        "locked": [0, 1, 0, 0],
        "red_three": [0] * 4,
        "place": [1, 0, 0, 0, 0] * 3 + [0] * 5,
        "score": [3, 1, 2, 0],
        "rounds_left": [3],
        "players": [0, 0, 0, 1, 0],
        "house_rules": [0, 1, 0, 1],
        "numbers": [3, 2, *DECK.values(), 2, 1, 0, 0],
    }
    asking = observed(trading("3R 4R", "5B 6B", "7R 8R", front=["WR", "", "WB"]), 1)
    assert asking["declaring"] == [0, 1, 1, 0] and asking["meld"] == [0] * 14 and asking["meld_owner"] == [0] * 4
    leading = observed(position("3R", "5B", "", "9B", out=[2]), 3)
    assert leading["red_three"] == [0, 1, 0, 0] and leading["place"][15:] == [0, 1, 0, 0, 0]


def favourite(match: Match) -> str:
    seat = match.acting[0]
    return max(match.legal(seat), key=lambda move: int(calls.judge(match.rows, seat, move.code))).text


def test_the_quick_opinion_sheds_many_cards_low_ones_first_and_wilds_last() -> None:
    assert favourite(position("6R 6B 6B 10B", "9B", "9B")) == "6B 6B"
    assert favourite(position("4R 8R 10B", "9B", "9B")) == "4R"
    assert favourite(facing("6B WB 9R", "5R")) == "6B"
    assert favourite(facing("9R", "8R 9R")) == "9R"  # passing is for want of a meld
    assert favourite(facing("5B 9R WB", "8B")) == "9R"
    assert favourite(position("WB WR", "9B", "9B", used=[])) != "pass"


def test_the_quick_opinion_trades_a_bad_hand_and_adds_all_wilds() -> None:
    assert favourite(trading("4R 5R 3B 4B 6B", "9B 10B 10B 9R 10R", "8B 8B 7R 6R 5B")) == "trade WB"
    assert favourite(trading("9B 10B 10B 9R 10R", "4R 5R 3B 4B 6B", "8B 8B 7R 6R 5B")) == "keep"
    assert favourite(asked_to_add()) == "add WR WR WB WB"
    assert favourite(asked_to_end()) == "end"


# --- refusals ------------------------------------------------------------------------------------


def catalogue(prefix: str) -> set[str]:
    said = [f"pyramid.{key}" for key in json.loads((GAME.folder / "messages/en.json").read_text(encoding="utf-8"))]
    return {
        key for key in said if key.startswith(prefix) and key.split(".")[1] not in ("page", "tally", "zone")
    }  # what page, lab and terminal say is not of the rules


def rich(**more: Any) -> Match:
    return facing("4R 5R 6R 7B 7B WR WR", "6B", **more)


def trading_at() -> Match:
    return trading("3R 4R", "5B 6B", "7R 8R", front=["WR"] * 3)


REASONS: list[tuple[str, Callable[[], Match], str]] = [
    ("phase.0", trading_at, "pass"),
    ("phase.0", trading_at, "3R"),
    ("phase.0", trading_at, "add WR"),
    ("phase.1", asked_to_add, "keep"),
    ("phase.1", asked_to_add, "trade WR"),
    ("phase.2", rich, "keep"),
    ("phase.2", rich, "discard 4R"),
    ("phase.3", asked_to_end, "pass"),
    ("phase.3", asked_to_end, "9R"),
    ("phase.4", asked_to_discard, "pass"),
    ("phase.4", asked_to_discard, "8B"),
    ("lead", lambda: position("4R", "5R", "6R"), "keep"),
    ("leader_passes", lambda: position("4R", "5R", "6R"), "pass"),
    ("not_in_front", trading_at, "trade WB"),
    ("not_in_front", asked_to_add, "add WR WR WR"),
    ("not_held", rich, "8R"),
    ("not_held", rich, "7B 7B 7B"),
    ("not_held", rich, "7B 7B WB WB"),
    ("not_held", asked_to_discard, "discard 7R"),
    ("not_held", asked_to_discard, "discard WR"),
    ("not_offered", rich, "set 6R WR"),
    ("not_offered", rich, "4R 5R 6R"),
    ("used", rich, "7B"),
    ("used", lambda: rich(used=["black_pair"]), "7B 7B"),
    ("too_low", rich, "4R"),
    ("too_low", rich, "5R 6R"),
    ("too_low", rich, "set 5R WR WR"),
    ("too_low", lambda: rich(melds="full14"), "4R 5R 6R WR"),
    ("no_such_run", lambda: facing("9B 10B WB", "9R"), "9B 10B WB"),
    ("no_such_run", lambda: facing("5R 6R", "10B"), "5R 6R"),
    ("no_such_run", lambda: facing("WR WR", "10B"), "run WR WR"),
]


@pytest.mark.parametrize("key, at, text", REASONS)
def test_every_refusal_has_its_reason(key: str, at: Callable[[], Match], text: str) -> None:
    reason = at().why_not(0, text)
    assert reason is not None and reason.key == f"pyramid.why.{key}" and str(reason)


def test_no_reason_is_forgotten() -> None:
    assert {f"pyramid.why.{key}" for key, _, _ in REASONS} == catalogue("pyramid.why.")


def test_cards_that_could_be_two_melds_and_are_neither_get_both_reasons() -> None:
    match = facing("5R WR", "7R")
    assert str(match.why_not(0, "5R WR")) == (
        "There is no meld card for a red pair at this table. Its lowest number is 5, and 7 must be met."
    )


FORMS: list[tuple[str, str]] = [
    ("no_cards", ""),
    ("no_cards", " , "),
    ("no_cards", "run"),
    ("no_cards", "red_pair"),
    ("no_card", "x"),
    ("no_card", "2R"),
    ("no_card", "11B"),
    ("no_card", "5"),
    ("no_card", "5G"),
    ("no_card", "W"),
    ("no_card", "nothing"),
    ("no_card", "trade nothing"),
    ("no_card", "5R run"),
    ("no_meld", "5R 6B"),
    ("no_meld", "5R 7R"),
    ("no_meld", "run 5R"),
    ("no_meld", "set 5R 6R"),
    ("no_meld", "red_pair 5R 6R"),
    ("no_meld", "10R 3R"),
    ("no_meld", "5R " * 5),
    ("no_meld", "WR " * 40),
    ("set_or_run", "WR WR"),
    ("set_or_run", "5R WR"),
    ("set_or_run", "7B WB WB"),
    ("form.pass", "pass 5R"),
    ("form.keep", "keep WR"),
    ("form.trade", "trade"),
    ("form.trade", "trade 5R"),
    ("form.trade", "trade WR WB"),
    ("form.add", "add 5R"),
    ("form.add", "add " + "WR " * 16),
    ("form.add", "add " + "WR WB " * 13),
    ("form.end", "end 5R"),
    ("form.discard", "discard 5R 6R"),
]


@pytest.mark.parametrize("key, text", FORMS)
def test_texts_that_name_no_play(key: str, text: str) -> None:
    reason = position("4R 5R 7B 9B WR WR WB WB", "10B", "10B", melds="full14").why_not(0, text)
    assert reason is not None and reason.key == f"pyramid.{key}" and str(reason)


def test_texts_that_name_the_same_play() -> None:
    for text in ("5R 6R 7R 8R", "8r 6R 5R 7R", "5R,6R,7R,8R", "  RUN 5R 6r  7R 8R ", "red_run_4 5R 6R 7R 8R"):
        assert position("5R 6R 7R 8R", "9B", "9B").play(0, text).text == "5R 6R 7R 8R"
    for text in ("add WR WB", "add WB, WR", "ADD wr wb"):
        assert asked_to_add().play(0, text).text == "add WR WB"
    assert asked_to_add().play(0, "add").text == "add nothing"
    assert asked_to_discard().play(0, "DISCARD").text == "discard nothing"
    assert asked_to_end().play(0, "Go  on").text == "go on"


def test_a_set_or_a_run_is_named_only_where_both_can_be_played() -> None:
    match = position("7B WB WB 4R", "10B", "10B", melds="full14", front=[""] * 3)
    assert {"set 7B WB WB", "run 7B WB WB"} <= legal(match)
    with pytest.raises(IllegalMove, match="write set or run before the cards"):
        match.play(0, "7B WB WB")
    match = position("7B WB WB 4R", "10B", "10B", front=[""] * 3)  # no black triple at this table
    assert match.play(0, "7B WB WB").text == "run 7B WB WB" and match.moves[0].kind == "black_run_3"
    match = facing("7B WB WB 4R", "7R", melds="full14", used=["black_run_3"])
    assert match.play(0, "7B WB WB").kind == "black_triple"


# --- positions by hand ---------------------------------------------------------------------------

HANDS: dict[str, Any] = {"hands": ["4R 5R", "6R 7R", "8R 9R"], "turn": 0}
LYING = HANDS | {"meld": "4B", "by": 2}
WILD = HANDS | {"meld": "WB", "by": 2}
OUT: dict[str, Any] = {"hands": ["4R 5R", "", "8R 9R"], "turn": 0}
TRADING: dict[str, Any] = {"hands": ["4R 5R", "6R 7R", "8R 9R"], "trading": True}
TWO: dict[str, Any] = {"cards": 2}
POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("position.count", {}, {}),
    ("position.count", {}, HANDS | {"hands": ["4R", "5R"]}),
    ("position.count", {}, HANDS | {"hands": "456"}),
    ("position.count", {}, HANDS | {"front": ["", ""]}),
    ("position.front", {}, HANDS | {"front": ["WR", "5R", ""]}),
    ("position.out", {}, OUT),
    ("position.out", {}, OUT | {"out": [2]}),
    ("position.out", {}, HANDS | {"out": [1]}),
    ("position.out", {}, OUT | {"out": [1, 1]}),
    ("position.out", {}, OUT | {"hands": ["4R", "", ""], "out": [1, 2]}),
    ("position.rounds", {}, HANDS | {"rounds": 3}),
    ("position.rounds", {}, HANDS | {"rounds": -1}),
    ("position.rounds", {"rounds_3": 1}, HANDS | {"rounds": 1}),
    ("position.rounds", {}, HANDS | {"points": [1, 2]}),
    ("position.rounds", {}, HANDS | {"points": []}),
    ("position.trading", TWO, TRADING | {"turn": 0}),
    ("position.trading", TWO, TRADING | {"meld": "4B", "by": 2}),
    ("position.trading", TWO, TRADING | {"target": 3}),
    ("position.trading", TWO, TRADING | {"used": ["red_single"]}),
    ("position.trading", TWO, TRADING | {"passes": 1}),
    ("position.trading", TWO | HARD, TRADING | {"locked": [0]}),
    ("position.trading", TWO, TRADING | {"hands": ["4R 5R", "", "8R 9R"], "out": [1]}),
    ("position.whole", {}, TRADING),
    ("position.whole", TWO, TRADING | {"hands": ["4R 5R", "6R WR", "8R 9R"]}),
    ("position.turn", {}, {"hands": HANDS["hands"]}),
    ("position.turn", {}, HANDS | {"turn": 3}),
    ("position.turn", {}, LYING | {"turn": 2}),
    ("position.turn", {}, OUT | {"out": [1], "turn": 1}),
    ("position.turn", HARD, LYING | {"locked": [0]}),
    ("position.by", {}, HANDS | {"meld": "4B"}),
    ("position.by", {}, HANDS | {"by": 2}),
    ("position.by", {}, HANDS | {"meld": "4B", "by": 3}),
    ("position.by", {}, HANDS | {"meld": "pass", "by": 2}),
    ("position.by", {}, HANDS | {"meld": "discard 4B", "by": 2}),
    ("position.lead", {}, HANDS | {"used": ["red_single"]}),
    ("position.lead", {}, HANDS | {"passes": 1}),
    ("position.lead", {}, HANDS | {"target": 5}),
    ("position.lead", HARD, HANDS | {"locked": [1]}),
    ("position.used", {}, LYING | {"used": ["red_pair"]}),
    ("position.used", {}, LYING | {"used": ["nothing"]}),
    ("position.used", {}, HANDS | {"meld": "5R 5R", "by": 2}),
    ("position.locked", {}, LYING | {"locked": [1]}),
    ("position.locked", HARD, LYING | {"locked": [2]}),
    ("position.locked", HARD, LYING | {"locked": [3]}),
    ("position.target", {}, LYING | {"target": 4}),
    ("position.target", {}, WILD),
    ("position.target", {}, WILD | {"target": 2}),
    ("position.target", {}, WILD | {"target": 11}),
    ("position.target", {}, WILD | {"meld": "run WB WB WB", "target": 9}),
    ("position.target", {"red_wilds": 3}, WILD | {"meld": "run WR WR WR WR", "target": 8}),
    ("position.order", {}, LYING | {"turn": 1}),
    ("position.order", {}, LYING | {"passes": 1}),
    ("position.order", {}, LYING | {"passes": 2}),
    ("position.order", {}, LYING | {"passes": -1}),
    ("position.order", HARD, LYING | {"turn": 1}),
    ("position.order", HARD, HANDS | {"meld": "4B", "by": 1, "turn": 0}),
    ("position.copies", {}, HANDS | {"hands": ["3R", "3R", "8R"]}),
    ("position.copies", {}, HANDS | {"meld": "4B 4B", "by": 2, "hands": ["4B", "5R", "6R"]}),
    ("position.copies", {"red_4": 0}, HANDS),
    ("position.dealt", {"cards": 1}, HANDS),
    ("position.dealt", TWO, LYING),
    ("position.wilds", {}, HANDS | {"front": ["WR WR WR", "WR WR WR", "WR"]}),
    ("position.wilds", {"black_wilds": 0}, HANDS | {"hands": ["4R WB", "6R", "8R"]}),
    ("position.wilds", {}, HANDS | {"hands": ["4R WB WB WB", "6R", "8R"]}),
    ("position.wilds", {"black_wilds": 0}, WILD | {"target": 3}),
    ("no_card", {}, HANDS | {"hands": ["x", "6R", "8R"]}),
    ("no_card", {}, HANDS | {"front": ["W", "", ""]}),
    ("no_meld", {}, HANDS | {"meld": "4B 6B", "by": 2}),
    ("set_or_run", {}, HANDS | {"meld": "WR WR", "by": 2, "target": 3}),
    ("form.trade", {}, HANDS | {"meld": "trade 4R", "by": 2}),
]


@pytest.mark.parametrize("key, options, given", POSITIONS)
def test_impossible_positions_are_refused(key: str, options: dict[str, Any], given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(3, options, **given)
    assert refused.value.message.key == f"pyramid.{key}" and str(refused.value)


def test_no_refusal_of_a_position_is_forgotten() -> None:
    refused = {f"pyramid.{key}" for key, _, _ in POSITIONS if key.startswith("position.")}
    assert refused == catalogue("pyramid.position.")


@pytest.mark.parametrize(
    "given", [{"hands": [["4R"], "5R", "6R"]}, {"locked": None}, {"points": ["a", 1, 1]}, {"nothing": 1}]
)
def test_positions_that_cannot_be_read_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match=r"cannot be read|is not laid out by nothing"):
        GAME.position(3, {}, **HANDS | given)


def test_a_position_by_hand_deals_everybody_the_same() -> None:
    match = position("3B 4R", "5R WR", "", "6R 7R 8R", out=[2], meld="4B 4B", by=3)
    played = [len(z["cards"]) for z in match.view(None)["zones"] if z["id"] == "played"]
    naturals = [sum(card[0] != "W" for card in hand.split()) for hand in hands(match)]
    assert [a + b for a, b in zip(naturals, played, strict=True)] == [13] * 4
    assert everything(match) == DECK
    assert match.points == [0, 0, 3, 0]  # who is out has been given the points
    assert front(match) == ["WR WR WB WB", "WR WB WB", "WR WR WB WB", "WR WR WB WB"]  # the wild came from its holder


def test_a_position_after_wilds_alone_is_told_the_number() -> None:
    match = facing("6R 8B WR WR", "run WB WB WB", target=6)
    assert target(match) == 6
    assert legal(match) == {"6R", "8B", "WR", "run 6R WR", "run WR WR", "set 6R WR WR", "8B WR WR", "pass"}


def test_a_position_in_a_trade_phase_that_goes_on() -> None:
    match = trading("3R 4R WB", "5B 6B", "7R 8R", front=["WR", "WR WB", ""])
    assert match.acting == (0, 1)
    declare(match, "trade WR", "trade WB")
    assert hands(match) == ["5B 6B WB", "3R 4R WR WB", "7R 8R"]


def test_a_position_takes_a_wild_that_lies_from_the_front_of_its_player() -> None:
    match = position("5R", "6R", "7R", meld="9B 10B WB", by=2)
    assert front(match) == ["WR WR WB WB", "WR WR WB WB", "WR WR WB"]


@pytest.mark.parametrize("passes", [-3, 7])
def test_a_position_with_hard_passes_counts_them_too(passes: int) -> None:
    with pytest.raises(BadPosition):
        GAME.position(3, HARD, **LYING | {"passes": passes})


def test_a_position_without_wilds_does_not_remember_the_deal_before_it() -> None:
    options: dict[str, Any] = {"red_wilds": 0, "black_wilds": 0}
    seed = next(seed for seed in range(100) if dealt(3, seed, cards=2, **options).view(None)["red_three"] == 2)
    match = trading("4R 5R", "6R 7R", "8R 9R", seed=seed, points=[0, 5, 5], **options)
    assert match.view(None)["red_three"] is None and match.acting == (0,)


# --- nothing is left unsaid ----------------------------------------------------------------------

# Keys that tests above say in other ways: cards, notes, what is lying, and house rules that do not go together.
SAID = {"card", "wild", "colour.red", "colour.black", "meld", "deck_too_small", "used", "red_three", "round_over"}
SAID |= {"melds", "points", "front", "in_hand", "declared", "keeps", "passed", "place"}
SAID |= {"power.end", "power.discard", "power.guest.one", "power.guest.other"}


def test_every_sentence_of_the_game_is_reached_by_a_test() -> None:
    reached = SAID | {f"label.{key}" for key, _, _, _ in LABELS} | {f"prompt.{key}" for key, _, _, _ in PROMPTS}
    reached |= {key for key, _ in FORMS} | {key for key, _, _ in POSITIONS} | {f"why.{key}" for key, _, _ in REASONS}
    reached |= {f"meld.{name}" for name in NAMES}
    reached |= {key.removeprefix("pyramid.") for key in catalogue("pyramid.option.")}  # below
    assert {key.removeprefix("pyramid.") for key in catalogue("pyramid.")} - reached == set()
    assert reached <= {key.removeprefix("pyramid.") for key in catalogue("pyramid.")}


def test_every_option_says_what_it_means() -> None:
    told = set()
    for option in GAME.describe_options():
        for message in [option["meaning"], *option.get("values", {}).values()]:
            told.add(message["key"])
            assert Message.read(message).say()
    assert told == catalogue("pyramid.option.")
