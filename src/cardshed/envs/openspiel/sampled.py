"""Chance is one node at the beginning: a seed, from which all else follows. So any game of ours can be played."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from cardshed.engine.chance import GAMES, START, key
from cardshed.engine.core.seeds import read_seed
from cardshed.envs.openspiel.play import Game, State, game_type, table_of

SEEDS = 1 << 20  # deals of a game that was loaded: OpenSpiel makes lists as long as there are outcomes


def kind_of(name: str) -> pyspiel.GameType:
    return game_type(name, "", pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC, seed=-1)


class Sampled(Game):
    """`seed` makes the deals of a game the same each time."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        super().__init__(kind_of(name), table_of(name, params), SEEDS, params)
        given = int(params.get("seed", -1))
        self.base = read_seed(given if given >= 0 else None)
        self.begun = 0

    def new_initial_state(self) -> SampledState:
        return SampledState(self)


class Lot:
    """Which deal a state has. It is drawn when somebody first asks or copies it, because OpenSpiel begins a state for
    every copy, and how much a search copies must not decide what is dealt next."""

    def __init__(self, game: Sampled | None, base: int, number: int | None = None) -> None:
        self.game, self.base, self._number = game, base, number

    @property
    def number(self) -> int:
        if self._number is None:
            assert self.game is not None
            self.game.begun += 1
            self._number = int(key(np.uint64(self.base), START, self.game.begun)) % SEEDS
        return self._number

    def __deepcopy__(self, memo: dict[int, Any]) -> Lot:
        return Lot(self.game, self.base, self.number)

    def __reduce__(self) -> tuple[type[Lot], tuple[None, int, int]]:
        return Lot, (None, self.base, self.number)


class SampledState(State):
    def __init__(self, game: Sampled) -> None:
        super().__init__(game)
        self.lot = Lot(game, game.base)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self.lot.number, 1.0)]

    def _chance_to_string(self, outcome: int) -> str:
        return f"seed {outcome}"

    def _happen(self, outcome: int) -> None:
        self.table = self.table.clone()
        self.table.begin(int(key(np.uint64(self.lot.base), GAMES, outcome)))
        self.dealt = True

    def _waiting(self) -> str:
        return f"seed {self.lot.number}"
