"""Skill and luck: how often the better bot wins, from one level of the ladder to the next, on the same deals from every
seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena import run
from cardshed.bots.arena.intervals import Interval, interval
from cardshed.bots.arena.plan import Plan, make_plan
from cardshed.bots.arena.results import Results
from cardshed.bots.net import NET, net_of
from cardshed.engine.matches.game import Game
from cardshed.lab.study import Progress, Study

LADDER = ("random", "greedy", "easy", "medium")  # and above them a net, where a game has one
DEALS = 60  # for each step of the ladder


def ladder(game: Game) -> tuple[str, ...]:
    return (*LADDER, NET) if net_of(game) else LADDER


@dataclass(frozen=True)
class Step:
    """Two bots on the same deals."""

    lower: str
    higher: str
    wins: Interval  # how often the higher one comes before a lower one; among equals it is half of the time
    deals: int


def steps(study: Study, bots: Sequence[str] | None = None, deals: int = DEALS) -> list[Plan]:
    """Each bot of a ladder against the one below it, by the house rules of a study."""
    plan, game = study.plan, study.game
    return [
        make_plan(game, [higher, lower], deals, players=plan.players, options=plan.options, seed=plan.seed)
        for lower, higher in pairwise(bots or ladder(game))
    ]


def climb(arenas: Sequence[Plan], progress: Progress | None = None, workers: int | None = None) -> list[Step]:
    """Play the steps of a ladder, and tell of each game."""
    found = []
    for arena in arenas:
        results = run.play(arena, workers, progress)
        if results.games:
            higher, lower = arena.bots
            found.append(Step(lower, higher, interval(ahead(results), reach=(0, 1)), len(results.deals)))
        if results.interrupted:
            break
    return found


def ahead(results: Results) -> npt.NDArray[np.float64]:
    """Of each deal: how often the first entrant came before the second, of all pairs of them; equal is half."""
    seats, payoff = results.seats, results.payoff
    before, pairs = np.zeros(len(seats)), np.zeros(len(seats))
    for p, q in permutations(range(seats.shape[1]), 2):
        met = (seats[:, p] == 0) & (seats[:, q] == 1)
        before += met * ((payoff[:, p] > payoff[:, q]) + 0.5 * (payoff[:, p] == payoff[:, q]))
        pairs += met
    deals, which = np.unique(results.deal, return_inverse=True)
    return np.bincount(which, before, len(deals)) / np.bincount(which, pairs, len(deals))
