"""A test for each ruling on Parcels, named after it, hands and plays written as text."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import IllegalMove, Match
from cardshed.engine import calls
from cardshed.engine.errors import BadOption, BadPlayers, BadPosition
from cardshed.engine.matches.game import piece_names
from cardshed.engine.messages import Message
from cardshed.games.parcels import table

GAME = cardshed.game("parcels")
HARD: dict[str, Any] = {"pass": "hard"}
COPIES = {1: 13, 2: 12, 3: 11, 4: 10, 5: 10, 6: 9, 7: 8, 8: 7}


def position(
    *hands: str,
    storage: str = "",
    meld: str = "",
    by: int | None = None,
    deck: str | None = None,
    done: int = 0,
    seed: int = 0,
    **more: Any,
) -> Match:
    """Hands by seat; `done` are the rounds finished, an option goes by its name.

    `deck` names the cards that are left in it; the deck of the whole round is then just those that are named at all.
    """
    known = {option.name for option in GAME.options}
    options = {name: value for name, value in more.items() if name in known}
    setup = {name: value for name, value in more.items() if name not in known}
    if deck is not None:
        named = Counter(" ".join([*hands, storage, meld, setup.get("discards", ""), deck]).split())
        copies = {f"copies_{v}": named[str(v)] for v in COPIES}
        options = {"rounds": 1, f"cards_{len(hands)}": 1} | copies | options
    laid = {"hands": list(hands), "storage": storage, "meld": meld, "by": by, "rounds": done}
    return GAME.position(len(hands), options, seed, **laid, **setup)


def legal(match: Match) -> set[str]:
    return {move.text for move in match.legal(match.acting[0])}


def plays(match: Match) -> set[str]:
    return {move.text for move in match.legal(match.acting[0]) if move.kind != "pass"}


def legal_pass(match: Match) -> str:
    return next(move.text for move in match.legal(match.acting[0]) if move.kind == "pass")


def leads(hand: str, storage: str, **options: Any) -> set[str]:
    return legal(position(hand, "1", "1", storage=storage, **options))


def answers(hand: str, meld: str, storage: str, **options: Any) -> set[str]:
    """The plays of seat 0, passes left out, on a meld of the seat before it."""
    return plays(position(hand, "1", "1", storage=storage, meld=meld, by=2, **options))


def dealt(players: int = 4, seed: int = 0, **options: Any) -> Match:
    return GAME.match(players, seed, options)


def play_through(match: Match, *moves: str) -> None:
    """Each move by the seat whose turn it is."""
    for text in moves:
        match.play(match.acting[0], text)


def zone(match: Match, name: str, seat: int | None = None, viewer: int | None = None) -> str:
    """The cards of an open zone, low to high."""
    found = [z for z in match.view(viewer)["zones"] if z["id"] == name and z["seat"] == seat]
    assert len(found) == 1
    return " ".join(card["face"] for card in found[0]["cards"])


def storage(match: Match) -> str:
    return zone(match, "storage")


def hands(match: Match) -> list[str]:
    return [" ".join(str(v) for v in table.values(match.row.hands[p])) for p in range(match.players)]


def cards_left(match: Match) -> list[int]:
    return [seat["cards"] for seat in match.view(None)["seats"]]


def places(match: Match) -> list[int]:
    """The seats, from the first place of the last round to the last."""
    found: list[int] = match.view(None)["last_deal"]["places"]
    return found


def taken(match: Match) -> list[tuple[int, int]]:
    """Who took which value after the last round, in the order of taking."""
    return [(step["seat"], step["value"]) for step in match.view(None)["last_deal"]["taken"]]


def scored(players: int, storage: str, **options: Any) -> list[int]:
    """The values taken from this storage, from the last place to the second; 0 for nothing.

    Seat 0 goes out and seat k has k cards left, so that the places are the seats.
    """
    match = position("7", *("1 " * k for k in range(1, players)), storage=storage, **options)
    match.play(0, "7")
    assert places(match) == list(range(players))
    assert [seat for seat, _ in taken(match)] == list(range(players - 1, 0, -1))
    values = [value for _, value in taken(match)]
    assert match.points == [0, *(-value for value in reversed(values))]
    return values


# --- rulings common to all games -----------------------------------------------------------------


def test_x_1_a_leader_may_not_pass() -> None:
    match = position("4 5", "6", "7", storage="3 3")
    assert legal(match) == {"4", "5"}
    for text in ("pass", "take 3", "take 3 give 4"):
        with pytest.raises(IllegalMove, match="leads a trick must play"):
            match.play(0, text)


def test_x_3_play_goes_clockwise() -> None:
    match = position("4 5", "6 7", "1 2", "2 3", storage="3 5", turn=2)
    play_through(match, "1", "2")
    assert match.acting == (0,)
    match.play(0, "take 3")
    assert match.acting == (1,)


def test_x_4_the_first_start_comes_from_the_seed() -> None:
    assert {dealt(seed=seed).acting for seed in range(40)} == {(0,), (1,), (2,), (3,)}
    assert dealt(seed=5).acting == dealt(seed=5).acting
    starts = [dealt(seed=seed).acting[0] for seed in range(10)]
    assert starts == [2, 0, 1, 1, 3, 0, 2, 3, 1, 3], "the same for ever, or records replay no more"


def test_x_5_to_beat_is_strict() -> None:
    assert answers("4 5 6", "5", "1") == {"6"}
    assert answers("4 4 5 5", "4 4", "1 1") == {"5 5"}
    assert answers("2 3 4", "2 3", "5 6") == {"3 4"}


def test_x_6_no_place_is_ever_shared() -> None:
    """All that could be equal is: hands, points and rounds won. The place in the last round still decides."""
    same: dict[str, Any] = {"storage": "", "meld": "8", "by": 2, "turn": 0, "turn_limit": 1, "rounds": 4, "done": 3}
    match = position("3 4", "3 4", "3 4", won=[1, 1, 1], piles=["5 5", "5 5", "5 5"], **same)
    match.play(0, "pass")
    assert match.over and match.points == [-10, -10, -10]
    assert places(match) == [1, 2, 0]
    # Seat 1 won this last round too, so it is ahead by rounds; the other two are told apart by the place alone.
    assert match.payoff == [0.0, 1.0, 0.5]


def test_x_7_counts_storage_passes_and_scores_are_open_hands_are_not() -> None:
    more: dict[str, Any] = {"locked": [1], "passes": 1, "piles": ["8", "", "5"], "won": [0, 1, 0], "done": 1, **HARD}
    match = position("4 5", "6 7 7", "8", storage="2 2 3", meld="1 2", by=0, turn=2, discards="1 1 5", **more)
    seen = match.view(None)
    assert cards_left(match) == [2, 3, 1]
    assert [seat["locked"] for seat in seen["seats"]] == [False, True, False]
    assert [seat["points"] for seat in seen["seats"]] == [8, 0, 5]
    assert [seat["rounds_won"] for seat in seen["seats"]] == [0, 1, 0]
    assert storage(match) == "2 2 3" and zone(match, "discards") == "1 1 5" and zone(match, "trick", 0) == "1 2"
    assert [zone(match, "score", p) for p in range(3)] == ["8", "", "5"]
    assert seen["passes"] == 1 and seen["deck"] == 80 - 2 - 6 - 3 - 2 - 3
    assert {z["id"] for z in seen["zones"]} == {"trick", "storage", "discards", "known", "score"}
    assert [z["seat"] for z in match.view(1)["zones"] if z["id"] == "hand"] == [1]
    assert zone(match, "hand", 1, viewer=1) == "6 7 7"
    everything = Counter(c["face"] for z in match.reveal()["zones"] if z["id"] != "known" for c in z["cards"])
    assert everything == {str(v): n for v, n in COPIES.items()}


def test_x_9_a_player_who_is_late_takes_the_smallest_stack_or_leads_the_lowest_single() -> None:
    def late(hand: str, storage: str, meld: str = "6") -> str:
        match = position(hand, "1", "1", storage=storage, meld=meld, by=2 if meld else None)
        return match.timeout_move(0).text

    assert late("7 8", "4 4 7 7 7 8 8") == "take 4"
    assert late("7 8", "4 4 7") == "take 7"
    assert late("7 8", "5 3") == "take 3"
    assert late("7 8", "") == "pass"
    assert late("3 2 5 5", "1 1 6 7", meld="") == "2"


@pytest.mark.parametrize("limit", [500, 12, 1])
def test_x_10_a_round_is_stopped_after_so_many_turns(limit: int) -> None:
    match = position(
        "4 5", "6", "7", storage="3", meld="8", by=2, round_turns=limit - 1, turn_limit=limit, rounds=1, deck="1"
    )
    match.play(0, "take 3")
    assert match.over and places(match) == [2, 1, 0]
    if limit > 1:
        match = position("4 5", "6", "7", storage="3", meld="8", by=2, round_turns=limit - 2, turn_limit=limit)
        match.play(0, "take 3")
        assert match.deal_no == 0


def test_x_10_turns_are_counted_anew_in_every_round() -> None:
    match = dealt(3, turn_limit=2, rounds=2, cards_3=5)
    for turns in (1, 2, 3, 4):
        match.play(match.acting[0], match.timeout_move(match.acting[0]))
        assert match.deal_no == turns // 2
    assert match.over


def test_x_10_a_round_that_was_stopped_is_told_as_such() -> None:
    more: dict[str, Any] = {"storage": "3", "meld": "6", "by": 2, "round_turns": 4, "turn_limit": 5}
    match = position("4 7", "6", "7 7 7", **more)
    match.play(0, "take 3")
    last = match.view(None)["last_deal"]
    told = "Round 1 was stopped after 5 turns; the places: Seat 1, Seat 2, Seat 0."
    assert last["stopped"] is True and str(Message.read(last["sentence"])) == told
    # Who plays the last card with the last turn wins as always, and a later round forgets that one was stopped.
    match = position("7", "6", "7 7 7", **more)
    match.play(0, "7")
    last = match.view(None)["last_deal"]
    assert last["stopped"] is False and str(Message.read(last["sentence"])).startswith("Round 1 is won by Seat 0;")
    match = dealt(3, seed=1, turn_limit=1, rounds=2, cards_3=2)
    match.play(match.acting[0], match.timeout_move(match.acting[0]))
    assert match.view(None)["last_deal"]["stopped"] is True and match.deal_no == 1
    assert dealt(3, turn_limit=1).view(None)["last_deal"] is None


def test_x_11_the_order_for_the_win_is_used_for_every_place() -> None:
    more: dict[str, Any] = {"rounds": 4, "done": 3, "storage": ""}
    # Seats 1, 2 and 3 have 8 points each; seat 3 has won more rounds, seat 2 is better in the last one than seat 1.
    match = position("7", "1 1", "1", "1 1 1", piles=["2", "8", "8", "8"], won=[0, 1, 1, 1], **more)
    match.play(0, "7")
    assert match.over and match.points == [-2, -8, -8, -8]
    assert match.payoff == pytest.approx([1, 1 / 3, 2 / 3, 0])
    match = position("7", "1 1", "1", "1 1 1", piles=["2", "8", "8", "8"], won=[0, 0, 1, 2], **more)
    match.play(0, "7")
    assert match.payoff == pytest.approx([1, 0, 1 / 3, 2 / 3])


def test_x_12_a_pass_is_always_a_move_even_if_nothing_else_can_be_played() -> None:
    match = position("4 5", "6 7", "1", storage="2", meld="8", by=2)
    assert match.acting == (0,) and legal(match) == {"take 2", "take 2 give 4", "take 2 give 5"}
    match.play(0, "take 2")
    assert match.acting == (1,)
    match = position("4 5", "6 7", "1", storage="", meld="8", by=2)
    assert match.acting == (0,) and legal(match) == {"pass"}


def test_x_13_a_late_players_move_is_always_legal_and_gives_nothing() -> None:
    for players in (3, 5):
        match = dealt(players, seed=players, rounds=2, cards_3=3, cards_5=3)
        while not match.over:
            move = match.play(match.acting[0], match.timeout_move(match.acting[0]))
            assert "give" not in move.text


# --- rulings on Parcels: what is played ----------------------------------------------------------


@pytest.mark.parametrize("players, each, stored", [(3, 9, 3), (4, 9, 4), (5, 8, 4)])
def test_parcels_1_three_to_five_players_and_what_is_dealt(players: int, each: int, stored: int) -> None:
    match = dealt(players)
    assert cards_left(match) == [each] * players
    assert len(storage(match).split()) == stored
    assert match.view(None)["deck"] == 80 - players * each - stored == {3: 50, 4: 40, 5: 36}[players]
    everything = Counter(int(c["face"]) for z in match.reveal()["zones"] for c in z["cards"])
    assert everything == COPIES and sum(v * n for v, n in COPIES.items()) == 326


@pytest.mark.parametrize("players", [2, 6])
def test_parcels_1_not_two_nor_six_players(players: int) -> None:
    with pytest.raises(BadPlayers):
        dealt(players)


@pytest.mark.parametrize("value", range(1, 9))
@pytest.mark.parametrize("copies", [0, 6, 15])
def test_parcels_1_other_decks(value: int, copies: int) -> None:
    match = dealt(3, **{f"copies_{value}": copies})
    everything = Counter(int(c["face"]) for z in match.reveal()["zones"] for c in z["cards"])
    assert everything == {v: n for v, n in (COPIES | {value: copies}).items() if n}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("each, stored", [(1, 0), (5, 7), (11, 12)])
def test_parcels_1_other_deals(players: int, each: int, stored: int) -> None:
    match = dealt(players, **{f"cards_{players}": each, f"storage_{players}": stored})
    assert cards_left(match) == [each] * players and len(storage(match).split()) == stored
    other = 3 if players == 4 else 4  # what is said for another number of players has no effect
    match = dealt(players, **{f"cards_{other}": each, f"storage_{other}": stored})
    assert cards_left(match) == cards_left(dealt(players)) and storage(match) == storage(dealt(players))


def test_parcels_1_the_deck_must_be_large_enough() -> None:
    assert cards_left(dealt(3, cards_3=20)) == [20] * 3
    few = {f"copies_{v}": 3 for v in COPIES}  # 24 cards
    # In each of the first two rounds as many as two cards go to score piles, and the third still needs its hands.
    assert cards_left(dealt(3, cards_3=6, **few)) == [6] * 3
    for options in ({"cards_3": 7}, {"cards_3": 6, "rounds": 5}, {"cards_3": 9, "score_cards_return": "yes"}):
        with pytest.raises(BadOption, match="deal fewer cards or take more copies"):
            dealt(3, **few | options)
    match = dealt(3, cards_3=8, rounds=5, score_cards_return="yes", **few)
    assert cards_left(match) == [8] * 3 and storage(match) == "" and match.view(None)["deck"] == 0


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_parcels_2_the_next_seat_starts_the_next_round(starter: int) -> None:
    assert {dealt(3, seed=seed).acting for seed in range(30)} == {(0,), (1,), (2,)}
    match = position("5", "1 1", "1 1", storage="2", starter=starter)
    match.play(0, "5")
    assert match.deal_no == 1 and match.acting == ((starter + 1) % 3,)
    assert cards_left(match) == [9] * 3 and len(storage(match).split()) == 3 and match.view(None)["trick"] is None


@pytest.mark.parametrize("rule, beats", [("yes", True), ("no", False)])
def test_parcels_3_more_cards_beat_a_single_or_not(rule: str, beats: bool) -> None:
    more: dict[str, Any] = {"multi_beats_single": rule}
    assert ("1 1" in answers("1 1", "8", "2 2", **more)) == beats
    assert ("1 2" in answers("1 2", "8", "4 5", **more)) == beats
    # More cards beat fewer whatever they are worth, and there need not be just one more.
    assert ("1 1 1 1 1" in answers("1 1 1 1 1", "8", "2 2 2 2 2", **more)) == beats
    assert answers("1 1 1 1 1", "8 8", "2 2 2 2 2", **more) == {"1 1 1", "1 1 1 1", "1 1 1 1 1"}
    assert answers("8 8", "1 2 3", "2 2 2", **more) == set()
    match = position("1 1", "1", "1", storage="2 2", meld="4", by=2, **more)
    assert ("or two and more cards" in str(table.prompt(match.row, 0))) == beats


def test_parcels_4_the_same_number_and_the_same_total_do_not_beat() -> None:
    lying = "1 1 1 6 7 8"
    assert "4 4 4" not in answers("4 4 4", "3 4 5", lying)
    assert "3 4 5" not in answers("3 4 5", "4 4 4", lying)
    assert "4 4 4" in answers("4 4 4", "2 3 4", lying) and "5 5 5" in answers("5 5 5", "3 4 5", lying)
    assert not {2 * v for v in range(1, 9)} & {2 * v + 1 for v in range(1, 8)}  # a pair and a run of two never tie


def test_parcels_5_storage_says_shape_and_size_not_values() -> None:
    match = position("1 1 1 3 4 5 8 8", "1", "1", storage="2 2 6 7")
    assert legal(match) == {"1", "3", "4", "5", "8", "1 1", "8 8", "3 4", "4 5"}
    match.play(0, "8 8")
    assert hands(match)[0] == "1 1 1 3 4 5" and storage(match) == "2 2 6 7"  # cards come from the hand
    assert leads("1 3", "2 2 3 4") == {"1", "3"}  # a card in storage completes nothing


@pytest.mark.parametrize(
    "lying, sets, runs",
    [
        ("", 1, 1),
        ("5", 1, 1),
        ("1 3 5 7", 1, 1),
        ("5 5", 2, 1),
        ("3 3 4", 2, 2),
        ("1 2 3 5 6 7 8", 1, 4),
        ("2 2 2 3 3 8", 3, 2),
        ("1 8", 1, 1),
        ("1 2 3 4 5 6 7 8", 1, 8),
        ("8 8 8 8 8 8", 6, 1),
    ],
)
def test_parcels_5_the_largest_stack_and_the_longest_row(lying: str, sets: int, runs: int) -> None:
    assert position("5", "6", "7", storage=lying).view(None)["allowed"]["params"] == {"set": sets, "run": runs}
    assert max(len(m.split()) for m in leads("1 2 3 4 5 6 7 8", lying)) == runs
    assert max(len(m.split()) for m in leads("2 " * 9, lying)) == sets


def test_parcels_6_singles_may_always_be_played() -> None:
    assert leads("2 2 3 3 4", "") == {"2", "3", "4"}
    assert answers("2 2 3 3 4", "2", "") == {"3", "4"}


def test_parcels_7_shapes_may_follow_each_other_freely() -> None:
    lying = "1 1 1 6 7 8"
    assert "7 8" in answers("7 8", "7 7", lying) and "8 8" in answers("8 8", "7 8", lying)
    assert "1 1 1" in answers("1 1 1", "7 8", lying) and "1 2 3" in answers("1 2 3", "8 8", lying)
    assert "5 6" in answers("5 6", "3", lying)


def test_parcels_8_storage_counts_at_the_moment_of_play() -> None:
    match = position("1 7", "5 5", "6", storage="4 4", meld="3", by=2, deck="8 1")
    match.play(0, "take 4")
    assert storage(match) == "1 8" and plays(match) == {"5"}
    match = position("1 4", "5 5", "6", storage="4 7", meld="3", by=2)
    match.play(0, "take 7 give 4")
    assert storage(match) == "4 4" and plays(match) == {"5", "5 5"}


# --- passing -------------------------------------------------------------------------------------


def test_parcels_9_soft_who_passed_may_come_back() -> None:
    match = position("3 6 6", "5 7 7", "4 4", storage="1 2", turn=0)
    play_through(match, "3", "take 1", "4", "take 2")
    assert match.acting == (1,) and match.view(None)["passes"] == 1
    assert "5" in plays(match)  # seat 1 has passed in this trick
    play_through(match, "5", legal_pass(match))
    assert match.acting == (0,) and match.view(None)["trick"] is not None
    match.play(0, legal_pass(match))
    assert match.acting == (1,) and match.view(None)["trick"] is None  # all others in a row


def test_parcels_9_hard_who_passed_is_locked_out() -> None:
    match = position("3 6 6", "5 7 7", "4 4", storage="1 2", turn=0, **HARD)
    play_through(match, "3", "take 1", "4")
    assert match.acting == (0,)
    match.play(0, legal_pass(match))
    assert match.acting == (2,) and match.view(None)["trick"] is None  # seat 1 was not asked again


def test_parcels_10_a_pass_takes_all_cards_of_a_number() -> None:
    match = position("6", "1", "1", storage="2 5 5 5", meld="8", by=2)
    assert legal(match) == {"take 2", "take 2 give 6", "take 5", "take 5 give 6"}
    with pytest.raises(IllegalMove, match="A pass takes all cards of a number"):
        match.play(0, "pass")
    match.play(0, "take 5")
    assert hands(match)[0] == "5 5 5 6" and cards_left(match)[0] == 4


def test_parcels_11_a_card_of_another_number_may_be_given() -> None:
    match = position("3 5 7", "1", "1", storage="5 5 6", meld="8", by=2, deck="8 8 8")
    assert {t for t in legal(match) if t.startswith("take 5")} == {"take 5", "take 5 give 3", "take 5 give 7"}
    taking_6 = {text for text in legal(match) if text.startswith("take 6")}
    assert taking_6 == {"take 6", "take 6 give 3", "take 6 give 5", "take 6 give 7"}
    # Not a 5 on a 5 taken, not even the one that was held before.
    assert "must be of another number" in str(match.why_not(0, "take 5 give 5"))
    # It is given before the refill: two were taken, one given, so one is drawn.
    match.play(0, "take 5 give 3")
    assert hands(match)[0] == "5 5 5 7" and storage(match) == "3 6 8" and match.view(None)["deck"] == 2


def test_parcels_11_a_pass_never_empties_a_hand() -> None:
    match = position("3", "1", "1", storage="5", meld="8", by=2)
    match.play(0, "take 5 give 3")
    assert hands(match)[0] == "5" and match.deal_no == 0
    assert "do not hold 7" in str(position("3", "1", "1", storage="5", meld="8", by=2).why_not(0, "take 5 give 7"))


@pytest.mark.parametrize(
    "text, after, drawn",
    [
        ("take 5", "6 8 8 8", 3),
        ("take 5 give 1", "1 6 8 8", 2),
        ("take 6", "5 5 5 8", 1),
        ("take 6 give 1", "1 5 5 5", 0),
    ],
)
def test_parcels_12_storage_is_refilled_to_the_noted_count(text: str, after: str, drawn: int) -> None:
    match = position("1", "1", "1", storage="5 5 5 6", meld="8", by=2, deck="8 8 8 8")
    assert match.view(0)["storage_noted"] == 4
    match.play(0, text)
    assert storage(match) == after and match.view(None)["deck"] == 4 - drawn


@pytest.mark.parametrize("rule, after, deck", [("reshuffle", "6 7 7", 1), ("stop", "6", 0)])
def test_parcels_13_an_empty_deck(rule: str, after: str, deck: int) -> None:
    """The meld on the table, the 8, is never among the cards that are shuffled."""
    match = position("1", "1", "1", storage="5 5 6", meld="8", by=2, deck="", discards="7 7 7", deck_empty=rule)
    match.play(0, "take 5")
    assert storage(match) == after and match.view(None)["deck"] == deck
    assert zone(match, "discards") == ("" if rule == "reshuffle" else "7 7 7") and zone(match, "trick", 2) == "8"
    # Nothing to shuffle: storage stays short.
    match = position("1", "1", "1", storage="5 5 6", meld="8", by=2, deck="", deck_empty=rule)
    match.play(0, "take 5")
    assert storage(match) == "6"


def test_parcels_13_a_new_deck_has_an_order_of_its_own() -> None:
    drawn = set()
    for seed in range(12):
        match = position("1", "1", "1", storage="5 6", meld="8", by=2, deck="", discards="2 3 4", seed=seed)
        match.play(0, "take 5")
        drawn.add(storage(match))
    assert drawn == {"2 6", "3 6", "4 6"}


def test_parcels_13_a_new_deck_of_a_later_round_has_the_same_order_for_ever() -> None:
    """Records of matches that were played are replayed: the order is a promise."""
    thrown = "1 2 2 3 3 4 4 4 6 7 7 8"
    match = position("1", "1", "1", storage="5 5 5 5 5", meld="8", by=2, deck="", discards=thrown, rounds=3, done=1)
    match.play(0, "take 5")
    assert storage(match) == "1 3 3 4 7"


def test_parcels_14_a_pass_with_storage_empty_is_plain() -> None:
    match = position("4", "5 6", "1 1", storage="", meld="8", by=2, deck="7 7")
    assert legal(match) == {"pass"}
    assert "just write pass" in str(match.why_not(0, "take 4 give 4"))
    match.play(0, "pass")
    assert hands(match)[0] == "4" and storage(match) == "" and match.acting == (1,)
    match.play(1, "pass")
    assert match.acting == (2,) and storage(match) == "7"  # the trick is over all the same


def test_parcels_15_a_trick_leaves_one_card_more_in_storage() -> None:
    match = position("2 3 4", "5 6", "1 1", storage="7 8", deck="1 " * 10)
    play_through(match, "2", "take 7", "take 8")
    assert storage(match) == "1 1 1" and match.acting == (0,)
    play_through(match, "3")
    assert match.view(None)["storage_noted"] == 3
    play_through(match, "take 1")
    assert storage(match) == "1 1 1"  # three is the new count
    play_through(match, "take 1")
    assert storage(match) == "1 1 1 1" and match.view(None)["deck"] == 0 and zone(match, "discards") == "2 3"


# --- the end of a round --------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [1, 2, 3, 9])
def test_parcels_16_a_match_has_as_many_rounds_as_agreed(rounds: int) -> None:
    """With one card each the starter of a round plays it and is out."""
    match = dealt(3, seed=4, rounds=rounds, cards_3=1)
    starter = match.acting[0]
    for number in range(rounds):
        assert not match.over and match.deal_no == number and match.acting == ((starter + number) % 3,)
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    assert match.over and match.deal_no == rounds
    assert sum(seat["rounds_won"] for seat in match.view(None)["seats"]) == rounds


@pytest.mark.parametrize("order, wanted", [("higher_better", [0, 2, 1, 3]), ("higher_worse", [0, 1, 2, 3])])
def test_parcels_17_the_same_number_of_cards_goes_by_the_total(order: str, wanted: list[int]) -> None:
    match = position("7", "4 4", "1 8", "1 1 1", storage="2", tie_order=order)
    match.play(0, "7")
    assert places(match) == wanted  # three cards are worse than two, whatever they are worth


@pytest.mark.parametrize("order", ["higher_better", "higher_worse"])
def test_parcels_18_then_who_would_have_played_sooner(order: str) -> None:
    match = position("4 4", "2 6", "7", "3 5", storage="2", turn=2, tie_order=order)
    match.play(2, "7")
    assert places(match) == [2, 3, 0, 1]


def test_parcels_19_values_are_taken_not_cards() -> None:
    assert scored(4, "8 8 5 3") == [8, 5, 3]  # the second highest value is the 5, not the other 8
    assert scored(5, "8 8 8 6 6 4 4 2") == [8, 6, 4, 2]


@pytest.mark.parametrize(
    "players, lying, lowest, next_lower",
    [
        (3, "8 8 5 3", [8, 3], [8, 5]),
        (4, "8 8 5 3", [8, 5, 3], [8, 5, 3]),
        (5, "8 8 5 3", [8, 5, 3, 0], [8, 5, 3, 0]),
        (3, "8 7 6 5 4", [8, 4], [8, 7]),
        (4, "8 7 6 5 4", [8, 7, 4], [8, 7, 6]),
        (5, "8 7 6 5 4", [8, 7, 6, 4], [8, 7, 6, 5]),
        (5, "7 7 4 4 2 2 1", [7, 4, 2, 1], [7, 4, 2, 1]),
        (3, "6 6 6", [6, 6], [6, 6]),
        (4, "5 2 2 2", [5, 2, 2], [5, 2, 2]),
    ],
)
def test_parcels_20_the_second_takes_the_lowest_or_the_next_lower(
    players: int, lying: str, lowest: list[int], next_lower: list[int]
) -> None:
    assert scored(players, lying) == scored(players, lying, second_takes="lowest") == lowest
    assert scored(players, lying, second_takes="next_lower") == next_lower


@pytest.mark.parametrize("rule", ["lowest", "next_lower"])
def test_parcels_21_another_card_of_the_value_before_or_nothing(rule: str) -> None:
    assert scored(3, "8 8", second_takes=rule) == [8, 8]
    assert scored(4, "8 8", second_takes=rule) == [8, 8, 0]  # taken cards leave storage
    assert scored(5, "4 2 2 2", second_takes=rule) == [4, 2, 2, 2]
    assert scored(5, "4 2 2", second_takes=rule) == [4, 2, 2, 0]
    assert scored(3, "4", second_takes=rule) == [4, 0]
    assert scored(5, "", second_takes=rule) == [0, 0, 0, 0]


@pytest.mark.parametrize("rule, cards", [("no", 78), ("yes", 80)])
def test_parcels_22_score_cards_stay_out_or_come_back(rule: str, cards: int) -> None:
    match = position("7", "1", "1 1", storage="8 8 5 3", score_cards_return=rule)
    match.play(0, "7")
    assert [zone(match, "score", p) for p in range(3)] == ["", "3", "8"] and match.points == [0, -3, -8]
    dealt_anew = Counter(c["face"] for z in match.reveal()["zones"] if z["id"] != "score" for c in z["cards"])
    assert dealt_anew.total() == cards
    assert (dealt_anew["8"], dealt_anew["3"]) == ((6, 10) if rule == "no" else (7, 11))


def test_parcels_23_equal_points_go_by_rounds_won_then_by_the_last_round() -> None:
    def last_round(rounds: int, **more: Any) -> list[float] | None:
        """Seat 0 goes out, seat 1 is second; nothing lies in storage."""
        match = position("7", "1", "1 1", rounds=rounds, done=rounds - 1, **more)
        match.play(0, "7")
        assert match.over
        return match.payoff

    # Points come first: seat 1 wins though seat 0 has won every round.
    assert last_round(2, piles=["5", "", "5"], won=[1, 0, 0]) == [0.5, 1.0, 0.0]
    # 8 points each for seats 0 and 1. Two rounds won beat one, though that one was the last.
    assert last_round(4, piles=["8", "8", "8 2"], won=[0, 2, 1]) == [0.5, 1.0, 0.0]
    # As many rounds won: the better place in the last one.
    assert last_round(3, piles=["8", "8", "8 2"], won=[0, 1, 1]) == [1.0, 0.5, 0.0]


def test_parcels_24_the_round_ends_at_once_and_its_winner_takes_nothing() -> None:
    match = position("7", "8 8", "8 8 8", storage="4", meld="6", by=2, deck="5 5")
    match.play(0, "7")
    assert match.over and storage(match) == "4" and match.view(None)["deck"] == 2  # nobody answers, nothing is added
    assert zone(match, "trick", 0) == "7"
    match = position("7", "1", "1 1", storage="4")
    match.play(0, "7")
    assert taken(match) == [(2, 4), (1, 0)] and match.points == [0, 0, -4]


def test_parcels_25_our_texts_have_no_slips_of_the_pen() -> None:
    said = GAME.rules + (GAME.folder / "messages/en.json").read_text(encoding="utf-8")
    assert not [slip for slip in ("folllow", "egarldess", "regardless of the rank") if slip in said]


@pytest.mark.parametrize("rule", ["lowest", "next_lower"])
def test_parcels_26_nobody_takes_a_higher_card_than_the_one_before(rule: str) -> None:
    # Nobody leaves the lowest value to the second, who then finds no lower one and no other 3; the 8 stays.
    assert scored(4, "8 8 3", second_takes=rule) == [8, 3, 0]
    assert scored(4, "8 3", second_takes=rule) == [8, 3, 0]
    # After somebody took nothing, the next still looks below the 3.
    assert scored(5, "8 8 3", second_takes=rule) == [8, 3, 0, 0]


def test_parcels_27_a_deck_may_be_made_in_the_middle_of_a_refill() -> None:
    match = position("1", "1", "1", storage="5 5 5 6", meld="8", by=2, deck="4", discards="7 7 7")
    match.play(0, "take 5")
    assert storage(match) == "4 6 7 7" and match.view(None)["deck"] == 1 and zone(match, "discards") == ""


@pytest.mark.parametrize("rule, after", [("reshuffle", "3 6"), ("stop", "3")])
def test_parcels_27_at_the_end_of_a_trick_its_meld_is_thrown_away_first(rule: str, after: str) -> None:
    match = position("1 1", "3 5", "1", storage="5", meld="6", by=2, turn=1, passes=1, deck="", deck_empty=rule)
    match.play(1, "take 5 give 3")
    assert match.acting == (2,) and storage(match) == after
    assert zone(match, "discards") == ("" if rule == "reshuffle" else "6")


def test_parcels_27_what_storage_lacks_is_not_made_up_later() -> None:
    match = position("1", "8 8", "1 1", storage="5 5 6", meld="2", by=2, deck="")
    match.play(0, "take 5")
    assert storage(match) == "6"
    match.play(1, "8")  # the 2 is thrown away, so there is something to draw again
    match.play(2, "take 6")
    assert storage(match) == "2"  # one was noted


def test_parcels_28_only_a_higher_single_beats_a_single() -> None:
    more: dict[str, Any] = {"multi_beats_single": "no", "storage": "6 6 7"}
    assert answers("3 4 4 5 5", "4", **more) == {"5"}
    assert "only a higher single" in str(position("4 4", "1", "1", meld="4", by=2, **more).why_not(0, "4 4"))
    assert answers("3 4 4 5 5", "3 4", **more) == {"4 4", "4 5", "5 5"}
    assert "4 4" in leads("4 4", "6 6 7", multi_beats_single="no")


def test_parcels_29_a_hard_pass_locks_out_and_still_takes_gives_and_refills() -> None:
    match = position("2 3", "5 6", "6 7 8", "1 4", storage="1 1", deck="8 8 8 8 8 8", **HARD)
    play_through(match, "2", "take 1 give 5")
    assert hands(match)[1] == "1 1 6" and storage(match) == "5 8"
    play_through(match, "7", "take 5")
    assert [seat["locked"] for seat in match.view(None)["seats"]] == [False, True, False, True]
    assert match.acting == (0,)  # seats 1 and 3 are not asked any more
    match.play(0, "take 8")
    assert match.acting == (2,) and match.view(None)["trick"] is None
    assert not any(seat["locked"] for seat in match.view(None)["seats"])
    match.play(2, "8")
    assert match.acting == (3,)  # the next trick is open to all


def test_parcels_29_a_position_with_seats_locked_out() -> None:
    match = position("2 3", "5 6", "7 8", "1 4", storage="1 1", meld="3", by=0, turn=2, locked=[1], passes=1, **HARD)
    play_through(match, "7", "take 1")
    assert match.acting == (0,)
    match.play(0, legal_pass(match))
    assert match.acting == (2,) and match.view(None)["trick"] is None


def test_parcels_30_the_next_round_starts_beside_the_last_starter_not_the_winner() -> None:
    match = position("1 1", "1 1", "5", "1 1", storage="2", turn=2, starter=3)
    match.play(2, "5")
    assert match.acting == (0,)


def test_parcels_30_a_match_of_one_round_takes_no_cards() -> None:
    match = position("1 1", "7", "1", "1 1 1", storage="8 8 5 3", turn=1, rounds=1)
    match.play(1, "7")
    assert match.over and places(match) == [1, 2, 0, 3] and taken(match) == []
    assert match.points == [0] * 4 and match.payoff == pytest.approx([1 / 3, 1, 2 / 3, 0])
    assert storage(match) == "3 5 8 8"


def test_parcels_30_cards_that_come_back_leave_their_points() -> None:
    more: dict[str, Any] = {"score_cards_return": "yes", "rounds": 9, "done": 8, "won": [8, 0, 0]}
    match = position("7", "1", "1 1", storage="8 3", piles=["", "3 " * 8, "8 " * 8], **more)  # 8 of 7 cards
    match.play(0, "7")
    assert match.over and match.points == [0, -27, -72] and match.payoff == [1.0, 0.5, 0.0]


def test_parcels_31_the_last_turn_is_completed_then_the_places_count() -> None:
    more: dict[str, Any] = {"meld": "8", "by": 0, "round_turns": 4, "turn_limit": 5}
    match = position("6 6", "5", "6 6", storage="6", turn=1, **more)
    match.play(1, "take 6")  # two cards each, worth 12, 11 and 12
    assert match.deal_no == 1 and places(match) == [2, 0, 1]
    assert [seat["rounds_won"] for seat in match.view(None)["seats"]] == [0, 0, 1]
    # All equal: clockwise after the last to act, who comes last.
    match = position("5 6", "5", "5 6", storage="6", turn=1, **more)
    match.play(1, "take 6")
    assert places(match) == [2, 0, 1]
    # A pass that ends the trick is completed: storage gains its card before cards are taken.
    match = position("1", "1 1", "1 1", storage="", turn=2, passes=1, deck="4 4 4 4 4 4", rounds=2, **more)
    match.play(2, "pass")
    assert places(match) == [0, 1, 2] and taken(match) == [(2, 4), (1, 0)]
    # A play as the last turn may still empty the hand.
    match = position("5 6", "8 8", "5 6", storage="6 6", turn=1, **more | {"meld": "7"})
    match.play(1, "8 8")
    assert places(match) == [1, 2, 0]


def test_parcels_32_places_are_needed_one_by_one_so_the_distance_from_the_winner_decides_also_the_match() -> None:
    """X-6 and parcels-18: three hands are equal in cards and total, and yet nobody shares a place."""
    for turn, order in ((0, [0, 1, 2, 3]), (2, [2, 3, 0, 1])):
        hands_then = ["1 6", "2 5", "3 4", "1 6"]
        hands_then[turn] = "7"
        match = position(*hands_then, storage="8 8 5 3", turn=turn)
        match.play(turn, "7")
        assert places(match) == order and taken(match) == list(zip(order[:0:-1], [8, 5, 3], strict=True))
        # A match of one round goes by place.
        match = position(*hands_then, storage="8 8 5 3", turn=turn, rounds=1)
        match.play(turn, "7")
        assert [match.payoff[p] for p in order] == pytest.approx([1, 2 / 3, 1 / 3, 0])  # type: ignore[index]
        # As many points and rounds won: the last step of parcels-23 is the place, so the distance once more.
        won = [0 if p == turn else 1 for p in range(4)]
        match = position(*hands_then, storage="", turn=turn, rounds=4, done=3, won=won, piles=["8"] * 4)
        match.play(turn, "7")
        assert match.over and [match.payoff[p] for p in order] == pytest.approx([1, 2 / 3, 1 / 3, 0])  # type: ignore[index]


def test_parcels_33_the_last_pass_that_ends_the_trick_takes_gives_and_ends_it_as_always() -> None:
    for limit in (500, 5):
        more: dict[str, Any] = {"meld": "8", "by": 0, "round_turns": 4, "turn_limit": limit, "passes": 1, "rounds": 2}
        match = position("1", "1 1", "1 3", storage="6 6", turn=2, deck="4 4 4 4 4 4 4 4", **more)
        match.play(2, "take 6 give 3")
        if limit == 500:
            # The pass first: the refill makes up the two noted; then the trick: 8 discarded, one card added.
            assert hands(match) == ["1", "1 1", "1 6 6"] and storage(match) == "3 4 4"
            assert zone(match, "discards") == "8" and match.acting == (0,)
        else:  # and only then the round is over and ranked, and of 3 4 4 the 4 is taken, then the 3
            assert match.deal_no == 1 and places(match) == [0, 1, 2] and taken(match) == [(2, 4), (1, 3)]


# --- the rulebook's own examples, and whole rounds -----------------------------------------------


def test_the_rulebooks_examples() -> None:
    lying = "1 1 2"
    assert "3 4" not in answers("3 4 5", "4 4", lying)  # 7 against 8
    assert "4 5" in answers("3 4 5", "4 4", lying)  # 9 against 8
    assert "4 4" in answers("4 4", "3 4", lying) and "4 4" not in answers("4 4", "4 5", lying)
    five = "5 5 5 5"
    assert leads(five, "3") == {"5"}
    assert leads(five, "3 3") == {"5", "5 5"}  # a pair in storage allows pairs
    assert leads(five, "3 3 3") == {"5", "5 5", "5 5 5"}  # a triple allows pairs and triples
    row = "5 6 7 8"
    assert leads(row, "1 3") == {"5", "6", "7", "8"}
    assert leads(row, "1 2") == {"5", "6", "7", "8", "5 6", "6 7", "7 8"}
    assert leads(row, "1 2 3") == {"5", "6", "7", "8", "5 6", "6 7", "7 8", "5 6 7", "6 7 8"}


def test_the_example_of_storage_in_the_rules() -> None:
    match = position("1 1 1 1 3 4 5 7 8", "1", "1", storage="2 2 2 5 6")
    assert match.view(None)["allowed"]["params"] == {"set": 3, "run": 2}
    assert legal(match) == {"1", "3", "4", "5", "7", "8", "1 1", "1 1 1", "3 4", "4 5", "7 8"}


def test_the_example_of_passing_in_the_rules() -> None:
    match = position("1 3 3 8", "1", "1", "1", storage="2 2 5 6", meld="8", by=3, deck="7 7")
    match.play(0, "take 2 give 8")
    assert hands(match)[0] == "1 2 2 3 3" and storage(match) == "5 6 7 8" and match.view(None)["deck"] == 1


def test_the_round_told_in_the_rules() -> None:
    """Three cards each; the deck has a 4, an 8 and a 1, and the 4 must come first."""
    for seed in range(200):
        match = position("3 4 7", "2 2 6", "1 6 8", storage="4 5 5", deck="1 4 8", cards_3=3, rounds=3, seed=seed)
        match.play(0, "3 4")
        assert plays(match) == set()
        match.play(1, "take 5 give 2")
        if storage(match) != "2 4 4":
            continue
        assert match.view(None)["allowed"]["params"] == {"set": 2, "run": 1} and plays(match) == set()
        match.play(2, "take 2")
        if storage(match) == "1 4 4 8":  # the 8 for the 2, the 1 when the trick is over, or the other way round
            break
    assert match.acting == (0,) and hands(match) == ["7", "2 5 5 6", "1 2 6 8"] and zone(match, "discards") == "3 4"
    match.play(0, "7")
    # Ben and Cleo have four cards each, worth 18 and 17.
    assert places(match) == [0, 1, 2] and taken(match) == [(2, 8), (1, 1)] and match.points == [0, -1, -8]


@pytest.mark.parametrize("players, takes", [(3, [8, 3]), (4, [8, 5, 3]), (5, [8, 5, 3, 0])])
def test_the_scoring_told_in_the_rules(players: int, takes: list[int]) -> None:
    assert scored(players, "3 5 8 8") == takes


def test_a_match_of_three_rounds_by_hand() -> None:
    match = position("7", "1", "1 1", storage="8 8 5 3", piles=["8 3", "5", "8"], won=[0, 1, 1], done=2)
    assert match.points == [-11, -5, -8]
    match.play(0, "7")
    assert match.over and match.points == [-11, -8, -16] and match.payoff == [0.5, 1.0, 0.0]
    assert str(table.prompt(match.row, None)) == "The match is over, won by Seat 1 with 8 points."
    match = position("7", "1", "1 1", storage="8 8 5 3", piles=["1", "5", "8"], won=[0, 1, 1], done=2)
    match.play(0, "7")
    assert str(table.prompt(match.row, None)) == "The match is over, won by Seat 0 with 1 point."


# --- known cards ---------------------------------------------------------------------------------


def known(match: Match) -> list[str]:
    return [zone(match, "known", p) for p in range(match.players)]


def test_cards_taken_openly_are_known_until_they_may_be_gone() -> None:
    match = position("3 5", "6 6", "1", storage="4 5 5", meld="2", by=2)
    assert known(match) == ["", "", ""]
    match.play(0, "take 5 give 3")
    assert known(match) == ["5 5", "", ""]  # not the 5 that was held before
    match = position("3 5 5 5", "6 6", "1 1", storage="4 4", meld="2", by=2, known=["5 5", "", ""])
    match.play(0, "5")
    assert known(match) == ["5", "", ""]  # for all that the others know, it was one of the two
    match.play(1, "take 4")
    match.play(2, legal_pass(match))
    assert known(match)[1] == "4 4"
    match.play(0, "3")
    assert known(match)[0] == "5"
    match = position("3 5 5 5", "6 6", "1 1", storage="4 4", meld="2", by=2, known=["5", "", ""])
    assert match.play(0, "5 5").text == "5 5" and known(match)[0] == ""
    match = position("3 5 5", "6 6", "1 1", storage="4 4", meld="2", by=2, known=["5", "", ""])
    assert match.play(0, "take 4 give 5").text == "take 4 give 5" and known(match)[0] == "4 4"


def test_known_cards_are_forgotten_in_the_next_round() -> None:
    match = position("5", "6 6", "1", storage="4 4", known=["", "6", "1"])
    match.play(0, "5")
    assert known(match) == ["", "", ""]


def test_a_redeal_keeps_the_own_hand_and_all_known_cards() -> None:
    more: dict[str, Any] = {"storage": "1 2", "meld": "3", "by": 2, "discards": "4 4"}
    match = position("1 2 3", "4 5 6 6", "7 8 8", known=["2", "6 6", "8"], **more)
    everything = sorted(table.values(match.row.deck) + [int(c) for hand in hands(match) for c in hand.split()])
    seen = set()
    for seed in range(12):
        world = match.imagine(0, seed)
        own, second, third = hands(world)
        assert own == "1 2 3" and second.split().count("6") >= 2 and "8" in third.split()
        assert cards_left(world) == [3, 4, 3] and known(world) == ["2", "6 6", "8"]
        assert storage(world) == "1 2" and zone(world, "discards") == "4 4" and zone(world, "trick", 2) == "3"
        assert sorted(table.values(world.row.deck) + [int(c) for h in hands(world) for c in h.split()]) == everything
        seen.add((second, third))
    assert len(seen) > 6
    assert all("2" in hands(match.imagine(1, seed))[0].split() for seed in range(6))


def test_the_cards_of_a_deck_made_of_discards_are_known_and_a_redeal_keeps_them() -> None:
    lying: dict[str, Any] = {"storage": "5 5", "meld": "8", "by": 3, "discards": "2 3 4 7"}
    match = position("6", "1 1", "8 8", "3", deck="", **lying)
    assert not [z for z in match.view(1)["zones"] if z["id"] == "deck"]
    match.play(0, "take 5")
    deck = zone(match, "deck", viewer=1)
    assert sorted((storage(match) + " " + deck).split()) == ["2", "3", "4", "7"] and match.view(1)["deck"] == 2
    held = set()
    for seed in range(12):
        world = match.imagine(0, seed)
        assert zone(world, "deck") == deck and storage(world) == storage(match)
        assert sorted(" ".join(hands(world)[1:]).split()) == ["1", "1", "3", "8", "8"]
        held.add(hands(world)[1])
    assert len(held) > 2
    # What comes next of it is not known.
    later = set()
    for seed in range(12):
        world = match.imagine(1, seed)
        world.play(1, f"take {storage(world)[0]}")
        later.add(storage(world))
    assert len(later) == 2


def test_a_deck_that_was_never_shuffled_again_is_not_known() -> None:
    match = position("6", "1 1", "8 8", storage="5", meld="7", by=2, deck="2 3 4 4 4")
    assert not [z for seat in (None, 0, 1, 2) for z in match.view(seat)["zones"] if z["id"] == "deck"]
    worlds = {(tuple(hands(w)), tuple(table.values(w.row.deck))) for w in (match.imagine(0, n) for n in range(12))}
    assert len(worlds) > 6 and len({deck for _, deck in worlds}) > 2


def observed(match: Match, seat: int) -> dict[str, list[int]]:
    """What a seat sees as numbers, by the names of the pieces."""
    out = np.full(sum(length for _, length in GAME.observation), -1, np.float32)
    assert calls.observe(match.rows, seat, out) == len(out)
    return {name: [int(x) for x in out[where]] for name, where in piece_names(GAME.observation).items()}


def test_the_turn_and_the_limit_are_observed() -> None:
    match = position("4 5", "6", "7", storage="3", meld="8", by=2, round_turns=6, turn_limit=8, rounds=1)
    assert [observed(match, seat)["turn"] for seat in range(3)] == [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0]]
    assert observed(match, 1)["round_turns"] == [6] and observed(match, 1)["numbers"] == [9, 3, 8, *COPIES.values()]
    match.play(0, "take 3")
    match.play(1, legal_pass(match))
    assert match.over and observed(match, 0)["turn"] == [0] * 5


def test_the_whole_table_is_observed() -> None:
    given: dict[str, Any] = {"pass": "hard", "deck_empty": "stop", "second_takes": "next_lower", "rounds": 4}
    match = position(
        "4 5", "2 2", "7 7 8", "1 6 6", storage="3 3 5", meld="6 6", by=3, turn=1, locked=[0], passes=1, discards="8 1",
        known=["", "2", "7 7", ""], piles=["5", "", "8 1", "3"], won=[0, 2, 0, 0], done=2, round_turns=9, **given,
    )  # fmt: skip
    deck = 80 - 3 - 2 - 2 - 4 - 10  # all, storage, the meld, the discards, the piles, the hands
    assert observed(match, 1) == {
        "hand": [0, 2, 0, 0, 0, 0, 0, 0],
        "storage": [0, 0, 2, 0, 1, 0, 0, 0],
        "discards": [1, 0, 0, 0, 0, 0, 0, 1],
        "known": [0, 1, *[0] * 6] + [*[0] * 6, 2, 0] + [0] * 24,  # of seats 1, 2, 3 and 0
        "piles": [0] * 8 + [1, *[0] * 6, 1] + [0, 0, 1, *[0] * 5] + [0, 0, 0, 0, 1, 0, 0, 0] + [0] * 8,
        "cards_left": [2, 3, 3, 2, 0],
        "deck_left": [deck],
        "deck_if_known": [0] * 8,
        "meld_kind": [0, 1, 0],
        "meld_first": [int(v == 6) for v in range(9)],
        "meld_size": [int(n == 2) for n in range(16)],
        "turn": [1, 0, 0, 0, 0],
        "owner": [0, 0, 1, 0, 0],
        "passes": [1],
        "round_turns": [9],
        "locked": [0, 0, 0, 1, 0],
        "points": [0, 9, 3, 5, 0],
        "won": [2, 0, 0, 0, 0],
        "rounds_left": [2],
        "players": [0, 0, 0, 0, 1, 0],
        "house_rules": [1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0],
        "numbers": [9, 4, 500, 12, 12, 10, 10, 9, 9, 8, 6],  # without the cards in score piles
    }
    assert observed(position("4", "5", "6"), 0)["owner"] == [0] * 5


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("6 6", {"kind": [0, 1, 0, 0], "cards": [0] * 5 + [2, 0, 0], "left_in_hand": [0, 0, 0, 0, 1, 0, 1, 0]}),
        ("5 6 7", {"kind": [0, 0, 1, 0], "cards": [0] * 4 + [1, 1, 1, 0], "left_in_hand": [0] * 5 + [1, 0, 0]}),
        ("take 3", {"kind": [0, 0, 0, 1], "take": [0, 0, 0, 1, *[0] * 5], "give": [1, *[0] * 8]}),
        ("take 3 give 5", {"take": [0, 0, 0, 1, *[0] * 5], "give": [*[0] * 5, 1, 0, 0, 0]}),
    ],
)
def test_a_move_is_encoded_as_what_it_does(text: str, wanted: dict[str, list[int]]) -> None:
    match = position("5 6 6 7", "1", "1", storage="1 2 3 3", meld="4", by=2)
    out = np.full(sum(length for _, length in GAME.encoding), -1, np.float32)
    assert calls.encode(match.rows, 0, match.find(0, text).code, out) == len(out)
    pieces = {name: [int(x) for x in out[where]] for name, where in piece_names(GAME.encoding).items()}
    plain = {"cards": [0] * 8, "left_in_hand": [0, 0, 0, 0, 1, 2, 1, 0], "take": [0] * 9, "give": [0] * 9}
    assert pieces == plain | {"kind": [0, 0, 0, 1]} | wanted


def test_the_quick_opinion_sheds_many_cards_and_keeps_what_goes_together() -> None:
    def favourite(hand: str, storage: str, **more: Any) -> str:
        match = position(hand, "1", "1", storage=storage, **more)
        return max(match.legal(0), key=lambda move: int(calls.judge(match.rows, 0, move.code))).text

    assert favourite("2 5 5 8", "1 3 3") == "5 5"
    assert favourite("3 7", "8") == "3"
    assert favourite("3 3 3 7", "8") == "7"  # the triple stays
    assert favourite("4 6", "1 8", meld="5", by=2) == "6"
    assert favourite("8", "1 1", meld="7", by=2) == "8"  # the last card, whatever it leaves


def test_a_position_refused_for_its_turn_names_the_seat_whose_turn_it_is() -> None:
    def due(options: dict[str, Any], **given: Any) -> str:
        with pytest.raises(BadPosition) as refused:
            GAME.position(4, options, hands=["1", "2", "3", "4"], meld="7", **given)
        assert refused.value.message.key == "parcels.position.order"
        return str(refused.value)

    assert "turn of Seat 1." in due({}, by=3, turn=0, passes=1)
    assert "turn of Seat 0." in due({}, by=3, turn=2)
    assert "turn of Seat 0." in due(HARD, by=2, turn=1, locked=[3])
    assert "turn of Seat 3." in due(HARD, by=2, turn=0, locked=[1], passes=1)
    # Seats locked out before the meld was played leave no pass after it.
    assert position("1", "2", "3", "4", meld="7", by=2, turn=1, locked=[3, 0], **HARD).acting == (1,)


# --- what is shown -------------------------------------------------------------------------------


def test_the_table_shows_what_storage_allows_and_what_is_wanted() -> None:
    match = position("4 4 5", "1", "1", storage="2 2 6 7 8", meld="4 4", by=2)
    lies = "On the table: set 4 4, worth 8. Play more cards, or 2 cards worth more than 8, or pass."
    assert str(table.prompt(match.row, 0)) == f"{lies} Storage allows sets to 2 and runs to 3."
    assert str(table.prompt(match.row, 1)).startswith("On the table: set 4 4, worth 8. Seat 0 plays more cards")
    match = position("4 4 5", "1", "1", storage="2 2", meld="4", by=2)
    assert "single 4. Play a single above 4, or two and more cards, or pass." in str(table.prompt(match.row, 0))
    match = position("4 4 5", "1", "1", storage="2 6", meld="4", by=2, multi_beats_single="no")
    assert "Play a single above 4, or pass." in str(table.prompt(match.row, 0))
    match = position("4 4 5", "1", "1", storage="2 6", meld="8", by=2)
    assert "Nothing that storage allows beats it: pass." in str(table.prompt(match.row, 0))
    assert "Nothing that storage allows beats it: Seat 0 passes." in str(table.prompt(match.row, 1))
    match = position("4 4 5", "1", "1", storage="2 2", meld="8", by=2)
    assert "Play two and more cards, or pass." in str(table.prompt(match.row, 0))
    match = position("4 4 5", "1", "1", storage="2 2", meld="7 7", by=2)
    assert "Play 2 cards worth more than 14, or pass." in str(table.prompt(match.row, 0))
    match = position("4 4 5", "1", "1", storage="1 2 3", meld="7 8", by=2)
    assert "Play more than 2 cards, or pass." in str(table.prompt(match.row, 0))
    match = position("4 4 5", "1", "1", storage="2 3")
    assert str(table.prompt(match.row, 0)) == "You lead. Storage allows sets to 1 and runs to 2."
    assert str(table.prompt(match.row, None)) == "Seat 0 leads. Storage allows sets to 1 and runs to 2."


def test_the_table_shows_a_pass_step_by_step() -> None:
    match = position("4 6", "1", "1", storage="2 2 5", meld="7", by=2)
    seen = match.view(0)
    assert seen["storage_noted"] == 3
    labels = {move.text: str(move.label) for move in match.legal(0)}
    assert labels["take 2"] == "pass: take 2 × 2" and labels["take 2 give 4"] == "pass: take 2 × 2, give 4"
    # A pass is put together of a card of storage and one to give; both can be touched.
    taken_first = next(z for z in seen["zones"] if z["id"] == "storage")["cards"][0]["name"]
    move = next(move for move in match.legal(0) if move.text == "take 2 give 4")
    assert move.cards[0] == taken_first and move.cards == ("take 2", "give 4")
    assert move.json() in seen["moves"]
    match = position("4 6", "1", "1", meld="7", by=2)
    assert [(str(move.label), move.cards) for move in match.legal(0)] == [("pass", ("pass",))]


def test_the_table_tells_the_scoring_card_by_card() -> None:
    match = position("7", "1", "1 1", "1 1 1", storage="7 7 5")
    assert match.view(None)["last_deal"] is None
    match.play(0, "7")
    last = match.view(None)["last_deal"]
    said = [str(Message.read(step["sentence"])) for step in last["taken"]]
    assert said == ["From storage to Seat 3: 7.", "From storage to Seat 2: 5.", "From storage to Seat 1: nothing."]
    told = "Round 1 is won by Seat 0; the places: Seat 0, Seat 1, Seat 2, Seat 3."
    assert str(Message.read(last["sentence"])) == told and last["stopped"] is False
    assert Message.read(last["sentence"]).say(names=["You", "A", "B", "C"]).startswith("Round 1 is won by You;")


# --- refusals ------------------------------------------------------------------------------------


def catalogue(prefix: str) -> set[str]:
    said = [f"parcels.{key}" for key in json.loads((GAME.folder / "messages/en.json").read_text(encoding="utf-8"))]
    return {key for key in said if key.startswith(prefix)}


ANSWER: dict[str, Any] = {"meld": "4 4", "by": 2}
REASONS: list[tuple[str, str, dict[str, Any]]] = [
    ("leader_passes", "pass", {}),
    ("leader_passes", "take 2", {}),
    ("empty_storage", "take 2", ANSWER | {"storage": ""}),
    ("must_take", "pass", ANSWER),
    ("not_in_storage", "take 8", ANSWER),
    ("not_in_storage", "take 8 give 8", ANSWER),
    ("same_number", "take 2 give 2", ANSWER),
    ("not_held", "take 2 give 8", ANSWER),
    ("not_held", "8", {}),
    ("not_held", "5 5 5", ANSWER),
    ("not_held", "5 6 7 8", ANSWER),
    ("set_too_large", "3 3 3", ANSWER),
    ("run_too_long", "3 4 5", ANSWER),
    ("too_few", "7", ANSWER),
    ("too_low", "3 3", ANSWER),
    ("too_low", "3 4", ANSWER),
    ("only_singles", "5 5", {"meld": "4", "by": 2, "multi_beats_single": "no"}),
]


@pytest.mark.parametrize("key, text, more", REASONS)
def test_every_refusal_has_its_reason(key: str, text: str, more: dict[str, Any]) -> None:
    match = position("3 3 3 4 5 5 7", "1", "1", **{"storage": "2 2 5 6"} | more)
    reason = match.why_not(0, text)
    assert reason is not None and reason.key == f"parcels.why.{key}" and str(reason)


def test_no_reason_is_forgotten() -> None:
    assert {f"parcels.why.{key}" for key, _, _ in REASONS} == catalogue("parcels.why.")


@pytest.mark.parametrize(
    "key, text",
    [("no_cards", ""), ("no_cards", " , "), ("no_card", "x"), ("no_card", "9"), ("no_card", "0"), ("no_card", "45")]
    + [("no_card", "take"), ("no_card", "take 9"), ("no_card", "take 4 give"), ("no_card", "4 give 5")]
    + [("no_meld", "3 5"), ("no_meld", "4 4 5"), ("no_meld", "8 1"), ("no_meld", "1 " * 16)],
)
def test_texts_that_name_no_play(key: str, text: str) -> None:
    reason = position("4 5", "1", "1", storage="4").why_not(0, text)
    assert reason is not None and reason.key == f"parcels.{key}" and str(reason)


def test_texts_that_name_the_same_play() -> None:
    for text in ("3 4 5", "5 4 3", "4,5,3", "  5  3 4 "):
        assert position("3 4 5 6", "1", "1", storage="1 2 3").play(0, text).text == "3 4 5"
    for text in ("take 4 give 2", "pass take 4 give 2", "Take 4  GIVE 2", "take 4, give 2"):
        assert position("2 3", "1", "1", storage="4", meld="8", by=2).play(0, text).text == "take 4 give 2"
    assert position("2 3", "1", "1", meld="8", by=2).play(0, "PASS").text == "pass"


HANDS: dict[str, Any] = {"hands": ["1 2", "3 4", "5 6"]}
LYING = HANDS | {"meld": "7", "by": 2}
POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("count", {}, {}),
    ("count", {}, {"hands": ["1", "2"]}),
    ("count", {}, {"hands": "123"}),
    ("count", {}, HANDS | {"known": ["1"]}),
    ("count", {}, HANDS | {"piles": []}),
    ("values", {}, {"hands": ["1", "2", "9"]}),
    ("values", {}, HANDS | {"storage": "44"}),
    ("values", {}, HANDS | {"discards": "0"}),
    ("by", {}, HANDS | {"meld": "7"}),
    ("by", {}, HANDS | {"by": 2}),
    ("by", {}, HANDS | {"meld": "7", "by": 3}),
    ("by", {}, HANDS | {"meld": "take 4", "by": 2}),
    ("turn", {}, HANDS | {"turn": 3}),
    ("turn", {}, LYING | {"turn": 2}),
    ("turn", {}, HANDS | {"starter": 3}),
    ("turn", HARD, LYING | {"locked": [0], "turn": 0}),
    ("turn", HARD, LYING | {"locked": [3]}),
    ("empty", {}, {"hands": ["1", "", "2"]}),
    ("known", {}, HANDS | {"known": ["1 1", "", ""]}),
    ("known", {}, HANDS | {"known": ["", "", "1"]}),
    ("passes", {}, HANDS | {"passes": 1}),
    ("passes", {}, LYING | {"passes": 2}),
    ("passes", {}, LYING | {"passes": -1}),
    ("passes", {}, LYING | {"locked": [0], "turn": 1}),
    ("passes", HARD, HANDS | {"locked": [1]}),
    ("turn", HARD, LYING | {"locked": [2]}),
    ("order", {}, LYING | {"turn": 1}),
    ("order", {}, LYING | {"passes": 1}),
    ("order", HARD, LYING | {"turn": 1}),
    ("order", HARD, LYING | {"turn": 1, "passes": 1}),
    ("rounds", {}, HANDS | {"rounds": 3}),
    ("rounds", {}, HANDS | {"rounds": -1}),
    ("rounds", {"rounds": 1}, HANDS | {"rounds": 1}),
    ("rounds", {}, HANDS | {"round_turns": 500}),
    ("rounds", {"turn_limit": 7}, HANDS | {"round_turns": 7}),
    ("rounds", {}, HANDS | {"won": [1, 0]}),
    ("rounds", {}, HANDS | {"won": []}),
    ("rounds", {}, HANDS | {"won": [1, 0, 0]}),
    ("rounds", {}, HANDS | {"rounds": 1, "won": [0, 0, 0]}),
    ("rounds", {}, HANDS | {"rounds": 1, "won": [2, -1, 0]}),
    ("rounds", {}, HANDS | {"rounds": 1, "won": [0.5, 0.5, 0]}),
    ("too_many", {}, {"hands": ["8 " * 7, "8", "1"]}),
    ("too_many", {}, HANDS | {"storage": "8 8 8 8", "discards": "8 8 8 8"}),
    ("too_many", {"copies_7": 0}, LYING),
    ("too_many", {}, HANDS | {"storage": "8 " * 7, "piles": ["8", "", ""], "rounds": 1}),
    ("too_many", {"copies_7": 0}, HANDS | {"piles": ["", "7", ""], "rounds": 1}),
    ("too_many", {"score_cards_return": "yes"}, HANDS | {"piles": ["", "8 " * 4, "8 " * 4], "rounds": 1}),
    ("too_many", {"score_cards_return": "yes"}, HANDS | {"piles": ["", "8", ""]}),
]


@pytest.mark.parametrize("key, options, given", POSITIONS)
def test_impossible_positions_are_refused(key: str, options: dict[str, Any], given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(3, options, **given)
    assert refused.value.message.key == f"parcels.position.{key}" and str(refused.value)


def test_no_refusal_of_a_position_is_forgotten() -> None:
    assert {f"parcels.position.{key}" for key, _, _ in POSITIONS} == catalogue("parcels.position.")


@pytest.mark.parametrize("given", [{"hands": ["x", "1", "2"]}, {"storage": ["1"]}, {"locked": None}, {"nothing": 1}])
def test_positions_that_cannot_be_read_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match=r"cannot be read|is not laid out by nothing"):
        GAME.position(3, {}, **HANDS | given)


def test_a_meld_that_is_none_is_refused() -> None:
    with pytest.raises(BadPosition, match="is no meld"):
        GAME.position(3, {}, **HANDS, meld="3 5", by=2)


def test_a_position_by_hand_leaves_the_rest_to_the_deck() -> None:
    match = position("1 2", "3", "4 5 6", storage="7 7", meld="8 8", by=2, discards="1 1")
    everywhere = Counter(int(c["face"]) for z in match.reveal()["zones"] for c in z["cards"])
    assert everywhere == COPIES and match.view(None)["deck"] == 80 - 12


def test_a_position_with_an_empty_list_of_rounds_won_is_refused() -> None:
    with pytest.raises(BadPosition):
        GAME.position(3, {}, **HANDS, won=[])


@pytest.mark.parametrize("won", [[1, 0, 0], [13, 0, 0], [-1, 0, 0]])
def test_nobody_has_won_more_rounds_than_are_finished(won: list[int]) -> None:
    with pytest.raises(BadPosition):
        GAME.position(3, {}, **HANDS, won=won)


@pytest.mark.parametrize("rule, pile", [("no", "8 " * 8), ("no", "1 " * 14), ("no", "1 " * 16), ("yes", "1 " * 16)])
def test_score_piles_hold_no_more_cards_than_there_can_be(rule: str, pile: str) -> None:
    with pytest.raises(BadPosition):
        GAME.position(3, {"score_cards_return": rule, "rounds": 9}, **HANDS, piles=[pile, "", ""], rounds=8)


@pytest.mark.parametrize("given", [{"by": 0, "turn": 2}, {"by": 0, "turn": 1, "passes": 1}])
def test_the_turn_is_of_the_seat_after_those_who_passed(given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        GAME.position(3, {}, **HANDS, meld="7", **given)


def test_who_played_the_meld_is_not_locked_out() -> None:
    with pytest.raises(BadPosition):
        GAME.position(3, HARD, **HANDS, meld="4", by=0, turn=2, locked=[0, 1])


def test_a_position_in_a_later_round_tells_nothing_of_the_round_before() -> None:
    assert position("1 2", "3 4", "5 6", done=1, won=[0, 1, 0]).view(None)["last_deal"] is None
