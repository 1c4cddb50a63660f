"""The numbers that a net reads, as lines of weights: how many a number has is found by playing games by chance.

A number that counts, such as the 7s in a hand, has a line for each of its first steps, and one more for all of it if it
counts beyond them. Other numbers have one line. What counts far, such as points, is made small.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from cardshed.bots.net import STEPS


class Lines:
    """Some numbers side by side."""

    def __init__(self, least: npt.NDArray[np.int64], most: npt.NDArray[np.int64], device: str) -> None:
        self.least, self.most = least, most
        counts = (least >= 0) & (most > 1)
        many = np.where(counts, np.minimum(most, STEPS + 1), 1)
        self.first = np.concatenate([[0], many.cumsum()]).astype(np.int32)
        self.lines = int(self.first[-1])
        number = np.repeat(np.arange(len(many)), many)
        step = np.arange(self.lines) - self.first[number] + 1
        whole = (many[number] == 1) | (step > STEPS)
        far = np.maximum(1, np.maximum(np.abs(least), np.abs(most)))
        self.scales = np.where(whole, 1 / far[number], 1).astype(np.float32)
        self._number = torch.tensor(number, device=device)
        self._step = torch.tensor(step, dtype=torch.int16, device=device)
        self._whole = torch.tensor(whole, device=device)
        self._scales = torch.tensor(self.scales, device=device)

    def unfold(self, numbers: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
        values = numbers[:, self._number]
        return torch.where(self._whole, values.to(dtype) * self._scales.to(dtype), (values >= self._step).to(dtype))


class Inputs:
    """What is seen, and what a move is."""

    def __init__(self, ranges: dict[str, list[list[int]]], device: str) -> None:
        """`ranges` has the least and the most that each number was, for both."""
        self.ranges = ranges
        self.seen = self._lines("seen", device)
        self.move = self._lines("move", device)

    def _lines(self, name: str, device: str) -> Lines:
        least, most = (np.array(one, np.int64) for one in self.ranges[name])
        return Lines(least, most, device)


class Ranges:
    """The least and the most that numbers were, while games are played."""

    def __init__(self) -> None:
        self.found: dict[str, list[Tensor]] = {}

    def note(self, **numbers: Tensor) -> None:
        for name, lines in numbers.items():
            low, high = lines.amin(0), lines.amax(0)
            least, most = self.found.get(name, [low, high])
            self.found[name] = [torch.minimum(least, low), torch.maximum(most, high)]

    def json(self) -> dict[str, Any]:
        return {name: [one.tolist() for one in both] for name, both in self.found.items()}
