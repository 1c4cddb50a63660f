"""The arena: bots play the same deals from every seat, on all cores, and the same seed gives the same results."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait

import numpy as np

from cardshed.bots.arena.intervals import Interval, interval, look_level, looks
from cardshed.bots.arena.plan import Plan
from cardshed.bots.arena.playing import GAME, LATE, NOBODY, PLIES, SEAT, Outcome, Player, forfeited, warm_up
from cardshed.bots.arena.results import Results
from cardshed.bots.own import check
from cardshed.bots.workers import Died, Worker
from cardshed.engine.core.simulate import Progress, cores
from cardshed.engine.errors import CardshedError

HANDFUL_S = 0.2  # of games that a worker is given at once
HANDFUL_GAMES = 64  # and the most games
PATROL_S = 0.1  # between two looks at the workers
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
    players = [Worker(Player(plan)) for _ in range(workers or cores())]
    try:
        for game, outcome in outcomes(plan, players):
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
        for player in players:
            player.end()
    results.seconds = time.perf_counter() - begun
    return results.whole()


def outcomes(plan: Plan, workers: Sequence[Worker]) -> Iterator[tuple[int, Outcome]]:
    """The games in the order in which they are finished. When a bot hangs or its process dies, that bot forfeits; what
    else its worker was given is played later."""
    waiting, pace_s, lost = deque(range(plan.games)), HANDFUL_S, 0
    while waiting or any(worker.busy for worker in workers):
        for worker in workers:
            if waiting and not worker.busy:
                fair = len(waiting) // (2 * len(workers))  # so that none is left with much when the others are done
                number = max(1, min(HANDFUL_GAMES, fair, int(HANDFUL_S / max(pace_s, 1e-9))))
                worker.give([waiting.popleft() for _ in range(min(number, len(waiting)))])
        heard = wait([worker.pipe for worker in workers if worker.busy], PATROL_S)
        for worker in [worker for worker in workers if worker.busy]:
            try:
                if worker.pipe in heard:
                    done, seconds = worker.answer()
                    pace_s = seconds / len(done)
                    yield from done
                elif worker.do.overdue():
                    worker.end()
                    raise Died(LATE, limit=f"{plan.limit:g}")
            except Died as died:
                game, seat, plies = (worker.do.watch[place] for place in (GAME, SEAT, PLIES))
                worker.do.watch[SEAT] = NOBODY
                waiting.extendleft(number for number in reversed(worker.task) if number != game or seat == NOBODY)
                if seat != NOBODY:
                    yield game, forfeited(plan.players, seat, plies, died.message)
                elif (lost := lost + 1) > MOST_LOST:
                    raise CardshedError("bots.arena.lost", why=died.message) from None


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
