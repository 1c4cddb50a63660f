"""The same games on an NVIDIA GPU: a thread plays whole games by the rules that the CPU compiles, bit for bit."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import from_dtype, types

from cardshed.engine.core.places import of_module
from cardshed.engine.core.playout import PLIES, play_game
from cardshed.engine.core.verbs import LONGEST_MATCH, payoff, points
from cardshed.engine.errors import BrokenPromise, NoDevice
from cardshed.engine.kernel import PLAIN, Rows

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda still asks NumPy 2.5 for it

try:
    from numba import cuda as cuda
except ImportError as missing:
    raise NoDevice("engine.device.none", why=str(missing)) from None

BLOCK = 128  # threads that start together
BLOCKS_PER_CORE = 64  # more than run at once: the others begin where one has ended
REGISTERS = 64  # per thread, if rules state no other number; more would let fewer threads run at once
LAUNCH = 1 << 22  # games between two looks at the progress


def thread(row: np.dtype[np.record], most: int) -> Any:
    """What a thread does: it plays games i, i + threads, ... of a launch, and writes each one's results.

    Row and move buffer lie in the thread's own memory, which the GPU lays out so that threads in step read and write
    side by side: half as fast again as rows and buffers of an array.
    """
    record = from_dtype(row)

    def play_games(table, threads, seed, first, policies, counts, scores, shares):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < threads:
            own = cuda.local.array(1, record)
            moves = cuda.local.array(most, np.int64)
            own[0] = table[0]
            s = own[0]
            for game in range(i, len(counts), threads):
                play_game(s, seed, first + game, policies, moves, counts[game])
                points(s, scores[game])
                payoff(s, shares[game])

    return play_games


@cache
def kernel_for(game: Game) -> Any:
    return cuda.jit(thread(game.row, game.code.MOVES), max_registers=getattr(game.code, "REGISTERS", REGISTERS))


def signature(game: Game) -> tuple[Any, ...]:
    """The types of a thread's arguments."""
    numbers = types.int32[:, ::1]
    return (
        from_dtype(game.row)[::1], types.int64, types.uint64, types.int64, types.int64[::1], numbers, numbers,
        types.float32[:, ::1],
    )  # fmt: skip


def threads_for(games: int, per_core: int = BLOCKS_PER_CORE * BLOCK) -> int:
    """How many threads play so many games; NoDevice if there is no GPU."""
    if PLAIN:
        raise NoDevice("engine.device.none", why="NUMBA_DISABLE_JIT is set")
    try:
        cores = cuda.get_current_device().MULTIPROCESSOR_COUNT
    except Exception as problem:  # whatever the driver says, there is no GPU to use
        raise NoDevice("engine.device.none", why=" ".join(str(problem).split())) from None
    return min(cores * per_core, max(games, 1))


def play_on_gpu(
    game: Game, table: Rows, seed: int, first: int, policies: Any, counts: Any, scores: Any, shares: Any, tell: Any
) -> None:
    """Fill the result arrays, a launch at a time."""
    threads = threads_for(len(counts))
    kernel = kernel_for(game)
    launch = kernel[-(-threads // BLOCK), BLOCK]
    table_there, policies_there = cuda.to_device(table), cuda.to_device(policies)
    with game.compiling():
        kernel.compile(signature(game))
    for begin in range(0, len(counts), LAUNCH):
        here = [a[begin : begin + LAUNCH] for a in (counts, scores, shares)]
        there = [cuda.device_array(a.shape, a.dtype) for a in here]
        launch(table_there, threads, np.uint64(seed), first + begin, policies_there, *there)
        for result, filled in zip(here, there, strict=True):
            filled.copy_to_host(result)
        all_ended(game, here[0])
        tell(len(here[0]))


def all_ended(game: Game, counts: Any) -> None:
    """Refuse rules by which a match goes on and on: a thread cannot say it."""
    if counts[:, PLIES].max() > LONGEST_MATCH:
        raise BrokenPromise("engine.promise.end", of_module(game.code), LONGEST_MATCH)
