"""The bound on the list of moves.

A move is a set, a run or a pass, and `rules.MOVES` is the sum of what there can be of each, for every hand, storage,
meld and house rule:

- **Sets** are (value, size). There are 8 values, and a hand has no more than all copies of a value, at most 15
  (`copies_*`), so at most 15 sizes of each: 8 * 15 = 120. Storage and the meld to beat only take sets away.
- **Runs** are (lowest value, length) with a length of 2 to 8, and 9 - length places to begin: 7 + 6 + ... + 1 = 28. A
  run is the same however many cards of its values are held.
- **Passes** are (number taken, number given or none). At most 8 numbers lie in storage, and to each there are the other
  7 or none to give: 8 * 8 = 64. If storage is empty there is one pass. A leader has none.

120 + 28 + 64 = 212. Each part is reached, but not all three at once: a stack of 15 in storage leaves none in the hand.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import Match
from cardshed.engine import calls
from cardshed.games.parcels import rules, table
from tests.conftest import counted

GAME = cardshed.game("parcels")
VALUES = range(1, 9)
MOST = {f"copies_{v}": rules.MOST_COPIES for v in VALUES}
MOST_RUNS = 28
MOST_PASSES = 64


def cards(counts: dict[int, int]) -> str:
    return " ".join(str(v) for v, n in counts.items() for _ in range(n))


def position(hand: str, storage: str, meld: str = "", others: str = "8", **options: Any) -> Match:
    """Seat 0 leads or answers the seat before it, with 15 cards of each value in the deck."""
    hands = [hand, others, others]
    return GAME.position(3, MOST | options, hands=hands, storage=storage, meld=meld, by=2 if meld else None)


def count(match: Match) -> tuple[Counter[int], int, int]:
    """Sets of each value, runs and passes among the moves, each part of the bound held against them."""
    sets: Counter[int] = Counter()
    runs = passes = 0
    for move in match.legal(0):
        kind, a, _ = table.unpack(move.code)
        sets[a] += kind == "set"
        runs += kind == "run"
        passes += kind == "pass"
    assert all(sets[v] <= rules.MOST_COPIES for v in VALUES) and runs <= MOST_RUNS and passes <= MOST_PASSES
    assert sets.total() + runs + passes <= rules.MOVES
    return sets, runs, passes


def listed(match: Match) -> int:
    """How many moves the rules write, when there is more room than they may need; nothing is written beyond."""
    buffer = np.full(2 * rules.MOVES, -1, np.int64)
    n = int(calls.legal(match.rows, 0, buffer))
    assert n == len(match.legal(0)) == len({move.code for move in match.legal(0)})
    assert (buffer[:n] >= 0).all() and (buffer[n:] == -1).all()
    return n


def expected(hand: Counter[int], storage: Counter[int]) -> tuple[Counter[int], int, int]:
    """What a hand could lead, and the ways it could pass, counted without the rules."""
    largest = max([1, *storage.values()])
    sets = Counter({v: min(largest, hand[v]) for v in VALUES})
    rows = [(a, b) for a in VALUES for b in VALUES if a < b]
    longest = max([1, *(b - a + 1 for a, b in rows if all(storage[v] for v in range(a, b + 1)))])
    runs = sum(b - a < longest and all(hand[v] for v in range(a, b + 1)) for a, b in rows)
    passes = sum(1 + sum(hand[give] > 0 for give in VALUES if give != take) for take in VALUES if storage[take])
    return sets, runs, passes if storage.total() else 1


# --- each part of the bound is reached -----------------------------------------------------------


def test_the_bound_is_the_sum_of_its_parts() -> None:
    assert rules.MOVES == 8 * 15 + sum(9 - length for length in range(2, 9)) + 8 * (1 + 7) == 212
    assert max(option.high for option in GAME.options if option.name.startswith("copies_")) == rules.MOST_COPIES  # type: ignore[union-attr]


def test_fifteen_sets_of_a_value() -> None:
    most = cards(dict.fromkeys(range(1, 7), 15) | {7: 13})
    match = position(most, "8 " * 15, others="7")
    sets, runs, passes = count(match)
    assert [sets[v] for v in VALUES] == [15] * 6 + [13, 0] and runs == passes == 0
    assert listed(match) == 103


def test_twenty_eight_runs() -> None:
    match = position(cards(dict.fromkeys(VALUES, 1)), cards(dict.fromkeys(VALUES, 1)))
    assert count(match)[1:] == (MOST_RUNS, 0)
    # More cards of a value make no more runs.
    match = position(cards(dict.fromkeys(VALUES, 12)), cards(dict.fromkeys(VALUES, 1)))
    sets, runs, _ = count(match)
    assert runs == MOST_RUNS and sets.total() == 8
    assert listed(match) == MOST_RUNS + 8


def test_sixty_four_passes() -> None:
    match = position(cards(dict.fromkeys(VALUES, 1)), cards(dict.fromkeys(VALUES, 1)), meld="8")
    assert count(match)[2] == MOST_PASSES
    match = position(cards(dict.fromkeys(VALUES, 10)), cards(dict.fromkeys(VALUES, 2)), meld="8")
    assert count(match)[2] == MOST_PASSES  # nor do more cards make more passes


@pytest.mark.parametrize("kept", range(1, 15))
def test_all_parts_at_once_on_the_largest_stacks(kept: int) -> None:
    """A full row in storage, one stack of it large, all other cards in the hand, and the lowest meld to beat."""
    stored = dict.fromkeys(VALUES, 1) | {8: 15 - kept}
    hand = dict.fromkeys(VALUES, 14) | {1: 13, 2: 12, 8: kept}
    match = position(cards(hand), cards(stored), meld="1", others="2")
    sets, runs, passes = count(match)
    assert (runs, passes) == (MOST_RUNS, MOST_PASSES)
    wanted = {v: min(15 - kept, n) for v, n in hand.items()}
    assert sets.total() == sum(wanted.values()) - 1  # the single 1 does not beat a 1
    assert listed(match) == sets.total() + MOST_RUNS + MOST_PASSES < rules.MOVES


def test_the_most_moves_of_all_are_fewer_than_the_bound() -> None:
    """Of a value with c cards in storage at most 15 - c are in the hand, and sets are no larger than the largest stack.

    So the sets are the most when one stack is large and the other values lie there at most once, for the runs and
    passes; all such storages are gone through.
    """
    most = 0
    for stack in range(1, 16):
        for row in range(8):  # how many other values lie there
            sets = row * min(stack, 14) + (7 - row) * min(stack, 15) + min(stack, 15 - stack)
            runs = sum(8 - span for span in range(1, row + 1))
            most = max(most, sets + runs + (row + 1) * 8)
    assert most == 7 * 14 + 1 + MOST_RUNS + MOST_PASSES == 191 < rules.MOVES


# --- positions at random -------------------------------------------------------------------------


def some_position(dice: random.Random) -> Match:
    """Hand and storage of any size from a deck of 15 cards of each value, often with few values in storage."""
    deck = [v for v in VALUES for _ in range(rules.MOST_COPIES)]
    dice.shuffle(deck)
    if dice.random() < 0.5:
        deck.sort(key=lambda v: v in dice.sample(VALUES, 3) if dice.random() < 0.9 else dice.random() < 0.5)
    others, deck = deck[:2], deck[2:]
    size = dice.choice([0, 3, 8, 20, dice.randint(0, 60)])
    stored, deck = deck[len(deck) - size :], deck[: len(deck) - size]
    hand, deck = deck[: dice.randint(1, len(deck) - 20)], deck[-20:]
    meld = ""
    if dice.random() < 0.7:
        lowest = min(deck)
        meld = cards({lowest: dice.randint(1, deck.count(lowest))})
    hands = [" ".join(map(str, hand)), str(others[0]), str(others[1])]
    options = MOST | {"multi_beats_single": dice.choice(["yes", "no"])}
    lying = {"storage": " ".join(map(str, stored)), "meld": meld, "by": 2 if meld else None}
    return GAME.position(3, options, hands=hands, **lying)


def test_random_hands_and_storages_stay_within_the_bound() -> None:
    dice = random.Random(7)
    for _ in range(counted(quick=250, proof=5_000, plain=6)):
        match = some_position(dice)
        row = match.row
        sets, runs, passes = count(match)
        could = expected(Counter(table.values(row.hands[0])), Counter(table.values(row.storage)))
        if row.meld:
            assert all(sets[v] <= could[0][v] for v in VALUES) and runs <= could[1] and passes == could[2]
        else:
            assert all(sets[v] == could[0][v] for v in VALUES) and runs == could[1] and passes == 0
        assert listed(match) == sets.total() + runs + passes


@pytest.mark.compiled
def test_every_match_stays_within_the_bound_under_the_largest_decks() -> None:
    dice = random.Random(8)
    for _ in range(counted(quick=4, proof=60, plain=1)):
        match = GAME.match(3, dice.getrandbits(64), MOST | {"cards_3": 20, "storage_3": 12, "turn_limit": 120})
        while not match.over:
            assert len(match.legal(match.acting[0])) <= rules.MOVES
            match.play(match.acting[0], dice.choice(match.legal(match.acting[0])))


def test_the_longest_move_has_no_more_parts_than_said() -> None:
    match = position("5 " * 15, "8 " * 15, others="1")
    assert max(len(move.parts) for move in match.legal(0)) == rules.LONGEST == 15
    match = position(cards(dict.fromkeys(VALUES, 1)), cards(dict.fromkeys(VALUES, 1)))
    assert max((len(move.parts), move.text) for move in match.legal(0)) == (8, "1 2 3 4 5 6 7 8")


def test_what_is_said_to_beat_the_table_does() -> None:
    """The sentence names a way to beat what lies there whenever somebody has one, and says when there is none."""
    said, cases = set(), counted(40, 1_000, 5)
    for seed in range(cases):
        dice = random.Random(seed)
        match = cardshed.game("parcels").match(4, seed, {"rounds": 1})
        while not match.over:
            seat = match.acting[0]
            prompt = match.view(seat)["prompt"]
            plays = [move for move in match.legal(seat) if move.kind != "pass"]
            if prompt["key"] == "parcels.prompt.unbeatable.you":
                assert not plays, f"{plays} beat what nothing is said to beat"
                said.add("unbeatable")
            elif prompt["key"] == "parcels.prompt.answer.you":
                way = prompt["params"]["wanted"]["key"].rpartition(".")[2]
                count = prompt["params"]["wanted"]["params"]["count"]
                sizes = {len(move.parts) > count for move in plays}
                assert sizes <= {"both": {True, False}, "more": {True}, "higher": {False}}[way]
                said.add(way)
            match.play(seat, dice.choice(match.legal(seat)))
    assert said >= {"both", "more", "higher", "unbeatable"} or cases < 40
