"""Other people's sources, looked at before Numba sees them; the tests do that for ours."""

from __future__ import annotations

from cardshed.engine.core.verbs import VERBS
from cardshed.engine.kit import helpers, subset
from cardshed.engine.matches.game import Game


def check(game: Game) -> None:
    """Refuse a game with helpers that are no kernels, or with kernels that leave the compiled subset."""
    helpers.check(game.folder, [verb.__name__ for verb in VERBS])
    subset.check(game.folder, game.row.names or ())
