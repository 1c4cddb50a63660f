"""Actors on the cores of this machine: a thread for each core, a share of the actors for each thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from cardshed.engine.core.simulate import cores
from cardshed.engine.core.verbs import SPARE
from cardshed.engine.kernel import Moves, Numbers, kernel
from cardshed.train.acting import OFFERED, Games, Notes, describe, go_on, pick, see

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game
    from cardshed.train.tables import Tables


@kernel
def go_on_all(begin: int, end: int, games: Games, notes: Notes, step: int, scratch: Numbers) -> None:
    for i in range(begin, end):
        go_on(games, notes, i, step, scratch[0], scratch[1])


@kernel
def see_all(begin: int, end: int, games: Games, notes: Notes, out: Numbers) -> None:
    for i in range(begin, end):
        if notes.actors[i, OFFERED] > 0:
            see(games.rows[i], notes, i, out[i])


@kernel
def describe_all(begin: int, end: int, games: Games, notes: Notes, whose: Moves, out: Numbers) -> None:
    for k in range(begin, end):
        describe(games, notes, whose, k, out)


@kernel
def pick_all(begin: int, end: int, games: Games, notes: Notes, worth: Numbers, often: int) -> None:
    for i in range(begin, end):
        pick(games, notes, i, worth, often)


class Cores:
    """Does the four things to all actors. Arrays are NumPy's, which torch shares."""

    device = "cpu"

    def __init__(self, game: Game, tables: Tables, many: int, threads: int | None = None) -> None:
        self.game, self.many = game, many
        moves = np.zeros((many, game.moves), np.int64)
        self.games = Games(np.zeros(many, game.row), moves, tables.rows, tables.spreads)
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

    def go_on(self, notes: Notes, step: int) -> None:
        def do(begin: int, end: int, n: int) -> None:
            go_on_all(begin, end, self.games, notes, step, self.scratch[n])

        self._share(self.many, do)

    def see(self, notes: Notes, out: Any) -> None:
        self._share(self.many, lambda begin, end, _: see_all(begin, end, self.games, notes, out))

    def describe(self, notes: Notes, whose: Any, out: Any, many: int) -> None:
        self._share(many, lambda begin, end, _: describe_all(begin, end, self.games, notes, whose, out))

    def pick(self, notes: Notes, worth: Any, often: int) -> None:
        self._share(self.many, lambda begin, end, _: pick_all(begin, end, self.games, notes, worth, often))
