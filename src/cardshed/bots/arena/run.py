"""The arena: bots play the same deals from every seat, on all cores, and the same seed gives the same results."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

import numpy as np

from cardshed.bots.arena.intervals import Interval, interval, look_level, looks
from cardshed.bots.arena.plan import Plan
from cardshed.bots.arena.playing import Outcome, Player, forfeited, warm_up
from cardshed.bots.arena.results import Results
from cardshed.bots.own import check
from cardshed.bots.workers import Died, WorkerPool
from cardshed.engine.core.simulate import Progress, cores
from cardshed.engine.errors import CardshedError

HANDFUL_S = 0.2  # of games that a worker is given at once
HANDFUL_GAMES = 64  # and the most games
MOST_LOST = 3  # processes that may end by themselves before it is the arena that ends

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
    many = workers or cores()
    pool = WorkerPool(lambda: Player(plan), many, MOST_LOST)
    try:
        for game, outcome in outcomes(plan, pool, many):
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
    finally:
        pool.shutdown(cancel_futures=True)
    results.seconds = time.perf_counter() - begun
    return results.whole()


def outcomes(plan: Plan, pool: WorkerPool, many: int) -> Iterator[tuple[int, Outcome]]:
    """The games in the order in which they are finished. When a bot hangs or its process dies, that bot forfeits; what
    else its worker was given is played later."""
    waiting, pace_s = deque(range(plan.games)), HANDFUL_S
    given: dict[Future[Any], list[int]] = {}
    while waiting or given:
        while waiting and len(given) < many:
            fair = len(waiting) // (2 * many)  # so that none is left with much when the others are done
            number = max(1, min(HANDFUL_GAMES, fair, int(HANDFUL_S / max(pace_s, 1e-9))))
            handful = [waiting.popleft() for _ in range(min(number, len(waiting)))]
            given[pool.submit(None, handful)] = handful
        for future in wait(given, return_when=FIRST_COMPLETED).done:
            handful = given.pop(future)
            try:
                done, seconds = future.result()
            except Died as died:
                if died.fault is None:
                    raise CardshedError("bots.arena.lost", why=died.message) from None
                game, seat, plies = died.fault
                waiting.extendleft(number for number in reversed(handful) if number != game)
                yield game, forfeited(plan.players, seat, plies, died.message)
            else:
                pace_s = seconds / len(done)
                yield from done


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
