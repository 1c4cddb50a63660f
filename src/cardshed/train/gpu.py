"""Actors on an NVIDIA GPU: a thread for each, writing straight into the tensors that the net reads."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import config, from_dtype, types
from numba.core.errors import NumbaPerformanceWarning

from cardshed.engine.core.cuda import BLOCK, REGISTERS, cuda, threads_for
from cardshed.engine.matches.game import Game
from cardshed.train.acting import OFFERED, Games, Notes, describe, go_on, pick, see
from cardshed.train.tables import Tables


class Threads(NamedTuple):
    """What a thread does, in four kinds."""

    go_on: Any
    see: Any
    describe: Any
    pick: Any


def threads_of(game: Game) -> Threads:
    record, seats_there = from_dtype(game.row), game.players[-1]

    def go_on_one(games, notes, step):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(notes.actors):
            values = cuda.local.array(seats_there, np.float64)
            scores = cuda.local.array(seats_there, np.float64)
            go_on(games, notes, i, step, values, scores)

    def see_one(games, notes, out):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(notes.actors) and notes.actors[i, OFFERED] > 0:
            own = cuda.local.array(1, record)
            own[0] = games.rows[i]
            see(own[0], notes, i, out[i])

    def describe_one(many, games, notes, whose, out):  # type: ignore[no-untyped-def]
        k = cuda.grid(1)
        if k < many:
            describe(games, notes, whose, k, out)

    def pick_one(games, notes, worth, often):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(notes.actors):
            pick(games, notes, i, worth, often)

    return Threads(go_on_one, see_one, describe_one, pick_one)


def signatures(game: Game) -> Threads:
    """The types of their arguments."""
    rows, longs, table = from_dtype(game.row)[::1], types.int64[::1], types.int64[:, ::1]
    floats, short, signs, lines = types.float32[::1], types.int16[:, ::1], types.int8[:, ::1], types.float32[:, ::1]
    games = types.NamedTuple((rows, table, rows, types.float64[::1]), Games)
    of_notes = (table, longs, longs, longs, floats, signs, lines, lines, signs, types.uint64, types.float64)
    notes = types.NamedTuple(of_notes, Notes)
    return Threads(
        (games, notes, types.int64), (games, notes, short), (types.int64, games, notes, longs, short),
        (games, notes, floats, types.int64),
    )  # fmt: skip


@cache
def kernels_for(game: Game) -> Threads:
    with warnings.catch_warnings(), game.compiling():
        warnings.simplefilter("ignore", NumbaPerformanceWarning)
        made = Threads(*(cuda.jit(one, max_registers=REGISTERS) for one in threads_of(game)))
        for kernel, types_of in zip(made, signatures(game), strict=True):
            kernel.compile(types_of)
    return made


class Gpu:
    """Does the four things to all actors, as `Cores` does."""

    device = "cuda"

    def __init__(self, game: Game, tables: Tables, many: int) -> None:
        threads_for(many)  # says so where there is no GPU
        config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # an examination ends with few games that are still played
        self.game, self.many = game, many
        self.kernels = kernels_for(game)
        moves = cuda.device_array((many, game.code.MOVES), np.int64)
        rows, there = cuda.to_device(np.zeros(many, game.row)), [cuda.to_device(of_tables) for of_tables in tables]
        self.games = Games(rows, moves, *there)

    @staticmethod
    def own(tensor: Any) -> Any:
        """A tensor as a kernel takes it: the same memory."""
        return cuda.as_cuda_array(tensor)

    def go_on(self, notes: Notes, step: int) -> None:
        self.kernels.go_on[self.blocks(self.many), BLOCK](self.games, notes, step)

    def see(self, notes: Notes, out: Any) -> None:
        self.kernels.see[self.blocks(self.many), BLOCK](self.games, notes, out)

    def describe(self, notes: Notes, whose: Any, out: Any, many: int) -> None:
        self.kernels.describe[self.blocks(many), BLOCK](many, self.games, notes, whose, out)

    def pick(self, notes: Notes, worth: Any, often: int) -> None:
        self.kernels.pick[self.blocks(self.many), BLOCK](self.games, notes, worth, often)

    @staticmethod
    def blocks(many: int) -> int:
        return max(1, -(-many // BLOCK))
