"""Pyramid against its slow, plain twin: legal moves, states and results, move by move."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine.chance import START, below, key
from cardshed.engine.kernel import i64
from cardshed.engine.kit.conformance import some_options
from cardshed.games.pyramid import codes, house_rules, knowledge, melds, notation
from cardshed.games.pyramid.melds import MELDS
from tests.naive import pyramid as naive
from tests.naive.beside import agree

GAME = cardshed.game("pyramid")
COLOURS = ("R", "B")
PHASES = ("trade", "add", "shed", "end", "discard")  # in the order of the rules' numbers


def card(c: int) -> naive.Card:
    if c >= codes.PART_WILD:
        return (0, COLOURS[c - codes.PART_WILD])
    return (c % 8 + 3, COLOURS[c // 8])


def cards(numbers: list[int]) -> list[naive.Card]:
    return sorted(card(c) for c in numbers)


def type_name(t: int) -> str:
    return MELDS[t].name.replace("_", " ")


def move(code: int) -> Any:
    """A move as the twin tells it."""
    kind, used = codes.kind_of(code), cards(notation.cards_in(code))
    if kind == codes.MELD:
        return ("meld", type_name(int(codes.what_of(i64(code)))), tuple(used))
    if kind == codes.TRADE:
        return ("trade", used[0][1])
    if kind == codes.ADD_WILDS:
        return ("add", used.count((0, "R")), used.count((0, "B")))
    if kind == codes.END:
        return ("end", bool(codes.what_of(i64(code))))
    if kind == codes.THROW:
        return ("discard", used[0] if used else None)
    return ("keep",) if kind == codes.KEEP else ("pass",)


def dealt(row: Any) -> list[list[naive.Card]]:
    return [cards(notation.naturals(row.hands[p])) for p in range(int(row.players))]


def same_table(match: cardshed.Match, twin: naive.Pyramid) -> None:
    row, seats = match.row, range(match.players)
    assert set(match.acting) == twin.acting()
    assert match.points == twin.points
    assert match.deal_no == twin.rounds_done
    assert [int(row.last_round[p]) for p in seats] == twin.last_points
    front = [{c: int(row.front[2 * p + i]) for i, c in enumerate(COLOURS)} for p in seats]
    assert front == [{c: twin.front[p][c] for c in COLOURS} for p in seats]
    if twin.over:
        return
    assert [cards(notation.hand(row, p)) for p in seats] == [sorted(hand) for hand in twin.hands]
    assert PHASES[int(row.phase)] == twin.phase
    assert {p for p in seats if row.declaring >> p & 1 and twin.phase == "trade"} == twin.declaring
    chosen = [(None, ("keep",), ("trade", "R"), ("trade", "B"))[int(row.choice[p])] for p in seats]
    assert chosen == list(twin.choices)
    assert int(row.turn) == (-1 if twin.turn is None else twin.turn)
    assert [int(row.place[p]) for p in seats] == twin.places
    three = int(row.three)
    assert (three if three >= 0 else None) == twin.three
    assert [{h for h in seats if h != p and knowledge.knows(row, p, h)} for p in seats] == twin.knows
    if twin.phase in ("trade", "add"):
        return
    assert int(row.target) + 3 == twin.target
    assert {type_name(t) for t in range(len(MELDS)) if row.used >> t & 1} == twin.used
    assert (move(int(row.meld)) if row.meld else None) == twin.meld
    assert (int(row.owner) if row.owner >= 0 else None) == twin.owner
    assert int(row.passes) == twin.passes
    assert {p for p in seats if row.locked >> p & 1} == twin.locked


def choose(offered: list[cardshed.Move], dice: random.Random) -> cardshed.Move:
    """Any move; often a rare one, so that rare positions are met."""
    wild = [
        m for m in offered if m.kind not in ("pass", "keep") and set(m.cards[1:]) and set(m.cards[1:]) <= {"WR", "WB"}
    ]
    large = [m for m in offered if len(m.cards) >= 5]
    plays = [m for m in offered if m.kind not in ("pass", "keep")]
    fours = [m for m in plays if m.kind == "black_four"]
    wild_runs = [m for m in wild if m.kind.endswith("run_4") or m.kind == "add"]
    for kind, chance in ((fours, 0.9), (wild_runs, 0.5), (wild, 0.3), (large, 0.5), (plays, 0.6)):
        if kind and dice.random() < chance:
            return dice.choice(kind)
    return dice.choice(offered)


def play_beside_twin(match: cardshed.Match, dice: random.Random, seen: Counter[str]) -> int:
    """Play a match to its end at random; returns the number of positions compared."""
    rounds = 0

    def by_chance(tied: list[int]) -> int:
        seen["start among tied totals"] += 1
        return tied[int(below(np.uint64(key(np.uint64(match.seed), START, rounds)), 0, len(tied)))]

    twin = naive.Pyramid(match.players, match.options, dealt(match.row), by_chance)
    positions = chain = 0
    while True:
        if twin.needs_round:
            rounds = twin.rounds_done
            twin.new_round(dealt(match.row))
        same_table(match, twin)
        if match.over:
            break
        positions += 1
        for p in match.acting:
            moves = [move(m.code) for m in match.legal(p)]
            assert len(set(moves)) == len(moves)
            assert set(moves) == twin.legal(p)
        seat = dice.choice(match.acting)
        chosen = choose(match.legal(seat), dice)
        note_what_is_rare(match, twin, seat, move(chosen.code), seen)
        chain = note_trades(match, twin, seat, move(chosen.code), chain, seen)
        match.play(seat, chosen)
        twin.play(seat, move(chosen.code))
    assert match.payoff == pytest.approx(twin.payoff())
    totals = [(twin.points[p], -sum(twin.front[p].values())) for p in range(match.players)]
    first = max(totals)
    seen["final tie broken by wilds"] += sum(points == first[0] for points, _ in totals) > totals.count(first)
    seen["final win shared"] += totals.count(first) > 1
    return positions


def note_trades(
    match: cardshed.Match, twin: naive.Pyramid, seat: int, chosen: Any, chain: int, seen: Counter[str]
) -> int:
    """Counts chains of trades; returns how long the one that goes on is."""
    if chosen[0] not in ("keep", "trade") or len(match.acting) > 1:
        return chain if chosen[0] in ("keep", "trade") else 0
    traders = [c for c in [*twin.choices, chosen] if c and c[0] == "trade"]
    if len(traders) < 2:
        return 0
    seen[f"{len(traders)} trade"] += 1
    seen["trade chain of three and more"] += chain + 1 == 3
    return chain + 1


def note_what_is_rare(match: cardshed.Match, twin: naive.Pyramid, seat: int, chosen: Any, seen: Counter[str]) -> None:
    row = match.row
    seen[f"{match.players} players"] += 1
    seen["a later round"] += match.deal_no > 0
    seen["a hand known after a trade"] += any(twin.knows) and twin.phase == "shed"
    if twin.phase == "shed" and match.players == 3 and twin.meld is None and twin.three is None:
        seen["three players without the red 3"] += not any((3, "R") in cards(notation.naturals(h)) for h in row.played)
    if chosen[0] == "add":
        seen[f"lone trader adds {int(chosen[1]) + int(chosen[2])}"] += 1
    if chosen[0] == "meld":
        used = chosen[2]
        if all(value == 0 for value, _ in used):
            seen[f"all wild: {chosen[1]}"] += 1
            seen["all wild on a target"] += twin.target > 3
        seen["a guest in a meld"] += chosen[1] == "red triple" and (any(c == "B" for _, c in used))
        seen["out with a black four"] += chosen[1] == "black four" and len(used) == len(twin.hands[seat])
        last = sum(bool(hand) for hand in twin.hands) == 2
        seen["black four ends the round"] += chosen[1] == "black four" and len(used) == len(twin.hands[seat]) and last
        seen["locked out by hard passes"] += bool(twin.locked)
    if chosen[0] == "end":
        seen[f"black four {'ends' if chosen[1] else 'does not end'} the trick"] += 1
        seen["asked when out"] += not twin.hands[seat]
    if chosen[0] == "discard":
        seen["discard after a red run of 4"] += chosen[1] is not None
        seen["wild thrown away"] += chosen[1] is not None and chosen[1][0] == 0


RARE = (
    "3 players", "4 players", "a later round", "2 trade", "3 trade", "4 trade", "trade chain of three and more",
    *(f"lone trader adds {n}" for n in range(5)), "a hand known after a trade", "three players without the red 3",
    "start among tied totals", *(f"all wild: {type_name(t)}" for t in range(len(MELDS))), "all wild on a target",
    "a guest in a meld", "black four ends the trick", "black four does not end the trick", "asked when out",
    "out with a black four", "black four ends the round", "locked out by hard passes", "discard after a red run of 4",
    "wild thrown away", "final tie broken by wilds", "final win shared",
)  # fmt: skip


def odd_options(dice: random.Random) -> tuple[int, dict[str, Any]]:
    """House rules of every kind; more wilds often, so that melds of wilds alone are met."""
    while True:
        players, options = some_options(GAME, dice)
        if dice.random() < 0.5:
            options |= {"red_wilds": dice.randint(2, 3), "black_wilds": dice.randint(2, 3)}
        if dice.random() < 0.2:
            # Short hands full of wilds.
            options |= {"melds": "full14", "cards": dice.randint(1, 3), "red_wilds": 3, "black_wilds": 3}
            options |= dict.fromkeys(melds.SWITCHES, 1)
        elif dice.random() < 0.2:
            # Black fours that empty a hand.
            options |= dict.fromkeys(house_rules.COPIES, 0) | {"black_9": 7, "black_10": 7, "cards": 4, "black_four": 1}
        elif dice.random() < 0.5:
            options = {name: value for name, value in options.items() if name not in house_rules.COPIES}
            options["cards"] = dice.choice([13, 13, dice.randint(1, 13)])
        try:
            GAME.blank(players, 0, options)
        except cardshed.CardshedError:
            continue
        return players, options


def test_random_matches_agree_with_the_naive_twin() -> None:
    def play(dice: random.Random, seen: Counter[str]) -> int:
        players, options = odd_options(dice)
        return play_beside_twin(GAME.match(players, dice.getrandbits(64), options), dice, seen)

    agree(play, 4, RARE)
