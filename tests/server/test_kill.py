"""kill -9 of the server at random moments under load: every move that was acknowledged is there afterwards, every
table can be played on, and everybody comes back by themselves to their seat."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import counted
from tests.server import postgres
from tests.server.crowd import Crowd, Ledger, Serving

KILLS = counted(quick=2, proof=100, plain=1)
TABLES = ((4, 0), (3, 1), (2, 2))  # people and bots at each
EARLY = 0.15  # of all kills come while the server starts, in addition to those that are counted
STARTING = 4.0  # seconds

pytestmark = [pytest.mark.server, pytest.mark.process]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'cardshed.sqlite'}"
    else:
        with postgres.running() as found:
            yield found.database()


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str, tmp_path: Path) -> None:
    serving = Serving(database, tmp_path / "log")
    try:
        asyncio.run(_killed_again_and_again(serving, Ledger(database)))
    finally:
        serving.kill()
    assert serving.traces() == []


async def _killed_again_and_again(serving: Serving, ledger: Ledger) -> None:
    moments = random.Random(8)
    crowd = Crowd(ledger, seed=8, think=0.02)
    serving.start()
    await serving.ready()
    for people, bots in TABLES:
        await crowd.open_table([[serving.url]] * people, bots)
    await crowd.all_play()
    early = 0
    for _ in range(KILLS):
        await asyncio.sleep(moments.uniform(0.0, 1.0))
        crowd.look()
        serving.kill()
        serving.start()
        while moments.random() < EARLY:
            await asyncio.sleep(moments.uniform(0.0, STARTING))
            serving.kill()
            serving.start()
            early += 1
        await crowd.all_play()
    await crowd.leave()
    assert all(player.came > KILLS for player in crowd.players)
    told = {"kills": KILLS, "while starting": early, "acknowledged": crowd.moved, **crowd.counted}
    print(", ".join(f"{name}: {count}" for name, count in told.items()))
