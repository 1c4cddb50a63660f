"""Games watched on an NVIDIA GPU: the same lines as on cores, and the same counts."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import NumbaPerformanceWarning
from numba.np.numpy_support import from_dtype

from cardshed.engine.cuda import BLOCK, REGISTERS, all_ended, cuda, threads_for
from cardshed.engine.game import Game
from cardshed.engine.kernel import Rows
from cardshed.engine.verbs import MOST_TALLIES, payoff, points
from cardshed.lab.watching import ROWS, S, watch_game


def thread(row: np.dtype[np.record], most: int, ids: int) -> Any:
    """What a thread does: it plays and watches games i, i + threads, ... in memory of its own."""
    record = from_dtype(row)

    def watch_games(table, threads, seed, first, policies, trace, counts, tallies, users, played, scores, shares):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < threads:
            own = cuda.local.array(ROWS, record)
            moves = cuda.local.array(most, np.int64)
            noted = cuda.local.array(ids, np.int64)
            own[0] = table[0]
            for game in range(i, len(counts), threads):
                watch_game(
                    own, seed, first + game, policies, trace, moves, noted, counts[game], tallies[game], users[game],
                    played[game],
                )  # fmt: skip
                points(own[S], scores[game])
                payoff(own[S], shares[game])

    return watch_games


@cache
def kernel_for(game: Game) -> Any:
    ids = max(MOST_TALLIES, game.longest)
    return cuda.jit(thread(game.row, game.code.MOVES, ids), max_registers=REGISTERS)


def signature(game: Game) -> tuple[Any, ...]:
    """The types of a thread's arguments."""
    numbers = types.int32[:, ::1]
    longs = types.int64[::1]
    return (
        from_dtype(game.row)[::1], types.int64, types.uint64, types.int64, longs, longs,
        numbers, numbers, numbers, numbers, numbers, types.float32[:, ::1],
    )  # fmt: skip


def watch_on_gpu(game: Game, table: Rows, seed: int, first: int, policies: Any, results: list[Any]) -> None:
    """Fill the result arrays: counts, tallies, users, parts, points, payoff."""
    threads = threads_for(len(results[0]))
    kernel = kernel_for(game)
    with game.compiling():
        kernel.compile(signature(game))
    there = [cuda.to_device(np.ascontiguousarray(a)) for a in results]  # counted up from zero
    trace = cuda.to_device(np.zeros(1, np.int64))
    given = (cuda.to_device(table), threads, np.uint64(seed), first, cuda.to_device(policies), trace)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaPerformanceWarning)  # of a few games: they may leave most of it idle
        kernel[-(-threads // BLOCK), BLOCK](*given, *there)
    for result, filled in zip(results, there, strict=True):
        result[:] = filled.copy_to_host()
    all_ended(game, results[0])
