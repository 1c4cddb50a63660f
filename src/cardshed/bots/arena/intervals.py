"""How sure a mean over deals is. The games of one deal are not independent; whole deals are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

LEVEL = 0.95
FIRST_LOOK = 32  # deals before which nobody is sure of anything


@dataclass(frozen=True)
class Interval:
    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high

    def json(self) -> list[float] | None:
        return [self.low, self.high] if self.half < inf else None


def interval(values: npt.NDArray[np.float64], level: float = LEVEL, reach: Sequence[float] = ()) -> Interval:
    """The mean of the deals' values and its interval.

    Where values have a least and a largest (`reach`), the width is that of two more deals, one of each: so a few deals
    that happen to be alike do not look like certainty. Among hundreds they make no difference.
    """
    mean = float(values.mean()) if len(values) else 0.0
    if len(values) < 2:
        return Interval(mean, -inf, inf)
    error = float(np.std(np.append(values, reach), ddof=1)) / sqrt(len(values))
    half = student(level, len(values) - 1) * error
    return Interval(mean, mean - half, mean + half)


def student(level: float, freedom: int) -> float:
    """How many standard errors reach as far as that level (Student's t, by Cornish and Fisher's expansion)."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def wider(deals: int) -> float:
    """By how much an interval drawn from so few deals again and again must be widened; hardly from a hundred on."""
    return sqrt(deals / (deals - 1)) * student(LEVEL, deals - 1) / student(LEVEL, 10**9)


def looks(deals: int) -> list[int]:
    """After how many deals an arena that stops when it is sure looks: after all, after half of them, and so on."""
    found = [deals]
    while found[0] // 2 >= FIRST_LOOK:
        found.insert(0, found[0] // 2)
    return found


def look_level(deals: int) -> float:
    """How sure each look must be, so that all looks together are wrong no more often than one would be (Bonferroni)."""
    return 1 - (1 - LEVEL) / len(looks(deals))
