"""Segments against its slow, plain twin: legal moves, states and results, move by move."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import cardshed
from cardshed.engine.deck import values
from cardshed.engine.kernel import i64
from cardshed.engine.kit.conformance import some_options
from cardshed.games.segments import rules, table
from tests.naive import segments as naive
from tests.naive.beside import agree

GAME = cardshed.game("segments")


def twin_move(match: cardshed.Match, seat: int, code: int) -> naive.Move:
    if table.is_pass(code):
        return ("pass", int(rules.taken_by(match.row, seat, i64(code))))
    return ("play", int(rules.digit_of(i64(code))), tuple(values(rules.cards_of(i64(code)))))


def dealt_hands(match: cardshed.Match) -> list[list[int]]:
    """What was dealt in the current round."""
    row = match.row
    return [sorted(values(row.hands[p]) + values(row.played[p])) for p in range(match.players)]


def same_table(match: cardshed.Match, twin: naive.Segments) -> None:
    row = match.row
    seats = range(match.players)
    assert match.acting == (() if twin.turn is None else (twin.turn,))
    assert [int(row.score[p]) for p in seats] == twin.scores
    assert [int(row.last_round[p]) for p in seats] == twin.last_round
    assert match.deal_no == twin.rounds_done
    if twin.over:
        return
    assert [values(row.hands[p]) for p in seats] == twin.hands
    assert [int(row.segments[p]) for p in seats] == twin.segments
    field = (int(rules.digit_of(row.field)), int(rules.size_of(row.field))) if row.field else None
    assert field == twin.field
    assert int(row.owner) == (-1 if twin.owner is None else twin.owner)
    assert ([int(row.out_first)] if row.out_first >= 0 else []) == twin.gone_out
    assert match.points == [a + b for a, b in zip(twin.scores, twin.round_points(), strict=True)]


def play_beside_twin(match: cardshed.Match, dice: random.Random, seen: Counter[str]) -> int:
    """Play a match to its end at random; returns the number of positions compared."""
    twin = naive.Segments(match.players, match.options, dealt_hands(match), int(match.row.starter))
    positions = 0
    while True:
        if twin.needs_round:
            starts = twin.possible_starts()
            assert int(match.row.starter) in starts
            seen["start drawn among equals"] += len(starts) > 1
            twin.new_round(dealt_hands(match), int(match.row.starter))
        same_table(match, twin)
        if match.over:
            break
        positions += 1
        seat = match.acting[0]
        offered = match.legal(seat)
        moves = [twin_move(match, seat, move.code) for move in offered]
        assert len(set(moves)) == len(moves)
        assert set(moves) == twin.legal()
        # Plays rather than passes, and dear ones rather than cheap ones, lead to what is rare.
        plays = [move for move in offered if move.kind != "pass"]
        plays.sort(key=lambda move: -int(rules.cost_of(match.row, i64(move.code))))
        move = dice.choice(plays[:3] if plays and dice.random() < 0.5 else offered)
        chosen = twin_move(match, seat, move.code)
        note_what_is_rare(match, seat, chosen, seen)
        match.play(seat, move)
        twin.play(chosen)
    assert match.payoff == pytest.approx(twin.payoff())
    totals = Counter(twin.scores)
    seen["final tie broken by the last round"] += any(n > 1 for n in totals.values()) and len(set(twin.payoff())) > len(
        totals
    )
    seen["final tie shared"] += len(set(twin.payoff())) < match.players
    return positions


def note_what_is_rare(match: cardshed.Match, seat: int, move: naive.Move, seen: Counter[str]) -> None:
    row = match.row
    seen[f"{match.players} players"] += 1
    seen["a later round"] += match.deal_no > 0
    seen["the play's owner is out"] += bool(row.field and not row.hands[row.owner])
    if move[0] == "pass":
        seen["pass at the limit"] += int(row.segments[seat]) == int(row.limit)
        seen["pass just below the limit"] += int(row.segments[seat]) == int(row.limit) - 1
        seen["pass that takes less than it could"] += move[1] < int(rules.most_taken(row, seat))
        return
    value, sources = move[1], move[2]  # type: ignore[misc]
    changed = [d for d in sources if d != value]
    seen["set made only of changed cards"] += len(sources) > 1 and len(changed) == len(sources)
    directions = {rules.glyph(d) < rules.glyph(value) for d in changed}
    seen["one card lit and another darkened"] += len(directions) == 2
    seen["seven segments and more in one play"] += (
        int(rules.cost_of(row, i64(table.read(" ".join(table.card_name(d, value) for d in sources))))) >= 7
    )
    seen["one card more of a lower digit"] += bool(row.field) and value < int(rules.digit_of(row.field))
    seen["lead with changed cards"] += not row.field and bool(changed)


RARE = (
    "3 players", "4 players", "5 players", "a later round", "the play's owner is out", "pass at the limit",
    "pass just below the limit", "pass that takes less than it could", "set made only of changed cards",
    "one card lit and another darkened", "seven segments and more in one play", "one card more of a lower digit",
    "lead with changed cards", "start drawn among equals", "final tie broken by the last round", "final tie shared",
)  # fmt: skip


def test_random_matches_agree_with_the_naive_twin() -> None:
    def play(dice: random.Random, seen: Counter[str]) -> int:
        players, options = some_options(GAME, dice) if dice.random() < 0.8 else (dice.choice(GAME.players), {})
        return play_beside_twin(GAME.match(players, dice.getrandbits(64), options), dice, seen)

    agree(play, 7, RARE)


def test_the_prices_are_those_of_the_twin() -> None:
    for form, name in enumerate(("standard", "no_tails")):
        ours = {
            (a, b): int(rules.PRICES[form, a, b])
            for a in range(10)
            for b in range(10)
            if a != b and rules.PRICES[form, a, b] != rules.NEVER
        }
        assert ours == naive.prices(name)
