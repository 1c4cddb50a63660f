"""The house: all tables of this process, kept in step with the database and with the other processes.

An event counts when the database has accepted it. Of two events for the same number one loses; it is decided on again
after what came first, so that two moves for one turn give one move, and two sealed choices give both.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any

from cardshed.bots.levels import LEVELS
from cardshed.engine.errors import BadRecord, CardshedError
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match
from cardshed.engine.matches.record import parse, replay
from cardshed.games import registry
from cardshed.server import asked, clock
from cardshed.server.ready import Readiness
from cardshed.server.store import Store, Unavailable
from cardshed.server.tasks import Tasks
from cardshed.tables import commands as c
from cardshed.tables import fair
from cardshed.tables.deciding import decide, follow_up
from cardshed.tables.decision import Decision, Refused, Reply, event
from cardshed.tables.events import Event, Facts, Setting, Summary
from cardshed.tables.seating import ask_alone, let_in
from cardshed.tables.table import Table

log = logging.getLogger(__name__)

Seated = dict[int, dict[str, Any]]  # who sits at a new table, by seat: what `sit` tells of them

IDLE = 600.0  # seconds that a table nobody looks at stays in memory
AGAIN = 1.0  # seconds before a database that failed is asked again
FEW = 10  # events of other processes that are shown one by one; of more, the last ones
TRIES = 20  # times that an event is decided on anew because others came first
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # of the names of tables: nothing that looks alike
ID = re.compile("[a-z0-9]{8,40}")
ID_LENGTH = 16  # 31 ** 16 names: nobody guesses one


def follows(table: Table) -> Event | None:
    """What happens at a table by itself, now."""
    return follow_up(table, clock.now())


class House:
    """Tables by their id. `changed` is called with every table that something happened at."""

    def __init__(self, store: Store, readiness: Readiness, most_tables: int) -> None:
        self.store = store
        self.readiness = readiness
        self.most_tables = most_tables  # in memory
        self.tables: dict[str, Table] = {}
        self.summed: dict[str, tuple[Table, Summary]] = {}  # tables that were summed up last
        self.used: dict[str, float] = {}  # when each table was last asked for
        self.locks: dict[str, asyncio.Lock] = {}
        self.behind: set[str] = set()  # tables whose latest events may not be known here
        self.places: OrderedDict[tuple[str, str | None], str] = OrderedDict()  # the address by table and person, a hash
        self.tasks = Tasks()
        self.changed: Callable[[Table], None] = lambda table: None
        self.needed: Callable[[str], bool] = lambda match: False  # whether somebody looks at a table

    # --- finding ----------------------------------------------------------------------------------

    async def table(self, match: str) -> Table:
        """A table as of the last event that this process knows of."""
        self.used[match] = time.monotonic()
        found = self.tables.get(match)
        if found is not None:
            return found
        async with self._making(match):
            return self.tables.get(match) or await self._load(match)

    async def _load(self, match: str) -> Table:
        facts = await self.store.facts(match) if ID.fullmatch(match) else None
        if facts is None:
            raise Refused("server.refused.no_table")
        game = registry.named(facts.game)
        await self.readiness.wait(facts.game)
        self._make_room()
        now = clock.now()  # a clock that went wrong may have written events of times to come
        events = [dataclasses.replace(one, at=min(one.at, now)) for one in await self.store.events(match)]
        table = Table.built(facts, game, events)
        self.tables[match] = table
        return table

    async def list_all(self) -> None:
        """Sum up the matches that an older Cardshed kept without summaries, so that they are listed again."""
        try:
            for match in await self.store.unlisted():
                await self._list(match)
        except Unavailable:
            log.warning("matches of an older database are not listed; the next start tries again")

    async def _list(self, match: str) -> None:
        try:
            table = await self.table(match)
        except Unavailable:
            raise
        except CardshedError as problem:
            log.warning("a match cannot be listed", extra={"match": match, "why": str(problem)})
            return
        last = await self.store.events(match, table.n - 1)
        await self.store.list_anew(match, last[-1].at if last else table.facts.made, table.summary())

    def _make_room(self) -> None:
        """For one more table in memory."""
        if len(self.tables) >= self.most_tables:
            self.forget(0.0)
        if len(self.tables) >= self.most_tables:
            raise Refused("server.refused.many_tables")

    def forget(self, idle: float = IDLE) -> None:
        """Drop tables that nobody looks at; they can be built again from their events."""
        now = time.monotonic()
        for match in [m for m in self.tables if not self.needed(m) and now - self.used.get(m, 0.0) >= idle]:
            lock = self.locks.get(match)
            if lock is None or not lock.locked():
                self._drop(match)

    def _drop(self, match: str) -> None:
        for kept in (self.tables, self.summed, self.used, self.locks):
            kept.pop(match, None)

    # --- making -----------------------------------------------------------------------------------

    async def create(self, wanted: asked.NewTable, person: str) -> Table:
        game = registry.named(wanted.game)
        players = wanted.players or game.facts.usual
        options = game.given(game.blank(players, 0, dict(wanted.options))[0])
        levels = wanted.seats if wanted.seats is not None else [wanted.fill] * players
        if len(levels) != players:
            raise Refused("server.refused.seats", given=len(levels), wanted=players)
        for level in levels:
            if level is not None and level not in LEVELS:
                raise Refused("server.refused.level", given=level, levels=", ".join(LEVELS))
        if wanted.seat is not None and wanted.seat >= players:
            raise Refused("server.refused.seat", number=wanted.seat, last=players - 1)
        seats = tuple(None if p == wanted.seat else level for p, level in enumerate(levels))
        setting = Setting(
            seats, wanted.fill, wanted.private, wanted.timer, wanted.pace, host=person, knock=wanted.knock
        )
        sitting = {} if wanted.seat is None else {wanted.seat: _seated(person, wanted.name, wanted.hash)}
        now = clock.now()
        facts = Facts(new_id(), game.name, game.version, players, options, 0, fair.new_secret(), setting, now)
        return await self._make(facts, game, sitting)

    async def _make(self, facts: Facts, game: Game, sitting: Seated, kept: Collection[Event] = ()) -> Table:
        before = [*(event("sit", p, facts.made, **who) for p, who in sitting.items()), *kept]
        if all(level is not None or p in sitting for p, level in enumerate(facts.setting.seats)):
            more = {"commit": True} if len(sitting) > 1 else {}  # others have not been asked for a nonce yet
            before.append(event("start", None, facts.made, **more))
        return await self._open(dataclasses.replace(facts, before=tuple(before)), game)

    async def _open(self, facts: Facts, game: Game) -> Table:
        await self.readiness.wait(game.name)
        self._make_room()
        table = Table.built(facts, game, facts.before)
        async with self._making(facts.id):
            if await self.store.create(facts, table.summary()):
                self.tables[facts.id] = table
        return await self.table(facts.id)  # if another was first, then that one's

    async def rematch(self, table: Table, person: str, hash: str | None = None) -> str:
        """A new table for the same people; its id follows from this one's, so that two who ask at once make one."""
        if table.stage != "over":
            raise Refused("server.table.not_over")
        sitting = {p: _seated(owner, table.seats[p].name or "Guest", None) for p, owner in table.owners}
        sitting |= {p: _seated(guest.person, guest.name, None) for p, guest in table.guests.items() if guest.promised}
        own = next((who for who in sitting.values() if who["person"] == person), None)
        if own is None:
            raise Refused("server.refused.not_seated")
        own |= {"hash": hash} if hash else {}
        if table.rematch is None:
            old, now = table.facts, clock.now()
            seats = tuple(None if seat.takeable else seat.level for seat in table.seats)
            setting = dataclasses.replace(old.setting, seats=seats, host=table.host)
            kept = [event("remove", 0, now, person=person, bar=True) for person in sorted(table.barred)]
            kept += [event("mute", None, now, person=person, yes=True) for person in sorted(table.muted)]
            id, secret = _id_after(old.id, old.salt), fair.new_secret()
            facts = Facts(id, old.game, old.rules, old.players, old.options, 0, secret, setting, now)
            await self._make(facts, table.game, sitting, kept)
            linked = event("rematch", None, clock.now(), table=id)
            table = await self.put(old.id, lambda now: None if now.rematch else linked)
        assert table.rematch is not None
        return table.rematch

    async def upload(self, text: str) -> Table:
        """Keep a finished match that somebody brings as a record."""
        record = parse(text)
        game = registry.named(record.game)
        await self.readiness.wait(game.name)
        match = await asyncio.to_thread(replay, record, game)
        if match.position is not None:
            raise BadRecord("server.refused.position")
        if not match.over:
            raise BadRecord("server.refused.unfinished")
        salt = record.head.get("secret", record.head.get("salt", ""))
        if salt or "commitment" in record.head:
            fair.verify(record, match)
        now = clock.now()
        names = [_printed(record.head.get(f"name {p}", "")) for p in range(match.players)]
        events = [Event("sit", p, {"person": f"record {p}", "name": name}, now) for p, name in enumerate(names) if name]
        hashes, nonces, by = (fair.of_seats(record, what) if salt else {} for what in ("hash", "nonce", "added"))
        by = {p: _printed(by.get(p, "")) or names[p] for p in hashes}
        events += [Event("commit", p, {"hash": hashed, "name": by[p]}, now) for p, hashed in hashes.items()]
        events.append(Event("start", None, {}, now))
        events += [Event("reveal", p, {"nonce": nonce}, now) for p, nonce in nonces.items()]
        events += [Event("deal", None, {}, now)] if hashes else []
        events += _moves(match, now)
        setting = Setting((None,) * match.players, uploaded=True)
        facts = Facts.of(match, setting, now, new_id(), salt)
        return await self._open(dataclasses.replace(facts, before=tuple(events)), game)

    async def play_on(self, then: Match, wanted: asked.PlayOn, person: str) -> Table:
        """A new table that stands where a match stood: a person sits down there, and bots play the others."""
        if wanted.seat >= then.players:
            raise Refused("server.refused.seat", number=wanted.seat, last=then.players - 1)
        if then.over:
            raise Refused("server.refused.over")
        now = clock.now()
        events = [event("sit", wanted.seat, now, person=person, name=wanted.name), event("start", None, now)]
        events += _moves(then, now)
        seats = tuple(None if p == wanted.seat else wanted.fill for p in range(then.players))
        setting = Setting(seats, wanted.fill, pace=wanted.pace, practice=True, host=person)
        facts = Facts.of(then, setting, now, new_id())
        return await self._open(dataclasses.replace(facts, before=tuple(events)), then.game)

    # --- happening --------------------------------------------------------------------------------

    async def act(self, match: str, person: str | None, command: c.Command, address: str | None = None) -> Reply:
        """Carry out a person's command; returns what they are told."""
        decision = Decision(None, {})

        def chosen(table: Table) -> Event | None:
            nonlocal decision
            let_in(table, person, address)  # perhaps barred while this waited for its turn
            decision = decide(table, person, command, clock.now())
            if decision.event is not None and decision.event.kind == "knock" and address is not None:
                ask_alone(table, person, lambda other: self.places.get((match, other)) == address)
            return decision.event

        await self.put(match, chosen)
        return decision.reply

    async def put(self, match: str, choose: Callable[[Table], Event | None]) -> Table:
        """Have an event accepted that `choose` makes of the table as it stands, again if others come first."""
        await self.table(match)
        async with self._lock(match):
            for _ in range(TRIES):
                table = self.tables.get(match) or await self._load(match)
                chosen = choose(table)
                if chosen is None:
                    return table
                after = table.after(chosen)
                summary, (known, before) = after.summary(), self.summed.get(match, (None, None))
                news = None if summary == (before if known is table else table.summary()) else summary
                try:
                    accepted = await self.store.append(match, table.n, chosen, news)
                except Unavailable:
                    self._is_behind(match)  # if the answer alone was lost, the event is there
                    if choose is follows:  # what was asked for is kept; the keeper sees to the rest
                        return table
                    raise
                if accepted:
                    self.summed[match] = after, summary
                    self._put_in_place(after)
                    choose = follows
                else:
                    await self._catch_up(match)
        raise Refused("server.refused.busy")

    def _put_in_place(self, table: Table) -> None:
        self.tables[table.facts.id] = table
        self.changed(table)

    # --- other processes --------------------------------------------------------------------------

    async def _catch_up(self, match: str) -> None:
        """Fold in what other processes added. The caller holds the table's lock."""
        table = self.tables.get(match)
        if table is not None:
            news = await self.store.events(match, table.n)
            for left, one in zip(range(len(news))[::-1], news, strict=True):
                table = table.after(dataclasses.replace(one, at=clock.now()))  # by this process's clock
                if left < FEW:
                    self._put_in_place(table)

    def heard(self, news: dict[str, Any]) -> None:
        """Another process tells of an event."""
        match, n = news.get("match"), news.get("n")
        if isinstance(match, str) and isinstance(n, int):
            table, lock = self.tables.get(match), self.locks.get(match)
            being_made = table is None and lock is not None and lock.locked()  # perhaps of what was read before this
            if being_made or (table is not None and n >= table.n):
                self.tasks.begin(self.catch_up(match))

    async def catch_up(self, match: str) -> None:
        async with self._lock(match):
            try:
                await self._catch_up(match)
            except Unavailable:
                self._is_behind(match)

    async def catch_up_all(self) -> None:
        """Whatever was missed while nothing could be heard."""
        for match in {*self.tables, *self.locks}:
            await self.catch_up(match)

    def _is_behind(self, match: str) -> None:
        """There may be events that this process does not know of: look when the database answers again."""
        if match not in self.behind:
            log.warning("a table may be behind", extra={"match": match})
            self.behind.add(match)
            self.tasks.begin(self._look_again(match))

    async def _look_again(self, match: str) -> None:
        await asyncio.sleep(AGAIN)
        self.behind.discard(match)
        await self.catch_up(match)

    # --- inner ------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _making(self, match: str) -> AsyncIterator[None]:
        """The lock of a table that comes into being; nothing is left of one that does not."""
        try:
            async with self._lock(match):
                yield
        except CardshedError:
            if match not in self.tables and not self._lock(match).locked():
                self._drop(match)
            raise

    def _lock(self, match: str) -> asyncio.Lock:
        return self.locks.setdefault(match, asyncio.Lock())


def _seated(person: str, name: str, hash: str | None) -> dict[str, Any]:
    return {"person": person, "name": name, **({"hash": hash} if hash else {})}


def _moves(match: Match, now: float) -> list[Event]:
    """The moves of a match that was played elsewhere."""
    return [Event("move", move.seat, {"text": move.text, "by": "record"}, now) for move in match.moves]


def _printed(name: str) -> str:
    """A name as a person may have it."""
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())[: c.NAME].strip()


def _id_after(id: str, salt: str) -> str:
    """The id of a table's rematch: nobody who does not know the table can tell it."""
    number = int.from_bytes(hashlib.sha256(f"rematch {id} {salt}".encode()).digest(), "big")
    return "".join(ALPHABET[number // len(ALPHABET) ** k % len(ALPHABET)] for k in range(ID_LENGTH))


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
