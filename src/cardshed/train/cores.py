"""Actors on the cores of this machine: a thread for each core, a share of the actors for each thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from cardshed.engine.core.simulate import cores
from cardshed.engine.core.verbs import SPARE
from cardshed.engine.kernel import Moves, Numbers, Rows, kernel
from cardshed.train.acting import OFFERED, describe, go_on, pick, see

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game
    from cardshed.train.tables import Tables


@kernel
def go_on_all(
    begin: int, end: int, rows: Rows, actors: Numbers, moves: Numbers, chosen: Moves, step: int, tables: Rows,
    spreads: Numbers, base: np.uint64, trace: float, seats: Numbers, said: Numbers, targets: Numbers, fresh: Numbers,
    values: Numbers, scores: Numbers, results: Numbers,
) -> None:  # fmt: skip
    for i in range(begin, end):
        go_on(
            rows, i, actors[i], len(actors), moves[i], chosen[i], step, tables, spreads, base, trace, seats, said,
            targets, fresh, values, scores, results,
        )  # fmt: skip


@kernel
def see_all(begin: int, end: int, rows: Rows, actors: Numbers, out: Numbers) -> None:
    for i in range(begin, end):
        if actors[i, OFFERED] > 0:
            see(rows[i], actors[i], out[i])


@kernel
def describe_all(
    begin: int, end: int, rows: Rows, actors: Numbers, moves: Numbers, whose: Moves, firsts: Moves, out: Numbers
) -> None:
    for k in range(begin, end):
        i = whose[k]
        describe(rows[i], actors[i], moves[i, k - firsts[i]], out[k])


@kernel
def pick_all(
    begin: int, end: int, rows: Rows, actors: Numbers, moves: Numbers, worth: Numbers, firsts: Moves, base: np.uint64,
    often: int, picked: Moves, chosen: Moves,
) -> None:  # fmt: skip
    for i in range(begin, end):
        if actors[i, OFFERED] > 0:
            picked[i] = pick(rows[i], actors[i], worth, firsts[i], base, often)
            chosen[i] = moves[i, picked[i]]


class Cores:
    """Does the four things to all actors. Arrays are NumPy's, which torch shares."""

    device = "cpu"

    def __init__(self, game: Game, tables: Tables, many: int, threads: int | None = None) -> None:
        self.game, self.tables, self.many = game, tables, many
        self.rows: Rows = np.zeros(many, game.row)
        self.moves = np.zeros((many, game.moves), np.int64)
        self.threads = threads or cores()
        self.pool = ThreadPoolExecutor(self.threads)
        self.scratch = [np.zeros((2, game.players[-1] + SPARE)) for _ in range(self.threads)]

    @staticmethod
    def own(tensor: Any) -> Any:
        """A tensor as a kernel takes it."""
        return tensor.numpy()

    def _share(self, many: int, do: Callable[[int, int, int], None]) -> None:
        """So many things, a part of them to each thread."""
        part = -(-many // self.threads)
        with self.game.compiling():
            if self.threads == 1 or many < 2 * self.threads:
                do(0, many, 0)
                return
            parts = ((begin, min(begin + part, many), n) for n, begin in enumerate(range(0, many, part)))
            for done in [self.pool.submit(do, *one) for one in parts]:
                done.result()

    def go_on(
        self, actors: Any, chosen: Any, step: int, base: int, trace: float, seats: Any, said: Any, targets: Any,
        fresh: Any, results: Any,
    ) -> None:  # fmt: skip
        def do(begin: int, end: int, n: int) -> None:
            go_on_all(
                begin, end, self.rows, actors, self.moves, chosen, step, self.tables.rows, self.tables.spreads,
                np.uint64(base), trace, seats, said, targets, fresh, self.scratch[n][0], self.scratch[n][1], results,
            )  # fmt: skip

        self._share(self.many, do)

    def see(self, actors: Any, out: Any) -> None:
        self._share(self.many, lambda begin, end, _: see_all(begin, end, self.rows, actors, out))

    def describe(self, actors: Any, whose: Any, firsts: Any, out: Any, many: int) -> None:
        def do(begin: int, end: int, _: int) -> None:
            describe_all(begin, end, self.rows, actors, self.moves, whose, firsts, out)

        self._share(many, do)

    def pick(self, actors: Any, worth: Any, firsts: Any, base: int, often: int, picked: Any, chosen: Any) -> None:
        def do(begin: int, end: int, _: int) -> None:
            pick_all(
                begin, end, self.rows, actors, self.moves, worth, firsts, np.uint64(base), often, picked, chosen
            )  # fmt: skip

        self._share(self.many, do)
