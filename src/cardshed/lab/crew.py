"""Who does the work: threads for what is compiled, processes for bots that are asked move by move, or a Ray cluster.

Parts are given out in order and taken in in order, so the sums are the same on any number of cores. What a process that
dies was given is done again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from cardshed.bots.net import NET
from cardshed.bots.workers import WorkerPool
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.core.simulate import cores
from cardshed.engine.errors import BadOption
from cardshed.engine.messages import shortly
from cardshed.lab.plan import Plan
from cardshed.lab.playing import Watched, warm_up, watch

CHUNK, ON_GPU = 1 << 15, 1 << 17  # games of a part: the most on a core, and on a GPU
PART_S = 0.3  # that a part should take on a core
AHEAD = 3  # parts that wait for each worker
DEATHS = 5  # of processes, after which it is no accident


class Part(NamedTuple):
    """Some games of a plan."""

    plan: Plan
    first: int
    games: int
    traced: bool = False
    device: str = "cpu"


def do(part: Part) -> Watched:
    begun = time.perf_counter()
    return replace(watch(*part), seconds=time.perf_counter() - begun)


@dataclass(frozen=True)
class Crew:
    """Who does the work: so many workers on this machine, all cores if no number is given, or a Ray cluster."""

    workers: int | None = None
    ray: str | None = None  # its address, or "auto"

    def pool(self, compiled: bool) -> tuple[Any, int]:
        """Something to give work to, and how many work there."""
        if self.ray is not None:
            from cardshed.lab.on_ray import RayPool

            cluster = RayPool(self.ray)
            return cluster, cluster.workers
        many = self.workers or cores()
        return ThreadPoolExecutor(many) if compiled else WorkerPool(lambda: do, many, DEATHS), many


HERE = Crew()  # all cores of this machine


class Work:
    """Parts of plans on their way: given out in order, taken in in order, not all at once.

    How large parts are changes nothing in what comes of them. A game takes microseconds or minutes: parts are small
    until that is known.
    """

    def __init__(self, plans: Sequence[Plan], crew: Crew, device: str = "cpu") -> None:
        if device not in ("cpu", "cuda"):
            raise BadOption("engine.device", given=shortly(device))
        if device == "cuda" and not all(plan.compiled for plan in plans):
            raise BadOption("lab.device", bots=", ".join((*POLICIES, NET)))
        self.compiled, self.device = all(plan.compiled for plan in plans), device
        self.plans, self.warm = plans, False
        self.crew = Crew(1) if device == "cuda" else crew  # a GPU is given one at a time
        self.size = ON_GPU if device == "cuda" else min(CHUNK, 16) if self.compiled else 1

    def parts(self, plan: Plan, first: int, end: int, traced: bool = False) -> Iterator[Part]:
        """Some games of a plan."""
        while first < end:
            games = min(self.size, end - first)
            yield Part(plan, first, games, traced, self.device)
            first += games

    def done(self, parts: Iterable[Part]) -> Iterator[Watched]:
        left, given = iter(parts), deque[Any]()
        if self.device == "cpu" and not self.warm:
            for plan in {plan.game: plan for plan in self.plans}.values():
                warm_up(plan)
            self.warm = True
        pool, many = self.crew.pool(self.compiled)
        try:
            while True:
                given.extend(pool.submit(do, part) for part in islice(left, AHEAD * many - len(given)))
                if not given:
                    return
                done = given.popleft().result()
                if self.device == "cpu":
                    self.size = max(1, min(CHUNK, int(PART_S * len(done) / done.seconds)))
                yield done
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
