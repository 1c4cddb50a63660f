"""Games watched on an NVIDIA GPU: the same lines as on cores, and the same counts."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numpy as np
from numba import from_dtype, typeof, types
from numba.core.errors import NumbaPerformanceWarning

from cardshed.bots.net import FOUR, Net, Slate, longest, net_of
from cardshed.engine.core.cuda import BLOCK, REGISTERS, all_ended, cuda, threads_for
from cardshed.engine.core.verbs import MOST_TALLIES, SPARE
from cardshed.engine.kernel import Rows
from cardshed.engine.matches.game import Game
from cardshed.lab.watching import ROWS, Desk, Sheets, watch_game

# A net writes on far more memory than lies close to a core: fewer threads then, with all the registers they want, in
# small blocks that spread a few games over all cores.
BLOCKS_PER_CORE = 16
NET_BLOCK, NET_BLOCKS_PER_CORE, NET_REGISTERS = 32, 8, 128


def thread(row: np.dtype[np.record], most: int, ids: int) -> Any:
    """What a thread does: it plays and watches games i, i + threads, ... in memory of its own."""
    record = from_dtype(row)

    def watch_games(table, threads, seed, first, policies, trace, sheets):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < threads:
            own = cuda.local.array(ROWS, record)
            own[0] = table[0]
            on = Desk(own, cuda.local.array(most, np.int64), None, cuda.local.array(ids, np.int64))
            for game in range(i, len(sheets.counts), threads):
                watch_game(on, sheets, game, seed, first + game, policies, trace)

    return watch_games


def thread_with_net(row: np.dtype[np.record], most: int, ids: int, net: Net) -> Any:
    """Likewise where nets play: a thread has a slate of its own, and the weights are everybody's."""
    record = from_dtype(row)
    inputs, of_move = len(net.seen_first) - 1 + SPARE, len(net.move_first) - 1 + SPARE
    (width, narrow), lines = net.joint.shape, longest(net)
    trunk, head = len(net.trunk), len(net.head)

    def watch_games(table, threads, seed, first, policies, trace, sheets, sent):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < threads:
            own = cuda.local.array(ROWS, record)
            own[0] = table[0]
            net = Net(
                sent.seen_first, sent.seen, sent.seen_bias, sent.trunk[:trunk], sent.trunk_bias[:trunk],
                sent.joint, sent.joint_bias, sent.move_first, sent.move, sent.head[:head], sent.head_bias[:head],
                sent.out, sent.out_bias,
            )  # fmt: skip
            slate = Slate(
                cuda.local.array(inputs, np.int16), cuda.local.array(of_move, np.int16),
                cuda.local.array((2, width), np.float32), cuda.local.array(narrow, np.float32),
                cuda.local.array((2, FOUR, narrow), np.float32), cuda.local.array(FOUR, np.float32),
                cuda.local.array(lines, np.int32), cuda.local.array(lines, np.float32),
            )  # fmt: skip
            on = Desk(own, cuda.local.array(most, np.int64), (net, slate), cuda.local.array(ids, np.int64))
            for game in range(i, len(sheets.counts), threads):
                watch_game(on, sheets, game, seed, first + game, policies, trace)

    return watch_games


@cache
def kernel_for(game: Game) -> Any:
    return cuda.jit(thread(game.row, game.code.MOVES, noted_at_once(game)), max_registers=REGISTERS)


@cache
def kernel_with_net(game: Game) -> Any:
    net = net_of(game)
    assert net is not None, "plans with nets are made of games that have one"
    return cuda.jit(thread_with_net(game.row, game.code.MOVES, noted_at_once(game), net), max_registers=NET_REGISTERS)


def noted_at_once(game: Game) -> int:
    return max(MOST_TALLIES, game.longest)


def sent(net: Net) -> Net:
    """The weights on the GPU. Nothing empty can be sent there: where a net has no layers there is one nobody uses."""
    return Net(*(cuda.to_device(a if a.size else np.zeros((1, *a.shape[1:]), a.dtype)) for a in net))


def signature(game: Game, net: Net | None = None) -> tuple[Any, ...]:
    """The types of a thread's arguments."""
    longs, sheets = types.int64[::1], types.NamedTuple((*[types.int32[:, ::1]] * 5, types.float32[:, ::1]), Sheets)
    common = (from_dtype(game.row)[::1], types.int64, types.uint64, types.int64, longs, longs, sheets)
    return common if net is None else (*common, typeof(net))


def watch_on_gpu(
    game: Game, table: Rows, seed: int, first: int, policies: Any, net: Net | None, sheets: Sheets
) -> None:
    """Fill the sheets."""
    games = len(sheets.counts)
    block, blocks = (BLOCK, BLOCKS_PER_CORE) if net is None else (NET_BLOCK, NET_BLOCKS_PER_CORE)
    threads = threads_for(games, blocks * block)
    kernel = kernel_for(game) if net is None else kernel_with_net(game)
    with game.compiling():
        kernel.compile(signature(game, net))
    there: Any = Sheets(*(cuda.to_device(sheet) for sheet in sheets))  # counted up from zero
    trace = cuda.to_device(np.zeros(1, np.int64))
    given = [cuda.to_device(table), threads, np.uint64(seed), first, cuda.to_device(policies), trace, there]
    if net is not None:
        given.append(sent(net))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaPerformanceWarning)  # of a few games: they may leave most of it idle
        kernel[-(-threads // block), block](*given)
    for sheet, filled in zip(sheets, there, strict=True):
        filled.copy_to_host(sheet)
    all_ended(game, sheets.counts)
