"""The bound on the list of moves.

The longest lists are those of laying. They are made of four parts, and each is bounded by what all 54 cards allow:

- New melds have three cards. Here all sets of three cards, and all their orders, are looked at and judged by trying out
  every run and set there is.
- An added natural: a meld that it fits at the end of a run has three neighbours of it in its suit, or wilds in their
  places; a set that it fits has others of its rank, or wilds. These are 3 cards below, 3 above, 3 of its rank and 6
  wilds, and a meld needs three of them: it fits 5 melds at most. An added wild fits two ends of any of 18 melds.
- A swap: a wild in a run stands for one natural; one in a set for at most 3, since one of the rank lies there.
- A discard is one of 54 cards.

What is owed only takes moves away. The lists of drawing have a draw and an end, a take for each card of the pile, and
calls, which go to the same places as additions.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import Match
from cardshed.engine import calls
from tests.conftest import counted
from tests.games.rummy.test_rulings import DECK, RANKS, WILDS, laying, legal, position, some_position

GAME = cardshed.game("rummy")
FREE: dict[str, Any] = {"natural_min": "none", "wild_swap": "anyone", "wild_on_opponent": "with_natural"}
PLACES: dict[str, list[tuple[str, ...]]] = {
    "set": [tuple(rank + suit for suit in "SCDH") for rank in RANKS],
    "run": [tuple(rank + suit for rank in RANKS[low : low + 3]) for suit in "SCDH" for low in range(10)],
}


def is_set(cards: tuple[str, ...]) -> bool:
    """All of them are in some set of four suits, or wild."""
    return any(all(card in WILDS or card in whole for card in cards) for whole in PLACES["set"])


def is_run(cards: tuple[str, ...]) -> bool:
    """In this order they are some run, wilds in the place of cards, not all of them wild."""
    return any(card not in WILDS for card in cards) and any(
        all(card in WILDS or card == natural for card, natural in zip(cards, run, strict=True)) for run in PLACES["run"]
    )


@cache
def all_lays() -> frozenset[str]:
    """Every new meld of three cards of the deck, as it is written; a set's cards in the order of the deck."""
    found = set()
    for three in combinations(DECK, 3):
        if is_set(three):
            found.add(f"set {' '.join(three)}")
        naturals = [card for card in three if card not in WILDS]
        if len({card[-1] for card in naturals}) == 1:  # the others are runs in no order
            found |= {f"run {' '.join(order)}" for order in permutations(three) if is_run(order)}
    return frozenset(found)


def lays_of(cards: set[str]) -> set[str]:
    return {text for text in all_lays() if set(text.split()[1:]) <= cards}


def listed(match: Match, seat: int = 0) -> int:
    """How many moves the rules write; nothing is written where the list must not reach."""
    buffer = np.full(2 * GAME.code.MOVES, -1, np.int64)
    n = int(calls.legal(match.rows, seat, buffer))
    assert n == len(match.legal(seat)) == len({move.code for move in match.legal(seat)}) <= GAME.code.MOVES
    assert (buffer[:n] >= 0).all() and (buffer[GAME.code.MOVES :] == -1).all()
    return n


def melds_of(match: Match) -> list[tuple[str, list[str | None], list[str]]]:
    """Each as set, run or wilds, the ranks of its places, and its cards."""
    return [
        (z["kind"], [card["stands_for"] or card["name"][:-1] for card in z["cards"]], [c["name"] for c in z["cards"]])
        for z in match.view(None)["zones"]
        if z["id"] == "meld"
    ]


def own_melds(match: Match) -> tuple[list[str], list[str]]:
    """All melds of a table as if seat 0 had started them, and the cards that do not lie there."""
    found = melds_of(match)
    lying = {card for _, _, cards in found for card in cards}
    table = [f"0 {'run' if kind == 'run' else 'set'} {' '.join(cards)}" for kind, _, cards in found]
    return table, [card for card in DECK if card not in lying]


# --- new melds -----------------------------------------------------------------------------------


def lays(w: int) -> int:
    """How many there are of all naturals and w wilds, by the formula of the rules."""
    sets = 12 * (4 + 6 * w + 4 * comb(w, 2)) + comb(w, 3)
    return sets + 4 * 10 * (1 + 3 * w + 3 * w * (w - 1))


@pytest.mark.parametrize("w", range(7))
def test_the_formula_counts_all_lays_of_three_cards(w: int) -> None:
    assert len(lays_of({*DECK[:48], *WILDS[:w]})) == lays(w)


def test_the_bound_is_the_sum_of_its_parts() -> None:
    assert len(all_lays()) == lays(6) == 5580
    additions, swaps, discards = 48 * 5 + 6 * 2 * 18, 6 * 3, 54
    assert GAME.code.MOVES == lays(6) + additions + swaps + discards == 6108
    draws = 1 + 54 + additions + 1
    assert draws < GAME.code.MOVES


@pytest.mark.parametrize("other", ["3S", "9D", "AH", "2S", "JB"])
def test_a_hand_of_all_cards_but_one_has_just_these_lays(other: str) -> None:
    held = set(DECK) - {other}
    match = laying(" ".join(sorted(held)), other, stock="", **FREE)
    assert legal(match, "set", "run") == lays_of(held)
    assert listed(match) == len(lays_of(held)) + 53 <= GAME.code.MOVES
    assert max(len(move.parts) for move in match.legal(0)) == GAME.longest == 4


def test_a_hand_of_forty_cards_with_five_wilds_stays_within() -> None:
    dice = random.Random(4)
    for _ in range(counted(quick=6, proof=60, plain=1)):
        held = {*dice.sample(DECK[:48], 35), *dice.sample(WILDS, 5)}
        for rule in ("none", "first_lay", "every_meld"):
            rest = sorted(set(DECK) - held)
            match = laying(" ".join(sorted(held)), " ".join(rest), stock="", **FREE | {"natural_min": rule})
            found = legal(match, "set", "run")
            assert found <= lays_of(held) and (rule != "none" or found == lays_of(held))
            assert 40 < listed(match) <= GAME.code.MOVES


def test_a_small_deck_has_fewer_lays() -> None:
    cards = [card for card in DECK if card in WILDS or card[:-1] in RANKS[7:]]
    match = laying(" ".join(cards[:-1]), cards[-1], stock="", ranks=5, **FREE)
    ranks = set(RANKS[7:])
    fine = set()
    for text in lays_of(set(cards[:-1])):
        kind, *three = text.split()
        at = next((i for i, card in enumerate(three) if card not in WILDS), None)
        lowest = ranks if kind == "set" or at is None else {RANKS[RANKS.index(three[at][:-1]) - at]}
        if lowest <= ranks:
            fine.add(text)
    assert legal(match, "set", "run") == fine and listed(match) == len(fine) + 25


# --- additions, swaps and discards ---------------------------------------------------------------


def fits(kind: str, ranks: list[str | None], cards: list[str], card: str) -> set[str]:
    """Where a card can be added to a meld, as words: low, high, set; tried out against every whole set and run."""
    naturals = [c for c in cards if c not in WILDS]
    if kind == "wilds":
        return {"set"} if card in WILDS else set()
    if kind == "set":
        return {"set"} if len(cards) < 4 and is_set((*cards, card)) else set()
    suit = naturals[0][-1]
    found = set()
    for end, ranked in (("low", [None, *ranks]), ("high", [*ranks, None])):
        for low in range(12 - len(ranked) + 1):
            run = RANKS[low : low + len(ranked)]
            rank = run[0 if end == "low" else -1]
            if all(r is None or r == run[i] for i, r in enumerate(ranked)) and (card in WILDS or card == rank + suit):
                found.add(end)
    return found


def swaps(kind: str, ranks: list[str | None], cards: list[str], card: str) -> set[str]:
    """The wilds of a meld in whose place a natural can be put."""
    if kind == "wilds" or card in WILDS:
        return set()
    suit = next(c for c in cards if c not in WILDS)[-1]
    stand = zip(ranks, cards, strict=True)
    return {c for rank, c in stand if c in WILDS and card[:-1] == rank and (kind == "set" or card[-1] == suit)}


def test_additions_and_swaps_are_those_found_by_trying_out() -> None:
    """On tables full of wilds; all melds are own ones, and nothing is owed."""
    dice = random.Random(6)
    most_places = most_swaps = 0
    for _ in range(counted(quick=80, proof=2_000, plain=15)):
        match = some_position(dice, naturals=0, **FREE)
        table, left = own_melds(match)
        held = set(left[1:] if dice.random() < 0.5 else dice.sample(left[1:], 8))
        match = laying(" ".join(sorted(held)), left[0], melds=table, stock="", **FREE)
        added, swapped = set(), set()
        for number, meld in enumerate(melds_of(match), 1):
            for card in held:
                for end in fits(*meld, card):
                    added.add(f"add {card} to {number}" + (f" {end}" if card in WILDS else ""))
                swapped |= {f"swap {card} for {wild} in {number}" for wild in swaps(*meld, card)}
        assert legal(match, "add") == added and legal(match, "swap") == swapped
        assert listed(match) == len(lays_of(held)) + len(added) + len(swapped) + len(held)
        for card in held - set(WILDS):
            places = sum(text.startswith(f"add {card} ") for text in added)
            most_places = max(most_places, places)
            assert places <= 5
        for wild in WILDS:
            most_swaps = max(most_swaps, sum(f" for {wild} " in text for text in swapped))
    assert most_places >= 2 and most_swaps == 3


FIVE = ["0 set 7C 7D 7H", "0 run 4S 2S 2C", "0 run JR 5S 6S", "1 run 8S 9S 2D", "1 run 2H JB 10S"]


def test_a_natural_fits_five_melds_and_no_more() -> None:
    match = laying("7S KD", "3D", melds=FIVE, **FREE)
    assert legal(match, "add") == {f"add 7S to {number}" for number in range(1, 6)}
    # All that could be beside it lies there, so a sixth cannot be.
    near = {"4S", "5S", "6S", "8S", "9S", "10S", "7C", "7D", "7H", *WILDS}
    assert {card for text in FIVE for card in text.split()[2:]} == near and len(near) == 5 * 3


def test_a_wild_is_swapped_for_three_naturals_and_no_more() -> None:
    match = laying("9C 9D 9H KD", "3D", melds=["0 set 9S 2S JR"], **FREE)
    assert len(legal(match, "swap")) == 2 * 3
    match = laying("9C 8C 10C KD", "3D", melds=["0 run 2S JR JC"], **FREE)
    assert legal(match, "swap") == {"swap 9C for 2S in 1", "swap 10C for JR in 1"}


def test_wilds_fit_both_ends_of_very_many_melds() -> None:
    """There is room for 18 melds of three cards; where cards are held, for 17."""
    table = [f"0 run {' '.join(r + suit for r in RANKS[low : low + 3])}" for suit in "SCDH" for low in (0, 3, 6, 9)]
    match = laying("2S 2C 2D 2H", "JR JB", melds=table, stock="", **FREE)
    assert len(melds_of(match)) == 16
    ends = [end for meld in melds_of(match) for end in fits(*meld, "2S")]
    assert len(legal(match, "add")) == 4 * len(ends) == 4 * 4 * (1 + 2 + 2 + 1)
    match.play(0, "set 2S 2C 2D")
    assert len(melds_of(match)) == 17 and listed(match) == len(ends) + 2


# --- drawing and calling -------------------------------------------------------------------------


def test_the_lists_of_drawing_and_calling_stay_within() -> None:
    """A pile of all cards that neither lie on the table nor are held; all of it may be called and taken."""
    dice = random.Random(7)
    most = 0
    for _ in range(counted(quick=60, proof=1_000, plain=10)):
        match = some_position(dice)
        table, left = own_melds(match)
        dice.shuffle(left)
        mine, theirs, rest = left[:4], left[4], left[5:]
        for call in ("manual", "prompt"):
            options: dict[str, Any] = {**FREE, "rummy_call": call, "rummy_scope": "pile"}
            match = position(" ".join(mine), theirs, melds=table, pile=" ".join(rest), window=True, **options)
            calls_found = set()
            for number, meld in enumerate(melds_of(match), 1):
                for card in rest:
                    for end in fits(*meld, card):
                        calls_found.add(f"rummy {card} on {number}" + (f" {end}" if card in WILDS else ""))
            assert legal(match, "rummy") == calls_found
            assert len(legal(match, "take")) <= len(rest)
            n = listed(match)
            assert n == len(calls_found) + len(legal(match, "take", "end", "no"))
            most = max(most, n)
    assert 40 < most < 1 + 54 + 240 + 216 + 1


def test_a_pile_of_fifty_cards_can_be_taken_from_anywhere() -> None:
    match = position("2S JR", "3D", pile=" ".join(c for c in DECK if c not in ("2S", "JR", "3D")), stock="", **FREE)
    assert listed(match) == 51 + 1 and legal(match, "end") == {"end"}


# --- whole matches -------------------------------------------------------------------------------


@pytest.mark.compiled
def test_every_match_stays_within_the_bound() -> None:
    """Piles grow and are taken whole, wilds are kept, so that hands are large and rich."""
    dice = random.Random(8)
    most = 0
    for _ in range(counted(quick=6, proof=80, plain=2)):
        match = GAME.match(2, dice.getrandbits(64), FREE | {"cards": 13, "hands": 1, "turn_limit": 60})
        while not match.over:
            seat = match.acting[0]
            most = max(most, listed(match, seat))
            offered = match.legal(seat)
            takes = [move for move in offered if move.kind == "take" and int(match.row.piled) > 10]
            thrown = [move for move in offered if move.kind == "discard"]
            wilds = {move: sum(card in WILDS for card in move.cards) for move in offered}
            fewest = [move for move in thrown or offered if wilds[move] == min(wilds[m] for m in thrown or offered)]
            draws = [move for move in offered if move.kind == "draw"]
            match.play(seat, takes[-1] if takes else draws[0] if draws else dice.choice(fewest))
    assert 500 < most < GAME.code.MOVES
