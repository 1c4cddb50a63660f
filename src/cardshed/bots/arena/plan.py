"""What an arena is to play: all that decides its results, so that any process can play any of its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from cardshed.bots.arena.lineups import LineUps, Seats
from cardshed.engine.chance import BOTS, GAMES, key
from cardshed.engine.core.seeds import read_seed
from cardshed.engine.errors import BadOption
from cardshed.engine.matches.game import Game, HouseRules, Seed
from cardshed.engine.messages import shortly
from cardshed.games import registry

LIMIT = 60.0  # seconds for a move


@dataclass(frozen=True)
class Plan:
    game: str  # its name, or the folder it lies in
    players: int
    bots: tuple[str, ...]  # as they were named
    deals: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    limit: float = LIMIT
    until_sure: bool = False

    @cached_property
    def line_ups(self) -> LineUps:
        return LineUps(self.bots, self.players)

    @property
    def entrants(self) -> tuple[str, ...]:
        return self.line_ups.entrants

    @property
    def games(self) -> int:
        return self.deals * self.line_ups.games

    def place(self, game: int) -> tuple[int, int]:
        """The deal of a game and its rotation."""
        return divmod(game, self.line_ups.games)

    def seats(self, game: int) -> Seats:
        """The entrants at the table, seat by seat."""
        deal, rotation = self.place(game)
        return self.line_ups.of(deal)[rotation]

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal: `game.match(players, seed, options)`."""
        return int(key(np.uint64(self.seed), GAMES, deal))

    def dice(self, game: int, seat: int) -> int:
        """The seed of what a bot chooses at a seat."""
        return int(key(np.uint64(self.seed), BOTS, game * self.players + seat))


def make_plan(
    game: Game, bots: Sequence[str], deals: int, *, players: int | None = None, options: HouseRules = None,
    seed: Seed = 0, limit: float = LIMIT, until_sure: bool = False,
) -> Plan:  # fmt: skip
    """A plan that can be played, or a sentence that says why there is none."""
    if players is None and len(bots) in game.players:
        players = len(bots)
    row = game.blank(players, 0, options)[0]
    name, given = registry.place_of(game), dict(game.given(row))
    plan = Plan(name, int(row.players), tuple(bots), deals, read_seed(seed), given, limit, until_sure)
    if deals < 1:
        raise BadOption("engine.count", name="deals", least=1, given=shortly(deals))
    if not limit > 0:
        raise BadOption("bots.arena.limit", given=shortly(limit))
    groups = len(plan.line_ups.groups)
    if deals < groups:
        raise BadOption("bots.arena.deals", bots=len(bots), players=plan.players, groups=groups, deals=deals)
    return plan
