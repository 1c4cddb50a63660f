"""The verbs as Python calls them: on a row of an array, each compiled once per game and kept on disk."""

from __future__ import annotations

import numpy as np

from cardshed.engine.bits import lowest
from cardshed.engine.core import verbs
from cardshed.engine.kernel import Moves, Numbers, Rows, kernel


@kernel
def deal(rows: Rows) -> None:
    verbs.deal(rows[0])


@kernel
def acting(rows: Rows) -> int:
    return verbs.acting(rows[0])


@kernel
def legal(rows: Rows, seat: int, moves: Moves) -> int:
    return verbs.legal(rows[0], seat, moves)


@kernel
def play(rows: Rows, seat: int, move: int) -> int:
    """Carry the move out; return the seats that may act next."""
    verbs.play(rows[0], seat, move)
    return verbs.acting(rows[0])


@kernel
def points(rows: Rows, out: Numbers) -> None:
    verbs.points(rows[0], out)


@kernel
def payoff(rows: Rows, out: Numbers) -> None:
    verbs.payoff(rows[0], out)


@kernel
def redeal(rows: Rows, seat: int, seed: np.uint64) -> None:
    verbs.redeal(rows[0], seat, seed)


@kernel
def observe(rows: Rows, seat: int, out: Numbers) -> int:
    return verbs.observe(rows[0], seat, out)


@kernel
def encode(rows: Rows, seat: int, move: int, out: Numbers) -> int:
    return verbs.encode(rows[0], seat, move, out)


@kernel
def parts(rows: Rows, seat: int, move: int, out: Numbers) -> int:
    return verbs.parts(rows[0], seat, move, out)


@kernel
def judge(rows: Rows, seat: int, move: int) -> int:
    return verbs.judge(rows[0], seat, move)


@kernel
def replay(rows: Rows, seats: Moves, codes: Moves, moves: Moves) -> int:
    """Play a whole record: rows[0] is the start, rows[i + 1] the table after move i; return how many were legal."""
    for i in range(len(codes)):
        rows[i + 1] = rows[i]
        s = rows[i + 1]
        if (verbs.acting(s) >> seats[i]) & 1 == 0:
            return i
        n = verbs.legal(s, seats[i], moves)
        k = 0
        while k < n and moves[k] != codes[i]:
            k += 1
        if k == n:
            return i
        verbs.play(s, seats[i], codes[i])
    return len(codes)


@kernel
def perft(rows: Rows, moves: Numbers, seat: Moves, offered: Moves, tried: Moves, depth: int) -> int:
    """How many sequences of so many moves there are from rows[0]; one row, one buffer of moves and one of each number
    per step.

    Where several seats may act at once they choose one after the other, lowest seat first.
    """
    nodes = 0
    level = 0
    tried[0] = -1
    while level >= 0:
        if tried[level] < 0:
            seats = verbs.acting(rows[level])
            if level == depth or seats == 0:
                nodes += level == depth
                level -= 1
                continue
            seat[level] = lowest(seats)
            offered[level] = verbs.legal(rows[level], seat[level], moves[level])
            tried[level] = 0
        if tried[level] == offered[level]:
            level -= 1
            continue
        rows[level + 1] = rows[level]
        verbs.play(rows[level + 1], seat[level], moves[level, tried[level]])
        tried[level] += 1
        level += 1
        tried[level] = -1
    return nodes
