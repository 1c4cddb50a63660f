"""Sums over games from which means, ratios and their intervals come: they can be added up, and do not grow.

Every measure is a ratio: what was counted, over how often it could have been. Of both, each game gives a number; a
plain mean counts one for every game. The interval is that of a ratio of means (linearised), games being independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.intervals import LEVEL, Interval, student

Floats = npt.NDArray[np.float64]


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
        for sums, values in ((self.y, y), (self.m, m), (self.yy, y * y), (self.ym, y * m), (self.mm, m * m)):
            sums += values.sum(axis=0)

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
