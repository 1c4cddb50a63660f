"""Multiply and add with one rounding: the number that exact arithmetic, rounded at the end, gives."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from cardshed.engine.core.fused import fused
from cardshed.engine.kernel import Numbers, kernel


@kernel
def fuse(numbers: Numbers, out: Numbers) -> None:
    for i in range(len(out)):
        out[i] = fused(numbers[i, 0], numbers[i, 1], numbers[i, 2])


@pytest.mark.compiled
def test_it_is_rounded_once() -> None:
    dice = np.random.default_rng(1)
    numbers = dice.normal(size=(2000, 3)).astype(np.float32)
    numbers[:1000, 2] = -numbers[:1000, 0] * numbers[:1000, 1]  # where a second rounding would lose nearly everything
    out = np.zeros(len(numbers), np.float32)
    fuse(numbers, out)
    for (a, b, c), found in zip(numbers.tolist(), out.tolist(), strict=True):
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        spacing = Fraction(float(np.spacing(np.float32(abs(found)))))
        assert abs(Fraction(found) - exact) <= spacing / 2


def test_plain_python_says_about_the_same() -> None:
    assert fused(np.float32(0.1), np.float32(3), np.float32(1)) == pytest.approx(1.3)
