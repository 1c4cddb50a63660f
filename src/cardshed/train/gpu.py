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
from cardshed.train.acting import OFFERED, describe, go_on, pick, see
from cardshed.train.tables import Tables


class Threads(NamedTuple):
    """What a thread does, in four kinds."""

    go_on: Any
    see: Any
    describe: Any
    pick: Any


def threads_of(game: Game) -> Threads:
    record, seats_there = from_dtype(game.row), game.players[-1]

    # fmt: off
    def go_on_one(  # type: ignore[no-untyped-def]
        rows, actors, moves, chosen, step, tables, spreads, base, trace, seats, said, targets, fresh, results
    ):
        # fmt: on
        i = cuda.grid(1)
        if i < len(actors):
            values = cuda.local.array(seats_there, np.float64)
            scores = cuda.local.array(seats_there, np.float64)
            go_on(
                rows, i, actors[i], len(actors), moves[i], chosen[i], step, tables, spreads, base, trace, seats, said,
                targets, fresh, values, scores, results,
            )  # fmt: skip

    def see_one(rows, actors, out):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(actors) and actors[i, OFFERED] > 0:
            own = cuda.local.array(1, record)
            own[0] = rows[i]
            see(own[0], actors[i], out[i])

    def describe_one(many, rows, actors, moves, whose, firsts, out):  # type: ignore[no-untyped-def]
        k = cuda.grid(1)
        if k < many:
            i = whose[k]
            describe(rows[i], actors[i], moves[i, k - firsts[i]], out[k])

    def pick_one(rows, actors, moves, worth, firsts, base, often, picked, chosen):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(actors) and actors[i, OFFERED] > 0:
            picked[i] = pick(rows[i], actors[i], worth, firsts[i], base, often)
            chosen[i] = moves[i, picked[i]]

    return Threads(go_on_one, see_one, describe_one, pick_one)


def signatures(game: Game) -> Threads:
    """The types of their arguments."""
    rows, longs, table = from_dtype(game.row)[::1], types.int64[::1], types.int64[:, ::1]
    floats, short = types.float32[::1], types.int16[:, ::1]
    return Threads(
        (rows, table, table, longs, types.int64, rows, types.float64[::1], types.uint64, types.float64,
         types.int8[:, ::1], types.float32[:, ::1], types.float32[:, ::1], types.int8[:, ::1], floats),
        (rows, table, short),
        (types.int64, rows, table, table, longs, longs, short),
        (rows, table, table, floats, longs, types.uint64, types.int64, longs, longs),
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
        self.tables = cuda.to_device(tables.rows)
        self.spreads = cuda.to_device(tables.spreads)
        self.rows = cuda.to_device(np.zeros(many, game.row))
        self.moves = cuda.device_array((many, game.code.MOVES), np.int64)

    @staticmethod
    def own(tensor: Any) -> Any:
        """A tensor as a kernel takes it: the same memory."""
        return cuda.as_cuda_array(tensor)

    def go_on(
        self, actors: Any, chosen: Any, step: int, base: int, trace: float, seats: Any, said: Any, targets: Any,
        fresh: Any, results: Any,
    ) -> None:  # fmt: skip
        self.kernels.go_on[self.blocks(self.many), BLOCK](
            self.rows, actors, self.moves, chosen, step, self.tables, self.spreads, np.uint64(base), trace, seats,
            said, targets, fresh, results,
        )  # fmt: skip

    def see(self, actors: Any, out: Any) -> None:
        self.kernels.see[self.blocks(self.many), BLOCK](self.rows, actors, out)

    def describe(self, actors: Any, whose: Any, firsts: Any, out: Any, many: int) -> None:
        self.kernels.describe[self.blocks(many), BLOCK](many, self.rows, actors, self.moves, whose, firsts, out)

    def pick(self, actors: Any, worth: Any, firsts: Any, base: int, often: int, picked: Any, chosen: Any) -> None:
        self.kernels.pick[self.blocks(self.many), BLOCK](
            self.rows, actors, self.moves, worth, firsts, np.uint64(base), often, picked, chosen
        )

    @staticmethod
    def blocks(many: int) -> int:
        return max(1, -(-many // BLOCK))
