"""The arena: bots play the same deals from every seat, on all cores, and the same seed gives the same results."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from cardshed.bots.arena.intervals import Interval, interval, look_level, looks
from cardshed.bots.arena.plan import Plan
from cardshed.bots.arena.playing import Outcome
from cardshed.bots.arena.results import Results
from cardshed.bots.arena.workers import Crew, warm_up
from cardshed.bots.own import check
from cardshed.engine.core.simulate import Progress, cores

Forfeited = Callable[[int, Outcome], None]  # called with a game in which somebody forfeited


def play(
    plan: Plan, workers: int | None = None, progress: Progress | None = None, forfeited: Forfeited | None = None
) -> Results:
    """Play a plan. After Ctrl-C, what is finished is the result, and says that it was interrupted."""
    for name in plan.entrants:
        check(name)
    warm_up(plan)
    results = Results(plan)
    ahead = Looks(plan)
    begun = time.perf_counter()
    with Crew(plan, workers or cores()) as crew:
        try:
            for game, outcome in crew.play(range(plan.games)):
                results.add(game, outcome)
                if progress:
                    progress(1)
                if forfeited and outcome.forfeit:
                    forfeited(game, outcome)
                if plan.until_sure and (deals := ahead.sure(results)):
                    results = results.first(deals)
                    results.sure = True
                    break
        except KeyboardInterrupt:
            results.interrupted = True
    results.seconds = time.perf_counter() - begun
    return results.whole()


class Looks:
    """When the first two bots are told apart: looked at after certain numbers of deals, whoever finished them when."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.left = looks(plan.deals)
        self.level = look_level(plan.deals)
        self.finished = 0  # games before the first that is not

    def sure(self, results: Results) -> int:
        """After how many deals it was sure, 0 if it is not yet."""
        while self.finished in results.outcomes:
            self.finished += 1
        while self.left and self.finished >= self.left[0] * self.plan.line_ups.games:
            deals = self.left.pop(0)
            if difference(results.first(deals), 0, 1, self.level)[0].excludes(0):
                return deals
        return 0


def difference(results: Results, one: int, other: int, level: float) -> tuple[Interval, int]:
    """By how much one entrant beats more opponents than another on the deals both played, and how many these are."""
    differences = results.shares[:, one] - results.shares[:, other]
    differences = differences[~np.isnan(differences)]
    return interval(differences, level, reach=(-1, 1)), len(differences)
