"""At which tables a net learns: mostly by the book, and under all the house rules and numbers of players besides."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cardshed.bots.tree import spread
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Rows
from cardshed.engine.matches.game import Game
from cardshed.engine.options import Choice, Option, Value

BOOK = 0.6  # the share of tables by the book; half of them with the usual number of players
OTHER = 0.25  # how likely each house rule is another one, at a table that is not by the book
TRIES = 200


class Tables(NamedTuple):
    """Rows with players and house rules set, not dealt yet, and by how many points a deal sets players apart there."""

    rows: Rows
    spreads: npt.NDArray[np.float64]


def by_the_book(game: Game, players: int | None = None) -> Tables:
    return _with_spreads(game, game.blank(players, 0, None))


def of_all_kinds(game: Game, many: int, seed: int) -> Tables:
    dice = random.Random(f"tables {game.name} {seed}")
    rows = game.blank(None, 0, None, many)
    for i in range(many):
        rows[i] = _any_table(game, dice)[0]
    return _with_spreads(game, rows)


def _any_table(game: Game, dice: random.Random) -> Rows:
    if dice.random() < BOOK:
        return game.blank(None if dice.random() < 0.5 else dice.choice(game.players), 0, None)
    for _ in range(TRIES):
        try:
            options = {one.name: _another(one, dice) for one in game.options if dice.random() < OTHER}
            return game.blank(dice.choice(game.players), 0, options)
        except BadOption:  # rules that do not go together
            continue
    return game.blank(None, 0, None)


def _another(option: Option, dice: random.Random) -> Value:
    """Any of the values; of numbers those that are not far from the book's, for others make another game."""
    if isinstance(option, Choice):
        return dice.choice(option.values)
    near = max(3, option.default // 2)
    return dice.randint(max(option.low, option.default - near), min(option.high, option.default + near))


def _with_spreads(game: Game, rows: Rows) -> Tables:
    spreads = [spread(game, int(row["players"]), tuple(game.settings(row).items())) for row in rows]
    return Tables(rows, np.array(spreads))
