"""Who does the work: threads for what is compiled, processes for bots that are asked move by move.

Parts are given out in order and taken in in order, so the sums are the same on any number of cores. What a process that
dies was given is done again.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

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


def in_order(parts: Iterable[Part], simple: bool, workers: int | None = None) -> Iterator[Watched]:
    """The parts as they are done, in their order."""
    many = workers or cores()
    left = deque(parts)
    given: deque[tuple[Part, Future[Watched]]] = deque()
    deaths = 0
    pool = _pool(simple, many)
    try:
        while left or given:
            while left and len(given) < AHEAD * many:
                part = left.popleft()
                given.append((part, pool.submit(do, part)))
            try:
                done = given[0][1].result()
            except BrokenProcessPool:
                deaths += 1
                if deaths > DEATHS:
                    raise
                pool.shutdown(wait=False, cancel_futures=True)
                left.extendleft(part for part, _ in reversed(given))
                given.clear()
                pool = _pool(simple, many)
                continue
            given.popleft()
            yield done
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _pool(simple: bool, workers: int) -> Executor:
    if simple:
        return ThreadPoolExecutor(workers)
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_quietly)


def _quietly() -> None:
    """Ctrl-C is for the one who gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
