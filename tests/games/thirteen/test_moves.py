"""The bound on the list of moves, proven for the worst hand under every option."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit

import cardshed
from cardshed.games.thirteen import rules, table

GAME = cardshed.game("thirteen")
CHOOSE_2 = np.array([0, 0, 1, 3, 6])
SETS = np.array([0, 0, 1, 4, 11])  # pairs, triples and fours among so many cards of a rank


@njit  # no kernel: it makes arrays
def worst(counts: npt.NDArray[np.int64], ranks: int, cards: int) -> int:
    """The most leads that a hand of so many cards can have, and the counts per rank that have them.

    A lead depends only on how many cards of each rank are held when colours are free: singles, sets, for every stretch
    of three and more ranks the product of the counts (runs), and the product of the pairs (bombs). All hands are gone
    through. Other options only take moves away; an answer is one of the leads, or the pass.
    """
    best = 0
    n = np.zeros(ranks, np.int64)
    level = 0
    n[0] = -1
    while level >= 0:
        n[level] += 1
        held = 0
        for r in range(level):
            held += n[r]
        if n[level] > 4 or held + n[level] > cards:
            level -= 1
            continue
        if level < ranks - 1:
            level += 1
            n[level] = -1
            continue
        if held + n[level] < cards:
            continue
        total = cards
        ending = 0  # runs of any length that end here
        pairs_ending = 0
        for r in range(ranks):
            k = n[r]
            before = n[r - 1] if r > 0 else 0
            ending = k * (1 + ending)
            pairs_ending = CHOOSE_2[k] * (1 + pairs_ending)
            total += SETS[k] + ending - k - k * before
            total += pairs_ending - CHOOSE_2[k] - CHOOSE_2[k] * CHOOSE_2[before]
        if total > best:
            best = total
            counts[:] = n
    return best


def hand_of(counts: npt.NDArray[np.int64]) -> int:
    return sum(1 << 4 * r + suit for r, n in enumerate(counts) for suit in range(n))


def leads(hand: int, **options: Any) -> int:
    options = {"three_player_deal": "17", "instant_wins": "off", **options}
    rest = table.DECK.names(~hand & (1 << 52) - 1).split()
    hands = [table.DECK.names(hand), " ".join(rest[:17]), " ".join(rest[17:34])]
    low = [min(table.DECK.card(card) for card in h.split()) for h in hands]
    match = GAME.position(3, options, hands=hands, turn=low.index(min(low)))
    rows = match.rows.copy()
    rows["turn"] = 0
    return len(cardshed.Match(GAME, [rows]).legal(0))


@pytest.mark.compiled
def test_the_move_buffer_holds_the_worst_hand_and_not_one_more() -> None:
    counts = np.zeros(13, np.int64)
    most = worst(counts, 13, 17)
    assert leads(hand_of(counts), rules="southern", twos_in_runs="top") == most == rules.MOVES
    without_twos = np.zeros(12, np.int64)
    most_southern = worst(without_twos, 12, 17)
    assert leads(hand_of(without_twos), rules="southern") == most_southern == 2_793


def test_the_longest_move_has_no_more_parts_than_said() -> None:
    match = GAME.position(
        3,
        {"rules": "southern", "three_player_deal": "17", "instant_wins": "off"},
        hands=["3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C 9S 9C 10S 10C", "KS", "KC"],
    )
    assert max(len(move.parts) for move in match.legal(0)) == rules.LONGEST
