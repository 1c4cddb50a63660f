"""Bots that somebody brings, good ones and bad ones."""

from __future__ import annotations

import ctypes
import os
import random
from pathlib import Path
from typing import Any

from cardshed import Match, Move


def first(match: Match, seat: int) -> str:
    return match.legal(seat)[0].text


def dice(match: Match, seat: int, seed: int) -> Move:
    return random.Random(seed).choice(match.legal(seat))


class Last:
    """Plays on the match it is given, and counts what it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        self.asked += 1
        assert self.asked <= 60, "carried over from another game"
        assert match.imagined
        return match.play(seat, match.legal(seat)[-1])


def touches(match: Match, seat: int) -> Move:
    """Tells another process that it plays."""
    Path(os.environ["TOUCHED"]).touch()
    print("not into the table")
    return match.legal(seat)[0]


def raises(match: Match, seat: int) -> Any:
    return 1 / 0


def leaves(match: Match, seat: int) -> Any:
    raise SystemExit(3)


def cheats(match: Match, seat: int) -> str:
    return "3S 4H"


def forgets(match: Match, seat: int) -> Any:
    match.legal(seat)


def hangs(match: Match, seat: int) -> Any:
    """In C, with the interpreter's lock: no thread or signal of its own process gets through."""
    ctypes.PyDLL(None).sleep(1000)


def dies(match: Match, seat: int) -> Any:
    os._exit(7)


def few(match: Match) -> Any:
    return match.legal(0)[0]


class Unmade:
    def __init__(self) -> None:
        raise ValueError("there is no net here")

    def choose(self, match: Match, seat: int, seed: int) -> Any:
        return match.legal(seat)[0]


class Chooseless:
    pass
