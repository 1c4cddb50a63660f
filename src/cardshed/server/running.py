"""A server in one piece: house, bots, connections and what keeps them in step. There is no web in it yet."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import cardshed
from cardshed.engine.errors import CardshedError
from cardshed.games import registry
from cardshed.server import clock
from cardshed.server.analysing import Analysing
from cardshed.server.garbage import Cleaner
from cardshed.server.house import House
from cardshed.server.keeper import GRACE, Keeper
from cardshed.server.limits import Buckets, Limits
from cardshed.server.live import Connection, Live
from cardshed.server.metrics import Metrics
from cardshed.server.presence import HEARTBEAT, Presence
from cardshed.server.ready import Readiness
from cardshed.server.store import Store, Unavailable
from cardshed.server.tasks import Tasks
from cardshed.server.thinking import Thinking
from cardshed.tables import commands as c
from cardshed.tables.decision import Refused, Reply
from cardshed.tables.seating import barred_from, let_in
from cardshed.tables.table import Table

log = logging.getLogger(__name__)

HINTS = 5  # moves that a hint tells of
PLACES = 20_000  # people at tables of whom it is known from where they came


@dataclass(frozen=True)
class Config:
    """How a server is run."""

    database: str
    games: tuple[str, ...] = field(default_factory=lambda: tuple(registry.names()))
    origins: frozenset[str] = frozenset()  # pages of other hosts that may open sockets
    proxies: frozenset[str] = frozenset()  # that are believed who asks through them, and whether by TLS
    limits: Limits = field(default_factory=Limits)
    grace: float = GRACE
    threads: int | None = None  # of bots


class Server:
    """Open one with `await Server.open(config)`, and close it."""

    def __init__(self, config: Config, store: Store, process: str) -> None:
        self.config = config
        self.process = process
        self.store = store
        self.begun = clock.now()
        self.metrics = Metrics()
        self.readiness = Readiness(list(config.games))
        self.presence = Presence(process)
        self.live = Live(self.presence)
        self.thinking = Thinking(config.threads)
        self.analysing = Analysing(store, self.thinking)
        self.house = House(store, self.readiness, config.limits.tables)
        self.keeper = Keeper(self.house, self.presence, self.thinking, config.grace)
        self.new_tables = Buckets(config.limits.new_tables, config.limits.new_tables_at_once)
        self.house.changed = self.changed
        self.live.reseated = self._announce_soon
        self.live.barred = self._bar_address
        self.house.needed = lambda match: match in self.live.connections
        self.addresses: Counter[str] = Counter()  # open sockets of each
        self.cleaner = Cleaner()
        self.tasks = Tasks()
        self._count()

    @classmethod
    async def open(cls, config: Config) -> Server:
        process = secrets.token_hex(8)
        server = cls(config, await Store.open(config.database, process), process)
        server.store.listen(server.heard, server.missed)
        server.tasks.begin(server.readiness.prepare())
        server.tasks.begin(server.house.list_all())
        server.tasks.begin(server._tick())
        await server._say_what_cannot_be_finished()
        return server

    async def close(self) -> None:
        await self.tasks.close()
        await self.analysing.tasks.close()
        await self.keeper.close()
        await self.house.tasks.close()
        await self.live.close()
        self.thinking.close()
        await self.store.close()

    # --- people -----------------------------------------------------------------------------------

    def come(self, connection: Connection, table: Table) -> None:
        self._came_from(connection.match, connection.person, connection.address)
        self.live.come(connection, table)
        self._moved_about(table)
        if table.facts.setting.timer:
            self.live.changed(table)  # clocks may run again

    def go(self, connection: Connection) -> None:
        self.live.go(connection)
        table = self.house.tables.get(connection.match)
        if table is not None:
            self.live.changed(table)
            self._moved_about(table)

    def _moved_about(self, table: Table) -> None:
        self.keeper.wake(table.facts.id)
        self._announce_soon(table.facts.id)

    def _announce_soon(self, match: str) -> None:
        if self.store.shared:
            self.tasks.begin(self._announce([match]))

    def _came_from(self, match: str, person: str | None, address: str | None) -> None:
        if address is not None:
            places = self.house.places
            places[match, person] = address
            places.move_to_end((match, person))
            if len(places) > PLACES:
                places.popitem(last=False)

    def _bar_address(self, table: Table, address: str | None) -> None:
        """Who is barred does not come back to the table from the same place with another key, unless seated."""
        if address is not None and address not in table.addresses:
            barred = self.house.put(table.facts.id, lambda now: barred_from(now, address, clock.now()))
            self.tasks.begin(barred)

    async def act(self, match: str, person: str | None, command: c.Command, address: str | None = None) -> Reply:
        """Carry out a command, whoever brought it; returns what they are told."""
        begun = time.perf_counter()
        self.cleaner.busy = time.monotonic()
        try:
            let_in(await self.house.table(match), person, address)
            self._came_from(match, person, address)
            reply = await self._act(match, person, command, address)
        except CardshedError:
            self.metrics.commands.labels(c.kind_of(command), "refused").inc()
            raise
        self.metrics.commands.labels(c.kind_of(command), "done").inc()
        self.metrics.seconds.observe(time.perf_counter() - begun)
        return reply

    async def _act(self, match: str, person: str | None, command: c.Command, address: str | None) -> Reply:
        if isinstance(command, c.Hint):
            return await self.hint(match, person)
        if isinstance(command, c.Rematch):
            table = await self.house.table(match)
            return {"table": await self.house.rematch(table, person or "", command.hash)}
        return await self.house.act(match, person, command, address)

    async def hint(self, match: str, person: str | None) -> Reply:
        table = await self.house.table(match)
        seat, playing = table.seat_of(person), table.playing
        if seat is None:
            raise Refused("server.refused.not_seated")
        if seat not in playing.acting:
            raise Refused("server.refused.turn")
        thought = await self.thinking.hint(playing, seat, secrets.randbits(64))
        loud = [opinion for opinion in thought.opinions if not opinion.move.quiet]
        return {"n": table.n, "hint": [opinion.json() for opinion in loud[:HINTS]]}

    # --- what happens -----------------------------------------------------------------------------

    def changed(self, table: Table) -> None:
        for person in table.barred:  # also who has no socket open now
            self._bar_address(table, self.house.places.pop((table.facts.id, person), None))
        self.live.changed(table)
        self.keeper.wake(table.facts.id)

    def heard(self, news: dict[str, Any]) -> None:
        """Another process tells something."""
        known = news["process"] in self.presence.heard
        for match in self.presence.hear(news):
            self._came_or_went(match)
        self.house.heard(news)
        if not known:
            self.tasks.begin(self._announce(list(self.presence.own)))

    async def missed(self) -> None:
        """Something may have gone by unheard."""
        await self._announce(list(self.presence.own))
        await self.house.catch_up_all()

    def _came_or_went(self, match: str) -> None:
        table = self.house.tables.get(match)
        if table is not None:
            self.changed(table)

    async def _announce(self, matches: list[str]) -> None:
        with suppress(Unavailable):
            for i in range(0, len(matches), 50):
                await self.store.tell(self.presence.told(matches[i : i + 50]))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            self.house.forget()
            self.cleaner.clean()
            for match in self.presence.bury():
                self._came_or_went(match)
            with suppress(Unavailable):
                await self.store.tell({})

    async def _say_what_cannot_be_finished(self) -> None:
        """Matches that were begun under other rules than the ones of this server."""
        for name, rules in sorted(set(await self.store.unfinished())):
            if name not in self.config.games:
                log.warning("unfinished matches of a game that is not here", extra={"game": name})
            elif registry.named(name).usual(rules) is None:
                log.warning("unfinished matches of another version", extra={"game": name, "version": rules})

    # --- telling ----------------------------------------------------------------------------------

    def status(self) -> dict[str, Any]:
        """How the server is doing."""
        return {
            "version": cardshed.__version__,
            "seconds": round(clock.now() - self.begun),
            "database": "works" if self.store.works else "fails",
            "games": self.readiness.states,
            "tables": len(self.house.tables),
            "connections": self.live.count,
            "bots": self.thinking.json(),
        }

    def _count(self) -> None:
        told = self.metrics.gauge
        told("tables", "Tables in memory", lambda: len(self.house.tables))
        told("connections", "Open sockets", lambda: self.live.count)
        told("bots_waiting", "Bots' thoughts that are waited for", lambda: self.thinking.waiting)
        told("bots_thoughts", "Bots' thoughts so far", lambda: self.thinking.thoughts)
        told("bots_cut", "Thoughts that had fewer rollouts than their level", lambda: self.thinking.cut)
        told("database_works", "1 if the last use of the database worked", lambda: float(self.store.works))
