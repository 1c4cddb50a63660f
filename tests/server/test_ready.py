"""Which game is made ready first."""

from __future__ import annotations

import asyncio

import pytest

from cardshed.server.ready import Readiness


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
