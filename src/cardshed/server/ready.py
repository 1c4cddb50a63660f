"""Games are loaded in a thread; what is not kept on disk is compiled by a child process before, so that the server
answers meanwhile."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress

from cardshed.bots.levels import prepare
from cardshed.engine.core.compiling import only_loading
from cardshed.engine.core.progress import in_bar
from cardshed.games import registry
from cardshed.tables.decision import Refused

log = logging.getLogger(__name__)

PATIENCE = 120.0  # seconds that a request waits for a game
COMPILE = "import sys; from cardshed.server.ready import compile_aloud; compile_aloud(sys.argv[1])"
COMPILING = "compiling"  # the line that the child writes while Numba compiles; there is none while it loads


def compile_game(place: str) -> None:
    """Compile all that a table of a game needs into the cache, or load it from there."""
    match = registry.game(place).match(seed=0)
    with match.game.compiling():
        prepare(match)
        for seat in range(match.players):
            match.view(seat)
        seat = match.acting[0]
        match.play_many([(seat, match.legal(seat)[0].text)])


def compile_aloud(place: str) -> None:
    with in_bar(lambda _: print(COMPILING, flush=True)):
        compile_game(place)


def load_game(place: str) -> bool:
    """The same where nothing has to be compiled; whether that went well. A child finds out what else is wrong."""
    only_loading.set(True)  # in this call alone: a thread has a context of its own
    with suppress(Exception):
        compile_game(place)
        return True
    return False


class Readiness:
    """Which games can be played at once."""

    def __init__(self, games: list[str]) -> None:
        self.states = dict.fromkeys(games, "waiting")  # then loading, compiling if need be, ready or failed
        self.done = {name: asyncio.Event() for name in games}
        self.wanted: list[str] = []  # the games that somebody waits for

    async def wait(self, name: str) -> None:
        """Until a game can be played; Refused if it cannot be, or takes too long."""
        if name not in self.done:
            raise Refused("server.refused.no_game", game=name)
        self.wanted.append(name)
        try:
            await asyncio.wait_for(self.done[name].wait(), PATIENCE)
        except TimeoutError:
            raise Refused("server.refused.compiling", game=name) from None
        finally:
            self.wanted.remove(name)
        if self.states[name] != "ready":
            raise Refused("server.refused.failed", game=name)

    async def prepare(self) -> None:
        """Bring one game after the other to life, first those that somebody waits for."""
        left = list(self.states)
        while left:
            name = next((name for name in self.wanted if name in left), left[0])
            left.remove(name)
            await self._prepare(name)

    async def _prepare(self, name: str) -> None:
        self.states[name] = "loading"
        place = registry.place_of(registry.named(name))
        works = await asyncio.to_thread(load_game, place) or await self._compile(name, place)
        self.states[name] = "ready" if works else "failed"
        self.done[name].set()

    async def _compile(self, name: str, place: str) -> bool:
        """Have a child compile a game, then load it; whether it can be played."""
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", COMPILE, place, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        assert child.stdout and child.stderr
        errors = asyncio.create_task(child.stderr.read())
        try:
            async for line in child.stdout:
                if line.decode(errors="replace").strip() == COMPILING:
                    self.states[name] = "compiling"
            said = await errors
            await child.wait()
        except asyncio.CancelledError:
            child.kill()
            errors.cancel()
            await child.wait()
            raise
        if child.returncode:
            log.error("a game cannot be played", extra={"game": name, "why": said.decode(errors="replace")[-400:]})
            return False
        self.states[name] = "loading"
        await asyncio.to_thread(compile_game, place)
        return True
