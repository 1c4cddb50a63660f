"""A test for each ruling on Rummy, named after it, hands and melds written as text."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import IllegalMove, Match
from cardshed.engine import calls
from cardshed.engine.deck import members
from cardshed.engine.errors import BadOption, BadPlayers, BadPosition, BadRecord
from cardshed.engine.kernel import PLAIN
from cardshed.engine.matches.game import piece_names
from cardshed.engine.messages import Message
from cardshed.engine.options import Choice
from cardshed.games.rummy import notation, table
from cardshed.games.rummy.gestures import gesture as ways_of
from tests.conftest import FEW, counted
from tests.games.rummy.test_naive import reached, twin_at
from tests.games.rummy.test_naive import table as table_of
from tests.games.told import table_rows

GAME = cardshed.game("rummy")
RANKS = "3 4 5 6 7 8 9 10 J Q K A".split()
WILDS = "2S 2C 2D 2H JR JB".split()
CHECKED = PLAIN or bool(os.environ.get("NUMBA_BOUNDSCHECK"))  # an index beyond an array is an error
DECK = [rank + suit for rank in RANKS for suit in "SCDH"] + WILDS


def position(*hands: str, seed: int = 0, **more: Any) -> Match:
    """The hands of both, seat 0 to move unless said; an option goes by its name."""
    known = {option.name for option in GAME.options}
    options = {name: value for name, value in more.items() if name in known}
    setup = {name: value for name, value in more.items() if name not in known}
    return GAME.position(2, options, seed, hands=list(hands) if len(hands) > 1 else [*hands, "3D"], **setup)


def laying(*hands: str, **more: Any) -> Match:
    """The seat to move has drawn."""
    return position(*hands, laying=True, **more)


def dealt(seed: int = 0, **options: Any) -> Match:
    return GAME.match(2, seed, options)


def legal(match: Match, *kinds: str) -> set[str]:
    """The moves of the seat whose turn it is, of some kinds or all."""
    return {move.text for move in match.legal(match.acting[0]) if not kinds or move.kind in kinds}


def steps(match: Match) -> set[str]:
    """What can be laid."""
    return legal(match, "set", "run", "add", "swap")


def thrown(match: Match) -> set[str]:
    return {text.removeprefix("discard ") for text in legal(match, "discard")}


def play_through(match: Match, *moves: str) -> Match:
    """Each move by the seat whose turn it is."""
    for text in moves:
        match.play(match.acting[0], text)
    return match


def gesture(match: Match, text: str) -> list[str]:
    """The moves that were made."""
    return [move.text for move in match.play_all(match.acting[0], text)]


def refusal(match: Match, text: str) -> str:
    """The reason that somebody is told, the gesture's if `play` does not read it; nothing has changed."""
    before = match.rows.tobytes(), match.plies
    with pytest.raises(IllegalMove) as refused:
        match.play_all(match.acting[0], text)
    assert (match.rows.tobytes(), match.plies) == before
    return str(refused.value)


def zone(match: Match, name: str, seat: int | None = None, viewer: int | None = None) -> str:
    found = [z for z in match.view(viewer)["zones"] if z["id"] == name and z["seat"] == seat]
    assert len(found) == 1
    return " ".join(card["name"] for card in found[0]["cards"])


def names(cards: int) -> str:
    return " ".join(notation.name(c) for c in members(cards))


def hands(match: Match) -> list[str]:
    return [names(int(match.row.hands[p])) for p in (0, 1)]


def hand(match: Match, seat: int) -> set[str]:
    return set(hands(match)[seat].split())


def pile(match: Match) -> str:
    return zone(match, "pile")


def meld(match: Match, number: int) -> dict[str, Any]:
    found: dict[str, Any] = [z for z in match.view(None)["zones"] if z["id"] == "meld"][number - 1]
    return found


def melds(match: Match) -> list[str]:
    """Each as a position tells it."""
    told = []
    for z in match.view(None)["zones"]:
        if z["id"] == "meld":
            cards = [card["name"] + ("" if card["layer"] == z["seat"] else "*") for card in z["cards"]]
            told.append(f"{z['seat']} {'run' if z['kind'] == 'run' else 'set'} {' '.join(cards)}")
    return told


def on_table(match: Match) -> list[int]:
    """What the seats have laid in this hand, in points."""
    return [seat["on_table"] for seat in match.view(None)["seats"]]


def last_hand(match: Match) -> list[int]:
    points: list[int] = match.view(None)["last_deal"]["points"]
    return points


def went_out(match: Match) -> int | None:
    seat: int | None = match.view(None)["last_deal"]["went_out"]
    return seat


def phase(match: Match) -> str:
    found: str = match.view(None)["phase"]
    return found


def owed(match: Match) -> int:
    """Naturals."""
    count: int = match.view(None)["owed"]
    return count


def must(match: Match) -> str | None:
    card: str | None = match.view(None)["must"]
    return card


def stock(match: Match) -> set[str]:
    return set(names(int(match.row.stock)).split())


def said(told: dict[str, Any]) -> str:
    return str(Message.read(told))


def observed(match: Match, seat: int) -> dict[str, list[int]]:
    """What a seat sees as numbers, by the names of the pieces."""
    out = np.full(sum(length for _, length in GAME.observation), -1, np.float32)
    assert calls.observe(match.rows, seat, out) == len(out)
    return {name: [int(x) for x in out[where]] for name, where in piece_names(GAME.observation).items()}


def seen_cards(numbers: list[int]) -> set[str]:
    return {notation.name(c) for c, number in enumerate(numbers) if number}


RUN_3_TO_5 = ["0 run 3S 4S 5S"]
# The table of the rulebook: player 1 is seat 0, player 2 is seat 1.
BOOK = ["0 run 3S 4S 5S", "0 set AC AD AH", "1 set 7C 7D 7H"]


def book(theirs: str, mine: str = "9H 10D", **more: Any) -> Match:
    """Player 2 has drawn and holds these cards."""
    return laying(mine, theirs, melds=BOOK, **{"turn": 1} | more)


# --- the rulebook's own examples -----------------------------------------------------------------


def test_the_books_melds_can_be_laid() -> None:
    """7♣ 7♥ 7♦, 3♠ 4♠ 5♠, A♣ A♥ A♦."""
    match = laying("7C 7H 7D 3S 4S 5S AC AH AD KH")
    for text, points in (("set 7C 7H 7D", 15), ("run 3S 4S 5S", 30), ("set AC AH AD", 75)):
        match.play(0, text)
        assert on_table(match) == [points, 0]
    assert melds(match) == ["0 set 7C 7D 7H", "0 run 3S 4S 5S", "0 set AC AD AH"]


def test_the_books_runs_that_wrap_around_are_none() -> None:
    """K♠ A♠ 2♠, A♠ 2♠ 3♠: also the 2 as a wild does not make them runs."""
    match = laying("KS AS 2S 3S 9D")
    assert steps(match) == {"run 2S KS AS"}
    assert refusal(match, "lay KS AS 2S") == "KS AS 2S goes beyond the ace or below the 3."
    assert refusal(match, "lay AS 2S 3S").startswith("AS 2S 3S is no run;")


def test_the_books_player_who_is_dealt_seven_clubs_goes_out_at_once() -> None:
    """3-9 of clubs; the dealer has not had a turn."""
    match = position("3C 4C 5C 6C 7C 8C 9C", "KS KD AS 2H 9D 9H 4S", pile="QD", stock="JH")
    match.play(0, "draw")
    made = gesture(match, "lay 3C-9C, discard JH")
    assert made == ["run 3C 4C 5C", "add 6C to 1", "add 7C to 1", "add 8C to 1", "add 9C to 1", "discard JH"]
    assert match.deal_no == 1 and went_out(match) == 0 and last_hand(match) == [35, -10 - 10 - 15 - 25 - 5 - 5 - 5]
    assert {move.seat for move in match.moves} == {0}


def test_the_books_player_adds_to_an_own_meld() -> None:
    match = book("7S KD")
    match.play(1, "add 7S to 3")
    assert melds(match)[2] == "1 set 7S 7C 7D 7H" and on_table(match) == [60, 20]
    assert legal(match) == {"discard KD"}


def test_the_books_player_adds_to_a_meld_of_the_opponent_and_is_followed() -> None:
    match = book("6S KD QD", stock="7S")
    match.play(1, "add 6S to 1")
    assert on_table(match) == [60, 15 + 5] and melds(match)[0] == "0 run 3S 4S 5S 6S*"
    assert [(card["name"], card["layer"]) for card in meld(match, 1)["cards"]][-1] == ("6S", 1)  # on her side
    play_through(match, "discard KD", "draw", "add 7S to 1")  # player 1 has drawn the 7 of spades
    assert on_table(match) == [65, 20] and melds(match)[0] == "0 run 3S 4S 5S 6S* 7S"


def test_the_books_wild_card_goes_to_an_own_meld_only() -> None:
    match = book("2S KD")
    assert steps(match) == {"add 2S to 3 set"}
    assert refusal(match, "add 2S to 2 set") == "Wilds go on melds that you have started."
    match.play(1, "add 2S to 3 set")
    assert on_table(match) == [60, 20]


def test_the_books_player_calls_rummy_and_plays_the_turn_as_usual() -> None:
    match = book("6S KD QD", mine="KH 9H", stock="8D 4H")
    match.play(1, "discard 6S")
    assert match.acting == (0,) and {"rummy 6S on 1", "draw"} <= legal(match)
    match.play(0, "rummy 6S on 1")
    assert on_table(match) == [65, 15] and match.acting == (0,) and pile(match) == ""
    assert legal(match) == {"draw"}  # the turn begins
    match.play(0, "draw")
    match.play(0, "discard KH")
    assert match.acting == (1,) and len(hand(match, 0)) == 2


# --- rulings common to all games -----------------------------------------------------------------


def test_x_4_chance_decides_who_deals_first() -> None:
    dealers = [dealt(seed).view(None)["dealer"] for seed in range(40)]
    assert set(dealers) == {0, 1} and dealers == [dealt(seed).view(None)["dealer"] for seed in range(40)]


def out_at_once(points: list[int], mine: str = "5H 5D 5S KD", theirs: str = "9D", **more: Any) -> Match:
    """Seat 0 goes out with three 5s and a discard, which end the hand: 15 points, and -5 for the 9 of seat 1."""
    match = laying(mine, theirs, points=points, **more)
    match.play_all(0, "lay 5H 5D 5S, discard KD")
    return match


def nobody_out(points: list[int], **more: Any) -> Match:
    """Seat 0 ends a hand in which both have laid three cards of 10 points and hold two of 5."""
    table = ["0 set KC KD KH", "1 set QC QD QH"]
    match = position("7S 7H", "9D 9S", pile="7D", melds=table, points=points, stock="", **more)
    match.play(0, "end")
    return match


def test_x_6_equal_scores_after_the_last_hand_share_the_win() -> None:
    match = nobody_out([0, 0], hands=1)
    assert match.over and match.points == [20, 20] and match.payoff == [0.5, 0.5]
    assert said(match.view(0)["prompt"]) == "The match is over, a win shared by Seat 0, Seat 1; points: 20, 20."


def test_x_7_piles_melds_counts_and_scores_are_open_hands_and_stock_are_not() -> None:
    match = position("9H 10D JR", "4C 5C", melds=BOOK, pile="KH 3C", points=[120, -35], turn=1)
    seen = match.view(None)
    assert [seat["cards"] for seat in seen["seats"]] == [3, 2] and [s["points"] for s in seen["seats"]] == [120, -35]
    assert seen["points"] == [180, -20] and on_table(match) == [60, 15] and seen["stock"] == 54 - 5 - 9 - 2
    assert pile(match) == "KH 3C" and melds(match) == ["0 run 3S 4S 5S", "0 set AC AD AH", "1 set 7C 7D 7H"]
    assert {z["id"] for z in seen["zones"]} == {"known", "pile", "meld"}
    assert [zone(match, "known", p) for p in (0, 1)] == ["", ""]
    for viewer in (0, 1):
        own = [z for z in match.view(viewer)["zones"] if z["id"] == "hand"]
        assert [z["seat"] for z in own] == [viewer] and zone(match, "hand", viewer, viewer) == hands(match)[viewer]
        assert zone(match, "known", 1 - viewer, viewer) == ""
    assert match.view(0)["moves"] == [] and seen["moves"] == []
    everything = [card["name"] for z in match.reveal()["zones"] if z["id"] != "known" for card in z["cards"]]
    assert sorted(everything) == sorted(DECK)


LATE: list[tuple[str, Callable[[], Match]]] = [
    ("draw", lambda: position("7H 7D KD", "9D", pile="7S")),
    ("draw", lambda: position("7H 7D KD", "9D", pile="3C 7S", stock="", stock_empty="reshuffle")),
    ("draw", lambda: position("KC KD", "9D", melds=BOOK, pile="6S", window=True)),
    ("end", lambda: position("7H 7D KD", "9D", pile="7S", stock="")),
    ("end", lambda: position("KC KD", "9D", melds=BOOK, pile="6S", window=True, stock="", stock_empty="end")),
    ("no", lambda: position("KC KD", "9D", melds=BOOK, pile="6S", window=True, rummy_call="prompt")),
    ("discard AS", lambda: laying("3S 10C AS JR 2S 7H", "9D")),
    ("discard 10C", lambda: laying("3S 10C JR 2S 7H", "9D")),
    ("discard 10C", lambda: laying("AS 10C 7H", "9D", ace_in_hand=0)),
    ("discard 3S", lambda: laying("2S 3S JB 7H", "9D")),
    ("discard 2S", lambda: laying("JR 2S JB", "9D")),
    ("discard KS", lambda: laying("7S 7H 7D KS", "9D")),
]


@pytest.mark.parametrize("wanted, at", LATE)
def test_x_9_a_player_who_is_late_draws_and_discards_the_dearest_natural(wanted: str, at: Callable[[], Match]) -> None:
    assert at().timeout_move(0).text == wanted


def test_x_10_and_35_a_hand_that_does_not_end_is_stopped() -> None:
    match = laying("7S KD 9D", "4C 5C", hand_turns=499)
    match.play(0, "discard KD")
    assert match.deal_no == 1 and went_out(match) is None and last_hand(match) == [-10, -10]
    match = laying("7S KD 9D", "4C 5C", hand_turns=498)
    match.play(0, "discard KD")
    assert match.deal_no == 0 and match.acting == (1,)


def test_x_11_the_order_that_decides_the_win_is_the_only_one() -> None:
    match = out_at_once([490, 600])
    assert match.over and match.points == [505, 595] and match.payoff == [1.0, 0.0]  # not by points (rummy-23)
    match = out_at_once([300, 600])
    assert match.over and match.payoff == [0.0, 1.0]
    assert nobody_out([0, 0], hands=1).payoff == [0.5, 0.5]


def test_x_12_declining_and_ending_are_moves_of_the_player() -> None:
    match = position("KC KD", "9D", melds=BOOK, pile="6S", window=True, rummy_call="prompt")
    assert match.acting == (0,) and legal(match) == {"no", "rummy 6S on 1"}
    match = position("7S 7H", "9D 9S", pile="7D", stock="")
    assert match.acting == (0,) and legal(match) == {"take 7D", "end"}
    match = laying("KD QD", "9D")  # no choice but which card
    assert match.acting == (0,) and legal(match) == {"discard KD", "discard QD"}


def test_x_13_a_late_players_questions_are_answered_no() -> None:
    """Under `prompt` and `reshuffle`: whole matches of two absent players draw, decline and discard."""
    for seed in range(3):
        match = dealt(seed, rummy_call="prompt", rummy_scope="pile", hands=2, turn_limit=60, stock_empty="reshuffle")
        kinds: Counter[str] = Counter()
        while not match.over:
            seat = match.acting[0]
            kinds[match.play(seat, match.timeout_move(seat)).kind] += 1
        assert set(kinds) == {"draw", "discard"}
    match = position("KC KD", "9D 4C", melds=BOOK, pile="6S", window=True, rummy_call="prompt")
    match.play(0, match.timeout_move(0))
    assert pile(match) == "6S" and phase(match) == "draw" and not match.view(None)["window"]


def test_x_13_what_is_owed_is_paid_by_the_first_legal_move() -> None:
    match = laying("7S 9H 2S 2C 2D 2H KD", "9D")
    match.play(0, "set 7S 2S 2C")
    assert owed(match) == 1
    while owed(match):
        assert match.timeout_move(0) == match.legal(0)[0]
        match.play(0, match.timeout_move(0))
    assert match.timeout_move(0).kind == "discard"


# --- melds ---------------------------------------------------------------------------------------

ONE_NATURAL = "set 7S 2S 2C"
NO_NATURAL = "set 2S 2C JR"


@pytest.mark.parametrize(
    "natural_min, naturals, began, fine",
    [
        ("first_lay", 2, [], set()),
        ("first_lay", 2, [1], set()),  # not the first lay of the table, but of the player
        ("first_lay", 2, [0], {ONE_NATURAL, NO_NATURAL}),
        ("first_lay", 1, [], {ONE_NATURAL}),
        ("first_lay", 1, [0], {ONE_NATURAL, NO_NATURAL}),
        ("first_lay", 0, [], {ONE_NATURAL, NO_NATURAL}),
        ("every_meld", 2, [], set()),
        ("every_meld", 2, [0, 1], set()),
        ("every_meld", 1, [], {ONE_NATURAL}),
        ("every_meld", 1, [0], {ONE_NATURAL}),
        ("every_meld", 0, [], {ONE_NATURAL, NO_NATURAL}),
        ("none", 2, [], {ONE_NATURAL, NO_NATURAL}),
        ("none", 0, [0], {ONE_NATURAL, NO_NATURAL}),
    ],
)
def test_rummy_1_where_naturals_are_needed(natural_min: str, naturals: int, began: list[int], fine: set[str]) -> None:
    match = laying("7S 2S 2C JR 9H KD", natural_min=natural_min, naturals=naturals, initial=began)
    assert steps(match) & {ONE_NATURAL, NO_NATURAL} == fine
    assert bool(fine) == bool(steps(match))


def test_rummy_1_a_set_of_wilds_can_be_laid_in_a_later_lay() -> None:
    match = laying("KH KD KC 2S 2C JR 9H", "4C 5D")
    match.play(0, "set KH KD KC")
    assert "set 2S 2C JR" in steps(match)  # it is the same turn, but the lay with the naturals is made
    match.play(0, "set 2S 2C JR")
    assert on_table(match) == [30 + 75, 0] and legal(match, "discard") == {"discard 9H"}


def test_rummy_1_every_player_has_a_first_lay_in_every_hand() -> None:
    match = out_at_once([0, 0])
    assert match.deal_no == 1 and [seat["initial_lay"] for seat in match.view(None)["seats"]] == [False, False]
    assert refusal(laying("7S 2S 2C KD"), "lay set 7S 2S 2C") == (
        "What is laid here must hold 2 natural cards, and there would be no way to bring them."
    )


def test_rummy_1_the_first_lay_of_one_is_not_that_of_the_other() -> None:
    match = laying("7S 7H 7D KD 9C", "5S 2S 2C 4D", stock="10H JH")
    play_through(match, "set 7S 7H 7D", "discard KD", "draw")
    assert match.acting == (1,) and "set 5S 2S 2C" not in steps(match)


def test_rummy_2_naturals_are_counted_over_the_whole_lay() -> None:
    match = laying("7S 9H 2S 2C 2D 2H KD")
    assert refusal(laying("7S 9H 2S 2C 2D KD"), "lay set 7S 2S 2C").startswith("What is laid here must hold 2")
    match.play(0, "set 7S 2S 2C")
    assert owed(match) == 1 and thrown(match) == set()
    assert "set 9H 2D 2H" in steps(match) and {text.split()[0] for text in steps(match)} == {"set", "run"}
    assert all("9H" in text or "KD" in text for text in steps(match))
    match.play(0, "set 9H 2D 2H")
    assert owed(match) == 0 and legal(match) == {"discard KD"}
    # In one go, in any order.
    for text in ("lay set 7S 2S 2C, set 9H 2D 2H", "lay set 2S 2C 2D, 7S 7H 7C", "lay 7S 7H 7C, set 2S 2C 2D"):
        match = laying("7S 7H 7C 9H 2S 2C 2D 2H KD")
        assert len(gesture(match, text)) == 2 and owed(match) == 0


def test_rummy_2_the_second_natural_may_join_the_same_meld() -> None:
    match = laying("7S 10S 2S 2C KD")
    match.play(0, "run 7S 2S 2C")
    assert owed(match) == 1 and legal(match) == {"add 10S to 1"}
    match.play(0, "add 10S to 1")
    assert owed(match) == 0 and melds(match) == ["0 run 7S 2S 2C 10S"]


def test_rummy_3_laying_off_and_calling_need_no_own_meld_and_are_no_initial_lay() -> None:
    match = laying("6S 2S 2C 9H KD", "9D", melds=["1 run 3S 4S 5S"])
    match.play(0, "add 6S to 1")
    assert not match.view(None)["seats"][0]["initial_lay"] and steps(match) == set()  # two naturals are still needed
    match = position("2S 2C 9H KD", "9D", melds=["1 run 3S 4S 5S"], pile="6S", window=True)
    play_through(match, "rummy 6S on 1", "draw")
    assert on_table(match) == [5, 15] and not match.view(None)["seats"][0]["initial_lay"]
    assert "set 9H 2S 2C" not in steps(match)


def test_rummy_4_a_set_has_three_or_four_cards_and_never_a_fifth() -> None:
    match = laying("7S 7C 7D 7H 2S JR KD")
    match.play(0, "set 7S 7C 7D")
    assert {"add 7H to 1", "add 2S to 1 set", "add JR to 1 set"} <= steps(match)
    match.play(0, "add 2S to 1 set")  # for the missing suit, which need not be named
    assert legal(match, "add") == set()
    for text in ("add 7H to 1", "add JR to 1 set"):
        assert refusal(match, text).endswith("does not fit there: meld 1 (7♠ 7♣ 7♦ 2♠).")
    assert refusal(laying("7S 7C 7D 7H 2S"), "lay 7S 7C 7D 7H 2S").endswith(
        "is too much for a set: it has four cards, or six if all are wild."
    )


def test_rummy_4_a_wild_takes_the_place_of_any_suit() -> None:
    match = laying("7D 7H 7C KD", "9D", melds=["0 set 7S 2S JR"])
    assert legal(match, "add") == {"add 7D to 1", "add 7H to 1", "add 7C to 1"}
    assert [card["stands_for"] for card in meld(match, 1)["cards"]] == [None, "7", "7"]
    assert {"set 7S 7C 2S", "set 7S 2S JR"} <= steps(laying("7S 7C 2S JR KD", initial=[0]))


@pytest.mark.parametrize("twos, jokers", [(0, 0), (4, 2), (1, 1), (4, 0), (0, 2)])
def test_rummy_4_the_deck_has_so_many_wilds(twos: int, jokers: int) -> None:
    match = dealt(3, twos=twos, jokers=jokers)
    cards = [card["name"] for z in match.reveal()["zones"] for card in z["cards"]]
    wanted = DECK[:48] + WILDS[:twos] + WILDS[4 : 4 + jokers]
    assert sorted(cards) == sorted(wanted) and match.view(None)["stock"] == 48 + twos + jokers - 15


def test_rummy_5_a_set_of_wilds_grows_to_six_by_its_owner_alone() -> None:
    match = laying("2S 2C 2D JB KD", melds=RUN_3_TO_5)
    match.play(0, "set 2S 2C 2D")
    assert on_table(match) == [15 + 75, 0] and "add JB to 2 set" in steps(match)
    match = laying("2D 2H JB KD", melds=["0 set 2S 2C JR"])
    play_through(match, "add 2D to 1 set", "add 2H to 1 set", "add JB to 1 set")
    assert on_table(match) == [150, 0] and meld(match, 1)["kind"] == "wilds" and len(meld(match, 1)["cards"]) == 6
    for more in ("never", "with_natural"):
        match = laying("2D KD 9C", melds=["1 set 2S 2C JR"], wild_on_opponent=more)
        assert steps(match) == set()
        assert refusal(match, "add 2D to 1 set") == "Wilds go on melds that you have started."


def test_rummy_5_a_set_of_wilds_takes_no_natural_and_there_is_no_run_of_wilds() -> None:
    match = laying("KD KH 9C", melds=["0 set 2S 2C JR"])
    assert steps(match) == set() and refusal(match, "add KD to 1").startswith("K♦ does not fit there")
    match = laying("2S 2C 2D KD", initial=[0])
    assert refusal(match, "lay run 2S 2C 2D").startswith("2S 2C 2D is no run;")
    assert not [text for text in legal(match, "run") if "KD" not in text]
    assert gesture(match, "lay 2S 2C 2D") == ["set 2S 2C 2D"]


def test_rummy_6_runs_go_from_3_to_the_ace_and_no_further() -> None:
    match = laying("2S 2C KD", melds=["0 run 3S 4S 5S", "0 run QH KH AH"])
    assert legal(match, "add") == {f"add {w} to {end}" for w in ("2S", "2C") for end in ("1 high", "2 low")}
    for text in ("add 2S to 1 low", "add 2S to 2 high"):
        assert refusal(match, text).startswith("2♠ does not fit there")
    match = laying("3S 4S 2S KD", initial=[0])
    assert legal(match, "run") == {"run 3S 4S 2S"}  # nothing stands below the 3
    match = laying("KS AS 2S 9D", initial=[0])
    assert legal(match, "run") == {"run 2S KS AS"}


def test_rummy_6_a_run_has_three_to_twelve_cards() -> None:
    assert refusal(laying("3S 4S KD"), "lay 3S 4S") == "3S 4S is too little: a meld has three cards at least."
    match = laying("AS 2S KD", melds=["0 run 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"])
    match.play(0, "add AS to 1")
    assert len(meld(match, 1)["cards"]) == 12 and steps(match) == set()


@pytest.mark.parametrize("ranks, lowest", [(3, "Q"), (5, "10"), (11, "4"), (12, "3")])
def test_rummy_6_a_small_deck_has_the_highest_ranks(ranks: int, lowest: str) -> None:
    match = dealt(5, ranks=ranks, cards=2)
    cards = {card["name"] for z in match.reveal()["zones"] for card in z["cards"]}
    assert cards == {card for card in DECK if card in WILDS or card[:-1] in RANKS[12 - ranks :]}
    if ranks < 12:
        second, third = RANKS[13 - ranks], RANKS[14 - ranks]
        match = laying(f"{lowest}S {second}S 2S KD", "AD", ranks=ranks, initial=[0])
        assert f"run 2S {lowest}S {second}S" not in legal(match) and f"run {lowest}S {second}S 2S" in legal(match)
        assert refusal(match, f"lay 2S {lowest}S {second}S") == "This deck does not go so low."
        match = laying("2S KD", "AD", melds=[f"0 run {lowest}S {second}S {third}S"], ranks=ranks)
        assert "add 2S to 1 low" not in legal(match)


def test_rummy_7_the_player_names_set_or_run_and_each_place() -> None:
    match = laying("9C 2S 2C KD", initial=[0])
    with_the_9 = {text for text in steps(match) if "9C" in text}
    both = [("2S", "2C"), ("2C", "2S")]
    runs = {f"run {a} {b} 9C" for a, b in both} | {f"run {a} 9C {b}" for a, b in both}
    assert with_the_9 == {"set 9C 2S 2C"} | runs | {f"run 9C {a} {b}" for a, b in both}
    assert refusal(match, "lay 9C 2S 2C") == (
        "9C 2S 2C can be a set or a run; write lay set or lay run before the cards."
    )
    assert gesture(match.copy(), "lay set 9C 2S 2C") == ["set 9C 2S 2C"]
    assert gesture(match.copy(), "lay run 2S 9C 2C") == ["run 2S 9C 2C"]
    match.play(0, "run 9C 2S 2C")
    assert [card["stands_for"] for card in meld(match, 1)["cards"]] == [None, "10", "J"]


def test_rummy_7_a_wild_stays_what_it_was_named() -> None:
    match = laying("8C QC 10C JC KD", "9D", melds=["0 run 9C 2S 2C"])  # 9 10 J
    assert legal(match, "add") == {"add 8C to 1", "add QC to 1"}
    match = laying("7C 10C QC KD", "9D", melds=["0 run 2S 9C 2C"])  # 8 9 10
    assert legal(match, "add") == {"add 7C to 1"}
    match = laying("9D 9H 10C KD", "3D", melds=["0 set 9C 2S 2C"])
    assert legal(match, "add") == {"add 9D to 1", "add 9H to 1"}


# --- wilds on the table --------------------------------------------------------------------------

SIX_TO_EIGHT = ["0 run 6H 2S 8H"]


def test_rummy_8_the_natural_whose_place_a_wild_holds_cannot_be_laid_there() -> None:
    match = laying("7H 7D 7C KD", melds=SIX_TO_EIGHT)
    assert steps(match) == {"set 7C 7D 7H"}  # but in another meld
    assert refusal(match, "add 7H to 1") == "7♥ does not fit there: meld 1 (6♥ 2♠ 8♥)."


@pytest.mark.parametrize("rule, fine", [("never", False), ("owner", True), ("anyone", True)])
def test_rummy_8_who_may_swap_in_an_own_meld(rule: str, fine: bool) -> None:
    match = laying("7H KD", melds=SIX_TO_EIGHT, wild_swap=rule)
    assert ("swap 7H for 2S in 1" in legal(match)) == fine


@pytest.mark.parametrize(
    "rule, reason",
    [
        ("never", "Wilds on the table stay where they are."),
        ("owner", "Here only who started a meld swaps a wild in it."),
        ("anyone", None),
    ],
)
def test_rummy_8_who_may_swap_in_a_meld_of_the_opponent(rule: str, reason: str | None) -> None:
    match = laying("7H KD", melds=["1 run 6H 2S 8H"], wild_swap=rule)
    assert ("swap 7H for 2S in 1" in legal(match)) == (reason is None)
    if reason:
        assert refusal(match, "swap 7H for 2S in 1") == reason


def test_rummy_9_a_wild_never_goes_on_a_meld_of_the_opponent() -> None:
    match = laying("2S 6S 7S KD", melds=["1 run 3S 4S 5S"])
    assert steps(match) == {"run 6S 7S 2S", "run 2S 6S 7S", "add 6S to 1"}
    match.play(0, "add 6S to 1")
    assert legal(match, "add") == {"add 7S to 1"}  # not with a natural either
    assert refusal(match, "lay 7S 2S to 1") == "Wilds go on melds that you have started."


def test_rummy_9_with_natural_a_wild_comes_in_one_go_with_a_natural() -> None:
    match = laying("2S 7S KD QD", melds=["1 run 3S 4S 5S"], wild_on_opponent="with_natural")
    match.play(0, "add 2S to 1 high")
    assert owed(match) == 1 and legal(match) == {"add 7S to 1"}
    match.play(0, "add 7S to 1")
    assert owed(match) == 0 and melds(match) == ["1 run 3S 4S 5S 2S* 7S*"] and on_table(match) == [10, 15]
    # Below, and after the natural.
    match = laying("2S 3S KD", melds=["1 run 5S 6S 7S"], wild_on_opponent="with_natural")
    assert gesture(match, "lay 3S 2S to 1") == ["add 2S to 1 low", "add 3S to 1"]
    match = laying("6S 2S 2C KD", melds=["1 run 3S 4S 5S"], wild_on_opponent="with_natural")
    assert gesture(match, "lay 6S 2S 2C to 1") == ["add 6S to 1", "add 2S to 1 high", "add 2C to 1 high"]


def test_rummy_9_with_natural_the_go_ends_with_another_step() -> None:
    table = ["1 run 3S 4S 5S", "1 set 9C 9D 9H"]
    match = laying("6S 9S 2S KD", melds=table, wild_on_opponent="with_natural")
    play_through(match, "add 6S to 1", "add 9S to 2")
    assert refusal(match, "add 2S to 1 high") == (
        "On the opponent's run a wild comes together with a natural, and you have none that fits."
    )
    match = laying("2S KD QC", melds=table, wild_on_opponent="with_natural")
    assert steps(match) == set()
    match = laying("2S 9S KD", melds=table, wild_on_opponent="with_natural")  # a set has room for one card only
    assert steps(match) == {"add 9S to 2"}
    assert refusal(match, "add 2S to 2 set") == "Wilds go on melds that you have started."


def test_rummy_10_a_meld_is_one_chain_and_every_card_counts_for_who_laid_it() -> None:
    match = laying("3S 7S KD JC", "8S 9H 4C", melds=["1 run 4S 5S 6S"])
    play_through(match, "add 3S to 1", "add 7S to 1", "discard KD", "draw", "add 8S to 1")
    assert melds(match) == ["1 run 3S* 4S 5S 6S 7S* 8S"] and on_table(match) == [10, 20]
    assert meld(match, 1)["seat"] == 1  # it stays the meld of who started it
    assert [(card["layer"], card["points"]) for card in meld(match, 1)["cards"]] == [
        (0, 5), (1, 5), (1, 5), (1, 5), (0, 5), (1, 5),
    ]  # fmt: skip


def test_rummy_10_an_own_meld_is_one_that_was_started() -> None:
    table = ["1 run 4S 5S 6S 7S* 8S*"]
    assert legal(laying("2S KD", melds=table), "add") == set()  # also beside own cards
    match = laying("9D", "2S KD", melds=table, turn=1)
    assert legal(match, "add") == {"add 2S to 1 low", "add 2S to 1 high"}


# --- the pile ------------------------------------------------------------------------------------


def test_rummy_11_the_newest_cards_are_taken_in_a_row() -> None:
    match = position("7H 7D 9S 10S", "4C", pile="8S 3H 7S KH")
    assert legal(match) == {"draw", "take 7S", "take 8S"}
    assert [card["name"] for card in match.view(0)["zones"][2]["cards"]] == ["8S", "3H", "7S", "KH"]
    brought = {move.text: move.label.params.get("n") for move in match.legal(0)}
    assert brought == {"draw": None, "take 8S": 4, "take 7S": 2}
    deep = match.copy()
    match.play(0, "take 7S")
    assert pile(match) == "8S 3H" and hand(match, 0) == {"7H", "7D", "9S", "10S", "7S", "KH"}
    deep.play(0, "take 8S")
    assert pile(deep) == "" and len(hand(deep, 0)) == 8 and must(deep) == "8S"


def test_rummy_12_the_deepest_card_must_be_used_even_if_it_is_the_only_one() -> None:
    match = position("7H 7D KD QC", "4C", pile="7S")
    match.play(0, "take 7S")
    assert must(match) == "7S" and legal(match) == {"set 7S 7D 7H"}
    assert said(match.view(0)["prompt"]) == "You must use 7♠, which you took from the pile."
    match.play(0, "set 7S 7D 7H")
    assert must(match) is None and thrown(match) == {"KD", "QC"}


def test_rummy_12_without_a_use_the_pile_cannot_be_taken() -> None:
    match = position("7H 6D KD QC", "4C", pile="7C 7S")
    assert legal(match) == {"draw", "take 7C"}  # with the 7 of spades that comes along
    assert refusal(match, "take 7S") == "7♠ could not be used in this turn, so the pile cannot be taken down to it."


@pytest.mark.parametrize(
    "lying, table, wanted",
    [
        ("6S", ["0 run 3S 4S 5S"], {"add 6S to 1"}),
        ("6S", ["1 run 3S 4S 5S"], {"add 6S to 1"}),
        ("2S", ["0 run 3S 4S 5S"], {"add 2S to 1 high"}),
        ("2S", ["1 run 3S 4S 5S"], None),
        ("AD", ["1 set AS AC AH"], {"add AD to 1"}),
        ("JR", ["0 set JB 2S 2C"], {"add JR to 1 set"}),
    ],
)
def test_rummy_12_it_may_be_laid_off_on_either_players_meld_and_be_wild(
    lying: str, table: list[str], wanted: set[str] | None
) -> None:
    match = position("KD QC", "4C", melds=table, pile=lying)
    if wanted is None:
        assert legal(match) == {"draw"}
    else:
        match.play(0, f"take {lying}")
        assert legal(match) == wanted


def test_rummy_12_first_action_the_first_thing_laid_holds_it() -> None:
    match = laying("7S 7H 7D 9C 9D 9H KD", must="7S", pickup_use="first_action")
    assert legal(match) == {"set 7S 7D 7H"}
    assert refusal(match, "lay 9C 9D 9H") == (
        "First use 7♠, which you took from the pile; what you lay must leave a use for it."
    )
    match.play(0, "set 7S 7D 7H")
    assert "set 9C 9D 9H" in steps(match)


def test_rummy_12_same_turn_something_else_may_come_before() -> None:
    match = laying("7S 7H 7D 9C 9D 9H KD", must="7S", pickup_use="same_turn")
    assert legal(match) == {"set 7S 7D 7H", "set 9C 9D 9H"}  # but no discard
    match.play(0, "set 9C 9D 9H")
    assert must(match) == "7S" and legal(match) == {"set 7S 7D 7H"}
    play_through(match, "set 7S 7D 7H", "discard KD")
    assert went_out(match) == 0


def test_rummy_12_a_take_is_judged_without_a_swap_before_it() -> None:
    """With the wild of meld 1 the 9s would be a set; but it would have to be freed first."""
    table = ["0 run 6H 2S 8H"]
    for rule in ("first_action", "same_turn"):
        match = position("7H 9C KD", "4C", melds=table, pile="9D", wild_swap="anyone", pickup_use=rule)
        assert legal(match) == {"draw"}
        match = position("9C KD", "4C", melds=table, pile="7H", wild_swap="anyone", pickup_use=rule)
        assert legal(match) == {"draw", "take 7H"}  # to be swapped in is a use


# --- the stock runs out --------------------------------------------------------------------------


def ending(theirs: str, rule: str = "pile_or_end", lying: str = "", **more: Any) -> Match:
    """The stock is empty and seat 0 discards the 7 of diamonds; what follows?"""
    match = laying("7D KD", theirs, pile=lying, stock="", stock_empty=rule, **more)
    match.play(0, "discard 7D")
    return match


def test_rummy_13_with_the_stock_empty_the_pile_may_be_taken_or_the_hand_ends() -> None:
    match = ending("7S 7H QC")
    assert match.acting == (1,) and legal(match) == {"take 7D", "end"}
    match.play(1, "end")
    assert match.deal_no == 1 and went_out(match) is None and last_hand(match) == [-10, -20]
    match = ending("7S 7H QC 9C")
    play_through(match, "take 7D", "set 7S 7D 7H", "discard QC")
    assert match.deal_no == 1 and last_hand(match) == [-10, 15 - 5]  # now seat 0 cannot take


def test_rummy_13_who_is_not_able_to_take_ends_the_hand_at_once() -> None:
    match = ending("7S 8H QC")
    assert match.deal_no == 1 and went_out(match) is None and last_hand(match) == [-10, -20]


def test_rummy_13_end_the_hand_ends_when_the_next_player_would_draw() -> None:
    match = ending("7S 7H QC", "end")
    assert match.deal_no == 1 and went_out(match) is None


def test_rummy_13_reshuffle_the_pile_becomes_the_stock() -> None:
    match = ending("7S 7H QC", "reshuffle", "3C 4C 5C")
    assert legal(match) == {"draw", "take 7D", "take 3C"}
    match.play(1, "draw")
    assert pile(match) == "7D" and match.view(None)["stock"] == 2 and len(hand(match, 1)) == 4


def test_rummy_14_the_card_that_must_be_used_cannot_be_discarded_the_others_may() -> None:
    match = position("7H 7D KD", "4C", pile="7S QH 3H")
    match.play(0, "take 7S")
    assert thrown(match) == set()
    assert refusal(match, "discard 7S").startswith("First use 7♠") and refusal(match, "discard QH")
    match.play(0, "set 7S 7D 7H")
    assert thrown(match) == {"KD", "QH", "3H"}


# --- Rummy! --------------------------------------------------------------------------------------


def discarded(card: str, table: list[str] = RUN_3_TO_5, mine: str = "KH 9H", **more: Any) -> Match:
    """Seat 1 has just discarded a card; it is the turn of seat 0."""
    match = laying(mine, f"{card} KD QD", **{"melds": table, "turn": 1} | more)
    match.play(1, f"discard {card}")
    return match


def test_rummy_15_manual_the_call_stands_beside_the_draw_which_closes_it() -> None:
    match = discarded("6S")
    assert match.view(None)["window"] and legal(match) == {"draw", "take 6S", "rummy 6S on 1"}
    match.play(0, "draw")
    assert not match.view(None)["window"]
    assert refusal(match, "rummy 6S on 1") == "Rummy is called after a discard and before the next draw."
    match = discarded("6S")
    match.play(0, "rummy 6S on 1")
    assert phase(match) == "draw" and legal(match) == {"draw"}


def test_rummy_15_prompt_asks_and_off_does_not_call() -> None:
    match = discarded("6S", rummy_call="prompt")
    assert phase(match) == "asked" and legal(match) == {"no", "rummy 6S on 1"}
    match.play(0, "no")
    assert phase(match) == "draw" and legal(match) == {"draw", "take 6S"}
    match = discarded("6S", rummy_call="off")
    assert phase(match) == "draw" and legal(match) == {"draw", "take 6S"}
    assert refusal(match, "rummy 6S on 1") == "Rummy is not called at this table."


def test_rummy_15_the_first_card_of_the_pile_was_not_discarded() -> None:
    match = dealt(1)
    assert not match.view(None)["window"] and not legal(match, "rummy")


def test_rummy_16_the_card_just_discarded_alone_on_any_meld() -> None:
    assert legal(discarded("6S", ["1 run 3S 4S 5S"]), "rummy") == {"rummy 6S on 1"}  # the discarder's own
    assert legal(discarded("7S", mine="6S 9H"), "rummy") == set()  # not with a card of the hand
    assert legal(discarded("6S", pile="6H", table=["0 set 6C 6D JB"]), "rummy") == {"rummy 6S on 1"}  # nor deeper
    assert refusal(discarded("8C", pile="6S"), "rummy 6S on 1") == "6♠ was not discarded just now."
    both = ["0 run 4S 5S 6S", "1 set 7C 7D 7H"]
    assert legal(discarded("7S", both), "rummy") == {"rummy 7S on 1", "rummy 7S on 2"}


def test_rummy_16_wilds_are_called_on_own_melds_only() -> None:
    table = ["0 run 4S 5S 6S", "1 run 4C 5C 6C", "0 set 10C 10D 10H", "0 set 2C JR JB", "0 set 8C 8D 8H 8S"]
    match = discarded("2S", table)
    assert legal(match, "rummy") == {
        "rummy 2S on 1 low",
        "rummy 2S on 1 high",
        "rummy 2S on 3 set",
        "rummy 2S on 4 set",
    }
    assert refusal(match, "rummy 2S on 2 high") == "Wilds go on melds that you have started."
    rule = discarded("2S", ["1 run 4C 5C 6C"], wild_on_opponent="with_natural")
    assert legal(rule, "rummy") == set()
    match.play(0, "rummy 2S on 1 low")
    assert melds(match)[0] == "0 run 2S 4S 5S 6S" and meld(match, 1)["cards"][0]["stands_for"] == "3"


def test_rummy_16_pile_every_card_of_the_pile_can_be_called() -> None:
    lying = "3S 8D 7S 6S"
    match = discarded("KC", ["0 run 4S 5S JB"], pile=lying, rummy_scope="pile")
    assert legal(match, "rummy") == {"rummy 3S on 1", "rummy 7S on 1"}
    match.play(0, "rummy 7S on 1")
    assert pile(match) == "3S 8D 6S KC" and "rummy 3S on 1" in legal(match)
    match = discarded("KC", ["0 run 4S 5S JB"], pile=lying, rummy_scope="last")
    assert legal(match, "rummy") == set()


def test_rummy_17_nobody_calls_when_the_discarder_is_out() -> None:
    for rule in ("manual", "prompt"):
        match = laying("KH 9H", "6S", melds=RUN_3_TO_5, turn=1, rummy_call=rule)
        match.play(1, "discard 6S")
        assert match.deal_no == 1 and went_out(match) == 1 and last_hand(match) == [15 - 15, 0]


def test_rummy_18_a_wrong_call_costs_nothing_and_a_discard_stays() -> None:
    match = discarded("8C")
    assert refusal(match, "rummy 8C on 1") == "8♣ does not fit there: meld 1 (3♠ 4♠ 5♠)."
    assert match.points == [15, 0] and match.acting == (0,) and legal(match) == {"draw"}
    with pytest.raises(IllegalMove, match="It is not the turn of Seat 1"):
        match.play(1, "discard KD")


def test_rummy_19_a_call_uses_no_turn_and_never_shrinks_the_hand() -> None:
    match = discarded("6S", mine="KH")
    match.play(0, "rummy 6S on 1")
    assert match.deal_no == 0 and match.acting == (0,) and hands(match)[0] == "KH" and on_table(match) == [20, 0]
    assert int(match.row.hand_turns) == 1
    play_through(match, "draw", "discard KH")
    assert match.acting == (1,) and int(match.row.hand_turns) == 2


# --- going out and counting ----------------------------------------------------------------------


def test_rummy_20_going_out_with_a_discard_and_without() -> None:
    match = laying("5H 5D 5S KD", "9D")
    play_through(match, "set 5H 5D 5S", "discard KD")
    assert went_out(match) == 0 and last_hand(match) == [15, -5]
    match = laying("5H 5D 5S", "9D")
    match.play(0, "set 5H 5D 5S")
    assert match.deal_no == 1 and went_out(match) == 0 and last_hand(match) == [15, -5]
    match = laying("6S", "9D", melds=["1 run 3S 4S 5S"])
    match.play(0, "add 6S to 1")
    assert went_out(match) == 0 and last_hand(match) == [5, 15 - 5]


def test_rummy_21_points_count_at_the_end_of_the_hand() -> None:
    match = laying("KH KD KC QH AH", "9D 4C", points=[495, 0])
    match.play(0, "set KH KD KC")
    assert match.points == [525, 0] and on_table(match) == [30, 0] and not match.over
    assert [seat["points"] for seat in match.view(None)["seats"]] == [495, 0]
    play_through(match, "discard AH", "draw", "discard 9D", "draw")
    assert not match.over and match.deal_no == 0
    # What is in hand then counts against it: 495 + 30 - 25 - 10 - 5 stays below.
    match = laying("KH KD KC 2S QH 4H JC", "9D", points=[495, 0], hand_turns=499)
    play_through(match, "set KH KD KC", "discard JC")
    assert last_hand(match) == [30 - 25 - 10 - 5, -5] and match.points == [485, -5] and not match.over


def laid_points(text: str, **options: Any) -> int:
    """What a meld brings."""
    return on_table(laying("3D", "4D", melds=[f"0 {text}"], **options))[0]


@pytest.mark.parametrize(
    "text, points",
    [
        ("run 3S 4S 5S", 15),
        ("run 7S 8S 9S", 15),
        ("run 8S 9S 10S", 20),
        ("run 10S JS QS KS", 40),
        ("set 3S 3C 3H", 15),
        ("set 9S 9C 9H 9D", 20),
        ("set 10S 10C 10H", 30),
        ("set KS KC KH KD", 40),
        ("set AS AC AH", 45),
        ("set AS AC AH AD", 60),
        ("run QS KS AS", 30),
        # A wild is worth as much as the card it stands for.
        ("set AS 2C JR", 45),
        ("set AS AC AH 2S", 60),
        ("run QS KS 2S", 30),
        ("run JR 2S AS", 30),
        ("run 2S 4S JR", 15),
        ("run 8S 9S JB", 20),
        ("run 2C 10S JS", 25),
        ("set 5S 5C 2S", 15),
        ("set JS JC JR JB", 40),
        # And 25 in a set of wilds alone.
        ("set 2S 2C 2D", 75),
        ("set 2S 2C 2D 2H JR JB", 150),
    ],
)
def test_rummy_22_what_cards_are_worth_on_the_table(text: str, points: int) -> None:
    assert laid_points(text) == points
    # And just as much when it is laid.
    words = text.split()[1:]
    match = laying(f"{' '.join(words)} 3D", "4D", initial=[0])
    gesture(match, f"lay {text}")
    assert on_table(match) == [points, 0]
    assert sum(card["points"] for card in meld(match, 1)["cards"]) == points


@pytest.mark.parametrize(
    "held, penalty",
    [("3S", 5), ("9D", 5), ("10S", 10), ("KC", 10), ("AH", 15), ("2S", 25), ("JR", 25), ("4C QD AH JB 2C", 80)],
)
def test_rummy_22_what_cards_cost_in_the_hand(held: str, penalty: int) -> None:
    match = laying("KH", held)
    match.play(0, "discard KH")
    assert last_hand(match) == [0, -penalty]


ON_TABLE: dict[str, tuple[str, int]] = {
    "low_points": ("set 9S 9C 2S", 3),
    "high_points": ("set 10S 10C JR", 3),
    "ace_in_run": ("run QS KS AS", 1),
    "ace_in_set": ("set AS AC 2S", 3),
    "wild_in_set": ("set 2S 2C JR", 3),
}
IN_HAND = {"low_points": "9C", "high_points": "10C", "ace_in_hand": "AC", "wild_in_hand": "2C"}


@pytest.mark.parametrize("name", ON_TABLE)
@pytest.mark.parametrize("value", [0, 1, 100])
def test_rummy_22_the_numbers_of_the_table_can_be_changed(name: str, value: int) -> None:
    text, times = ON_TABLE[name]
    usual = next(option.default for option in GAME.options if option.name == name)
    assert laid_points(text, **{name: value}) - laid_points(text) == times * (value - int(usual))
    for other in ON_TABLE:
        if other != name and not (name == "high_points" and other == "ace_in_run"):
            assert laid_points(ON_TABLE[other][0], **{name: value}) == laid_points(ON_TABLE[other][0])


@pytest.mark.parametrize("name", IN_HAND)
@pytest.mark.parametrize("value", [0, 1, 100])
def test_rummy_22_the_numbers_of_the_hand_can_be_changed(name: str, value: int) -> None:
    for other, card in IN_HAND.items():
        match = laying("KH", card, **{name: value})
        match.play(0, "discard KH")
        usual = next(option.default for option in GAME.options if option.name == other)
        assert last_hand(match) == [0, -(value if other == name else int(usual))]


@pytest.mark.parametrize(
    "rule, points, payoff",
    [
        ("went_out", [490, 600], [1.0, 0.0]),  # 505 and 595: who went out, with fewer points
        ("higher_score", [490, 600], [0.0, 1.0]),
        ("went_out", [600, 510], [1.0, 0.0]),
        ("higher_score", [600, 510], [1.0, 0.0]),
    ],
)
def test_rummy_23_both_at_the_goal_when_somebody_went_out(rule: str, points: list[int], payoff: list[float]) -> None:
    match = out_at_once(points, both_goal=rule)
    assert match.over and match.payoff == payoff and match.points == [points[0] + 15, points[1] - 5]


def test_rummy_23_either_seat_may_have_gone_out() -> None:
    match = laying("9D", "5H 5D 5S KD", points=[530, 490], turn=1)
    match.play_all(1, "lay 5H 5D 5S, discard KD")
    assert match.over and match.points == [525, 505] and match.payoff == [0.0, 1.0]


@pytest.mark.parametrize("rule", ["went_out", "higher_score"])
def test_rummy_23_both_at_the_goal_when_nobody_went_out(rule: str) -> None:
    match = nobody_out([500, 510], both_goal=rule)
    assert match.over and match.points == [520, 530] and match.payoff == [0.0, 1.0]
    match = nobody_out([500, 500], both_goal=rule)
    assert not match.over and match.deal_no == 1 and match.points == [520, 520]  # one more hand


def test_rummy_24_one_at_the_goal_wins_whoever_went_out() -> None:
    match = out_at_once([300, 505])
    assert match.over and match.points == [315, 500] and match.payoff == [0.0, 1.0]
    match = out_at_once([300, 504])
    assert not match.over and match.points == [315, 499]


def test_rummy_24_negative_totals_stand() -> None:
    match = out_at_once([-40, 0])
    assert match.points == [-25, -5] and not match.over


@pytest.mark.parametrize("goal", [1, 500, 5000])
def test_rummy_24_the_goal_can_be_changed(goal: int) -> None:
    assert out_at_once([goal - 15, -100], goal=goal).over
    assert not out_at_once([goal - 16, -100], goal=goal).over
    assert dealt(goal=goal).view(None)["goal"] == goal


def test_rummy_25_any_number_of_cards_in_any_order() -> None:
    match = laying("6S 2S 2C 8C 9C 10C KD QD", "4D", melds=["0 run 3S 4S 5S", "1 set KC KH KS"])
    play_through(match, "add 2S to 1 high", "add 2C to 1 high", "run 8C 9C 10C", "add KD to 2")
    assert on_table(match) == [15 + 10 + 20 + 10, 30] and legal(match) == {"discard 6S", "discard QD"}
    match.play(0, "discard 6S")
    assert match.acting == (1,)  # after the discard the turn is over


def test_rummy_26_what_lies_is_never_moved() -> None:
    """A natural stays in its meld and a wild in its place; only a swap takes wilds away."""
    dice = random.Random(3)
    for _ in range(counted(quick=6, proof=60, plain=2)):
        match = dealt(dice.getrandbits(64), hands=1, turn_limit=40, natural_min="none")
        before: dict[str, tuple[int, str | None, int]] = {}
        while not match.over:
            now = {
                card["name"]: (number, card["stands_for"], card["layer"])
                for number, z in enumerate(z for z in match.view(None)["zones"] if z["id"] == "meld")
                for card in z["cards"]
            }
            assert before.items() <= now.items()
            before = now
            offered = match.legal(match.acting[0])
            laid = [move for move in offered if move.kind in ("set", "run", "add", "take")]
            match.play(match.acting[0], dice.choice(laid if laid and dice.random() < 0.7 else offered))


def test_rummy_27_the_dealer_alternates_and_the_other_player_begins() -> None:
    match = dealt(7, turn_limit=1, hands=4)
    for hand_no in range(4):
        assert match.deal_no == hand_no and match.acting == (1 - match.view(None)["dealer"],)
        dealer = match.view(None)["dealer"]
        play_through(match, "draw")
        match.play(match.acting[0], match.timeout_move(match.acting[0]))
        if not match.over:
            assert match.view(None)["dealer"] == 1 - dealer


@pytest.mark.parametrize("dealer", [0, 1])
def test_rummy_27_the_dealer_alternates_whoever_goes_out(dealer: int) -> None:
    match = out_at_once([0, 0], dealer=dealer)
    assert match.view(None)["dealer"] == 1 - dealer and match.acting == (dealer,)


def test_rummy_27_a_wild_that_is_turned_up_stays() -> None:
    found = {}
    for seed in range(80):
        match = dealt(seed)
        found[pile(match)] = match
        assert len(pile(match).split()) == 1 and [len(hand(match, p)) for p in (0, 1)] == [7, 7]
    wilds = [card for card in found if card in WILDS]
    assert len(wilds) > 3 and all("draw" in legal(found[card]) for card in wilds)


@pytest.mark.parametrize("cards", [1, 7, 13])
def test_rummy_27_so_many_cards_are_dealt(cards: int) -> None:
    match = dealt(cards=cards)
    assert [len(hand(match, p)) for p in (0, 1)] == [cards, cards]
    assert match.view(None)["stock"] == 54 - 2 * cards - 1 and len(pile(match).split()) == 1


def test_rummy_27_the_deck_must_suffice() -> None:
    few: dict[str, Any] = {"ranks": 3, "twos": 0, "jokers": 0}
    assert dealt(cards=5, **few).view(None)["stock"] == 1
    with pytest.raises(BadOption) as refused:
        dealt(cards=6, **few)
    assert str(refused.value) == (
        "Two hands of 6 cards, a pile and a stock need more than the 12 cards of this deck; "
        "deal fewer cards or take more."
    )
    for players in (1, 3):
        with pytest.raises(BadPlayers):
            GAME.match(players)


def test_rummy_28_the_layer_chooses_where_a_card_goes_and_it_stays() -> None:
    match = book("6S 7S KD")
    match.play(1, "add 6S to 1")
    assert {"add 7S to 1", "add 7S to 3"} <= legal(match)
    for number in (1, 3):
        chosen = match.copy()
        chosen.play(1, f"add 7S to {number}")
        assert ("7S*" if number == 1 else "7S") in melds(chosen)[number - 1].split()
        assert not legal(chosen, "add")
    # "i.e." means "e.g.": other cards make sets and runs as well.
    assert {"set 8C 8D 8H", "run 10C JC QC"} <= steps(laying("8C 8D 8H 10C JC QC KD"))


# --- calls, ends and steps, closer ---------------------------------------------------------------


def test_rummy_29_prompt_asks_only_while_a_call_is_possible() -> None:
    assert phase(discarded("8C", rummy_call="prompt")) == "draw"
    match = discarded("KC", ["0 run 4S 5S JB"], pile="8S 3S 7S", rummy_call="prompt", rummy_scope="pile")
    assert phase(match) == "asked" and legal(match) == {"no", "rummy 3S on 1", "rummy 7S on 1"}
    match.play(0, "rummy 7S on 1")
    assert phase(match) == "asked" and legal(match) == {"no", "rummy 3S on 1", "rummy 8S on 1"}
    play_through(match, "rummy 3S on 1", "rummy 8S on 1")
    assert phase(match) == "draw" and pile(match) == "KC"
    match = discarded("KC", ["0 run 4S 5S JB"], pile="8S 3S 7S", rummy_call="prompt", rummy_scope="pile")
    play_through(match, "rummy 3S on 1", "no")
    assert phase(match) == "draw" and pile(match) == "8S 7S KC" and not legal(match, "rummy")


def test_rummy_29_last_a_call_closes_the_window_pile_does_not() -> None:
    table = ["0 run 4S 5S JB", "0 set KC KH JR"]
    match = discarded("KS", table, "9H 8H", pile="3S 7S")
    match.play(0, "rummy KS on 2")
    assert not match.view(None)["window"] and not legal(match, "rummy")
    match = discarded("KS", table, "9H 8H", pile="3S 7S", rummy_scope="pile")
    play_through(match, "rummy KS on 2", "rummy 7S on 1", "rummy 3S on 1")
    assert pile(match) == "" and on_table(match) == [15 + 30 + 10 + 5 + 5, 0]
    match = discarded("KS", table, "9H 8H", pile="3S 7S", rummy_scope="pile")
    play_through(match, "draw", "discard 9H")
    assert match.acting == (1,) and "rummy KS on 2" in legal(match)  # a new window, for the other player


def test_rummy_29_a_call_swaps_no_wild() -> None:
    match = discarded("7H", SIX_TO_EIGHT, wild_swap="anyone")
    assert legal(match) == {"draw", "take 7H"}
    assert refusal(match, "rummy 7H on 1") == "7♥ does not fit there: meld 1 (6♥ 2♠ 8♥)."


def test_rummy_30_the_window_comes_before_the_end() -> None:
    for rule in ("pile_or_end", "end", "reshuffle"):
        match = discarded("6S", stock="", stock_empty=rule)
        takes = {"take 6S"} if rule != "end" else set()
        assert legal(match) == {"rummy 6S on 1", "end"} | takes
        match.play(0, "rummy 6S on 1")
        assert match.deal_no == 1 and went_out(match) is None and last_hand(match) == [20 - 15, -20]
        match = discarded("6S", stock="", stock_empty=rule, rummy_call="prompt")
        assert legal(match) == {"rummy 6S on 1", "no"}
        match.play(0, "no")
        assert match.deal_no == (1 if rule == "end" else 0)


def test_rummy_30_the_hand_ends_by_itself_where_nothing_can_be_done() -> None:
    match = discarded("8C", stock="")
    assert match.deal_no == 1 and went_out(match) is None and last_hand(match) == [0, -20]
    match = discarded("6S", stock="")
    assert legal(match) == {"rummy 6S on 1", "take 6S", "end"}
    assert refusal(match, "draw") == "The stock is empty."


def test_rummy_30_reshuffle_keeps_the_newest_discard_as_the_pile() -> None:
    match = ending("7S 8H QC", "reshuffle", "3C 4C 5C 6C 9C")
    match.play(1, "draw")
    drawn = hand(match, 1) - {"7S", "8H", "QC"}
    assert pile(match) == "7D" and stock(match) | drawn == {"3C", "4C", "5C", "6C", "9C"}
    orders = set()
    for seed in range(30):
        match = ending("7S 8H QC", "reshuffle", "3C 4C 5C 6C 9C", seed=seed)
        match.play(1, "draw")
        orders |= hand(match, 1) - {"7S", "8H", "QC"}
    assert orders == {"3C", "4C", "5C", "6C", "9C"}  # it was shuffled


def test_rummy_31_a_turn_is_made_of_small_moves() -> None:
    match = laying("3S 4S 5S 6S 9C 9D 9H 9S KD")
    assert all(len(text.split()) == 4 for text in legal(match, "set", "run"))
    play_through(match, "run 4S 5S 6S", "add 3S to 1", "set 9S 9C 9D", "add 9H to 2")
    assert legal(match) == {"discard KD"}
    with pytest.raises(IllegalMove, match="a new meld is begun with three cards"):
        laying("3S 4S 5S 6S").play(0, "run 3S 4S 5S 6S")


def test_rummy_31_the_wild_that_is_laid_is_part_of_the_move() -> None:
    match = laying("7S 7C 2S 2C JR KD")
    assert {text for text in legal(match, "set") if "7S 7C" in text} == {f"set 7S 7C {w}" for w in ("2S", "2C", "JR")}


def test_rummy_31_while_naturals_are_owed_only_what_can_pay_them_is_legal() -> None:
    match = laying("7S 10S 9H 2S 2C 2D 2H KD")
    match.play(0, "run 7S 2S 2C")  # 7 8 9
    assert owed(match) == 1 and not thrown(match)
    assert {"add 10S to 1", "add 2D to 1 low"} <= legal(match)
    assert "add 2D to 1 high" not in legal(match)  # the 10 would have no place
    assert refusal(match, "discard KD").startswith("What you began to lay needs 1 more natural")
    match.play(0, "add 10S to 1")
    assert owed(match) == 0 and "add 2D to 1 high" in legal(match) and thrown(match)


def test_rummy_31_every_meld_pays_on_the_meld_itself() -> None:
    match = laying("7S 10S 9H 9D 9C 2S 2C KD", natural_min="every_meld")
    match.play(0, "run 7S 2S 2C")
    assert owed(match) == 1 and legal(match) == {"add 10S to 1"}
    match = laying("7S 9H 9D 9C 2S 2C KD", natural_min="every_meld")
    assert not [text for text in legal(match, "run") if "7S" in text]


def test_rummy_31_first_action_the_meld_that_brings_the_second_natural_comes_with_it() -> None:
    """The 7 of spades with two wilds is one natural; the 9s bring the second."""
    match = laying("7S 9H 9D 9C 2S 2C KD", must="7S", pickup_use="first_action")
    assert {text for text in steps(match) if "9" in text} == set()
    match.play(0, "set 7S 2S 2C")
    assert owed(match) == 1 and must(match) is None and legal(match) == {"set 9C 9D 9H"}
    play_through(match, "set 9C 9D 9H", "discard KD")
    assert went_out(match) == 0


def test_rummy_31_first_action_only_the_meld_of_the_card_is_built() -> None:
    """The joker goes to the far end of a run that begins without it."""
    match = laying("7S 8S 9S JR 4C 4D 4H KD", must="JR", pickup_use="first_action")
    match.play(0, "run 7S 8S 9S")
    assert must(match) == "JR" and legal(match) == {"add JR to 1 low", "add JR to 1 high"}
    assert refusal(match, "lay 4C 4D 4H").startswith("First use ★R")


def test_rummy_32_cards_that_make_room_come_first_on_the_same_meld() -> None:
    table = ["1 run 3S 4S 5S", "0 set 9C 9D 9H"]
    match = position("6S 9S KD", "4C", melds=table, pile="7S QH", pickup_use="first_action")
    assert legal(match) == {"draw", "take 7S"}
    match.play(0, "take 7S")
    assert legal(match) == {"add 6S to 1"}  # nothing else before
    match.play(0, "add 6S to 1")
    assert legal(match) == {"add 7S to 1"}
    match.play(0, "add 7S to 1")
    assert "add 9S to 2" in legal(match) and must(match) is None
    again = position("6S 9S KD", "4C", melds=table, pile="7S QH", pickup_use="first_action")
    assert gesture(again, "take 7S, lay 6S 7S to 1") == ["take 7S", "add 6S to 1", "add 7S to 1"]


def test_rummy_32_who_has_made_room_on_a_meld_lays_the_card_there() -> None:
    """The first card belongs to the one that was taken; with same_turn the two are nothing to each other."""
    table = ["1 run 3S 4S 5S", "0 set 7C 7D 7H"]
    match = position("6S 9S KD", "4C", melds=table, pile="7S QH", pickup_use="first_action")
    play_through(match, "take 7S", "add 6S to 1")
    assert legal(match) == {"add 7S to 1"}
    match = position("6S 9S KD", "4C", melds=table, pile="7S QH", pickup_use="same_turn")
    play_through(match, "take 7S", "add 6S to 1")
    assert legal(match) == {"add 7S to 1", "add 7S to 2"}


def test_rummy_32_a_wild_makes_room_on_an_own_run_and_with_natural_on_the_opponents() -> None:
    match = position("2S KD", "4C", melds=["0 run 3S 4S 5S"], pile="7S")
    play_through(match, "take 7S", "add 2S to 1 high", "add 7S to 1")
    assert melds(match) == ["0 run 3S 4S 5S 2S 7S"]
    assert legal(position("2S KD", "4C", melds=["1 run 3S 4S 5S"], pile="7S")) == {"draw"}
    match = position("2S KD", "4C", melds=["1 run 3S 4S 5S"], pile="7S", wild_on_opponent="with_natural")
    assert gesture(match, "take 7S, lay 2S 7S to 1") == ["take 7S", "add 2S to 1 high", "add 7S to 1"]


def test_rummy_33_same_turn_a_move_that_leaves_no_use_is_not_legal() -> None:
    match = laying("7S 7H 7D 8H 9H KD", must="7S", pickup_use="same_turn")
    assert legal(match) == {"set 7S 7D 7H"}  # the run of hearts would take the 7
    assert refusal(match, "lay 7H 8H 9H") == (
        "First use 7♠, which you took from the pile; what you lay must leave a use for it."
    )
    match = laying("7S 7H 7D 7C 8H 9H KD", must="7S", pickup_use="same_turn")
    assert "run 7H 8H 9H" in legal(match)
    match.play(0, "run 7H 8H 9H")
    assert steps(match) == {"set 7S 7C 7D"}


def test_rummy_33_same_turn_a_wild_that_must_be_used_keeps_its_use() -> None:
    match = laying("3D 3S JB KH", "6H", melds=["1 run 4S 5S 6S"], must="JB", pickup_use="same_turn")
    assert legal(match) == {"set 3S 3D JB"}  # the 3 of spades would fit the run, but then the joker fits nowhere


def test_rummy_34_the_higher_score_equal_goes_to_who_went_out() -> None:
    match = out_at_once([485, 505], both_goal="higher_score")
    assert match.over and match.points == [500, 500] and match.payoff == [1.0, 0.0]
    match = nobody_out([490, 490], both_goal="higher_score")
    assert not match.over and match.points == [510, 510]
    match = nobody_out([490, 490], both_goal="higher_score", hands=3, finished=2)
    assert match.over and match.payoff == [0.5, 0.5]  # but not more hands than there are


@pytest.mark.parametrize("limit", [1, 2, 500])
def test_rummy_35_a_hand_has_so_many_turns(limit: int) -> None:
    match = dealt(4, turn_limit=limit)
    turns = 0
    while match.deal_no == 0 and turns < 5:
        play_through(match, "draw")
        match.play(match.acting[0], match.timeout_move(match.acting[0]))
        turns += 1
    assert turns == min(limit, 5)
    if limit < 5:
        assert went_out(match) is None  # scored as if the stock were empty


def test_rummy_35_who_goes_out_in_the_last_turn_is_out() -> None:
    match = laying("5H 5D 5S KD", "9D", hand_turns=499)
    match.play_all(0, "lay 5H 5D 5S, discard KD")
    assert went_out(match) == 0


@pytest.mark.parametrize("limit", [1, 3, 50])
def test_rummy_36_a_match_has_so_many_hands(limit: int) -> None:
    match = dealt(2, hands=limit, turn_limit=1, goal=5000)
    while not match.over:
        play_through(match, "draw")
        match.play(match.acting[0], match.timeout_move(match.acting[0]))
    assert match.deal_no == limit
    better = [1.0 if p == max(match.points) else 0.0 for p in match.points]
    assert match.payoff == (better if len(set(match.points)) == 2 else [0.5, 0.5])


def test_rummy_36_after_the_last_hand_the_higher_score_wins() -> None:
    match = out_at_once([10, 90], hands=5, finished=4)
    assert match.over and match.points == [25, 85] and match.payoff == [0.0, 1.0]
    assert not out_at_once([10, 90], hands=5, finished=3).over


def test_rummy_37_the_freed_wild_goes_to_the_hand_and_the_points_to_the_swapper() -> None:
    match = laying("AH KD", "9D", melds=["1 run QH KH 2S"], wild_swap="anyone")
    assert on_table(match) == [0, 30]
    match.play(0, "swap AH for 2S in 1")
    assert on_table(match) == [10, 20] and melds(match) == ["1 run QH KH AH*"] and hand(match, 0) == {"KD", "2S"}
    assert thrown(match) == {"KD", "2S"}  # no duty
    assert zone(match, "known", 0, viewer=1) == "2S"  # everybody saw it


def test_rummy_37_the_owner_is_who_started_the_meld() -> None:
    table = ["0 run 5H 6H 7H 2S*"]
    assert "swap 8H for 2S in 1" in legal(laying("8H KD", melds=table, wild_swap="owner"))
    match = laying("8H KD", "9D", melds=table, wild_swap="owner")
    match.play(0, "swap 8H for 2S in 1")
    assert on_table(match) == [20, 0]  # the points of the wild were those of the player who laid it
    theirs = laying("9D", "8H KD", melds=table, wild_swap="owner", turn=1)
    assert "swap 8H for 2S in 1" not in legal(theirs)  # though that player laid the wild


def test_rummy_37_any_wild_of_a_set_is_swapped_but_none_of_wilds_alone() -> None:
    table = ["0 set 9C 2S JR", "0 set 2C 2D JB"]
    match = laying("9D 9H KD", melds=table, wild_swap="owner")
    assert legal(match, "swap") == {f"swap {c} for {w} in 1" for c in ("9D", "9H") for w in ("2S", "JR")}
    match = laying("7H 9H KD", melds=SIX_TO_EIGHT, wild_swap="owner")
    assert legal(match, "swap") == {"swap 7H for 2S in 1"}  # in a run just the place it holds


def test_rummy_37_swapping_the_card_in_that_must_be_used_is_a_use() -> None:
    for rule in ("first_action", "same_turn"):
        match = position("KD QC", "4C", melds=SIX_TO_EIGHT, pile="7H", wild_swap="owner", pickup_use=rule)
        play_through(match, "take 7H", "swap 7H for 2S in 1")
        assert must(match) is None and thrown(match) == {"KD", "QC", "2S"}


def test_rummy_37_a_freed_wild_may_be_laid_again_at_once() -> None:
    match = laying("7H 9D 9C KD", melds=SIX_TO_EIGHT, wild_swap="owner")
    match.play(0, "swap 7H for 2S in 1")
    assert {"set 9C 9D 2S", "add 2S to 1 high", "add 2S to 1 low"} <= legal(match)


def test_rummy_38_end_leaves_no_choice_but_the_window() -> None:
    match = discarded("6S", stock="", stock_empty="end", mine="6H 6D 9H")
    assert legal(match) == {"rummy 6S on 1", "end"}
    assert refusal(match, "take 6S") == "The stock is empty, so the hand ends."
    assert discarded("6S", stock="", stock_empty="end", rummy_call="off").deal_no == 1


def test_rummy_38_the_whole_pile_may_be_taken_before_a_reshuffle() -> None:
    match = ending("3S 3D QC", "reshuffle", "3C 4C 5C")
    assert "take 3C" in legal(match)
    match.play(1, "take 3C")
    assert pile(match) == "" and match.view(None)["stock"] == 0
    # Now there is nothing to shuffle, and the next discard is one card: as with `pile_or_end`.
    play_through(match, "set 3S 3C 3D", "discard 7D")
    assert match.deal_no == 1 and went_out(match) is None


def test_rummy_38_one_card_cannot_be_shuffled() -> None:
    match = ending("7S 7H QC", "reshuffle")
    assert legal(match) == {"take 7D", "end"}
    assert ending("7S 8H QC", "reshuffle").deal_no == 1
    assert refusal(match, "draw") == "The stock is empty."


def test_rummy_38_a_stock_can_be_made_of_the_pile_again_and_again() -> None:
    match = laying("7D KD 9C", "4S 5H 8D", pile="3C", stock="", stock_empty="reshuffle")
    for _ in range(6):
        drawn = match.view(None)["stock"]
        play_through(match, f"discard {hands(match)[match.acting[0]].split()[0]}", "draw")
        assert match.view(None)["stock"] in (drawn - 1, 0)
    assert match.deal_no == 0 and int(match.row.shuffles) > 2


def test_rummy_39_who_is_late_uses_the_card_and_discards() -> None:
    match = position("7H 7D KD AC", "4C", pile="7S QH")
    match.play(0, "take 7S")
    for wanted in ("set 7S 7D 7H", "discard AC"):
        move = match.timeout_move(0)
        assert move.text == wanted
        match.play(0, move)
    match = position("6S KD", "4C", melds=["1 run 3S 4S 5S"], pile="7S")
    match.play(0, "take 7S")
    for wanted in ("add 6S to 1", "add 7S to 1", "discard KD"):
        assert match.play(0, match.timeout_move(0)).text == wanted
    match = position("KD QC", "4C", melds=SIX_TO_EIGHT, pile="7H", wild_swap="owner")
    match.play(0, "take 7H")
    assert match.timeout_move(0).text == "swap 7H for 2S in 1"


def test_rummy_39_who_is_late_uses_the_card_before_anything_else() -> None:
    match = laying("3S 3C 3D KS KC KD 9H", "4C", must="KS", pickup_use="same_turn")
    assert match.timeout_move(0).text == "set KS KC KD"


def test_rummy_40_a_step_leaves_a_use_as_the_table_lies_and_with_the_cards_in_hand() -> None:
    """Neither a wild that a swap would free first counts, nor one laid now for the card to be swapped in."""
    rules: dict[str, Any] = {"wild_swap": "anyone", "pickup_use": "same_turn"}
    table = ["0 run 6H 2S 8H"]
    assert legal(position("7H 9C KD", "4C", melds=table, pile="9D", **rules)) == {"draw"}
    # With the 9 of spades there is a use, and it must stay: as long as the wild lies in the run, only that one.
    match = position("7H 9C 9S 10S JS KD", "4C", melds=table, pile="9D", **rules)
    match.play(0, "take 9D")
    assert steps(match) == {"set 9S 9C 9D", "swap 7H for 2S in 1"}
    assert refusal(match, "lay 9S 10S JS").startswith("First use 9♦")
    match.play(0, "swap 7H for 2S in 1")
    assert "run 9S 10S JS" in steps(match)  # now the wild is in the hand, and makes 9C 9D 2S
    assert gesture(match, "lay 9S 10S JS, lay set 9C 9D 2S")[-1] == "set 9C 9D 2S"
    # The joker would fill the set up, and the 7 of clubs could only be swapped in for it.
    match = laying("7C JR KD", must="7C", melds=["0 set 7S 7D 7H"], **rules)
    assert legal(match) == {"add 7C to 1"}
    assert legal(laying("7C JR KD", melds=["0 set 7S 7D 7H"], **rules)) >= {"add JR to 1 set"}


OTHER = "1 set AC AD AH"


@pytest.mark.parametrize("rule", ["first_action", "same_turn"])
@pytest.mark.parametrize(
    "held, card, lying, text, made",
    [
        # A wild at the far end of a run, which begins without it.
        ("7S 8S 9S JR KD", "JR", OTHER, "lay 7S 8S 9S JR", {"run 7S 8S 9S", "add JR to 2 high"}),
        ("10S JR KD 5H", "JR", "0 run 7S 8S 9S", "lay 10S JR to 1", {"add 10S to 1", "add JR to 1 high"}),
        ("2S JR 10S KD", "JR", "0 run 6S 7S 8S", "lay 2S 10S JR to 1", {"add 2S to 1 high", "add JR to 1 high"}),
        # A meld that brings the second natural, told first or last.
        ("7S 2S 2C 9H 9D JB KD", "7S", OTHER, "lay 9H 9D JB, set 7S 2S 2C", {"set 7S 2S 2C", "set 9D 9H JB"}),
        ("7S 2S 2C 9H 2D JB KD", "7S", OTHER, "lay set 7S 2S 2C, set 9H 2D JB", {"set 7S 2S 2C", "set 9H 2D JB"}),
        ("7S 2S 2C 9H 2D JB KD", "2C", OTHER, "lay set 9H 2D JB, set 7S 2S 2C", {"set 7S 2S 2C", "set 9H 2D JB"}),
    ],
)  # fmt: skip
def test_rummy_41_every_end_that_whole_lays_allow_is_reached_and_gestures_find_the_order(
    rule: str, held: str, card: str, lying: str, text: str, made: set[str]
) -> None:
    match = laying(held, "4C", must=card, melds=[lying], pickup_use=rule)
    ends = reached(match.rows, 0, 10_000)
    assert ends and ends == twin_at(match).ends()
    assert set(gesture(match, text)) >= made and must(match) is None
    if match.deal_no == 0:
        assert (frozenset(hand(match, 0)), table_of(match.row)) in ends


SET_OR_RUN = "can be a set or a run; write lay set or lay run before the cards."


def test_rummy_42_what_is_neither_set_nor_run_is_refused_for_what_it_lacks() -> None:
    """Nobody is asked which of the two it is where it could be neither."""
    for cards in ("9C 2S 2C", "2S 2C JR 9C"):
        assert refusal(laying(f"{cards} 3H", melds=["0 set KC KD KH"]), f"lay {cards}") == f"{cards} {SET_OR_RUN}"
    # A card that is not held, naturals that are missing, a card to be used before.
    assert refusal(laying("9C 2S JR KD"), "lay 9C 2S 2C") == "You do not hold 2♣."
    assert refusal(laying("9C 2S 2C KD"), "lay 9C 2S 2C, discard KD").startswith(
        "What is laid here must hold 2 natural"
    )
    match = laying(
        "9C 2S 2C 5H 5D 5S KD", must="5S", melds=["0 set KC KD KH"[:0] or "0 set AC AD AH"], pickup_use="first_action"
    )
    assert refusal(match, "lay 9C 2S 2C").startswith("First use 5♠")
    # What comes after it in the gesture counts too, and the whole is refused for that.
    match = laying("9C 2S 2C KD", melds=["0 set AC AD AH"])
    assert refusal(match, "lay 9C 2S 2C, discard QD") == "You do not hold Q♦."
    assert refusal(match, "lay 9C 2S 2C, discard KD") == f"9C 2S 2C {SET_OR_RUN}"
    # Too many for a set: a run. Beyond the ace as a run: a set.
    match = laying("9C 2S 2C 2D JR KD", melds=["0 set AC AD AH"])
    assert gesture(match, "lay 9C 2S 2C 2D JR")[0] == "run 9C 2S 2C"
    assert gesture(laying("AS 2S 2C KD", melds=["0 set QC QD QH"]), "lay AS 2S 2C") == ["set AS 2S 2C"]
    assert [option.name for option in GAME.options if option.name.startswith("both")] == ["both_goal"]


def test_rummy_43_the_deepest_card_taken_is_used_in_the_same_turn_before_the_discard() -> None:
    assert dealt(1).options["pickup_use"] == "same_turn"
    match = position("7H 7D 9D 9H 6S KD", "4C", melds=["1 run 3S 4S 5S"], pile="7S 9C QH")
    match.play(0, "take 7S")
    # Other things may come before, in new melds and on one that lies there; but no discard.
    assert legal(match) == {"set 7S 7D 7H", "set 9C 9D 9H", "add 6S to 1"}
    match.play(0, "set 9C 9D 9H")
    match.play(0, "add 6S to 1")
    assert must(match) == "7S" and legal(match) == {"set 7S 7D 7H", "add 7S to 1"}
    assert refusal(match, "discard KD").startswith("First use 7♠")
    match.play(0, "add 7S to 1")
    assert must(match) is None and thrown(match) == {"7H", "7D", "KD", "QH"}
    # Under the option it is the first thing.
    match = position("7H 7D 9D 9H 6S KD", "4C", melds=["1 run 3S 4S 5S"], pile="7S 9C QH", pickup_use="first_action")
    match.play(0, "take 7S")
    assert legal(match) == {"set 7S 7D 7H", "add 6S to 1"}  # the 6 makes room for it
    match.play(0, "add 6S to 1")
    assert legal(match) == {"add 7S to 1"}


def test_rummy_43_a_record_of_the_first_version_is_played_as_it_was() -> None:
    """Where its head does not name the option, the first thing laid holds the card."""
    now = dealt(7, goal=30)
    first = now.record().replace("rules: 2", "rules: 1")
    for told, rule in (
        (first, "first_action"),
        (first.replace("goal=30", "pickup_use=same_turn goal=30"), "same_turn"),
    ):
        match = cardshed.replay(told)
        assert match.options["pickup_use"] == rule and match.version == match.view(0)["version"] == 1
        assert match.record() == told and match.copy().record() == told
        assert match.imagine(0, 1).view(0) == match.view(0)
        dice = random.Random(rule)
        while not match.over:
            match.play(match.acting[0], dice.choice(match.legal(match.acting[0])))
        assert cardshed.replay(match.record()).rows.tobytes() == match.rows.tobytes()
        assert "rules: 1" in match.record() and ("pickup_use" in match.record()) == (rule == "same_turn")
        assert match.at(0).record() == told
    assert now.version == 2 and cardshed.replay(now.record()).options == now.options
    with pytest.raises(BadRecord, match="version"):
        cardshed.replay(now.record().replace("rules: 2", "rules: 3"))


def test_rummy_44_a_call_is_on_any_meld_or_on_own_ones_alone() -> None:
    lying = ["1 run 4S 5S 6S*", "0 set 7C 7D 7H"]
    for more in ({}, {"rummy_melds": "any"}):
        assert legal(discarded("3S", lying, **more), "rummy") == {"rummy 3S on 1"}
        assert legal(discarded("7S", lying, **more), "rummy") == {"rummy 7S on 1", "rummy 7S on 2"}
    own: dict[str, Any] = {"rummy_melds": "own"}
    assert legal(discarded("3S", lying, **own)) == {"draw", "take 3S"}  # though a card of the caller lies there
    assert legal(discarded("7S", lying, **own), "rummy") == {"rummy 7S on 2"}
    assert legal(discarded("2S", lying, **own), "rummy") == {"rummy 2S on 2 set"}
    assert discarded("7S", lying, **own).view(0)["options"]["rummy_melds"] == "own"
    # Nobody is asked for what cannot be called, and without stock the hand ends by itself.
    for card, at in (("3S", "draw"), ("7S", "asked")):
        assert phase(discarded(card, lying, rummy_call="prompt", **own)) == at
    full = ["0 set 7C 7D 7H 2S", "0 set AS AC 2C", "1 run 4S 5S 6S"]
    for card, over in (("7S", 1), ("AD", 0), ("2D", 0), ("3S", 1)):
        assert discarded(card, full, mine="KH", stock="", stock_empty="end", **own).deal_no == over
    assert discarded("2D", full[:1], mine="KH", stock="", stock_empty="end", **own).deal_no == 1
    match = discarded("KC", ["0 run 4S 5S JB", "1 run 9C 10C JC"], pile="3S 8H 7S", rummy_scope="pile", **own)
    assert legal(match, "rummy") == {"rummy 3S on 1", "rummy 7S on 1"}


# --- nobody is ever stuck ------------------------------------------------------------------------

RULES = list(
    product(
        ("first_lay", "every_meld", "none"), ("first_action", "same_turn"), ("never", "with_natural"),
        ("never", "owner", "anyone"),
    )
)  # fmt: skip


def some_meld(dice: random.Random, left: list[str]) -> tuple[str, list[str]] | None:
    """A meld of cards that are left, with or without wilds; None if chance asks for cards that are not there."""
    wilds = [card for card in left if card in WILDS]
    size = dice.choice([3, 3, 3, 4, 5, 6])
    if dice.random() < 0.1:
        return ("set", dice.sample(wilds, min(size, len(wilds)))) if len(wilds) > 2 else None
    if dice.random() < 0.35:
        rank, size = dice.choice(RANKS), min(size, 4)
        naturals = [card for card in left if card[:-1] == rank and card not in WILDS]
        n = dice.randint(1, size)
        if len(naturals) < n or len(wilds) < size - n:
            return None
        return "set", dice.sample(naturals, n) + dice.sample(wilds, size - n)
    suit, low = dice.choice("SCDH"), dice.randint(0, 12 - size)
    cards: list[str] = []
    for rank in RANKS[low : low + size]:
        wilds = [card for card in wilds if card not in cards]
        natural = rank + suit in left and dice.random() < 0.8
        if not natural and not wilds:
            return None
        cards.append(rank + suit if natural else dice.choice(wilds))
    return ("run", cards) if set(cards) - set(WILDS) else None


def some_position(dice: random.Random, **options: Any) -> Match:
    """Seat 0 is to draw: melds of both or of seat 1 alone, many wilds, cards that are near each other."""
    left = list(DECK)
    table = []
    theirs_alone = dice.random() < 0.4
    for _ in range(dice.randint(0, 6)):
        found = some_meld(dice, left)
        if found:
            left = [card for card in left if card not in found[1]]
            cards = " ".join(card + ("*" if dice.random() < 0.3 else "") for card in found[1])
            table.append(f"{1 if theirs_alone else dice.randint(0, 1)} {found[0]} {cards}")
    dice.shuffle(left)
    suits = dice.sample("SCDH", 2)
    wilds = [card for card in left if card in WILDS]
    naturals = sorted((card for card in left if card not in WILDS), key=lambda card: card[-1] in suits)
    held, lying = dice.randint(0, len(wilds)), dice.randint(0, 6)
    mine = [*wilds[:held], *(naturals.pop() for _ in range(dice.randint(1, 7)))]
    pile = [*wilds[held : held + dice.randint(0, 1)], *(naturals.pop() for _ in range(lying))]
    dice.shuffle(pile)
    theirs = naturals[:2]
    return position(
        " ".join(mine), " ".join(theirs), melds=table, pile=" ".join(pile), seed=dice.getrandbits(64), **options
    )


@pytest.mark.parametrize("natural_min, pickup_use, wild_on_opponent, wild_swap", RULES)
def test_nobody_is_ever_stuck_owing_something(
    natural_min: str, pickup_use: str, wild_on_opponent: str, wild_swap: str
) -> None:
    """Whatever is taken and laid, step by step and in any order, there is a next step until all is paid."""
    options: dict[str, Any] = {"natural_min": natural_min, "pickup_use": pickup_use, "wild_swap": wild_swap}
    dice = random.Random(f"{natural_min} {pickup_use} {wild_on_opponent} {wild_swap}")
    owing = 0
    for _ in range(counted(quick=15, proof=200, plain=2)):
        naturals = dice.choice([2, 2, 2, 1, 0])
        match = some_position(dice, naturals=naturals, wild_on_opponent=wild_on_opponent, **options)
        takes = [move for move in match.legal(0) if move.kind == "take"]
        match.play(0, dice.choice(takes) if takes else "draw")
        while match.deal_no == 0:
            offered = match.legal(0)
            assert offered, f"stuck: {match.record()}"
            in_debt = must(match) is not None or owed(match) > 0
            owing += in_debt
            assert in_debt != any(move.kind == "discard" for move in offered)
            laid = [move for move in offered if move.kind != "discard"]
            for move in dice.sample(laid, min(len(laid), counted(quick=12, proof=60, plain=2))):
                rows = match.rows.copy()
                calls.play(rows, 0, move.code)
                assert rows[0].deal_no or calls.legal(rows, 0, np.empty(GAME.moves, np.int64)), (match.record(), move)
            if not laid or (not in_debt and dice.random() < 0.3):
                break
            match.play(0, dice.choice(laid))
    assert owing > 0 or FEW


# --- gestures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "held, text, made",
    [
        ("3C 4C 5C KD", "lay 3C 4C 5C", ["run 3C 4C 5C"]),
        ("3C 4C 5C KD", "lay 3C-5C", ["run 3C 4C 5C"]),
        ("3C 4C 5C KD", "Lay 3c  4♣ 5C", ["run 3C 4C 5C"]),
        ("7S 7C 7D 7H KD", "lay 7H 7D 7C 7S", ["set 7S 7C 7D", "add 7H to 1"]),
        ("7S 7C 7D 7H KD", "set 7S 7C 7D 7H", ["set 7S 7C 7D", "add 7H to 1"]),
        ("3C 4C 5C 6C KD", "run 3C-6C", ["run 3C 4C 5C", "add 6C to 1"]),
        ("3C 5C 6C 2S KD", "lay 3C 2S 5C 6C", ["run 3C 2S 5C", "add 6C to 1"]),
        ("10C JC QC KC AC KD", "lay 10C-AC", ["run 10C JC QC", "add KC to 1", "add AC to 1"]),
        ("3C-5C 7C 8C JR KD", "lay 3C-5C JR 7C-8C", ["run 3C 4C 5C", "add JR to 1 high", "add 7C to 1", "add 8C to 1"]),
        ("2S 2C 2D 2H 7C 7D 7H KD", "lay 7C 7D 7H, 2S 2C 2D 2H", ["set 7C 7D 7H", "set 2S 2C 2D", "add 2H to 2 set"]),
        ("3C 4C 5C 9S 9D 9H KD", "lay 3C-5C, 9S 9D 9H, discard KD", ["run 3C 4C 5C", "set 9S 9D 9H", "discard KD"]),
        ("3C 4C 5C 9S 9D 9H KD", "lay 3C-5C; lay 9S 9D 9H; discard KD", ["run 3C 4C 5C", "set 9S 9D 9H", "discard KD"]),
        ("7S 7C 9S 9D 2S JR KD", "lay 7S 7C 2S, 9S 9D JR", ["set 7S 7C 2S", "set 9S 9D JR"]),
        ("7S 7C 2S 2C KD QD", "lay 7S 7C 2S 2C", ["set 7S 7C 2S", "add 2C to 1 set"]),
        ("7S 8S 2S 2C KD QD", "lay 2S 7S 8S 2C", ["run 2S 7S 8S", "add 2C to 1 high"]),
        ("7S 8S 2S 2C KD QD", "lay 7S 8S 2S, add 2C to 1 low", ["run 7S 8S 2S", "add 2C to 1 low"]),
        ("3C KD QD", "discard 3C", ["discard 3C"]),
    ],
)  # fmt: skip
def test_a_gesture_lays_many_cards_at_once(held: str, text: str, made: list[str]) -> None:
    match = laying(held, "4D 5D")
    assert gesture(match, text) == made
    assert [move.text for move in match.moves] == made
    assert cardshed.replay(match.record()).rows.tobytes() == match.rows.tobytes()


@pytest.mark.parametrize(
    "table, held, text, made",
    [
        ("0 run 3S 4S 5S", "6S 7S KD", "lay 6S 7S to 1", ["add 6S to 1", "add 7S to 1"]),
        ("1 run 3S 4S 5S", "6S 7S KD", "lay 6S-7S on 1", ["add 6S to 1", "add 7S to 1"]),
        ("1 run 5S 6S 7S", "3S 4S KD", "lay 3S 4S to 1", ["add 4S to 1", "add 3S to 1"]),
        ("1 run 5S 6S 7S", "4S 8S KD", "lay 4S 8S to 1", ["add 4S to 1", "add 8S to 1"]),
        ("0 run 5S 6S 7S", "3S 2S KD", "lay 3S 2S to 1", ["add 2S to 1 low", "add 3S to 1"]),
        ("0 run 5S 6S 7S", "9S JR KD", "lay JR 9S to 1", ["add JR to 1 high", "add 9S to 1"]),
        ("0 set 9C 9D 9H", "9S KD", "lay 9S to 1", ["add 9S to 1"]),
        ("0 set 9C 9D 9H", "2S KD", "lay 2S to 1", ["add 2S to 1 set"]),
        ("0 set 2S 2C 2D", "2H JR KD", "lay 2H JR to 1", ["add 2H to 1 set", "add JR to 1 set"]),
        ("0 run 3S 4S 5S", "6S 8C 9C 10C KD", "lay 8C-10C, 6S to 1", ["run 8C 9C 10C", "add 6S to 1"]),
        ("0 run 3S 4S 5S", "8C 9C 10C JC KD", "lay 8C-10C, JC to 2", ["run 8C 9C 10C", "add JC to 2"]),
        ("1 run 3S 4S 5S", "8C 9C 10C 6S KD", "add 6S to 1, lay 8C-10C", ["add 6S to 1", "run 8C 9C 10C"]),
    ],
)  # fmt: skip
def test_a_gesture_lays_cards_off(table: str, held: str, text: str, made: list[str]) -> None:
    assert gesture(laying(held, "4D 5D", melds=[table]), text) == made


def test_a_gesture_takes_lays_and_discards() -> None:
    match = position("7H 7D 6S KD", "4C", melds=["1 run 3S 4S 5S"], pile="7S QH")
    made = gesture(match, "take 7S, lay 7S 7H 7D, 6S to 1, discard KD")
    assert made == ["take 7S", "set 7S 7D 7H", "add 6S to 1", "discard KD"] and match.acting == (1,)
    match = discarded("6S", mine="9C 9D KH", pile="9S")
    assert gesture(match, "rummy 6S on 1, take 9S, lay 9S 9C 9D, discard KH")[:2] == ["rummy 6S on 1", "take 9S"]
    assert match.deal_no == 1
    match = discarded("2S", mine="9C 9D KH")
    assert gesture(match, "rummy 2S on 1") == ["rummy 2S on 1 high"]  # the position tells the end
    match = discarded("6S", rummy_call="prompt")
    assert gesture(match, "no") == ["no"]


@pytest.mark.parametrize(
    "card, text, first",
    [
        ("9C", "lay 3C-9C", "run 7C 8C 9C"),
        ("6C", "lay 3C-9C", "run 4C 5C 6C"),
        ("9C", "lay KC KH KD, 3C-9C", "run 7C 8C 9C"),
        ("KC", "lay 3C-9C, KS KH KC", "set KS KC KH"),
        ("KC", "lay KS KH KD KC", "set KS KC KD"),
        ("KC", "lay 3C-5C, 6C-9C, KS KH KC", "set KS KC KH"),
    ],
)
def test_a_gesture_finds_the_order_that_the_must_use_card_demands(card: str, text: str, first: str) -> None:
    match = laying("3C 4C 5C 6C 7C 8C 9C KC KH KD KS 5D", must=card, pickup_use="first_action")
    made = gesture(match, text)
    assert made[0] == first and must(match) is None and not [m for m in made if m.startswith("discard")]


@pytest.mark.parametrize("text", ["lay 2H to 1", "add 2H to 1", "lay 2H to 1, discard KD", "add 2H to 1, discard KD"])
def test_a_gesture_asks_for_the_end_where_a_wild_fits_both(text: str) -> None:
    match = laying("2H KD 9D", melds=["0 run 5S 6S 7S"])
    assert refusal(match, text) == "Say where 2H goes on meld 1: low or high on a run, set on a set."
    assert gesture(match, text.replace(" to 1", " to 1 low"))[0] == "add 2H to 1 low"


def test_a_gesture_knows_the_card_that_it_takes() -> None:
    held = "3S 4S 5S 6S 7S 8S 9S 10S 3C 4C 5C 6C 7C 8C 9C 3D 4D 5D 6D 7D 8D 9D 3H"
    match = position(held, "QH", pile="JH JS", pickup_use="first_action")
    made = gesture(match, "take JS, lay 3S-JS, 3C-9C, 3D-9D, discard 3H")
    assert made[0] == "take JS" and "JS" in made[1] and match.deal_no == 1


def test_numbers_in_a_gesture_mean_melds_as_told() -> None:
    match = laying("7S 7H 7D 4C 5C 6C 7C KD", "QH 8D")
    assert gesture(match, "lay 7S 7H 7D, lay 4C 5C 6C, lay 7C to 1") == ["set 7S 7D 7H", "run 4C 5C 6C", "add 7C to 1"]


def test_a_gesture_of_a_seat_that_may_not_act_is_not_even_tried() -> None:
    with pytest.raises(IllegalMove, match="not the turn"):
        laying("7S 7H 7D KD").play_all(1, "lay 3S-AS")
    with pytest.raises(IllegalMove, match="too much for one go"):
        laying("7S 7H 7D KD").play_all(0, "lay 3S " * 200)


def test_a_gesture_finds_the_order_that_naturals_demand() -> None:
    """What brings the naturals is told last, or lies between wilds."""
    match = laying("7S 10S 2S 2C KD", "9D", natural_min="every_meld")
    assert gesture(match, "lay 7S 2S 2C 10S") == ["run 7S 2S 2C", "add 10S to 1"]
    match = laying("7S 2S 2C 9H 9D 9C KD", must="9C")
    assert gesture(match, "lay set 7S 2S 2C, 9H 9D 9C") == ["set 9C 9D 9H", "set 7S 2S 2C"]
    match = laying("2S 2C JR 9H 9D 9C KD", must="9C")
    assert gesture(match, "lay 2S 2C JR, 9H 9D 9C") == ["set 9C 9D 9H", "set 2S 2C JR"]
    match = laying("8S 2S 2C KD", melds=["1 run 3S 4S 5S"], wild_on_opponent="with_natural")
    assert gesture(match, "lay 2S 2C 8S to 1") == ["add 2S to 1 high", "add 2C to 1 high", "add 8S to 1"]


@pytest.mark.parametrize(
    "text, reason",
    [
        ("lay 7S 7C 7D, 9S 9D 9H", "You do not hold 9♥."),
        ("lay 7S 7C 7D, discard AH", "You do not hold A♥."),
        ("lay 7S 7C 7D, draw", "You have drawn: lay, or discard a card."),
        ("lay 7S 7C 7D, discard 9S, discard 9D", "It is not the turn of Seat 0; acting now: Seat 1."),
        ("lay 7S 7C 7D, add 9S to 1", "9♠ does not fit there: meld 1 (7♠ 7♣ 7♦)."),
        ("lay 7S 7C 7D, 9S to 3", "There is no meld 3 on the table."),
        ("lay 7S 7C 7D, KH", "KH is too little: a meld has three cards at least."),
        ("discard KD, lay 7S 7C 7D", "It is not the turn of Seat 0; acting now: Seat 1."),
        ("lay 7S 7C 7D, swap 9S for 2S in 1", "You do not hold 9♠."),
    ],
)
def test_a_gesture_is_refused_as_a_whole(text: str, reason: str) -> None:
    held = "7S 7C 7D 9D KD" if "swap" in text else "7S 7C 7D 9S 9D KD"
    assert refusal(laying(held, "4D 5D"), text) == reason  # and nothing was changed


def test_a_gesture_is_only_for_who_is_to_move() -> None:
    match = laying("7S 7C 7D KD", "4D 5D")
    with pytest.raises(IllegalMove, match="It is not the turn of Seat 1"):
        match.play_all(1, "lay 4D 5D 6D")
    match = out_at_once([490, 0])
    with pytest.raises(IllegalMove, match="The match is over"):
        match.play_all(0, "draw")
    with pytest.raises(IllegalMove, match="played as a Move or as its text, not as 5"):
        laying("7S KD").play_all(0, 5)  # type: ignore[arg-type]


def test_a_gesture_may_be_a_single_move_also_in_games_without_gestures(monkeypatch: pytest.MonkeyPatch) -> None:
    match = laying("7S 7C 7D KD QD", "4D 5D")
    move = match.legal(0)[0]
    assert match.play_all(0, move) == [move]  # type: ignore[arg-type]
    monkeypatch.delattr(table, "gesture")
    assert [move.text for move in match.play_all(0, "discard KD")] == ["discard KD"]
    with pytest.raises(IllegalMove, match="is no move"):
        laying("7S 7C 7D KD").play_all(0, "lay 7S 7C 7D")


def test_each_move_of_a_gesture_can_be_taken_back() -> None:
    match = laying("3C 4C 5C 6C KD", "4D 5D")
    before = match.rows.tobytes()
    match.play_all(0, "lay 3C-6C")
    assert [match.undo().text, match.undo().text] == ["add 6C to 1", "run 3C 4C 5C"]
    assert match.rows.tobytes() == before


# --- what is known of a hand ---------------------------------------------------------------------


def known(match: Match, seat: int, viewer: int | None) -> set[str]:
    return set(zone(match, "known", seat, viewer).split())


def test_what_was_taken_openly_is_known_until_it_is_played() -> None:
    match = position("7H 7D KD", "4C 5C", pile="3C 7S QH 3H")
    match.play(0, "take 7S")
    assert known(match, 0, 1) == known(match, 0, None) == {"7S", "QH", "3H"}
    assert said(match.view(None)["seats"][0]["notes"][0]) == "surely holds 3♥ 7♠ Q♥"
    play_through(match, "set 7S 7D 7H")
    assert known(match, 0, 1) == {"QH", "3H"}
    play_through(match, "discard QH")
    assert known(match, 0, 1) == known(match, 0, None) == {"3H"}
    assert known(match, 1, 0) == set() and "known" not in [z["id"] for z in match.view(0)["zones"] if z["seat"] == 0]
    assert seen_cards(observed(match, 1)["opponent_has"]) == seen_cards(observed(match, 0)["own_known"]) == {"3H"}
    assert not any(observed(match, 0)["opponent_has"])


def test_what_is_drawn_is_not_known() -> None:
    match = position("7H KD", "4C 5C", pile="3C")
    match.play(0, "draw")
    assert known(match, 0, 1) == known(match, 0, None) == set()


def test_known_cards_stay_where_they_are_in_imagined_worlds() -> None:
    match = position("7H 7D KD 8C", "4C 5C", pile="3C 7S QH 3H")
    play_through(match, "take 7S", "set 7S 7D 7H", "discard QH")
    others = set()
    for seed in range(20):
        world = match.imagine(1, seed)
        assert "3H" in hand(world, 0) and len(hand(world, 0)) == 3 and hands(world)[1] == "4C 5C"
        assert json.dumps(world.view(1)) == json.dumps(match.view(1))
        others |= hand(world, 0)
        mine = match.imagine(0, seed)
        assert hands(mine)[0] == hands(match)[0] and json.dumps(mine.view(0)) == json.dumps(match.view(0))
    assert len(others) > 20 and not others & {"3C", "QH", "4C", "5C", "7S"}


def test_an_imagined_opponent_can_pay_what_is_owed() -> None:
    match = position("6S 9C KD", "4C", melds=["1 run 3S 4S 5S"], pile="7S QH")
    match.play(0, "take 7S")
    for seed in range(30):
        world = match.imagine(1, seed)
        assert {"7S", "QH"} <= hand(world, 0) and world.legal(0)
        while must(world):
            world.play(0, world.legal(0)[0])


def test_an_imagined_opponent_can_pay_even_if_few_hands_can() -> None:
    """The run 10-J-Q-K-A with four wilds lacks a natural: only the 8 and the last wild bring it."""
    hand_0 = "2D 2C 2H 2S JR 7C 8D"
    match = position(hand_0, "6S 9D", melds=["1 run 3D 4D 5D 6D"], pile="KD 9C JB AD KS", natural_min="every_meld")
    play_through(match, "take AD", "run 2D JR AD", "add 2C to 2 low", "add 2H to 2 low")
    assert owed(match) == 1 and match.legal(0)
    assert all(match.imagine(1, seed).legal(0) for seed in range(40))


def reshuffled(**more: Any) -> Match:
    """Both have drawn once from a stock that was made of the pile."""
    match = laying("7D KD 9S", "4S 5H 8D", pile="3C 6C JC QH AH", stock="", stock_empty="reshuffle", **more)
    play_through(match, "discard 7D", "draw")
    return match


def test_after_a_reshuffle_the_opponent_knows_the_hand_and_onlookers_do_not() -> None:
    match = reshuffled()
    assert known(match, 0, 1) == {"KD", "9S"} and known(match, 1, 0) == {"4S", "5H", "8D"}
    assert known(match, 0, None) == known(match, 1, None) == set()
    drawn = (hand(match, 1) - {"4S", "5H", "8D"}).pop()
    match.play(1, "discard 5H")
    assert known(match, 1, 0) == {"4S", "8D"}
    match.play(0, "draw")
    assert known(match, 0, 1) == {"KD", "9S"}
    assert seen_cards(observed(match, 1)["opponent_has"]) == {"KD", "9S"}
    unseen = {"3C", "6C", "JC", "QH", "AH"}
    assert seen_cards(observed(match, 0)["stock_known"]) == unseen - (hand(match, 0) - {"KD", "9S"})
    assert seen_cards(observed(match, 1)["stock_known"]) == unseen - {drawn}


def test_after_a_reshuffle_an_imagined_world_keeps_what_is_known() -> None:
    match = reshuffled()
    drawn = set()
    for seed in range(30):
        world = match.imagine(0, seed)
        assert hands(world)[0] == hands(match)[0] and {"4S", "5H", "8D"} < hand(world, 1)
        assert json.dumps(world.view(0)) == json.dumps(match.view(0))
        drawn |= hand(world, 1) - {"4S", "5H", "8D"}
        own = match.imagine(1, seed)
        assert hands(own) == hands(match)
    assert drawn == {"3C", "6C", "JC", "QH", "AH"}
    orders = {tuple(hands(play_through(match.imagine(1, seed), "discard 5H", "draw"))) for seed in range(30)}
    assert len(orders) == 4  # the stock is drawn anew


def test_what_is_known_is_forgotten_with_the_hand() -> None:
    match = position("7H 7D KD", "4C 5C", pile="7S QH")
    play_through(match, "take 7S", "set 7S 7D 7H", "discard KD", "draw", "discard 4C")
    assert known(match, 0, 1) == {"QH"}
    match = out_at_once([0, 0], known=["KD 5H", "9D"])
    assert known(match, 0, 1) == known(match, 1, 0) == set() and not observed(match, 0)["opponent_has"].count(1)


def test_a_position_tells_what_is_known() -> None:
    match = position("7H KD", "4C 5C", known=["KD", "5C"], pile="3C")
    assert known(match, 0, 1) == {"KD"} and known(match, 1, 0) == known(match, 1, None) == {"5C"}


# --- what is shown -------------------------------------------------------------------------------


def test_the_whole_pile_is_shown_in_order_with_what_taking_it_brings() -> None:
    match = position("9H 10D", "4C 5C", pile="KH 3C 2S 7D")
    lying = next(z for z in match.view(None)["zones"] if z["id"] == "pile")["cards"]
    shown = [("KH", False), ("3C", False), ("2S", True), ("7D", False)]
    assert [(card["name"], card["wild"]) for card in lying] == shown
    depth = observed(match, 0)["pile_depth"]
    assert {notation.name(c): n for c, n in enumerate(depth) if n} == {"KH": 4, "3C": 3, "2S": 2, "7D": 1}
    assert said(match.view(1)["notes"][-1]) == "Pile, newest last: K♥ 3♣ 2♠ 7♦. Stock: 46."


def test_the_must_use_card_is_told_to_everybody() -> None:
    match = position("7H 7D KD", "4C 5C", pile="7S QH")
    match.play(0, "take 7S")
    assert [match.view(viewer)["must"] for viewer in (None, 0, 1)] == ["7S"] * 3
    assert seen_cards(observed(match, 1)["must"]) == {"7S"}
    assert said(match.view(0)["notes"][-1]) == "The pile is empty. Stock: 47."


def test_every_laid_card_shows_whose_points_it_is() -> None:
    match = laying("KD", "4C", melds=["0 run 10S JS 2S* KS*", "1 set AC AD* JR", "0 set 2C 2D JB"])
    told = [[(c["name"], c["layer"], c["points"], c["stands_for"]) for c in meld(match, n)["cards"]] for n in (1, 2, 3)]
    assert told == [
        [("10S", 0, 10, None), ("JS", 0, 10, None), ("2S", 1, 10, "Q"), ("KS", 1, 10, None)],
        [("AC", 1, 15, None), ("AD", 0, 15, None), ("JR", 1, 15, "A")],
        [("2C", 0, 25, None), ("2D", 0, 25, None), ("JB", 0, 25, None)],
    ]
    assert [(meld(match, n)["seat"], meld(match, n)["kind"], meld(match, n)["number"]) for n in (1, 2, 3)] == [
        (0, "run", 1), (1, "set", 2), (0, "wilds", 3),
    ]  # fmt: skip
    assert on_table(match) == [20 + 15 + 75, 20 + 30] and match.points == [110, 50]
    assert [said(note) for note in match.view(None)["notes"][:3]] == [
        "Seat 0 started meld 1 (10♠ J♠ 2♠ K♠)", "Seat 1 started meld 2 (A♣ A♦ ★R)", "Seat 0 started meld 3 (2♣ 2♦ ★B)",
    ]  # fmt: skip


def test_the_running_score_is_told_beside_the_points_of_finished_hands() -> None:
    match = laying("KD 5D", "4C", melds=["0 run 3S 4S 5S"], points=[100, -20])
    seats = match.view(None)["seats"]
    assert match.points == [115, -20] and [seat["points"] for seat in seats] == [100, -20]
    assert [[said(note) for note in seat["notes"]] for seat in seats] == [["15 on the table"], []]
    match = out_at_once([490, 0])
    assert [seat["notes"] for seat in match.view(None)["seats"]] == [[], []] and match.view(None)["notes"] == []


def test_the_table_tells_the_points_of_the_last_hand() -> None:
    assert dealt().view(None)["last_deal"] is None
    assert said(out_at_once([0, 0]).view(None)["last_deal"]["sentence"]) == (
        "Hand 1 is over, Seat 0 went out; its points: Seat 0 15, Seat 1 -5 (left with 9♦)."
    )
    assert said(nobody_out([0, 0]).view(None)["last_deal"]["sentence"]) == (
        "Hand 1 is over and nobody went out; its points: Seat 0 20 (left with 7♠ 7♥), Seat 1 20 (left with 9♠ 9♦)."
    )


def test_onlookers_see_only_what_everybody_saw() -> None:
    match = position("7H 7D KD", "4C 5C", pile="7S QH", melds=BOOK[:2])
    match.play(0, "take 7S")
    for hidden in ("7H 7D KC", "7H 7C KD"):
        other = position(hidden, "8C 9C", pile="7S QH", melds=BOOK[:2])
        other.play(0, "take 7S")
        assert json.dumps(other.view(None)) == json.dumps(match.view(None))
    assert {z["id"] for z in match.view(None)["zones"]} == {"known", "pile", "meld"}


def test_cards_are_named_shown_and_spoken() -> None:
    match = laying("10H AS 2D JR JB 3C", "4C")
    cards = {card["name"]: (card["face"], said(card["spoken"])) for card in match.view(0)["zones"][0]["cards"]}
    assert cards == {
        "3C": ("3♣", "3 of clubs"),
        "10H": ("10♥", "10 of hearts"),
        "AS": ("A♠", "ace of spades"),
        "2D": ("2♦", "2 of diamonds"),
        "JR": ("★R", "red joker"),
        "JB": ("★B", "black joker"),
    }
    assert [notation.name(notation.card(name)) for name in DECK] == DECK
    assert [notation.card(notation.face(c)) for c in range(54)] == list(range(54))
    assert notation.faces(0b11) == "3♠ 3♣" and names(0b11) == "3S 3C"


def test_the_parts_of_a_move_can_be_touched() -> None:
    match = laying("6S 2S KD", melds=["0 run 3S 4S 5S", "0 set KC KH JR"])
    parts = {move.text: move.cards for move in match.legal(0)}
    assert parts["add 6S to 1"] == ("add", "6S", "meld 1") and parts["discard KD"] == ("discard", "KD")
    assert parts["add 2S to 1 high"] == ("add", "2S", "meld 1", "high") and parts["add KD to 2"][2] == "meld 2"
    assert [meld(match, number)["name"] for number in (1, 2)] == ["meld 1", "meld 2"]
    low = laying("2S KD", melds=["0 run 4S 5S 6S"])
    assert {move.cards for move in low.legal(0)} >= {("add", "2S", "meld 1", "low")}
    swap = laying("7H KD", melds=SIX_TO_EIGHT, wild_swap="owner").legal(0)[0]
    assert swap.cards == ("swap", "7H", "2S", "meld 1")
    assert position("7H KD", pile="3C").legal(0)[0].cards == ("draw",)


# --- labels and prompts --------------------------------------------------------------------------


def called(card: str, **more: Any) -> Match:
    return discarded(card, ["0 run 4S 5S 6S"], **more)


def to_swap() -> Match:
    return laying("7H KD", melds=SIX_TO_EIGHT, wild_swap="owner")


LABELS: list[tuple[str, Callable[[], Match], str, str]] = [
    ("plain.draw", lambda: position("7H KD", pile="3C"), "draw", "draw from the stock"),
    ("take.one", lambda: position("7H 7D KD", pile="7S"), "take 7S", "take 7♠ from the pile"),
    ("take.other", lambda: position("7H 7D KD", pile="7S QH 3H"), "take 7S", "take 3 cards from the pile, down to 7♠"),
    ("on.rummy", lambda: called("7S"), "rummy 7S on 1", "Rummy! 7♠ from the pile to meld 1 (4♠ 5♠ 6♠), 5 points"),
    (
        "on.rummy.low",
        lambda: called("2S"),
        "rummy 2S on 1 low",
        "Rummy! 2♠ from the pile to the low end of meld 1 (4♠ 5♠ 6♠), 5 points",
    ),
    (
        "on.rummy.high",
        lambda: called("2S"),
        "rummy 2S on 1 high",
        "Rummy! 2♠ from the pile to the high end of meld 1 (4♠ 5♠ 6♠), 5 points",
    ),
    ("new.set", lambda: laying("AC AH 2S KD"), "set AC AH 2S", "set A♣ A♥ 2♠, 45 points"),
    ("wilds", lambda: laying("2C JR 2S KD", initial=[0]), "set 2S 2C JR", "set of wilds 2♠ 2♣ ★R, 75 points"),
    ("new.run", lambda: laying("8C 9C JR KD"), "run 8C 9C JR", "run 8♣ 9♣ ★R, 20 points"),
    ("on.add", lambda: laying("6S KD", melds=RUN_3_TO_5), "add 6S to 1", "add 6♠ to meld 1 (3♠ 4♠ 5♠), 5 points"),
    (
        "on.add",
        lambda: laying("2S KD", melds=["0 set AC AH AD"]),
        "add 2S to 1 set",
        "add 2♠ to meld 1 (A♣ A♦ A♥), 15 points",
    ),
    (
        "on.add.low",
        lambda: laying("2S KD", melds=["0 run JS QS KS"]),
        "add 2S to 1 low",
        "add 2♠ to the low end of meld 1 (J♠ Q♠ K♠), 10 points",
    ),
    (
        "on.add.high",
        lambda: laying("2S KD", melds=["0 run JS QS KS"]),
        "add 2S to 1 high",
        "add 2♠ to the high end of meld 1 (J♠ Q♠ K♠), 10 points",
    ),
    ("swap", to_swap, "swap 7H for 2S in 1", "swap 7♥ for 2♠ in meld 1 (6♥ 2♠ 8♥)"),
    ("discard", to_swap, "discard KD", "discard K♦"),
    ("plain.end", lambda: position("7S 7H", "9D", pile="7D", stock=""), "end", "let the hand end"),
    ("plain.no", lambda: discarded("6S", rummy_call="prompt"), "no", "do not call Rummy"),
]


@pytest.mark.parametrize("key, at, text, sentence", LABELS)
def test_every_button_says_what_it_does(key: str, at: Callable[[], Match], text: str, sentence: str) -> None:
    move = next(move for move in at().legal(0) if move.text == text)
    assert move.label.key == f"rummy.label.{key}".removesuffix(".one").removesuffix(".other")
    assert str(move.label) == sentence and move.kind == text.split()[0]


def owing_two() -> Match:
    match = laying("2S 2C JR KH KC KS 9D", "4C 5C")
    match.play(0, "set 2S 2C JR")
    return match


def owing_one() -> Match:
    return play_through(laying("7S 9H 2S 2C 2D 2H KD"), "set 7S 2S 2C")


PROMPTS: list[tuple[str, int | None, Callable[[], Match], str]] = [
    (
        "draw.you",
        0,
        lambda: position("7H KD", pile="3C"),
        "Draw from the stock, or take from the pile down to a card that you use in this turn.",
    ),
    ("draw", 1, lambda: position("7H KD", pile="3C"), "Seat 0 draws from the stock or takes from the pile."),
    (
        "empty.you",
        0,
        lambda: position("7S 7H", "9D", pile="7D", stock=""),
        "The stock is empty. Take from the pile down to a card that you use in this turn, or end the hand.",
    ),
    (
        "empty",
        None,
        lambda: position("7S 7H", "9D", pile="7D", stock=""),
        "The stock is empty. Seat 0 takes from the pile, or the hand ends.",
    ),
    (
        "ending.you",
        0,
        lambda: discarded("6S", stock="", stock_empty="end"),
        "The stock is empty. Call Rummy if you can, or end the hand.",
    ),
    (
        "ending",
        1,
        lambda: discarded("6S", stock="", stock_empty="end"),
        "The stock is empty. Seat 0 may still call Rummy, then the hand ends.",
    ),
    (
        "asked.you",
        0,
        lambda: discarded("6S", rummy_call="prompt"),
        "Call Rummy? A card of the pile, the newest is 6♠, fits a meld on the table. If not, say no.",
    ),
    ("asked", 1, lambda: discarded("6S", rummy_call="prompt"), "Seat 0 may call Rummy."),
    ("lay.you", 0, lambda: laying("7H KD"), "Lay what you like, then discard a card."),
    ("lay", None, lambda: laying("7H KD"), "Seat 0 may lay cards, and discards one."),
    ("must.you", 0, lambda: laying("7S 7H 7D KD", must="7S"), "You must use 7♠, which you took from the pile."),
    ("must", 1, lambda: laying("7S 7H 7D KD", must="7S"), "Seat 0 must use 7♠, which was taken from the pile."),
    (
        "owes.you.other",
        0,
        owing_two,
        "What you began to lay needs 2 more natural cards. Lay them, or take the step back.",
    ),
    ("owes.other", 1, owing_two, "Seat 0 owes 2 more natural cards."),
    ("owes.you.one", 0, owing_one, "What you began to lay needs 1 more natural card. Lay one, or take the step back."),
    ("owes.one", 1, owing_one, "Seat 0 owes 1 more natural card."),
    ("over.one", 0, lambda: out_at_once([490, 0]), "The match is over, won by Seat 0; points: 505, -5."),
    ("over.one", None, lambda: out_at_once([490, 600]), "The match is over, won by Seat 0; points: 505, 595."),
    (
        "over.other",
        1,
        lambda: nobody_out([0, 0], hands=1),
        "The match is over, a win shared by Seat 0, Seat 1; points: 20, 20.",
    ),
]


@pytest.mark.parametrize("key, viewer, at, sentence", PROMPTS)
def test_every_prompt_says_what_is_asked(key: str, viewer: int | None, at: Callable[[], Match], sentence: str) -> None:
    prompt = Message.read(at().view(viewer)["prompt"])
    assert prompt.key == f"rummy.prompt.{key}".removesuffix(".one").removesuffix(".other")
    assert prompt.say() == sentence


# --- refusals ------------------------------------------------------------------------------------


def catalogue(prefix: str) -> set[str]:
    told = [f"rummy.{key}" for key in json.loads((GAME.folder / "messages/en.json").read_text(encoding="utf-8"))]
    return {
        key for key in told if key.startswith(prefix) and key.split(".")[1] not in ("page", "tally", "zone")
    }  # what page, lab and terminal say is not of the rules


def asked() -> Match:
    return discarded("6S", rummy_call="prompt")


def to_draw() -> Match:
    return position("7H 7D KD", "9D", melds=RUN_3_TO_5, pile="3C QH")


def to_lay() -> Match:
    return laying("7S 7H 7D 9C KD 2S", "4C", melds=["1 run 3S 4S 5S", "0 set KC KH KS"])


def must_use() -> Match:
    return laying("7S 7H 7D 9C 9D 9H 6S", "4C", melds=RUN_3_TO_5, must="7H", wild_swap="anyone")


def first_action() -> Match:
    lying = [*RUN_3_TO_5, "1 set 8S 8D JR"]
    return laying(
        "7S 7H 7D 9C 9D 9H 6S 8C", "4C", melds=lying, must="7H", wild_swap="anyone", pickup_use="first_action"
    )


def to_swap_theirs() -> Match:
    return laying("7H KD", melds=["1 run 6H 2S 8H"], wild_swap="owner")


WITH_NATURAL: dict[str, Any] = {"wild_on_opponent": "with_natural"}
REASONS: list[tuple[str, Callable[[], Match], str]] = [
    ("asked", asked, "draw"),
    ("asked", asked, "take 6S"),
    ("asked", asked, "discard KH"),
    ("draw_first", to_draw, "set 7H 7D 7S"),
    ("draw_first", to_draw, "run 3S 4S 5S"),
    ("draw_first", to_draw, "add 6S to 1"),
    ("draw_first", to_draw, "swap 7H for 2S in 1"),
    ("draw_first", to_draw, "discard KD"),
    ("draw_first", to_draw, "no"),
    ("drawn_already", to_lay, "draw"),
    ("drawn_already", to_lay, "take 3C"),
    ("drawn_already", to_lay, "end"),
    ("drawn_already", to_lay, "no"),
    ("drawn_already", must_use, "draw"),
    ("no_calls", lambda: discarded("6S", rummy_call="off"), "rummy 6S on 1"),
    ("window_closed", to_draw, "rummy QH on 1"),
    ("window_closed", to_lay, "rummy 6S on 1"),
    ("window_closed", lambda: play_through(asked(), "no"), "rummy 6S on 1"),
    ("not_callable", lambda: called("7S"), "rummy 3S on 1"),
    ("not_callable", asked, "rummy 7S on 1"),
    ("not_in_pile", lambda: called("7S", rummy_scope="pile"), "rummy 3S on 1"),
    ("no_meld", lambda: called("7S"), "rummy 7S on 2"),
    ("no_fit", lambda: called("9C"), "rummy 9C on 1"),
    ("no_fit", lambda: called("2S"), "rummy 2S on 1 set"),
    ("call_on_own", lambda: discarded("3S", ["1 run 4S 5S 6S"], rummy_melds="own"), "rummy 3S on 1"),
    ("own_melds_only", lambda: discarded("2S", ["1 run 4S 5S 6S"]), "rummy 2S on 1 low"),
    ("stock_empty", lambda: position("7S 7H", "9D", pile="7D", stock=""), "draw"),
    ("stock_left", to_draw, "end"),
    ("not_in_pile", to_draw, "take 4C"),
    ("not_in_pile", to_draw, "take 7H"),
    ("no_use", to_draw, "take QH"),
    ("no_use", to_draw, "take 3C"),
    ("hand_ends", lambda: discarded("6S", stock="", stock_empty="end"), "take 6S"),
    ("not_held", to_lay, "set 7S 7H 7C"),
    ("not_held", to_lay, "run 6S 7S 8S"),
    ("not_held", to_lay, "add 6S to 1"),
    ("not_held", to_lay, "discard 4C"),
    ("not_held", lambda: laying("9D KD", melds=SIX_TO_EIGHT, wild_swap="owner"), "swap 7H for 2S in 1"),
    ("no_such_run", lambda: laying("10S JS 2S KD", "AD", ranks=5), "run 2S 10S JS"),
    ("naturals.other", lambda: laying("7S 2S 2C KD", "4C"), "set 7S 2S 2C"),
    ("naturals.other", lambda: laying("7S 2S 2C JR KD", "4C"), "set 2S 2C JR"),
    ("naturals.other", lambda: laying("7S 2S 2C KD", "4C"), "run 7S 2S 2C"),
    ("must", must_use, "discard 9C"),
    ("must", must_use, "discard 7H"),
    ("must", first_action, "set 9C 9D 9H"),
    ("must", first_action, "add 6S to 1"),
    ("must", first_action, "swap 8C for JR in 2"),
    ("must", lambda: laying("7S 7H 7D 8S 9S KD", must="7H"), "run 7S 8S 9S"),
    ("owes.other", owing_two, "discard 9D"),
    ("owes.one", lambda: play_through(laying("7S 9H 2S 2C 2D 2H JR KD"), "set 7S 2S 2C"), "set 2D 2H JR"),
    ("owes.one", lambda: play_through(laying("7S 9H 2S 2C 2D 2H KD 8C"), "set 7S 2S 2C"), "add 2D to 1 set"),
    ("no_meld", to_lay, "add 9C to 3"),
    ("no_meld", to_swap, "swap 7H for 2S in 2"),
    ("no_swaps", to_lay, "swap 7H for 2S in 1"),
    ("swap_own", to_swap_theirs, "swap 7H for 2S in 1"),
    ("no_swap", to_swap, "swap KD for 2S in 1"),
    ("no_swap", to_swap, "swap 7H for 2C in 1"),
    ("no_swap", lambda: laying("2C KD", melds=SIX_TO_EIGHT, wild_swap="owner"), "swap 2C for 2S in 1"),
    ("no_swap", lambda: laying("7H KD", melds=["0 set 2S 2C JR"], wild_swap="owner"), "swap 7H for 2S in 1"),
    ("own_melds_only", to_lay, "add 2S to 1 high"),
    ("own_melds_only", lambda: laying("2S KD", melds=["1 set KC KH KS"], **WITH_NATURAL), "add 2S to 1 set"),
    ("no_fit", to_lay, "add 9C to 2"),
    ("no_fit", to_lay, "add 2S to 2 high"),
    ("no_fit", lambda: laying("2S KD", melds=RUN_3_TO_5), "add 2S to 1 low"),
    ("no_fit", lambda: laying("2S KD", melds=RUN_3_TO_5), "add 2S to 1 set"),
    ("with_natural", lambda: laying("2S KD", melds=["1 run 3S 4S 5S"], **WITH_NATURAL), "add 2S to 1 high"),
    ("naturals.one", lambda: laying("9H 2S 2C JR", "4C", natural_min="every_meld", naturals=1), "set 2S 2C JR"),
]  # fmt: skip


@pytest.mark.parametrize("key, at, text", REASONS)
def test_every_refusal_has_its_reason(key: str, at: Callable[[], Match], text: str) -> None:
    reason = at().why_not(0, text)
    wanted = f"rummy.why.{key}".removesuffix(".one").removesuffix(".other")
    assert reason is not None and reason.key == wanted and one_sentence(str(reason))


def one_sentence(told: str) -> bool:
    """Begins with a word or a card, ends with a full stop."""
    return (told[0].isalnum() or told[0] in "★`") and told.endswith(".") and "  " not in told


def test_no_reason_is_forgotten() -> None:
    assert {f"rummy.why.{key}" for key, _, _ in REASONS} == catalogue("rummy.why.")


FORMS: list[tuple[str, str]] = [
    ("nothing", ""),
    ("nothing", "   "),
    ("no_move", "x"),
    ("no_move", "7S"),
    ("no_move", "pass"),
    ("no_move", "lay 7S 7H 7D"),  # a gesture
    ("no_move", "discards 7S"),
    ("no_move", "7S " * 40),
    ("just_the_word", "draw 7S"),
    ("just_the_word", "end it"),
    ("just_the_word", "no 6S"),
    ("no_card", "take x"),
    ("no_card", "take 1S"),
    ("no_card", "take 2"),
    ("no_card", "take JX"),
    ("no_card", "take 7S 8S"),
    ("no_card", "discard 11H"),
    ("no_card", "discard 2R"),
    ("no_card", "set 7S 7H seven"),
    ("no_card", "add x to 1"),
    ("no_card", "swap 7H for x in 1"),
    ("no_range", "run 9C-3C"),
    ("no_range", "run 3C-5D"),
    ("no_range", "run 2C-5C"),
    ("no_range", "set JR-JB"),
    ("three", "set 7S 7H"),
    ("three", "set 7S 7H 7D 7C"),
    ("three", "run 3C-9C"),
    ("no_set", "set 7S 8S 9S"),
    ("no_set", "set 7S 8S 2S"),
    ("no_run", "run 7S 7H 7D"),
    ("no_run", "run 7S 9S 8S"),
    ("no_run", "run 7S 8H 9S"),
    ("no_run", "run JR JB 2S"),
    ("no_run", "run AS 2S 3S"),
    ("beyond", "run KS AS 2S"),
    ("beyond", "run AS 2S 2C"),
    ("beyond", "run 2S 3S 4S"),
    ("beyond", "run 2S 2C 4S"),
    ("no_side", "add 6S to 1 high"),
    ("no_side", "rummy 6S on 1 set"),
    ("no_such_meld", "add 6S to 0"),
    ("no_such_meld", "add 6S to 19"),
    ("no_such_meld", "add 6S to 100"),
    ("no_such_meld", "rummy 6S on 99"),
    ("no_such_meld", "swap 7H for 2S in 0"),
    ("which_end", "add 2S to 1"),
    ("form.add", "add 6S"),
    ("form.add", "add 6S to"),
    ("form.add", "add 6S to one"),
    ("form.add", "add 6S 7S to 1"),
    ("form.add", "add 2S to 1 left"),
    ("form.rummy", "rummy 6S"),
    ("form.rummy", "rummy 6S on run"),
    ("form.swap", "swap 7H"),
    ("form.swap", "swap 7H for 2S"),
    ("form.swap", "swap 7H 2S 1"),
]


@pytest.mark.parametrize("key, text", FORMS)
def test_texts_that_name_no_move(key: str, text: str) -> None:
    reason = laying("7S 2S KD", melds=["0 run 4C 5C 6C"]).why_not(0, text)
    assert reason is not None and reason.key == f"rummy.{key}" and one_sentence(str(reason))


GESTURES: list[tuple[str, str]] = [
    ("nothing", ""),
    ("nothing", " , ;"),
    ("after_draw", "draw, discard KD"),
    ("which_cards", "lay"),
    ("no_move", "7S 7H 7D"),
    ("too_few", "lay 7S 7H"),
    ("too_few", "lay set 7S 7H"),
    ("too_few", "lay 7S 7H 7D, 9C"),
    ("no_card", "lay 7S 7H x"),
    ("no_card", "lay 7S 7H 7D to"),
    ("no_card", "lay 7S 7H 7D, discard x"),
    ("no_card", "lay first 7S 7H 7D"),
    ("no_range", "lay 9C-3C"),
    ("no_range", "lay 3C-9D"),
    ("no_range", "lay JR-JB 2S"),
    ("no_range", "lay 3C-2C"),
    ("set_or_run", "lay 9C 2S 2C"),
    ("set_or_run", "lay 2S 2C JR 9C"),
    ("set_too_large", "lay 7S 7H 7D 7C 2S"),
    ("set_too_large", "lay set 7S 2S 2C 2D JR"),
    ("no_set", "lay set 7S 8S 9S"),
    ("no_set", "lay set 7S 7H 9S 2S"),
    ("no_run", "lay run 7S 7H 7D"),
    ("no_run", "lay 3S 4S 5S 7S"),
    ("no_run", "lay 3S-AS 2S"),
    ("beyond", "lay KS AS 2S"),
    ("beyond", "lay 2S 3S 4S"),
    ("no_such_meld", "lay 6S to 0"),
    ("no_such_meld", "lay 6S 7S to 19"),
    ("no_such_meld", "lay 6S to 123"),
    ("form.add", "lay 7S 7H 7D, add 9C"),
    ("form.swap", "lay 7S 7H 7D, swap 9C"),
    ("form.rummy", "rummy 9C"),
    ("just_the_word", "lay 7S 7H 7D, end now"),
]


@pytest.mark.parametrize("key, text", GESTURES)
def test_texts_that_name_no_gesture(key: str, text: str) -> None:
    match = laying("7S 7H 7D KD 9C 2S 2C JR", melds=["0 run 4C 5C 6C"])
    before = match.rows.tobytes(), match.plies
    with pytest.raises(IllegalMove) as refused:
        match.play_all(0, text)
    assert refused.value.message.key == f"rummy.{key}" and one_sentence(str(refused.value))
    assert (match.rows.tobytes(), match.plies) == before


def test_a_card_is_named_once() -> None:
    match = laying("7S 7H 7D KD")
    for text in ("lay 7S 7S 7H", "lay 3C-5C 4C 6C"):
        with pytest.raises(IllegalMove, match="is named twice"):
            match.play_all(0, text)
    with pytest.raises(IllegalMove, match="The card 7S is named twice"):
        match.play(0, "set 7S 7S 7H")


def test_a_very_long_gesture_is_answered_in_one_sentence() -> None:
    match = laying("7S 7H 7D KD")
    for text in ("lay " + "7S " * 500, "lay 7S 7H 7D, " * 300, "lay 3C-9C, " * 6, "discard KD, " * 300):
        assert len(refusal(match, text)) < 200


def test_texts_that_name_the_same_move() -> None:
    for text in ("set 7S 7H 7D", "SET 7d 7♠ 7H", "set 7H,7S,7D", "  set  7D 7H  7S "):
        assert laying("7S 7H 7D KD").play(0, text).text == "set 7S 7D 7H"
    for text in ("add 6S to 1", "ADD 6♠ on 1", "add 6s TO 1"):
        assert laying("6S KD", melds=RUN_3_TO_5).play(0, text).text == "add 6S to 1"
    assert laying("TS 10C 10D KD").play(0, "set ts tc td").text == "set 10S 10C 10D"
    assert laying("JR KD", melds=RUN_3_TO_5).play(0, "add ★R to 1").text == "add JR to 1 high"
    for text in ("swap 7H for 2S in 1", "swap 7♥ FOR 2♠ IN 1"):
        assert to_swap().play(0, text).text == "swap 7H for 2S in 1"
    for text in ("rummy 7S on 1", "Rummy 7S to 1"):
        assert called("7S").play(0, text).text == "rummy 7S on 1"


def test_the_end_is_named_only_where_both_are_possible() -> None:
    assert laying("2S KD", melds=RUN_3_TO_5).play(0, "add 2S to 1").text == "add 2S to 1 high"
    assert laying("2S KD", melds=["0 run QS KS AS"]).play(0, "add 2S to 1").text == "add 2S to 1 low"
    assert laying("2S KD", melds=["0 set AS AC AH"]).play(0, "add 2S to 1").text == "add 2S to 1 set"
    match = laying("2S KD", melds=["0 run 4S 5S 6S"])
    assert str(match.why_not(0, "add 2S to 1")) == refusal(match, "add 2S to 1")
    assert refusal(match, "add 2S to 1") == "Say where 2S goes on meld 1: low or high on a run, set on a set."
    assert called("2S").why_not(0, "rummy 2S on 1") == Message("rummy.which_end", card="2S", number=1)


# --- once wrong ----------------------------------------------------------------------------------


def worlds_answer(match: Match, text: str) -> set[bool]:
    """Whether a gesture is accepted, over many worlds that seat 0 cannot tell apart."""
    answers = set()
    for seed in range(40):
        world = match.imagine(0, seed)
        try:
            world.play_all(0, text)
            answers.add(True)
        except IllegalMove:
            answers.add(False)
    return answers


@pytest.mark.parametrize("text", ["draw, discard 5S", "draw, lay 5S 5C 5H"])
def test_a_gesture_does_not_tell_what_would_be_drawn(text: str) -> None:
    match = position("5C 5H KD", "4C", pile="3H", stock="5S 6D")
    assert len(worlds_answer(match, text)) == 1


def test_a_gesture_does_not_tell_what_will_be_dealt() -> None:
    match = laying("KD", "4C", dealer=0)
    assert len(worlds_answer(match, "discard KD, draw, discard 5S")) == 1


@pytest.mark.parametrize("text", ["lay run 3S JR JB 2S 7S", "lay run 2S JR JB 6S 7S", "lay 3S JR JB 2S 7S"])
def test_a_gesture_may_lay_a_run_with_three_wilds_beside_each_other(text: str) -> None:
    match = laying("3S JR JB 2S 6S 7S KH", initial=[0])
    assert len(gesture(match, text)) == 3 and len(meld(match, 1)["cards"]) == 5


def test_a_gesture_of_several_moves_may_leave_out_an_end_that_the_position_tells() -> None:
    match = laying("3S 4S 5S 2S 9H 9D", "4C 5C")
    assert gesture(match, "lay 3S 4S 5S, add 2S to 1, discard 9H")[1] == "add 2S to 1 high"


def test_a_gesture_may_be_written_in_capitals() -> None:
    assert gesture(laying("6S KD", melds=RUN_3_TO_5), "LAY 6S TO 1") == ["add 6S to 1"]


def test_a_gesture_finds_the_order_of_many_long_melds() -> None:
    clubs, diamonds, hearts = (" ".join(rank + suit for rank in RANKS[:7]) for suit in "CDH")
    match = laying(f"{clubs} {diamonds} {hearts} KS KH KD 10S", "4S", must="KS", pickup_use="first_action")
    assert gesture(match, "lay 3C-9C, 3D-9D, 3H-9H, KS KH KD")[0] == "set KS KD KH"


@pytest.mark.parametrize("text", ["take", "discard", "add", "rummy", "set", "run", "lay", "lay set", "lay 3C-"])
def test_a_word_alone_is_answered_by_a_whole_sentence(text: str) -> None:
    match = laying("7S KD", melds=["0 run 4C 5C 6C"])
    assert one_sentence(refusal(match, text)) and one_sentence(str(match.why_not(0, text)))


def test_where_every_meld_needs_naturals_the_reason_says_so() -> None:
    match = laying("7S 2S 2C KD", melds=RUN_3_TO_5, natural_min="every_meld")
    assert "first lay" not in refusal(match, "lay set 7S 2S 2C")


def test_one_natural_is_not_said_to_be_many() -> None:
    match = play_through(laying("7S 9H 2S 2C 2D 2H KD"), "set 7S 2S 2C")
    assert "1 more natural cards" not in said(match.view(0)["prompt"]) + refusal(match, "discard KD")


def test_the_others_are_told_which_card_may_be_called() -> None:
    match = discarded("KC", ["0 run 4S 5S JB"], pile="8D 7S", rummy_call="prompt", rummy_scope="pile")
    assert legal(match, "rummy") == {"rummy 7S on 1"}
    assert "K♣" not in said(match.view(1)["prompt"])


@pytest.mark.parametrize("text", ["add 2S to 2", "add 2S to 9"])
def test_a_wild_that_fits_nowhere_is_told_the_reason(text: str) -> None:
    """The rulebook's own example, told as a person would."""
    reason = book("2S KD").why_not(1, text)
    assert reason is not None and reason.key.startswith("rummy.why.")


def test_a_natural_is_not_swapped_out() -> None:
    reason = to_swap().why_not(0, "swap 7H for 6H in 1")
    assert str(reason) == "7♥ cannot take the place of 6♥ in meld 1 (6♥ 2♠ 8♥)."


def test_an_empty_pile_offers_no_call() -> None:
    assert legal(position("7H KD", "9C", melds=["0 run 4S 5S 6S"], pile="")) == {"draw"}


# --- positions by hand ---------------------------------------------------------------------------

HANDS: dict[str, Any] = {"hands": ["4S 5S", "6S 7S"]}
POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("position.hands", {}, {}),
    ("position.window", {}, HANDS | {"window": True}),
    ("position.window", {}, HANDS | {"window": True, "pile": "9D", "laying": True}),
    ("position.window", {"rummy_call": "off"}, HANDS | {"window": True, "pile": "9D"}),
    ("position.hands", {}, {"hands": "4S"}),
    ("position.hands", {}, {"hands": ["4S 5S"]}),
    ("position.hands", {}, {"hands": ["4S", "5S", "6S"]}),
    ("position.seat", {}, HANDS | {"turn": 2}),
    ("position.seat", {}, HANDS | {"turn": -1}),
    ("position.seat", {}, HANDS | {"dealer": 2}),
    ("position.seat", {}, HANDS | {"initial": [0, 2]}),
    ("position.card", {}, HANDS | {"pile": "4S"}),
    ("position.card", {}, HANDS | {"stock": "3C 7S"}),
    ("position.card", {}, HANDS | {"melds": ["0 set 4S 4C 4D"]}),
    ("position.card", {}, HANDS | {"melds": ["0 set 3S 3C 3C"]}),
    ("position.card", {}, HANDS | {"melds": ["0 set KS KC 2S", "0 set QS QC 2S"]}),
    ("position.card", {"ranks": 10}, HANDS),
    ("position.card", {"jokers": 1}, HANDS | {"pile": "JB"}),
    ("position.card", {"twos": 3}, HANDS | {"melds": ["0 set KS KC 2H"]}),
    ("position.known", {}, HANDS | {"known": ["6S", ""]}),
    ("position.known", {}, HANDS | {"known": ["4S"]}),
    ("position.known", {}, HANDS | {"known": ["4S", "", ""]}),
    ("position.empty", {}, {"hands": ["4S", ""]}),
    ("position.empty", {}, {"hands": ["", "4S"]}),
    ("position.numbers", {}, HANDS | {"points": [1]}),
    ("position.numbers", {}, HANDS | {"points": [1, 2, 3]}),
    ("position.numbers", {}, HANDS | {"points": []}),
    ("position.numbers", {}, HANDS | {"finished": 50}),
    ("position.numbers", {}, HANDS | {"finished": -1}),
    ("position.numbers", {"hands": 2}, HANDS | {"finished": 2}),
    ("position.numbers", {}, HANDS | {"hand_turns": 500}),
    ("position.numbers", {"turn_limit": 9}, HANDS | {"hand_turns": 9}),
    ("position.numbers", {}, HANDS | {"hand_turns": -1}),
    ("position.must", {}, HANDS | {"must": "4S"}),
    ("position.must", {}, HANDS | {"must": "6S", "laying": True}),
    ("position.must", {}, HANDS | {"must": "3C", "laying": True}),
    ("position.no_use", {}, HANDS | {"must": "4S", "laying": True}),
    ("position.ended", {}, HANDS | {"stock": "", "pile": "3C"}),
    ("position.ended", {"stock_empty": "end"}, {"hands": ["7S 7C", "3C"], "stock": "", "pile": "7D"}),
    ("position.ended", {"stock_empty": "reshuffle"}, HANDS | {"stock": "", "pile": "3C"}),
    ("position.meld", {}, HANDS | {"melds": ["run 3S 4S 5S"]}),
    ("position.meld", {}, HANDS | {"melds": ["2 run 3C 4C 5C"]}),
    ("position.meld", {}, HANDS | {"melds": ["0 sequence 3C 4C 5C"]}),
    ("position.meld", {}, HANDS | {"melds": ["0 run 3C 4C"]}),
    ("position.meld", {}, HANDS | {"melds": "0 run 3C 4C 5C"}),
    ("no_run", {}, HANDS | {"melds": ["0 run 3C 4C 5C 7C"]}),
    ("beyond", {}, HANDS | {"melds": ["0 run QC KC AC 2S"]}),
    ("position.meld", {}, HANDS | {"melds": ["0 run 2S 2C 2D"]}),
    ("position.meld", {"ranks": 10}, {"hands": ["KS", "QS"], "melds": ["0 run 2S 5C 6C"]}),
    ("position.meld", {}, HANDS | {"melds": ["0 set 9S 9C 9D 9H 2S"]}),
    ("no_set", {}, HANDS | {"melds": ["0 set 9S 9C 9D 8H"]}),
    ("position.meld", {}, HANDS | {"melds": ["0 set 2S 2C 2D 2H 9S"]}),
    ("no_card", {}, {"hands": ["x", "4S"]}),
    ("no_card", {}, HANDS | {"pile": "12S"}),
    ("no_card", {}, HANDS | {"must": "x", "laying": True}),
    ("no_card", {}, HANDS | {"melds": ["0 run 3C 4C 5C**"]}),
    ("no_range", {}, HANDS | {"stock": "9C-3C"}),
    ("no_set", {}, HANDS | {"melds": ["0 set 9S 8C 9D"]}),
    ("no_run", {}, HANDS | {"melds": ["0 run 3C 5C 4C"]}),
    ("beyond", {}, HANDS | {"melds": ["0 run 2S 3C 4C"]}),
]  # fmt: skip


@pytest.mark.parametrize("key, options, given", POSITIONS)
def test_impossible_positions_are_refused(key: str, options: dict[str, Any], given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(2, options, **given)
    assert refused.value.message.key == f"rummy.{key}" and one_sentence(str(refused.value))


def test_no_refusal_of_a_position_is_forgotten() -> None:
    assert {f"rummy.{key}" for key, _, _ in POSITIONS if key.startswith("position.")} == catalogue("rummy.position.")


@pytest.mark.parametrize(
    "given", [{"hands": [["4S"], "5S"]}, {"pile": None}, {"points": ["a", 1]}, {"points": [10**20, 0]}, {"nothing": 1}]
)
def test_positions_that_cannot_be_read_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match=r"cannot be read|is not laid out by nothing"):
        GAME.position(2, {}, **HANDS | given)


def test_a_card_named_twice_in_a_hand_is_refused() -> None:
    with pytest.raises(BadPosition, match="The card 4S is named twice"):
        GAME.position(2, hands=["4S 4S", "5S"])


def test_a_position_by_hand() -> None:
    """What is not told is in the stock; who started a meld has made the initial lay."""
    match = position("4S 5S-7S", "9S", melds=["1 run QC 2S AC*", "1 set JR JB 2C 2D*"], pile="3C")
    assert hands(match) == ["4S 5S 6S 7S", "9S"] and on_table(match) == [10 + 25, 20 + 75]
    assert stock(match) == set(DECK) - hand(match, 0) - hand(match, 1) - set("QC 2S AC JR JB 2C 2D 3C".split())
    assert [seat["initial_lay"] for seat in match.view(None)["seats"]] == [False, True]
    assert match.view(None)["dealer"] == 1 and match.acting == (0,)
    match = position("4S", "9S", turn=1, dealer=1, pile="3C", stock="5H 6H", finished=3, initial=[0], points=[7, -8])
    assert match.acting == (1,) and match.view(None)["dealer"] == 1 and match.deal_no == 3 and match.points == [7, -8]
    assert stock(match) == {"5H", "6H"} and [s["initial_lay"] for s in match.view(None)["seats"]] == [True, False]
    assert position("4S", "9S", stock="5H", pile="").view(None)["stock"] == 1


def test_a_position_is_recorded_and_replayed() -> None:
    match = position("7H 7D KD", "4C 5C", pile="7S QH", melds=BOOK[:2], wild_swap="owner", points=[30, 40])
    match.play_all(0, "take 7S, lay 7S 7H 7D, discard KD")
    again = cardshed.replay(match.record())
    assert again.rows.tobytes() == match.rows.tobytes() and again.options == match.options


# --- house rules ---------------------------------------------------------------------------------

VALUES: list[tuple[str, str | int]] = []
for option in GAME.options:
    ends = option.values if isinstance(option, Choice) else (option.low, option.default, option.high)
    VALUES += [(option.name, value) for value in ends]


@pytest.mark.parametrize("name, value", VALUES)
def test_every_value_of_every_option_can_be_played(name: str, value: str | int) -> None:
    few = {"cards": 1} if name in ("ranks", "twos", "jokers") else {}
    match = dealt(11, **{"hands": 1, "turn_limit": 6} | few | {name: value})
    assert match.options[name] == value
    dice = random.Random(f"{name} {value}")
    for _ in range(counted(quick=60, proof=600, plain=20)):
        if match.over:
            assert match.payoff is not None and sum(match.payoff) == 1
            break
        match.play(match.acting[0], dice.choice(match.legal(match.acting[0])))
    again = cardshed.replay(match.record())
    assert again.options == match.options and again.rows.tobytes() == match.rows.tobytes()


def test_the_house_rules_are_observed() -> None:
    match = dealt(rummy_call="off", natural_min="every_meld", goal=77, wild_in_hand=3)
    numbers = observed(match, 0)
    assert numbers["house_rules"] == [0, 1, 0] + [1, 0, 0] + [1, 0] + [0, 1] + [1, 0, 0] + [0, 0] + [1, 0] + [1, 0]
    # Numbers mean what they meant when the first action was the default; what came later is not among them.
    assert observed(dealt(pickup_use="first_action", rummy_melds="own"), 0)["house_rules"][8:10] == [1, 0]
    assert numbers["numbers"] == [7, 2, 77, 500, 12, 4, 2, 5, 10, 10, 15, 25, 15, 3]
    assert numbers["hands_left"] == [50] and sum(numbers["hand"]) == 7 and numbers["stock_left"] == [39]


def test_the_whole_table_is_observed() -> None:
    match = laying(
        "6S 8H 8D 2S", "9S KD QD",
        melds=["0 run 3S 4S 5S", "1 set 7C 7D 7H", "1 set 2C 2D JB", "0 run 9H 10H 2H*"], pile="KS 5C", must="6S",
        known=["6S 8H", "KD"], dealer=0, points=[120, -35], finished=3, hand_turns=9, goal=300, wild_swap="anyone",
        wild_on_opponent="with_natural",
    )  # fmt: skip
    told = observed(match, 0)
    laid, ends = told["laid"], told["run_ends"]
    assert {
        name: seen_cards(told[name])
        for name in (
            "hand",
            "opponent_has",
            "own_known",
            "pile",
            "fits",
            "owing_meld",
            "licence",
            "stock_known",
            "must",
        )
    } == {
        "hand": {"6S", "8H", "8D", "2S"},
        "opponent_has": {"KD"},
        "own_known": {"6S", "8H"},
        "pile": {"KS", "5C"},
        "fits": {"6S", "7S", "7C", "7D", "7H", "8H", "QH"},
        "owing_meld": set(),
        "licence": set(),
        "stock_known": set(),
        "must": {"6S"},
    }
    assert [told["pile_depth"][DECK.index(card)] for card in ("KS", "5C")] == [2, 1] and sum(told["pile_depth"]) == 3
    assert seen_cards(laid[:54]) == {"3S", "4S", "5S", "9H", "10H"}
    assert seen_cards(laid[54:]) == {"7C", "7D", "7H", "2C", "2D", "JB", "2H"}
    assert [seen_cards(ends[k : k + 54]) for k in range(0, 216, 54)] == [{"6S", "QH"}, {"8H"}, set(), set()]
    assert told["open_sets"] == [0] * 13 + [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    stand = [told["wilds_stand"][k : k + 13] for k in range(0, 78, 13)]
    assert [x.index(1) if any(x) else None for x in stand] == [None, 12, 12, 8, None, 12]
    assert {
        name: told[name] for name in list(told)[list(told).index("stock_left") :] if name not in ("stock_known", "must")
    } == {
        "stock_left": [33],
        "cards_left": [4, 3],
        "phase": [0, 0, 1, 0],
        "turn": [1, 0],
        "dealer": [1, 0],
        "window": [0],
        "initial": [1, 1],
        "due": [0],
        "score": [120, -35],
        "gained": [30, 100],
        "hands_left": [47],
        "hand_turns": [9],
        "house_rules": [1, 0, 0] + [0, 0, 1] + [0, 1] + [0, 1] + [1, 0, 0] + [1, 0] + [1, 0] + [1, 0],
        "numbers": [7, 2, 300, 500, 12, 4, 2, 5, 10, 10, 15, 25, 15, 25],
    }
    other = observed(match, 1)
    assert (other["turn"], other["dealer"], other["cards_left"]) == ([0, 1], [0, 1], [3, 4])
    assert (other["score"], other["gained"]) == ([-35, 120], [100, 30])
    assert [seen_cards(other["run_ends"][k : k + 54]) for k in range(0, 216, 54)] == [
        set(),
        set(),
        {"6S", "QH"},
        {"8H"},
    ]


def test_what_is_owed_on_a_meld_is_observed() -> None:
    given: dict[str, Any] = {"melds": ["1 run 4S 5S 6S", "0 set 7C 7D 7H"], "wild_on_opponent": "with_natural"}
    match = laying("3S 7S 2S KD 9C", **given)
    match.play(0, "add 7S to 1")
    told = observed(match, 0)
    assert seen_cards(told["licence"]) == {"4S", "5S", "6S", "7S"} and not seen_cards(told["owing_meld"])
    match = laying("3S 7S 2S KD 9C", **given)
    match.play(0, "add 2S to 1 high")
    told = observed(match, 0)
    assert seen_cards(told["owing_meld"]) == {"4S", "5S", "6S", "2S"} and told["due"] == [1]
    assert observed(position("3S", "KD", pile="5C", window=True), 0)["window"] == [1]


HELD = "6S 8H 8S 2S KD QD"
OWN_RUN = {"in_run": 1, "own_meld": 1}
# What comes beside a move's kind: its cards, those left in the hand, the numbers that are not 0.
ENCODED: list[tuple[dict[str, Any], str, str, str, dict[str, int]]] = [
    ({}, "draw", "", HELD, {}),
    ({}, "take 8D", "8D 7S", f"{HELD} 8D 7S", {"taken": 2}),
    ({"window": True}, "rummy 7S to 2", "7S", HELD, {"points": 5, "place": 4, "rank": 4}),
    ({"laying": True}, "set 8S 8H 2S", "8S 8H 2S", "6S KD QD", {"points": 15, "place": 5}),
    ({"laying": True}, "run 6S 2S 8S", "6S 2S 8S", "8H KD QD", {"points": 15, "place": 3, "in_run": 1}),
    ({"laying": True}, "add QD to 1", "QD", "6S 8H 8S 2S KD", {"points": 10, "place": 6, "rank": 9, **OWN_RUN}),
    ({"laying": True}, "add 2S to 1 high", "2S", "6S 8H 8S KD QD", {"points": 10, "place": 6, "rank": 9, **OWN_RUN}),
    ({"laying": True}, "add 2S to 1 low", "2S", "6S 8H 8S KD QD", {"points": 5, "place": 6, "rank": 5, **OWN_RUN}),
    ({"laying": True}, "swap KD for 2C in 3", "KD", "6S 8H 8S 2S 2C QD", {"points": 10, "place": 10, "rank": 10}),
    ({"laying": True}, "discard QD", "QD", "6S 8H 8S 2S KD", {}),
    ({"stock": ""}, "end", "", HELD, {}),
    ({"window": True, "rummy_call": "prompt"}, "no", "", HELD, {}),
]
KINDS = ["draw", "take", "rummy", "set", "run", "add", "swap", "discard", "end", "no"]


@pytest.mark.parametrize("given, text, moved, left, numbers", ENCODED)
def test_a_move_is_encoded_as_what_it_does(
    given: dict[str, Any], text: str, moved: str, left: str, numbers: dict[str, int]
) -> None:
    lying = ["0 run 9D 10D JD", "1 set 7C 7D 7H", "1 set KC KH 2C"]
    match = position(HELD, "3D 4D", melds=lying, pile="8D 7S", wild_swap="anyone", **given)
    out = np.full(sum(length for _, length in GAME.encoding), -1, np.float32)
    assert calls.encode(match.rows, 0, match.find(0, text).code, out) == len(out)
    told = {name: [int(x) for x in out[where]] for name, where in piece_names(GAME.encoding).items()}
    assert told["kind"] == [int(text.split()[0] == kind) for kind in KINDS]
    assert [seen_cards(told[name]) for name in ("cards", "left_in_hand")] == [set(moved.split()), set(left.split())]
    assert seen_cards(told["freed"]) == ({"2C"} if "swap" in text else set())
    for name in ("points", "taken", "in_run", "own_meld"):
        assert told[name] == [numbers.get(name, 0)], name
    for name in ("place", "rank"):
        assert told[name] == [int(k == numbers.get(name, -1)) for k in range(13)], name


def favourite(match: Match) -> str:
    seat = match.acting[0]
    return max(match.legal(seat), key=lambda move: int(calls.judge(match.rows, seat, move.code))).text


def test_the_quick_opinion_calls_and_lays_what_brings_points() -> None:
    assert favourite(position("KC KD", "9D", melds=BOOK, pile="6S", window=True)).startswith("rummy 6S")
    assert favourite(laying("3S 4S 5S KD")) == "run 3S 4S 5S"
    assert favourite(laying("6S KD 9C", melds=RUN_3_TO_5)) == "add 6S to 1"
    many = "8S 8H 2S KD QC 10C 3D 5H"
    assert favourite(laying(many, "9S JS KC 4H")).startswith("discard")  # no wild in a new meld yet
    assert "2S" in favourite(laying(many, "9S JS KC"))


def test_the_quick_opinion_takes_what_makes_melds_and_throws_what_finds_no_partners() -> None:
    assert favourite(position("7S 7H KD 4C 10H", "3D 9D JS KS AC", pile="7C")) == "take 7C"
    assert favourite(position("7S 7H KD 4C 10H", "3D 9D JS KS AC", pile="7C 3S 5D QH 9S")) == "take 7C"
    assert favourite(position("7S 7H KD 4C 10H", "3D 9D", pile="7C 3S 5D QH 9S")) == "draw"  # soon all is counted
    assert favourite(laying("4C 4D KS")) == "discard KS"
    assert favourite(laying("4C KS 2S")) == "discard 4C"


# --- nothing is left unsaid ----------------------------------------------------------------------

# Keys that tests above say in other ways: cards, notes, house rules that do not go together.
SAID = {"joker.JR", "joker.JB", "meld", "meld.of", "pile", "pile.empty", "known", "on_table", "deck_too_small"}
SAID |= {"hand_over", "hand_over.nobody", "points", "points_left"}


def test_every_sentence_of_the_game_is_reached_by_a_test() -> None:
    reached = SAID | {f"label.{key}" for key, _, _, _ in LABELS} | {f"prompt.{key}" for key, _, _, _ in PROMPTS}
    reached |= {key for key, _ in FORMS + GESTURES} | {key for key, _, _ in POSITIONS}
    reached |= {f"why.{key}" for key, _, _ in REASONS}
    reached |= {key.removeprefix("rummy.") for key in catalogue("rummy.option.")}  # below
    assert reached == {key.removeprefix("rummy.") for key in catalogue("rummy.")}


def test_every_option_says_what_it_means() -> None:
    told = set()
    for option in GAME.describe_options():
        for message in [option["meaning"], *option.get("values", {}).values()]:
            told.add(message["key"])
            assert Message.read(message).say()
    assert told == catalogue("rummy.option.")


# --- the rules for people ------------------------------------------------------------------------


def test_the_texts_of_moves_in_the_rules_are_read() -> None:
    part = GAME.rules.split("## How moves are written")[1].split("## House rules")[0]
    moves, gestures = part.split("| gesture | meaning |")
    told = [row[0].strip("`") for row in table_rows(moves)[2:]]
    assert len(told) == 12 and {text.split()[0] for text in told} == set(notation.WORDS)
    for text in told:
        assert notation.text(notation.read(text)) == text
    told = [row[0].strip("`") for row in table_rows(gestures)[1:]]
    assert len(told) == 6 and all(ways_of(text) for text in told)


def test_the_points_in_the_rules() -> None:
    part = GAME.rules.split("## The end of a hand")[1].split("## The end of the match")[0]
    told = {row[0]: row[1:] for row in table_rows(part)[2:]}
    assert told == {
        "3 to 9": ["5", "-5"],
        "10, J, Q, K": ["10", "-10"],
        "ace in a set": ["15", "-15"],
        "ace in a run": ["10", "-15"],
        "wild in the place of a card": ["as much as that card", "-25"],
        "wild in a set of wilds": ["25", "-25"],
    }


def test_the_hand_told_in_the_rules() -> None:
    whole = [
        position("7S 7D 2S 2D KH 4C", "3S 4S 5S 6D QD AH", pile="7H", stock="7C 6S", seed=seed) for seed in range(9)
    ]
    for match in whole:
        gesture(match, "take 7H, lay 7S 7D 7H, discard KH")
        match.play(1, "draw")
    match = next(match for match in whole if "7C" in hand(match, 1))
    gesture(match, "lay 3S-5S, discard 7C")
    play_through(match, "rummy 7C on 1", "draw", "add 6S to 2", "set 4C 2S 2D")
    assert match.deal_no == 1 and went_out(match) == 0 and last_hand(match) == [40, -15]


def test_the_other_examples_in_the_rules() -> None:
    match = laying("7S 9H 2S 2C 2D 2H KD")
    assert gesture(match, "lay set 7S 2S 2C, set 9H 2D 2H") == ["set 7S 2S 2C", "set 9H 2D 2H"]
    match = position("7H 7D 9S 10S", "4C", pile="8S 3H 7S KH")
    assert legal(match) == {"draw", "take 7S", "take 8S"}
    play_through(match, "take 8S", "run 8S 9S 10S")
    assert {"set 7S 7D 7H", "add 7S to 1"} <= steps(match)
    for text in ("lay set 9C 2S JR", "lay run 9C 2S JR", "lay run 2S 9C JR", "lay run 2S JR 9C"):
        assert gesture(laying("9C 2S JR KD", initial=[0]), text)
