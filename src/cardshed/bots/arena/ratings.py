"""Ratings from places: how strong each bot is, and how much each seat helps.

Plackett and Luce: a game's places are given out from the top, each to one of those still waiting, with a chance in
proportion to its strength, which is its bot's times its seat's. Those who share a place take it together with a chance
in proportion to the geometric mean of their strengths, times a number for draws of that size (Davidson, for rankings by
Firth, Kosmidis and Turner). Those who share the last place, behind somebody, have not been ranked: many games tell just
who won. Who forfeits has lost to each of the others, who were not ranked.

So that a bot that never won has a rating too, each bot and seat has also won and lost half a game against an average
one. Intervals come from drawing whole deals again, because the games of one deal are not independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, log

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.intervals import LEVEL, Interval, wider

SCALE = 400 / log(10)  # Elo's: 400 points are odds of ten to one
DRAWS = 500  # how often deals are drawn again
PRIOR = 0.5  # of a game, won and lost against an average one
STEPS = 100
CLOSE = 1e-4  # a fiftieth of a point

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Seats = tuple[int, ...]
Waiting = tuple[Seats, Seats, bool]  # who still waits for a place: their entrants, their seats; whether it is the first
Choice = tuple[Waiting, Seats]  # and the seats that took it


@dataclass(frozen=True)
class Ratings:
    bots: list[Interval]  # the anchor's is 0
    seats: list[Interval]  # their mean is 0
    anchor: int
    draws: dict[int, float]  # by how many a place is shared: how likely that is among equals


def choices(entrants: Seats, payoff: Sequence[float], forfeit: int = -1) -> list[Choice]:
    """A game as choices, from the top."""
    seats = tuple(range(len(entrants)))

    def among(waiting: Seats, taken: Seats, first: bool) -> Choice:
        return (tuple(entrants[p] for p in waiting), waiting, first), taken

    if forfeit >= 0:
        return [among((p, forfeit), (p,), False) for p in seats if p != forfeit]
    found: list[Choice] = []
    waiting = seats
    while len(waiting) > 1:
        best = max(payoff[p] for p in waiting)
        taken = tuple(p for p in waiting if payoff[p] > best - 1e-9)
        if taken == waiting and waiting != seats:
            break
        found.append(among(waiting, taken, waiting == seats))
        waiting = tuple(p for p in waiting if p not in taken)
    return found


class Model:
    """How likely the choices are that were made. Strengths are logarithms: of bots, then of seats, then of draws."""

    def __init__(self, made: Sequence[Choice], entrants: int, players: int) -> None:
        self.entrants = entrants
        self.players = players
        self.sizes = sorted({len(taken) for _, taken in made} - {1})
        sets = {waiting: i for i, waiting in enumerate(dict.fromkeys(waiting for waiting, _ in made))}
        self.chosen = np.array([self.line(waiting, taken) for waiting, taken in made])
        self.among = np.array([sets[waiting] for waiting, _ in made])
        every = [[self.line(waiting, taken) for taken in self.possible(waiting)] for waiting in sets]
        self.lines = np.array([line for lines in every for line in lines])
        lengths = [len(lines) for lines in every]
        self.begins = np.cumsum([0, *lengths[:-1]])
        self.of = np.repeat(np.arange(len(sets)), lengths)

    def possible(self, waiting: Waiting) -> list[Seats]:
        """Those who could take the place, alone or together."""
        _, seats, first = waiting
        sizes = [size for size in (1, *self.sizes) if size < len(seats) or (size == len(seats) and first)]
        return [taken for size in sizes for taken in combinations(seats, size)]

    def line(self, waiting: Waiting, taken: Seats) -> Floats:
        """How much of each strength it takes to take a place."""
        entrants, seats, _ = waiting
        line = np.zeros(self.entrants + self.players + len(self.sizes))
        for p in taken:
            line[entrants[seats.index(p)]] += 1 / len(taken)
            line[self.entrants + p] += 1 / len(taken)
        if len(taken) > 1:
            line[self.entrants + self.players + self.sizes.index(len(taken))] = 1
        return line

    def fit(self, counts: Floats, start: Floats | None = None) -> Floats:
        """The most likely strengths when each choice was made so often (Newton; the likelihood has one peak)."""
        at = np.zeros(self.lines.shape[1]) if start is None else start
        seen = counts @ self.chosen
        sets = np.bincount(self.among, counts, len(self.begins)).astype(np.float64)
        now, step = self.climb(at, seen, sets)
        for _ in range(STEPS):
            if np.abs(step).max() < CLOSE:
                break
            then, onward = self.climb(at + step, seen, sets)
            if then < now - 1e-9:  # too far
                step = step / 2
            else:
                at, now, step = at + step, then, onward
        return at

    def climb(self, at: Floats, seen: Floats, sets: Floats) -> tuple[float, Floats]:
        """The logarithm of the likelihood, halves of games against average ones included, and Newton's next step."""
        value = self.lines @ at
        largest = np.maximum.reduceat(value, self.begins)
        share = np.exp(value - largest[self.of])
        total = np.add.reduceat(share, self.begins)
        half = 1 / (1 + np.exp(-at))
        likelihood = seen @ at - sets @ (largest + np.log(total)) + PRIOR * np.log(half * (1 - half)).sum()
        weighed = self.lines * (share / total[self.of])[:, None]
        expected = np.add.reduceat(weighed, self.begins)
        slope = seen - sets @ expected + PRIOR * (1 - 2 * half)
        bend = (weighed * sets[self.of, None]).T @ self.lines - (expected * sets[:, None]).T @ expected
        bend += np.diag(2 * PRIOR * half * (1 - half))
        return float(likelihood), np.asarray(np.linalg.solve(bend, slope), np.float64)


def rate(
    seats: Whole, payoff: Floats, forfeited: Whole, deal: Whole, entrants: int, *, anchor: int = 0, seed: int = 0
) -> Ratings:
    """Ratings from games: who sat where, the shares of opponents beaten, who forfeited (-1: nobody), of which deal."""
    numbers: dict[Choice, int] = {}
    made, whose = [], []
    games = zip(seats.tolist(), payoff.tolist(), forfeited.tolist(), deal.tolist(), strict=True)
    for line, shares, forfeit, of in games:
        for choice in choices(tuple(line), shares, forfeit):
            made.append(numbers.setdefault(choice, len(numbers)))
            whose.append(of)
    model = Model(list(numbers), entrants, seats.shape[1])
    which, by_deal = np.array(made), np.array(whose)

    def counted(weights: Floats) -> Floats:
        return np.bincount(which, weights[by_deal], len(numbers)).astype(np.float64)

    deals = int(deal.max()) + 1
    found = model.fit(counted(np.ones(deals)))
    dice = np.random.default_rng(seed)
    drawn = (np.bincount(dice.integers(0, deals, deals), minlength=deals).astype(float) for _ in range(DRAWS))
    again = np.array([model.fit(counted(weights), found) for weights in drawn])

    def rated(values: Floats, others: Floats) -> list[Interval]:
        if deals < 2:
            return [Interval(value, -inf, inf) for value in (SCALE * values).tolist()]
        low, high = values + wider(deals) * (np.quantile(others, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0) - values)
        return [Interval(*told) for told in zip(*(SCALE * np.array([values, low, high])).tolist(), strict=True)]

    bots, places = slice(0, entrants), slice(entrants, entrants + seats.shape[1])
    draws = {size: float(np.exp(found[places.stop + i])) for i, size in enumerate(model.sizes)}
    apart = rated(found[bots] - found[anchor], again[:, bots] - again[:, [anchor]])
    middle = again[:, places].mean(axis=1, keepdims=True)
    return Ratings(apart, rated(found[places] - found[places].mean(), again[:, places] - middle), anchor, draws)
