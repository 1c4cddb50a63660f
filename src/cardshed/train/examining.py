"""How strong a net is: at one seat against a simple policy, or against another net, always on the same deals."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from cardshed.engine.game import Game
from cardshed.engine.playout import POLICIES
from cardshed.train.acting import ALL, GAME, SEAT
from cardshed.train.selfplay import Actors, Scorer, hands_for
from cardshed.train.tables import by_the_book

DEALS = 1 << 40  # the seed of the deals: no training comes near them
ERRORS = 1.96  # standard errors to either side of a mean: 95 %


def strength(
    game: Game, judge: Scorer, device: str, games: int, against: str | Scorer = "greedy", players: int | None = None
) -> tuple[float, float, float]:
    """The judge sits at each seat in turn, another plays all others, by the book.

    Returns the share of opponents beaten, half its interval, and how often it was first, alone.
    """
    hands = hands_for(device, game, by_the_book(game, players), games)
    if isinstance(against, str):
        actors = Actors(hands, 1, DEALS, games=1, others=POLICIES[against])
        scorer = judge
    else:
        actors = Actors(hands, 1, DEALS, games=1, others=ALL)
        scorer = _sides(actors, judge, against, players or game.table.USUAL_PLAYERS)
    while actors.step(scorer):
        pass
    results = actors.results.double()
    error = ERRORS * float(results.std()) / math.sqrt(games)
    return float(results.mean()), error, float((results > 1 - 1e-6).double().mean())


def _sides(actors: Actors, judge: Scorer, other: Scorer, players: int) -> Scorer:
    """One seat chooses by one judge, all others by another."""

    def score(seen: Tensor, moves: Tensor, whose: Tensor, out: Tensor) -> Any:
        judge(seen, moves, whose, out)
        theirs = torch.empty_like(out)
        other(seen, moves, whose, theirs)
        own = actors.actors[:, SEAT] == actors.actors[:, GAME] % players
        out.copy_(torch.where(own[whose], out, theirs))

    return score
