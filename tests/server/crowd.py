"""People at the tables of real server processes: they play random moves, come back by themselves when a server is
gone, and remember every move that was acknowledged, so that nothing can be lost unnoticed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cardshed.changes import apply
from cardshed.engine.matches.match import Match
from cardshed.games import registry
from cardshed.tables.fair import match_key
from cardshed.wire import read
from tests.chosen import chosen
from tests.processes import environment
from tests.server.postgres import free_port

LONG = 120.0  # seconds after which something that should happen never will; the machine may be busy
COLD = 600.0  # seconds that a game may take to be compiled
LOST = (OSError, WebSocketException, httpx.HTTPError, EOFError)
AGAIN = ("server.store.failed", "server.refused.often", "server.refused.busy", "server.refused.compiling")


class Refused(Exception):
    """The server says no, in a sentence."""

    def __init__(self, error: dict[str, Any], status: int) -> None:
        super().__init__(error["text"])
        self.key = error["key"]
        self.status = status


# --- server processes ----------------------------------------------------------------------------


class Serving:
    """A server process that can be killed and started again at the same address."""

    def __init__(self, database: str, log: Path, games: Iterable[str] = ("thirteen",), grace: float = 60.0) -> None:
        self.port = free_port()
        self.log = log
        asked = ["--port", str(self.port), "--database", database, "--grace", str(grace)]
        self.command = [sys.executable, "-m", "cardshed", "serve", *asked]
        for game in games:
            self.command += ["--only", game]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, env=environment(), stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        """kill -9, with all that it has started."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    async def ready(self) -> None:
        """Until all of its games can be played."""
        async with httpx.AsyncClient() as web:
            async for _ in patience(f"{self.url} is ready", COLD):
                assert self.process is not None and self.process.poll() is None, self.log.read_text()[-4000:]
                with suppress(httpx.HTTPError):
                    answer = await web.get(f"{self.url}/ready")
                    if answer.status_code == 200 and set(answer.json()["games"].values()) == {"ready"}:
                        return

    def traces(self) -> list[str]:
        """What went wrong in it that nobody foresaw."""
        return [line for line in self.log.read_text().splitlines() if "trace" in line.lower()]


# --- what is kept --------------------------------------------------------------------------------


class Kept(NamedTuple):
    """An event as it lies in the database."""

    n: int
    kind: str
    seat: int | None
    body: dict[str, Any]


class Ledger:
    """The database itself, read past the server."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def events(self, table: str) -> list[Kept]:
        found = await self.ask("SELECT n, kind, seat, body FROM events WHERE match = $1 ORDER BY n", table)
        kept = [Kept(n, kind, seat, json.loads(body)) for n, kind, seat, body in found]
        assert [event.n for event in kept] == list(range(len(kept)))
        return kept

    async def moves(self, table: str, seat: int) -> list[str]:
        """The moves that the person at a seat made."""
        events = await self.events(table)
        return [e.body["text"] for e in events if e.kind == "move" and e.seat == seat and e.body["by"] == "person"]

    async def tables(self) -> list[str]:
        return [table for (table,) in await self.ask("SELECT id FROM matches ORDER BY made")]

    async def replayed(self, table: str) -> Match | None:
        """The match that the kept events give when they are played one by one; None before its start."""
        ((game, players, seed, salt, options),) = await self.ask(
            "SELECT game, players, seed, salt, options FROM matches WHERE id = $1", table
        )
        match, hashes, nonces = None, {}, {}
        for event in await self.events(table):
            if event.seat is not None and "hash" in event.body and (match is None or event.kind == "commit"):
                hashes[event.seat] = event.body["hash"]
            elif event.kind == "reveal" and event.seat is not None:
                nonces[event.seat] = event.body["nonce"]
            elif event.kind in ("start", "deal"):
                key = match_key(salt, hashes, nonces) if len(salt) == 64 else int(seed, 16)
                match = registry.game(game).match(players, key, json.loads(options))
            elif event.kind == "move":
                assert match is not None and event.seat is not None
                match.play_all(event.seat, event.body["text"])
        return match

    async def ask(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        if self.url.startswith("sqlite"):
            db = sqlite3.connect(f"file:{self.url.partition('///')[2]}?mode=ro", uri=True, timeout=30)
            try:
                return db.execute(question.replace("$1", "?"), values).fetchall()
            finally:
                db.close()
        import asyncpg  # type: ignore[import-untyped]

        async for _ in patience("the database can be read"):  # it may be gone for a while
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                reader = await asyncpg.connect(self.url.replace("+asyncpg", ""), timeout=5, command_timeout=5)
                try:
                    return [tuple(row) for row in await reader.fetch(question, *values)]
                finally:
                    reader.terminate()
        raise AssertionError


# --- people --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Doubt:
    """A move whose answer did not come."""

    table: str
    text: str
    after: int


@dataclass
class Line:
    """One socket at a table and what has been seen through it."""

    socket: ClientConnection
    told: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    version: int = -1
    asked: int = 0
    seen: list[tuple[int, Any]] = field(default_factory=list)  # the number of events and the view, each time it changed

    async def hear(self) -> dict[str, Any]:
        """Take one message in."""
        told: dict[str, Any] = json.loads(await self.socket.recv())
        if told["type"] == "state":
            self.version = told["version"]
            self.told = told
        elif told["type"] == "change":
            assert told["version"] == self.version + 1, "a change was missed"
            self.version = told["version"]
            self.told = apply(self.told, told["changes"])
        if told["type"] in ("state", "change"):
            found = read(self.told)
            self.state = {name: found[name] for name in ("table", "log", "deals", "view")}
        if told["type"] in ("state", "change") and (not self.seen or self.seen[-1][0] != self.n):
            self.seen.append((self.n, self.state["view"]))
        return told

    async def hear_while(self, seconds: float) -> None:
        """Take in whatever comes in this time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await self.hear()

    async def until(self, true: Callable[[Line], Any], what: str = "what was waited for is seen") -> None:
        try:
            async with asyncio.timeout(LONG):
                while not self.state or not true(self):
                    self._not_refused(await self.hear())
        except TimeoutError:
            raise AssertionError(f"not in time: {what}") from None

    async def reach(self, n: int) -> None:
        """Until so many events are known."""
        await self.until(lambda line: line.n >= n, f"event {n - 1} is seen")

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; Refused if that is an error."""
        self.asked += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.asked, **more}))
        async with asyncio.timeout(LONG):
            while True:
                told = await self.hear()
                if told["type"] == "reply" and told["id"] == self.asked:
                    return told
                self._not_refused(told)

    @staticmethod
    def _not_refused(told: dict[str, Any]) -> None:
        if told["type"] == "error":
            raise Refused(told["error"], told.get("status", 0))

    @property
    def n(self) -> int:
        return int(self.table["n"])

    @property
    def table(self) -> dict[str, Any]:
        return self.state["table"]

    @property
    def offered(self) -> list[str]:
        """The moves that one may make now."""
        view = self.state["view"]
        return [move["text"] for move in view["moves"]] if view else []

    @property
    def here(self) -> list[int]:
        return [seat["seat"] for seat in self.table["seats"] if seat["here"]]

    async def close(self) -> None:
        await self.socket.close()


async def open_line(url: str, table: str, key: str | None = None) -> Line:
    """A socket at a table; its whole state has come. Without a key one looks on."""
    who = {"Authorization": f"Bearer {key}"} if key else {}
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"
    line = Line(await connect(address, additional_headers=who, open_timeout=LONG, ping_interval=None))
    async with asyncio.timeout(LONG):
        line._not_refused(await line.hear())
    return line


async def make_table(url: str, key: str, **wanted: Any) -> str:
    """A new table at which one sits."""
    wanted["options"] = chosen(wanted["game"], wanted.get("options"))
    async with httpx.AsyncClient(timeout=LONG) as web:
        answer = await web.post(
            f"{url}/api/tables", json={"pace": "instant", **wanted}, headers={"Authorization": f"Bearer {key}"}
        )
    if answer.status_code != 201:
        raise Refused(answer.json()["error"], answer.status_code)
    return str(answer.json()["id"])


class Player:
    """A person with one seat at one table after the other."""

    def __init__(self, crowd: Crowd, urls: list[str], table: str, seat: int, key: str) -> None:
        self.crowd = crowd
        self.urls = urls  # where to come; the next one is tried when one is gone
        self.table = table
        self.seat = seat
        self.key = key
        self.random = random.Random(key)
        self.acknowledged: dict[str, list[str]] = {table: []}
        self.doubt: Doubt | None = None
        self.known = 0  # events that were seen
        self.came = 0  # times that the seat was there again
        self.seated = False  # connected, with the seat
        self.moved = 0  # moves acknowledged, at all tables
        self.line: Line | None = None

    async def play(self) -> None:
        """For as long as the crowd does; whatever is wrong is raised."""
        while not self.crowd.leaving:
            try:
                self.line = line = await open_line(self.urls[0], self.table, self.key)
                try:
                    await self._come(line)
                    while not self.crowd.leaving and line.table["id"] == self.table:
                        await self._step(line)
                finally:
                    self.seated = False
                    with suppress(*LOST):
                        await line.close()
            except LOST:
                self.crowd.counted["lost connections"] += 1
                self.urls.append(self.urls.pop(0))
            except Refused as problem:
                if problem.key not in AGAIN:
                    raise
                self.crowd.counted[problem.key] += 1
            await asyncio.sleep(self.random.uniform(0.05, 0.3))

    def hang_up(self) -> None:
        """Lose the connection, and come back at the next address."""
        if self.line is not None:
            self.line.socket.transport.abort()

    async def _come(self, line: Line) -> None:
        """Whatever was acknowledged is there, and the seat is still one's own."""
        await self.check(self.table)
        await line.reach(self.known)
        if line.table["you"] is None and not self.acknowledged[self.table]:
            await line.ask("sit", seat=self.seat, name=f"Player {self.seat}")
            await line.until(lambda line: line.table["you"] is not None, "the seat that was taken is shown")
        assert line.table["you"] == self.seat
        self.seated = True
        self.came += 1

    async def check(self, table: str) -> None:
        """The moves that are kept are those that were acknowledged, in order; the one in doubt may be there or not."""
        acknowledged = self.acknowledged[table]
        kept = await self.crowd.ledger.moves(table, self.seat)
        if self.doubt is None or self.doubt.table != table:
            assert kept == acknowledged
        else:
            assert kept in (acknowledged, [*acknowledged, self.doubt.text])

    async def _step(self, line: Line) -> None:
        self.known = line.n
        if self.doubt is not None:
            await self._move(line, self.doubt)
        elif line.table["stage"] == "over":
            await self._go_on_elsewhere(line)
        elif line.table["seats"][self.seat]["away"]:
            await line.ask("back")
            await line.until(lambda line: not line.table["seats"][self.seat]["away"])
        elif line.offered and not self.crowd.pausing:
            await line.hear_while(self.random.uniform(0.0, 2 * self.crowd.think))
            if line.offered:
                await self._move(line, Doubt(self.table, self.random.choice(line.offered), line.n))
        else:
            await line.hear_while(0.2)

    async def _go_on_elsewhere(self, line: Line) -> None:
        try:
            self.table = (await line.ask("rematch"))["table"]
        except Refused as problem:
            await self._wait_a_moment(line, problem)
        else:
            self.acknowledged[self.table] = []
            self.known = 0
            self.crowd.counted["finished matches"] += self.seat == 0

    async def _wait_a_moment(self, line: Line, problem: Refused) -> None:
        """What is refused for the moment is asked again; anything else is wrong."""
        if problem.key not in AGAIN:
            raise problem
        self.crowd.counted[problem.key] += 1
        self.crowd.refused.append(problem)
        await line.hear_while(self.random.uniform(0.1, 0.5))

    async def _move(self, line: Line, move: Doubt) -> None:
        self.doubt = move
        try:
            reply = await line.ask("move", text=move.text, after=move.after)
        except Refused as problem:
            if problem.key not in ("server.refused.late", "server.refused.away"):
                await self._wait_a_moment(line, problem)
                return
            self.crowd.counted[problem.key] += 1
            self.doubt = None
            await self.check(self.table)
        else:
            self.crowd.counted["asked again"] += bool(reply.get("already"))
            self.acknowledged[move.table].append(move.text)
            self.moved += 1
            self.doubt = None
            await line.reach(move.after + 1)


class Crowd:
    """All people, whose tasks run until they leave."""

    def __init__(self, ledger: Ledger, seed: int, think: float = 0.05) -> None:
        self.ledger = ledger
        self.random = random.Random(seed)
        self.think = think  # seconds before a move, on average
        self.players: list[Player] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.counted: Counter[str] = Counter()
        self.refused: list[Refused] = []  # moves that were to be tried again
        self.leaving = False
        self.pausing = False  # nobody moves

    async def open_table(self, urls: list[list[str]], bots: int = 0, game: str = "thirteen") -> str:
        """A table with a person for each list of addresses, and with bots."""
        keys = [f"{self.random.getrandbits(160):040x}" for _ in urls]
        seats = [None] * len(urls) + ["easy"] * bots
        table = await make_table(urls[0][0], keys[0], game=game, players=len(seats), seats=seats)
        for seat, (key, own) in enumerate(zip(keys, urls, strict=True)):
            player = Player(self, list(own), table, seat, key)
            self.players.append(player)
            self.tasks.append(asyncio.create_task(player.play()))
        return table

    @property
    def moved(self) -> int:
        """Moves that were acknowledged."""
        return sum(player.moved for player in self.players)

    def look(self) -> None:
        """Raise what went wrong for anyone."""
        for task in self.tasks:
            if task.done():
                task.result()

    async def until(self, true: Callable[[], Any], what: str, seconds: float = LONG) -> None:
        async for _ in patience(what, seconds):
            self.look()
            if true():
                return

    async def all_play(self) -> None:
        """Until everybody is seated again, and everybody has moved once more."""
        came = {player: player.moved for player in self.players}
        await self.until(lambda: all(player.seated for player in self.players), "everybody has come back")
        await self.until(lambda: all(p.moved > moved for p, moved in came.items()), "everybody has moved again")

    async def leave(self) -> None:
        """Everybody goes; all that was acknowledged is kept, and every table can be played back."""
        self.leaving = True
        await asyncio.wait_for(asyncio.gather(*self.tasks), LONG)
        for player in self.players:
            for table in player.acknowledged:
                await player.check(table)
        for table in await self.ledger.tables():
            await self.ledger.replayed(table)


async def patience(what: str, seconds: float = LONG) -> Any:
    """Again and again, until it is too late."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield
        await asyncio.sleep(0.05)
    raise AssertionError(f"not in time: {what}")
