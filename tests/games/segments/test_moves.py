"""The bound on the list of moves, proven for the worst hand under every option."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit

import cardshed
from cardshed import Match
from cardshed.engine import calls
from cardshed.games.segments import rules
from tests.conftest import counted

GAME = cardshed.game("segments")
FORMS = ("standard", "no_tails")
MOST_COPIES = 9
HANDS = 1_287_484  # of 15 cards, at most 9 of a digit
WORST = {
    "standard": [0, 0, 2, 3, 4, 5, 6, 6, 7, 8, 8, 8, 8, 9, 9],
    "no_tails": [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 9, 9],
}
MOST = {"standard": 2_670, "no_tails": 1_706}  # leads of the worst hand
NEXT = [0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 8, 8, 9, 9]  # one lead less than the worst hand, with standard glyphs
PASSES = rules.MOST_GRABBED + 1  # where one may take any number


@njit  # no kernel: it makes arrays
def go_through(
    prices: npt.NDArray[np.int64], copies: npt.NDArray[np.int64], cards: int, purse: int, near: int
) -> tuple[int, int, int, int]:
    """Count the leads of all hands of so many cards, with at most so many copies of each digit.

    Returned are the number of hands, the most leads, the hand that has them (as decimal digits: how many 0s, 1s ... 9s)
    and how many hands have at least `near`. ways[d] has, for every digit to be shown and every cost, the number of sets
    among the cards below d.
    """
    digits = len(prices)
    ways = np.zeros((digits + 1, digits, purse + 1), np.int64)
    ways[0, :, 0] = 1
    n = np.zeros(digits, np.int64)
    left = np.zeros(digits + 1, np.int64)  # cards that the digits below do not have
    left[0] = cards
    hands, most, worst, close = 0, -1, 0, 0
    d = 0
    n[0] = -1
    while d >= 0:
        n[d] += 1
        if d == digits - 1:
            n[d] = max(n[d], left[d])  # the last digit has all the rest
        if n[d] > min(copies[d], left[d]):
            d -= 1
            continue
        for shown in range(digits):
            price = prices[d, shown]
            for cost in range(purse + 1):
                found = 0
                for k in range(n[d] + 1):
                    if k * price > cost:
                        break
                    found += ways[d, shown, cost - k * price]
                ways[d + 1, shown, cost] = found
        left[d + 1] = left[d] - n[d]
        if d < digits - 1:
            d += 1
            n[d] = -1
            continue
        hands += 1
        leads = -digits  # no card at all is no lead, whatever it shows
        for shown in range(digits):
            for cost in range(purse + 1):
                leads += ways[digits, shown, cost]
        if leads >= near:
            close += 1
        if leads > most:
            most = leads
            worst = 0
            for v in range(digits):
                worst = 10 * worst + n[v]
    return hands, most, worst, close


def all_hands(
    glyphs: str, cards: int = rules.MOST_CARDS, purse: int = rules.MOST_SEGMENTS, near: int = 0
) -> tuple[int, int, int, int]:
    copies = np.full(rules.DIGITS, MOST_COPIES)
    return go_through(rules.PRICES[FORMS.index(glyphs)], copies, cards, purse, near)


def position(hand: Sequence[int], glyphs: str, purse: int = rules.MOST_SEGMENTS) -> Match:
    """Seat 0 leads from this hand."""
    options = {"glyphs": glyphs, "cards": rules.MOST_CARDS, "copies": MOST_COPIES, "limit": rules.MOST_SEGMENTS}
    spare = " ".join(str(d) for d in range(rules.DIGITS) if hand.count(d) < MOST_COPIES - 1)[:1]
    held = " ".join(str(d) for d in hand)
    return GAME.position(3, options, hands=[held, spare, spare], segments=[purse, 0, 0])


def test_leads_are_counted_as_the_rules_list_them() -> None:
    """A deck that is just the hand has one hand to go through."""
    dice = random.Random(11)
    for _ in range(counted(quick=150, proof=2_000, plain=20)):
        size = dice.randint(1, counted(quick=15, proof=15, plain=6))
        hand = dice.sample([d for d in range(rules.DIGITS) for _ in range(MOST_COPIES)], size)
        purse = dice.randint(0, rules.MOST_SEGMENTS)
        glyphs = dice.choice(FORMS)
        copies = np.array([hand.count(d) for d in range(rules.DIGITS)])
        hands, leads, _, _ = go_through(rules.PRICES[FORMS.index(glyphs)], copies, size, purse, 0)
        assert hands == 1 and leads == len(position(hand, glyphs, purse).legal(0)), (hand, glyphs, purse)


@pytest.mark.compiled
@pytest.mark.parametrize("glyphs", FORMS)
def test_no_hand_has_more_leads(glyphs: str) -> None:
    """All hands of 15 cards with 9 segments: a hand with less of either has none that the larger one has not."""
    hands, most, worst, _ = all_hands(glyphs)
    assert hands == HANDS and most == MOST[glyphs]
    assert f"{worst:010}" == "".join(str(WORST[glyphs].count(d)) for d in range(rules.DIGITS))


def test_the_bound_is_the_worst_hand_and_the_empty_set() -> None:
    assert max(MOST.values()) + 1 == rules.MOVES


@pytest.mark.compiled
@pytest.mark.parametrize("glyphs", FORMS)
def test_the_move_buffer_holds_the_worst_hand(glyphs: str) -> None:
    match = position(WORST[glyphs], glyphs)
    buffer = np.full(2 * MOST[glyphs], -1, np.int64)
    assert calls.legal(match.rows, 0, buffer) == MOST[glyphs]
    # While the sets that show the last digit are put together, the empty one lies among them: one place more.
    assert int(np.flatnonzero(buffer != -1)[-1]) + 1 == MOST[glyphs] + 1 <= rules.MOVES
    assert len({move.text for move in match.legal(0)}) == MOST[glyphs]


@pytest.mark.compiled
def test_answers_and_passes_need_less_room() -> None:
    """An answer is one of the leads and has one of two sizes; only beside very many would the passes not fit."""
    near = MOST["standard"] + 1 - PASSES
    assert all_hands("standard", near=near)[3] == 2
    for hand in (WORST["standard"], NEXT):
        sizes = Counter(len(move.parts) for move in position(hand, "standard").legal(0))
        assert sizes.total() >= near
        assert max(sizes[n] + sizes[n + 1] for n in range(rules.MOST_CARDS)) < near
    assert all_hands("no_tails")[1] < near
    assert all_hands("standard", cards=rules.MOST_CARDS - 1)[1] < near
    assert all_hands("standard", purse=rules.MOST_SEGMENTS - 1)[1] < near


def test_the_longest_move_has_no_more_parts_than_said() -> None:
    match = position([0] * 3 + [6] * 3 + [8] * 9, "standard", purse=6)
    assert match.play(0, " ".join(["0>8"] * 3 + ["6>8"] * 3 + ["8"] * 9)).parts == (8,) * 3 + (68,) * 3 + (88,) * 9
    assert len(match.moves[0].parts) == rules.LONGEST
