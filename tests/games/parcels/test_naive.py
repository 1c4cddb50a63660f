"""Parcels against its slow, plain twin: legal moves, states and results, move by move."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine.chance import DECK, below, deal_key, key
from cardshed.engine.kit.conformance import some_options
from cardshed.games.parcels import rules, table
from tests.naive import parcels as naive
from tests.naive.beside import agree

GAME = cardshed.game("parcels")
Row = Any


def order_of(cards: list[int], chance: Any) -> list[int]:
    """The order in which a stream of chance draws these cards."""
    left, order = sorted(cards), []
    for i in range(len(left)):
        order.append(left.pop(int(below(np.uint64(chance), i, len(left)))))
    return order


def round_order(row: Row) -> list[int]:
    return order_of(table.values(rules.round_deck(row)), deal_key(row, DECK))


def same_table(match: cardshed.Match, twin: naive.Parcels) -> None:
    row = match.row
    seats = range(match.players)
    assert match.acting == (() if twin.turn is None else (twin.turn,))
    assert match.points == [-points for points in twin.points]
    assert match.deal_no == twin.rounds_done
    assert [table.values(row.piles[p]) for p in seats] == [sorted(pile) for pile in twin.score_piles]
    assert [int(row.won[p]) for p in seats] == twin.rounds_won
    assert [int(row.place[p]) for p in seats] == twin.places
    if twin.over:
        return
    assert [table.values(row.hands[p]) for p in seats] == [list(hand) for hand in twin.hands]
    assert table.values(row.storage) == list(twin.storage)
    assert table.values(row.discards) == list(twin.discards)
    assert table.values(row.deck) == sorted(twin.deck)
    assert (table.unpack(int(row.meld)) if row.meld else None) == twin.meld
    assert int(row.owner) == (-1 if twin.owner is None else twin.owner)
    assert int(row.locked) == sum(1 << p for p in twin.locked)
    assert int(row.round_turns) == twin.turns
    assert int(row.starter) == twin.starter
    for p in seats:
        assert table.values(row.known[p]) == sorted(twin.known[p].elements())


def play_beside_twin(match: cardshed.Match, dice: random.Random, seen: Counter[str]) -> int:
    """Play a match to its end at random; returns the number of positions compared."""
    shuffles = 0

    def reshuffle(discards: list[int]) -> list[int]:
        nonlocal shuffles
        shuffles += 1
        seen["deck made of discards"] += 1
        return order_of(discards, key(np.uint64(match.row.seed), rules.SHUFFLED, twin.rounds_done << 16 | shuffles))

    twin = naive.Parcels(match.players, match.options, round_order(match.row), int(match.row.starter), reshuffle)
    positions = 0
    while True:
        if twin.needs_round:
            shuffles = 0
            twin.new_round(round_order(match.row))
        same_table(match, twin)
        if match.over:
            break
        positions += 1
        seat = match.acting[0]
        offered = match.legal(seat)
        moves = [table.unpack(move.code) for move in offered]
        assert len(set(moves)) == len(moves)
        assert set(moves) == twin.legal()
        plays = [move for move in offered if move.kind != "pass"]
        move = dice.choice(plays if plays and dice.random() < 0.6 else offered)
        before, done = note_what_is_rare(match, move, seen), twin.rounds_done
        match.play(seat, move)
        twin.play(table.unpack(move.code))
        if twin.rounds_done > done:
            note_the_end_of_a_round(match, twin, before, seen)
    assert match.payoff == pytest.approx(twin.payoff())
    seen["final tie broken"] += len(set(twin.points)) < match.players
    return positions


def note_what_is_rare(match: cardshed.Match, move: cardshed.Move, seen: Counter[str]) -> Row:
    row = match.row
    seen[f"{match.players} players"] += 1
    seen["a later round"] += match.deal_no > 0
    seen["known cards held"] += any(int(row.known[p]) for p in range(match.players))
    if move.text == "pass":
        seen["plain pass, storage empty"] += 1
    elif move.kind == "pass":
        refill = sum(int(row.storage) >> 4 * v & 15 for v in range(8) if v + 1 == table.unpack(move.code)[1])
        deck = len(table.values(row.deck))
        seen["deck exhausted in the middle of a refill"] += 0 < deck < refill - bool(table.unpack(move.code)[2])
        seen["short refill"] += not deck and not row.discards and refill > 1
    else:
        old = table.unpack(int(row.meld))
        seen["run on a set"] += old[0] == "set" and move.kind == "run"
        seen["set on a run"] += old[0] == "run" and move.kind == "set"
        seen["more cards on a single"] += old[:1] + old[2:] == ("set", 1) and len(move.cards) > 1
    return row


def note_the_end_of_a_round(match: cardshed.Match, twin: naive.Parcels, before: Row, seen: Counter[str]) -> None:
    taken = [value for _, value in twin.scoring()]
    seen["somebody takes nothing"] += 0 in taken
    seen["the same value twice"] += any(a == b > 0 for a, b in pairwise(taken))
    seen["stopped by the limit"] += int(before.round_turns) + 1 == int(before.turn_limit)
    assert bool(match.row.stopped) == all(twin.hands)
    left = [table.values(before.hands[p]) for p in range(match.players) if p != before.turn]
    hands = [(len(cards), sum(cards)) for cards in left]
    seen["places decided by the last tie-break"] += len(set(hands)) < len(hands)


RARE = (
    "3 players", "4 players", "5 players", "a later round", "known cards held", "deck made of discards",
    "deck exhausted in the middle of a refill", "short refill", "plain pass, storage empty", "run on a set",
    "set on a run", "more cards on a single", "somebody takes nothing", "the same value twice",
    "stopped by the limit", "places decided by the last tie-break", "final tie broken",
)  # fmt: skip


def odd_options(dice: random.Random) -> tuple[int, dict[str, Any]]:
    """House rules of every kind; small decks often, so that they run out."""
    while True:
        players, options = some_options(GAME, dice)
        if dice.random() < 0.5:
            options |= {f"copies_{v}": dice.randint(0, 6) for v in range(1, 9)}
            options |= {f"cards_{n}": dice.randint(2, 6) for n in (3, 4, 5)}
        options["turn_limit"] = dice.choice([500, 500, 15])
        try:
            GAME.blank(players, 0, options)
        except cardshed.CardshedError:
            continue
        return players, options


def test_random_matches_agree_with_the_naive_twin() -> None:
    def play(dice: random.Random, seen: Counter[str]) -> int:
        players, options = odd_options(dice)
        return play_beside_twin(GAME.match(players, dice.getrandbits(64), options), dice, seen)

    agree(play, 3, RARE)
