"""How strong a net is: at one seat against a simple policy, always on the same deals."""

from __future__ import annotations

import math

from cardshed.engine.core.playout import POLICIES
from cardshed.engine.matches.game import Game
from cardshed.train.selfplay import Actors, Scorer, hands_for
from cardshed.train.tables import by_the_book

DEALS = 1 << 40  # the seed of the deals, which is no sitting's
ERRORS = 1.96  # standard errors to either side of a mean: 95 %


def strength(
    game: Game, judge: Scorer, device: str, games: int, against: str = "greedy", players: int | None = None
) -> tuple[float, float, float]:
    """The judge sits at each seat in turn, a policy plays all others, by the book.

    Returns the share of opponents beaten, half its interval, and how often it was first, alone.
    """
    hands = hands_for(device, game, by_the_book(game, players), games)
    actors = Actors(hands, 1, DEALS, games=1, others=POLICIES[against])
    while actors.step(judge):
        pass
    results = actors.results.double()
    error = ERRORS * float(results.std()) / math.sqrt(games)
    return float(results.mean()), error, float((results > 1 - 1e-6).double().mean())
