"""Who does the work: threads for what is compiled, processes for bots that are asked move by move, or a Ray cluster.

Parts are given out in order and taken in in order, so the sums are the same on any number of cores. What a process that
dies was given is done again.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple

from cardshed.engine.simulate import cores
from cardshed.lab.plan import Plan
from cardshed.lab.playing import Watched, watch

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
    return watch(*part)


@dataclass(frozen=True)
class Crew:
    """Who does the work: so many workers on this machine, all cores if no number is given, or a Ray cluster."""

    workers: int | None = None
    ray: str | None = None  # its address, or "auto"

    def pool(self, simple: bool) -> tuple[Any, int]:
        """Something to give work to, and how many work there."""
        if self.ray is not None:
            from cardshed.lab.on_ray import RayPool

            cluster = RayPool(self.ray)
            return cluster, cluster.workers
        many = self.workers or cores()
        if simple:
            return ThreadPoolExecutor(many), many
        return ProcessPoolExecutor(many, multiprocessing.get_context("spawn"), initializer=_quietly), many


HERE = Crew()  # all cores of this machine


def in_order(parts: Iterable[Part], simple: bool, crew: Crew, device: str = "cpu") -> Iterator[Watched]:
    """The parts as they are done, in their order. A GPU is given one at a time."""
    crew = Crew(1) if device == "cuda" else crew
    left = iter(parts)
    given: deque[tuple[Part, Future[Watched]]] = deque()
    deaths = 0
    pool, many = crew.pool(simple)
    try:
        while True:
            for part in islice(left, AHEAD * many - len(given)):
                given.append((part, pool.submit(do, part)))
            if not given:
                return
            try:
                done = given[0][1].result()
            except BrokenProcessPool:
                deaths += 1
                if deaths > DEATHS:
                    raise
                pool.shutdown(wait=False, cancel_futures=True)
                left = chain([part for part, _ in given], left)
                given.clear()
                pool, many = crew.pool(simple)
                continue
            given.popleft()
            yield done
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _quietly() -> None:
    """Ctrl-C is for the one who gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
