"""One server in this process for a test: a database of its own, games that are loaded once for all tests."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from cardshed.games import registry
from cardshed.server import app as app_module
from cardshed.server import running
from cardshed.server.house import new_id
from cardshed.server.live import Connection
from cardshed.server.ready import Readiness
from cardshed.server.running import Config, Server
from cardshed.tables import commands as c
from cardshed.tables.decision import event
from cardshed.tables.events import Event
from cardshed.tables.table import Table
from tests.tables.house import ANN, BEN, CAT, facts_of

__all__ = ["ANN", "BEN", "CAT"]  # people of all these tests

PATIENCE = 60.0  # seconds, on a busy machine
Story = Callable[[Server], Awaitable[Any]]


class Warm(Readiness):
    """Games are loaded here when they are first needed, instead of by a child process."""

    def __init__(self, games: list[str]) -> None:
        super().__init__(games)
        for name in games:
            self.states[name] = "ready"
            self.done[name].set()

    async def prepare(self) -> None:
        pass


@pytest.fixture(autouse=True)
def warm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "Readiness", Warm)
    # Deals that are the same each time: one of a hundred in Thirteen is won at once.
    monkeypatch.setattr("secrets.randbits", random.Random(1).getrandbits)


class Serving:
    """Runs a story on a server; the same database is used again by the next one."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite+aiosqlite:///{folder / 'test.sqlite'}"

    def config(self, **more: Any) -> Config:
        return Config(self.url, **{"threads": 1, **more})

    def __call__(self, story: Story, **more: Any) -> Any:
        async def run() -> Any:
            server = await Server.open(self.config(**more))
            try:
                return await asyncio.wait_for(story(server), PATIENCE)
            finally:
                await server.close()

        return asyncio.run(run())


@pytest.fixture
def serve(tmp_path: Path) -> Serving:
    return Serving(tmp_path)


Web = Callable[[Server, httpx.AsyncClient], Awaitable[Any]]


@pytest.fixture
def web(serve: Serving) -> Callable[..., Any]:
    """Runs a story on a server and a client that talks HTTP to it, without a network between them."""

    def run(story: Web, **more: Any) -> Any:
        async def on(server: Server) -> Any:
            app = app_module.make_app(server.config)
            app.state.server = server
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://shed") as client:
                return await story(server, client)

        return serve(on, **more)

    return run


# --- tables --------------------------------------------------------------------------------------


async def laid(server: Server, game: str = "thirteen", people: dict[int, str] | None = None, **more: Any) -> str:
    """A table with a deal that is known, where some people sit and bots elsewhere; returns its id."""
    facts = facts_of(new_id(), game, people, **more)
    return (await server.house._open(facts, registry.named(game))).facts.id


def now(server: Server, match: str) -> Table:
    return server.house.tables[match]


async def act(server: Server, match: str, who: str | None, command: c.Command) -> dict[str, Any]:
    return await server.act(match, who, command)


async def move(server: Server, match: str, text: str | None = None, seat: int | None = None, by: str = "") -> str:
    """The next move, by whoever has it: the first legal one if none is named."""
    table = now(server, match)
    seat = table.playing.acting[0] if seat is None else seat
    text = text or table.playing.legal(seat)[0].text
    owner = table.seats[seat].owner
    if owner is not None and not by:
        await server.act(match, owner, c.Move(text=text, after=table.n))
    else:
        await server.house.put(match, lambda _: event("move", seat, time.time(), text=text, by=by or "bot"))
    return text


async def finish(server: Server, match: str) -> Table:
    while now(server, match).stage != "over":
        await move(server, match, by="bot")
    return now(server, match)


async def until(true: Callable[[], Any], seconds: float = 20.0) -> None:
    """Wait for something that other tasks do."""
    for _ in range(int(seconds / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


def still(server: Server) -> None:
    """Let nothing happen by itself: no bot moves, no clock runs."""
    setattr(server.keeper, "wake", lambda match: None)  # noqa: B010


# --- people at a table ---------------------------------------------------------------------------


class Wire:
    """A socket without a network, which keeps what it is sent."""

    async def send_text(self, data: str) -> None:
        raise NotImplementedError

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        raise NotImplementedError


def look(server: Server, match: str, who: str | None = None, address: str | None = None) -> Connection:
    """Somebody opens a socket at a table that is in memory."""
    table = now(server, match)
    connection = Connection(Wire(), match, who, address, table.eye_of(who))
    server.come(connection, table)
    return connection


def sent(connection: Connection) -> list[str]:
    """What waits for somebody, taken away."""
    found = []
    while not connection.queue.empty():
        text = connection.queue.get_nowait()
        assert text is not None, "the connection was dropped"
        found.append(text)
    return found


def events_of(server: Server, match: str) -> Awaitable[list[Event]]:
    return server.store.events(match)
