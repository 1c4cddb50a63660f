"""Where bots think: one thread per core for all tables. When it is busy a thought becomes shorter, not later."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from cardshed.bots.base import ask
from cardshed.bots.levels import GUARDS, HINTS, LEVELS, thinker_at
from cardshed.bots.thought import Thinker, Thought
from cardshed.engine.matches.match import Match

T = TypeVar("T")

NICE = 10  # how far bots stand back when people's moves need the same core
SHORTEST = 0.005  # seconds that a thought has even if it waited for all of its time


class Thinking:
    """Bots' moves and hints, made from what a seat may know."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bot", initializer=_stand_back)
        self.waiting = 0  # thoughts that are waited for
        self.thoughts = 0
        self.cut = 0  # thoughts that had fewer rollouts than their level

    def close(self) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)

    async def move(self, match: Match, seat: int, level: str, seed: int) -> str:
        """The text of a bot's move."""
        asked = time.monotonic()

        def think() -> str:
            thinker = self._thinker(match, level, asked)
            text = ask(thinker, match, seat, seed).text
            self.cut += thinker.cut
            return text

        return await self.run(think)

    async def hint(self, match: Match, seat: int, seed: int, level: str = HINTS) -> Thought:
        asked = time.monotonic()
        world = match.imagine(seat, seed)
        return await self.run(lambda: self._thinker(match, level, asked).explain(world, seat, seed))

    def _thinker(self, match: Match, level: str, asked: float) -> Thinker:
        """Its clock began to run when it was asked, not when a thread became free."""
        thinker = thinker_at(match.game, level)
        thinker.seconds = max(SHORTEST, GUARDS[LEVELS.index(level)] - (time.monotonic() - asked))
        return thinker

    async def run(self, think: Callable[[], T]) -> T:
        """Have something worked out where bots think."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, think)
        finally:
            self.waiting -= 1
            self.thoughts += 1

    def json(self) -> dict[str, Any]:
        return {"threads": self.threads, "waiting": self.waiting, "thoughts": self.thoughts, "cut": self.cut}


def _stand_back() -> None:
    """Give a thread that thinks a lower priority than the one that serves, where threads have priorities."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
