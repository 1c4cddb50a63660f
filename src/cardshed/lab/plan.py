"""What is to be played in the lab: all that decides the results, so that any process can play any part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from cardshed.bots.net import NET, net_of
from cardshed.bots.own import find
from cardshed.engine.chance import BOTS, GAMES, key
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.core.seeds import read_seed
from cardshed.engine.core.simulate import bot_names
from cardshed.engine.errors import BadOption
from cardshed.engine.matches.game import Game, HouseRules
from cardshed.engine.messages import shortly
from cardshed.games import registry

Rules = Mapping[str, object] | str | Path  # house rules, or another game by its name or folder


@dataclass(frozen=True)
class Plan:
    game: str  # its name, or the folder it lies in
    players: int
    bots: tuple[str, ...]  # seat by seat
    games: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)  # those that differ from the usual

    @property
    def simple(self) -> bool:
        """Whether all bots are policies."""
        return all(bot in POLICIES for bot in self.bots)

    @property
    def compiled(self) -> bool:
        """Whether all bots are policies and nets, so that games are played and watched in one compiled pass."""
        return all(bot in POLICIES or bot == NET for bot in self.bots)

    def open(self) -> Game:
        return registry.game(self.game)

    def game_seed(self, i: int) -> int:
        """The seed of a game: `game.match(players, seed, options)`."""
        return int(key(np.uint64(self.seed), GAMES, i))

    def dice(self, i: int) -> int:
        """The seed of what bots choose in a game."""
        return int(key(np.uint64(self.seed), BOTS, i))

    def under(self, options: Rules) -> Plan:
        """The same deals by other house rules, or by those of another game."""
        game = self.open()
        if not isinstance(options, Mapping):
            other, bots = registry.game(options), self.bots
            return make_plan(other, self.games, players=self.players, bots=bots, options=self.options, seed=self.seed)
        row = game.blank(self.players, 0, self.options | dict(options))[0]
        return replace(self, options=dict(game.given(row)))


def make_plan(
    game: Game, games: int, *, players: int | None = None, bots: str | Sequence[str] | None = None,
    usual: str = "greedy", options: HouseRules = None, seed: int | str = 0,
) -> Plan:  # fmt: skip
    """A plan that can be played, or a sentence that says why there is none. Where no bots are named the game's
    net plays, which plays well in little time, or the usual bot in a game without one."""
    if isinstance(games, bool) or games < 1:
        raise BadOption("engine.count", name="games", least=1, given=shortly(games))
    row = game.blank(players, 0, options)[0]
    seated = tuple(bot_names(bots or (NET if net_of(game) else usual), int(row.players)))
    for bot in dict.fromkeys(seated):
        find(bot)
    return Plan(registry.place_of(game), int(row.players), seated, games, read_seed(seed), dict(game.given(row)))
