"""Which game is made ready first, and what is said of it meanwhile."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

import cardshed
from cardshed.games import registry
from cardshed.server.ready import Readiness
from tests.processes import ROOT


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


@pytest.mark.compiled
@pytest.mark.process
def test_compiling_is_said_only_while_it_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shutil.copytree(ROOT / "tests/games/highest", tmp_path / "highest")
    rules = folder / "rules.py"  # with a row of its own, else another test may have compiled the same in this process
    rules.write_text(rules.read_text().replace('("turn", np.int8),', '("turn", np.int8),\n    ("waited", np.int8),'))
    game = cardshed.game(folder)
    assert "waited" in game.row.names
    monkeypatch.setenv("CARDSHED_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(registry, "named", lambda name: game)

    class Told(dict[str, str]):
        def __setitem__(self, name: str, state: str) -> None:
            if seen[-1:] != [state]:
                seen.append(state)
            super().__setitem__(name, state)

    def states() -> list[str]:
        readiness = Readiness(["highest"])
        readiness.states = Told(readiness.states)
        seen.clear()
        asyncio.run(readiness.prepare())
        return seen

    seen: list[str] = []
    assert states() == ["loading", "compiling", "loading", "ready"]
    monkeypatch.setattr(asyncio, "create_subprocess_exec", None)  # what is kept is loaded without a child
    assert states() == ["loading", "ready"]
