"""Unfinished work on the disk: numbers, and what they are the numbers of."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

OFTEN = 5.0  # seconds between two times that what is done is kept

Arrays = dict[str, Any]


class Keeper:
    """Keeps what is done of some work in a file, now and then. Without a file it does nothing."""

    def __init__(self, file: Path | None, work: str, state: Callable[[], Arrays]) -> None:
        self.file, self.work, self.state = file, work, state
        self.last = time.monotonic()

    def now_and_then(self) -> None:
        if time.monotonic() - self.last > OFTEN:
            self.now()

    def now(self) -> None:
        """All of it; if that fails, what was there stays."""
        if self.file is None:
            return
        fresh = self.file.with_suffix(".new")
        with fresh.open("wb") as out:
            np.savez_compressed(out, work=np.array(self.work), **self.state())
        os.replace(fresh, self.file)
        self.last = time.monotonic()


def kept(file: Path, work: str) -> Arrays | None:
    """What was kept of this very work; nothing, if it was other work."""
    if not file.exists():
        return None
    with np.load(file, allow_pickle=False) as arrays:
        return dict(arrays) if str(arrays["work"]) == work else None


def named(prefix: str, arrays: Mapping[str, Any]) -> Arrays:
    """Arrays of one thing among those of others."""
    return {f"{prefix}.{name}": array for name, array in arrays.items()}


def of(prefix: str, arrays: Mapping[str, Any]) -> Arrays:
    """Take them out again."""
    begin = f"{prefix}."
    return {name.removeprefix(begin): array for name, array in arrays.items() if name.startswith(begin)}
