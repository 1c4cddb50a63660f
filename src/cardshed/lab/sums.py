"""Sums over games from which means, ratios and their intervals come: they can be added up, and do not grow.

Every measure is a ratio: what was counted, over how often it could have been. Of both, each game gives a number; a
plain mean counts one for every game. The interval is that of a ratio of means (linearised), games being independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.intervals import LEVEL, Interval, student
from cardshed.engine.kernel import kernel

Floats = npt.NDArray[np.float64]
Measured = tuple[Floats, Floats]  # games as lines, measures as columns: what was counted, how often it could have been


@dataclass
class Sums:
    """Of games under one set of rules."""

    names: tuple[str, ...]
    games: int
    y: Floats  # what was counted
    m: Floats  # how often it could have been
    yy: Floats
    ym: Floats
    mm: Floats

    @classmethod
    def none(cls, names: Sequence[str]) -> Sums:
        return cls(tuple(names), 0, *(np.zeros(len(names)) for _ in range(5)))

    def add(self, y: Floats, m: Floats) -> None:
        """Games as lines, measures as columns."""
        self.games += len(y)
        add_up(y, m, self.y, self.m, self.yy, self.ym, self.mm)

    def interval(self, name: str, level: float = LEVEL) -> Interval:
        i = self.names.index(name)
        if self.games < 2 or not self.m[i]:
            return Interval(self.y[i] / self.m[i] if self.m[i] else 0.0, -inf, inf)
        ratio = float(self.y[i] / self.m[i])
        squares = self.yy[i] - 2 * ratio * self.ym[i] + ratio * ratio * self.mm[i]
        error = sqrt(max(0.0, float(squares)) * self.games / (self.games - 1)) / float(self.m[i])
        half = student(level, self.games - 1) * error
        return Interval(ratio, ratio - half, ratio + half)

    def state(self) -> dict[str, Any]:
        """As arrays, to be kept."""
        return {"games": np.array(self.games), **{name: getattr(self, name) for name in ("y", "m", "yy", "ym", "mm")}}

    @classmethod
    def from_state(cls, names: Sequence[str], state: dict[str, Any]) -> Sums:
        return cls(tuple(names), int(state["games"]), *(state[name].copy() for name in ("y", "m", "yy", "ym", "mm")))


@kernel
def add_up(y: Floats, m: Floats, ys: Floats, ms: Floats, yy: Floats, ym: Floats, mm: Floats) -> None:
    """Add games, with their squares and products."""
    for g in range(len(y)):
        for i in range(len(ys)):
            a, b = y[g, i], m[g, i]
            ys[i] += a
            ms[i] += b
            yy[i] += a * a
            ym[i] += a * b
            mm[i] += b * b


class Crosses(NamedTuple):
    """Of games under two sets of rules on the same deals: what their numbers have in common."""

    yy: Floats
    ym: Floats
    my: Floats
    mm: Floats

    @classmethod
    def none(cls, names: Sequence[str]) -> Crosses:
        return cls(*(np.zeros(len(names)) for _ in range(4)))


@kernel
def add_crosses(sums: Crosses, one: Measured, other: Measured) -> None:
    """Add the products of the same games by two sets of rules."""
    (y, m), (v, k) = one, other
    for g in range(len(y)):
        for i in range(len(sums.yy)):
            sums.yy[i] += y[g, i] * v[g, i]
            sums.ym[i] += y[g, i] * k[g, i]
            sums.my[i] += m[g, i] * v[g, i]
            sums.mm[i] += m[g, i] * k[g, i]


@dataclass(frozen=True)
class Change:
    """By how much a measure differs between two sets of rules."""

    before: float
    after: float
    difference: Interval
    factor: float  # how many times as many games it would take without the same deals

    @property
    def clear(self) -> bool:
        """Whether it is more than noise."""
        return self.difference.excludes(0) and self.difference.half < inf


def change(one: Sums, other: Sums, crosses: Crosses, name: str, level: float) -> Change:
    """From one set of rules to another; the interval is that of paired differences."""
    i, n = one.names.index(name), one.games
    if n < 2 or not one.m[i] or not other.m[i]:
        return Change(0.0, 0.0, Interval(0.0, -inf, inf), 1.0)
    r, q = float(one.y[i] / one.m[i]), float(other.y[i] / other.m[i])
    own = one.yy[i] - 2 * r * one.ym[i] + r * r * one.mm[i]
    others = other.yy[i] - 2 * q * other.ym[i] + q * q * other.mm[i]
    shared = crosses.yy[i] - q * crosses.ym[i] - r * crosses.my[i] + r * q * crosses.mm[i]
    apart = float(own / one.m[i] ** 2 + others / other.m[i] ** 2) * n / (n - 1)  # variance if deals were not the same
    paired = max(0.0, apart - 2 * float(shared / (one.m[i] * other.m[i])) * n / (n - 1))
    half = student(level, n - 1) * sqrt(paired)
    return Change(r, q, Interval(q - r, q - r - half, q - r + half), apart / paired if paired > 0 else 1.0)
