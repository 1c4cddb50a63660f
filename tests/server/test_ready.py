"""Which game is made ready first, and what is said of it meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cardshed.server.ready import Readiness
from tests.processes import python


def test_the_game_that_somebody_waits_for_is_next(monkeypatch: pytest.MonkeyPatch) -> None:
    order = []

    async def prepared(self: Readiness, name: str) -> None:
        order.append(name)
        await asyncio.sleep(0.01)
        self.states[name] = "ready"
        self.done[name].set()

    monkeypatch.setattr(Readiness, "_prepare", prepared)

    async def story() -> None:
        readiness = Readiness(["a", "b", "c", "d"])
        preparing = asyncio.create_task(readiness.prepare())
        await asyncio.sleep(0)
        await asyncio.gather(readiness.wait("d"), readiness.wait("c"), readiness.wait("d"))
        await preparing
        assert readiness.wanted == []

    asyncio.run(story())
    assert order == ["a", "d", "c", "b"]


PREPARE = """
import asyncio
import cardshed
from cardshed.games import registry
from cardshed.server.ready import Readiness

class Told(dict):
    def __setitem__(self, name, state):
        if seen[-1:] != [state]:
            seen.append(state)
        super().__setitem__(name, state)

registry.named = lambda name, game=cardshed.game("tests/games/highest"): game
for _ in range(2):
    readiness, seen = Readiness(["highest"]), []
    readiness.states = Told(readiness.states)
    asyncio.run(readiness.prepare())
    print(*seen)
    asyncio.create_subprocess_exec = None  # what is kept is loaded without a child
"""


@pytest.mark.compiled
@pytest.mark.process
def test_compiling_is_said_only_while_it_is_compiled(tmp_path: Path) -> None:
    """In a process of its own: in this one other tests have opened another cache, which may hold the same."""
    said = python(PREPARE, CARDSHED_CACHE=str(tmp_path)).stdout
    assert said.splitlines() == ["loading compiling loading ready", "loading ready"]
