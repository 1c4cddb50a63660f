"""Where matches are kept: facts and events in SQLite or PostgreSQL, by the same code.

The primary key (match, n) is the whole concurrency story: an event is accepted when its insert is. Events that come at
the same moment are written in one transaction, so that many tables do not wait for one disk.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import and_, or_, select, text
from sqlalchemy import event as hooks
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from cardshed.engine.core.seeds import written
from cardshed.engine.errors import CardshedError
from cardshed.engine.messages import shortly
from cardshed.server.schema import EVENTS, FINDINGS, MATCHES, PEOPLE, RESULTS, SUMMARIES, migrate
from cardshed.server.tasks import ended
from cardshed.tables.events import Event, Facts, Setting, Summary

log = logging.getLogger(__name__)

CHANNEL = "cardshed"  # on which processes tell each other that something happened
WAIT = 5.0  # seconds that a write may wait for another process's
PATIENCE = 1.0  # seconds before a lost connection is tried again
SILENCE = 15.0  # seconds without a word, even from this process, after which a listening connection is taken for lost
BATCH = 500  # events that are written in one transaction at most


class Unavailable(CardshedError):
    """The database cannot be reached or cannot write; nothing was kept."""


@dataclass
class Waiting:
    """An event on its way to the disk."""

    match: str
    n: int
    event: Event
    summary: Summary | None
    kept: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class _Adding:
    """The statements that add something, made once: SQLAlchemy's go in circles, and would be rubbish after each use."""

    def __init__(self, insert: Any) -> None:
        self.match = insert(MATCHES).on_conflict_do_nothing().returning(MATCHES.c.id)
        self.events = insert(EVENTS).on_conflict_do_nothing().returning(EVENTS.c.match, EVENTS.c.n)
        self.people = insert(PEOPLE).on_conflict_do_nothing()
        self.results = insert(RESULTS).on_conflict_do_nothing()
        self.findings = insert(FINDINGS).on_conflict_do_nothing()
        summaries = insert(SUMMARIES)
        news = {name: summaries.excluded[name] for name in ("state", "listed", "changed", "told")}
        self.summaries = summaries.on_conflict_do_update(index_elements=["match"], set_=news)


class Store:
    """Open one with `await Store.open(url)`, and close it."""

    def __init__(self, engine: AsyncEngine, process: str) -> None:
        self.engine = engine
        self.process = process  # the name by which this process tells the others
        self.shared = engine.dialect.name == "postgresql"  # with other processes
        self.adding = _Adding(postgresql.insert if self.shared else sqlite.insert)
        self.queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self.failures = _failures(engine.dialect.name)
        self.failing: set[str] = set()  # what did not work the last time: reading, writing
        self.tasks: list[asyncio.Task[None]] = []

    @property
    def works(self) -> bool:
        return not self.failing

    @classmethod
    async def open(cls, url: str, process: str = "") -> Store:
        try:
            engine = create_async_engine(url, hide_parameters=True, json_deserializer=orjson.loads, **_settings(url))
        except ModuleNotFoundError as missing:
            raise Unavailable("server.store.driver", url=shortly(_without_secret(url)), module=missing.name) from None
        except (ArgumentError, InvalidRequestError, ValueError) as problem:
            raise Unavailable("server.store.url", url=shortly(_without_secret(url)), why=shortly(problem)) from None
        if engine.dialect.name == "sqlite":
            hooks.listen(engine.sync_engine, "connect", _prepare_sqlite)
            hooks.listen(engine.sync_engine, "begin", lambda db: db.exec_driver_sql("BEGIN IMMEDIATE"))
        store = cls(engine, process)
        try:
            async with engine.begin() as db:
                await db.run_sync(migrate)
        except store.failures as problem:
            await engine.dispose()
            raise Unavailable("server.store.closed", why=_why(problem)) from problem
        except CardshedError:
            await engine.dispose()
            raise
        store.tasks.append(asyncio.create_task(store._write()))
        return store

    async def close(self) -> None:
        await ended(self.tasks)
        await self.engine.dispose()

    # --- writing ----------------------------------------------------------------------------------

    async def create(self, facts: Facts, summary: Summary) -> bool:
        """Keep a new table and the events it begins with, all or nothing; False if there is one of that id already."""
        row = {name: getattr(facts, name) for name in ("id", "game", "rules", "players", "options", "salt", "made")}
        row |= {"seed": written(facts.seed), "setting": facts.setting.json()}
        async with self._begun("writing") as db:
            if not (await db.execute(self.adding.match, [row])).all():
                return False
            if facts.before:
                await db.execute(EVENTS.insert(), [_row(facts.id, n, e) for n, e in enumerate(facts.before)])
            await self._sum_up(db, [(facts.id, facts.made, summary)])
        self.failing.discard("writing")
        return True

    async def append(self, match: str, n: int, event: Event, summary: Summary | None) -> bool:
        """Keep an event as the n-th of a match, and the summary if that is another now; False if there is an n-th."""
        waiting = Waiting(match, n, event, summary)
        self.queue.put_nowait(waiting)
        return await asyncio.shield(waiting.kept)

    async def _write(self) -> None:
        waiting: list[Waiting] = []
        try:
            while True:
                waiting = [await self.queue.get()]
                while len(waiting) < BATCH and not self.queue.empty():
                    waiting.append(self.queue.get_nowait())
                later = waiting
                while later:
                    batch, later = _one_of_each(later)
                    await self._write_batch(batch)
        finally:  # nobody is to wait for what will not be written any more
            while not self.queue.empty():
                waiting.append(self.queue.get_nowait())
            _give_up(waiting)

    async def _write_batch(self, batch: list[Waiting]) -> None:
        try:
            kept = await self._keep(batch)
        except self.failures as problem:
            await self._write_each(batch, problem)
        except Exception:  # whatever it is, those who come later are not to wait for ever
            log.exception("events could not be written")
            _give_up(batch)
        else:
            for waiting in batch:
                _settle(waiting, (waiting.match, waiting.n) in kept)

    async def _write_each(self, batch: list[Waiting], problem: Exception) -> None:
        """Try each again by itself. A connection that was lost leaves open whether they were kept; and one that cannot
        be kept is not to take others with it."""
        for waiting in batch:
            if isinstance(problem, TimeoutError) or not await self.answers():  # it is gone: nobody waits any longer
                _settle(waiting, self._failed("writing", problem))
                continue
            try:
                _settle(waiting, bool(await self._keep([waiting])) or await self._is_kept(waiting))
            except self.failures as again:
                problem = again
                _settle(waiting, self._failed("writing", again))

    async def _is_kept(self, waiting: Waiting) -> bool:
        """Whether the event that stands in an event's place is that very one."""
        return (await self.events(waiting.match, waiting.n))[:1] == [waiting.event]

    async def _keep(self, batch: list[Waiting]) -> set[tuple[str, int]]:
        """Write events in one transaction; returns which of them were accepted."""
        rows = [_row(waiting.match, waiting.n, waiting.event) for waiting in batch]
        async with self.engine.begin() as db:
            kept = {(match, n) for match, n in await db.execute(self.adding.events, rows)}
            accepted = [waiting for waiting in batch if (waiting.match, waiting.n) in kept]
            if news := [(w.match, w.event.at, w.summary) for w in accepted if w.summary]:
                await self._sum_up(db, news)
            if self.shared:
                for waiting in accepted:
                    await self._tell(db, {"match": waiting.match, "n": waiting.n})
        self.failing.discard("writing")
        return kept

    async def _sum_up(self, db: Any, summaries: list[tuple[str, float, Summary]]) -> None:
        rows = [
            {"match": match, "state": s.state, "listed": s.listed, "changed": at, "told": s.told}
            for match, at, s in summaries
        ]
        await db.execute(self.adding.summaries, rows)
        people = [{"person": p, "match": match, "since": at} for match, at, s in summaries for p in sorted(s.people)]
        if people:
            await db.execute(self.adding.people, people)
        results = [
            {"person": person, "match": match, "ended": at, "told": told}
            for match, at, s in summaries
            for person, told in s.results.items()
        ]
        if results:
            await db.execute(self.adding.results, results)

    async def list_anew(self, match: str, at: float, summary: Summary) -> None:
        """Keep the summary of a match of which nothing, or less than now, was kept."""
        async with self._begun("writing") as db:
            known = (await db.execute(select(SUMMARIES.c.match).where(SUMMARIES.c.match == match))).all()
            if not known or summary.state == "over":  # else somebody was quicker, and may know more
                await self._sum_up(db, [(match, at, summary)])

    async def find(self, match: str, findings: list[dict[str, Any]]) -> None:
        """Keep what an analysis found; what is there already stays."""
        rows = [{"match": match, "ply": told["ply"], "told": told} for told in findings]
        async with self._begun("writing") as db:
            await db.execute(self.adding.findings, rows)

    @asynccontextmanager
    async def _begun(self, kind: str) -> AsyncIterator[Any]:
        """A transaction; Unavailable if it fails, at reading or writing."""
        try:
            async with self.engine.begin() as db:
                yield db
        except self.failures as problem:
            raise self._failed(kind, problem) from problem

    def _failed(self, kind: str, problem: Exception) -> Unavailable:
        self.failing.add(kind)
        log.error("the database failed", extra={"kind": kind, "why": _why(problem)})
        return Unavailable("server.store.failed")

    # --- reading ----------------------------------------------------------------------------------

    async def facts(self, match: str) -> Facts | None:
        found = await self._read(select(MATCHES).where(MATCHES.c.id == match))
        return _facts(found[0]) if found else None

    async def events(self, match: str, since: int = 0) -> list[Event]:
        """All events from number `since` on."""
        chosen = select(EVENTS.c.kind, EVENTS.c.seat, EVENTS.c.body, EVENTS.c.at)
        found = await self._read(chosen.where(EVENTS.c.match == match, EVENTS.c.n >= since).order_by(EVENTS.c.n))
        return [Event(*row) for row in found]

    async def listed(self, state: str, most: int) -> list[dict[str, Any]]:
        """The open tables of a state, the latest first."""
        chosen = select(SUMMARIES).where(SUMMARIES.c.state == state, SUMMARIES.c.listed)
        return [_listing(row) for row in await self._read(chosen.order_by(SUMMARIES.c.changed.desc()).limit(most))]

    async def of_person(self, person: str, most: int) -> list[dict[str, Any]]:
        """Where a person has sat, the latest first."""
        chosen = select(SUMMARIES).join(PEOPLE, PEOPLE.c.match == SUMMARIES.c.match).where(PEOPLE.c.person == person)
        return [_listing(row) for row in await self._read(chosen.order_by(SUMMARIES.c.changed.desc()).limit(most))]

    async def unfinished(self) -> list[tuple[str, int]]:
        """Game and version of the rules of the matches that are not over."""
        chosen = select(MATCHES.c.game, MATCHES.c.rules).join(SUMMARIES, SUMMARIES.c.match == MATCHES.c.id)
        found = await self._read(chosen.where(SUMMARIES.c.state.not_in(("over", "closed"))))
        return [(game, rules) for game, rules in found]

    async def unlisted(self) -> list[str]:
        """The matches without a summary, or over without a result: those that were made before there were any."""
        chosen = select(MATCHES.c.id).join(SUMMARIES, SUMMARIES.c.match == MATCHES.c.id, isouter=True)
        told = select(RESULTS.c.match).where(RESULTS.c.match == MATCHES.c.id).exists()
        sat = select(PEOPLE.c.match).where(PEOPLE.c.match == MATCHES.c.id).exists()
        untold = and_(SUMMARIES.c.state == "over", sat, ~told)
        return [match for (match,) in await self._read(chosen.where(or_(SUMMARIES.c.match.is_(None), untold)))]

    async def results(self, person: str, most: int) -> list[dict[str, Any]]:
        """How the matches of a person ended, the latest first."""
        chosen = select(RESULTS).where(RESULTS.c.person == person).order_by(RESULTS.c.ended.desc()).limit(most)
        return [{"table": row.match, "ended": row.ended, **row.told} for row in await self._read(chosen)]

    async def findings(self, match: str, after: int) -> list[dict[str, Any]]:
        """What is known of the choices of a match, of those after a move."""
        chosen = select(FINDINGS.c.told).where(FINDINGS.c.match == match, FINDINGS.c.ply > after)
        return [told for (told,) in await self._read(chosen.order_by(FINDINGS.c.ply))]

    async def _read(self, chosen: Any) -> list[Any]:
        try:
            async with self.engine.connect() as db:
                found = list(await db.execute(chosen))
        except self.failures as problem:
            raise self._failed("reading", problem) from problem
        self.failing.discard("reading")
        return found

    async def answers(self) -> bool:
        """Whether the database can be reached now."""
        try:
            await self._read(text("SELECT 1"))
        except Unavailable:
            return False
        return True

    # --- other processes --------------------------------------------------------------------------

    async def _tell(self, db: Any, news: dict[str, Any]) -> None:
        payload = json.dumps({"process": self.process, **news}, separators=(",", ":"))
        await db.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})

    async def tell(self, news: dict[str, Any]) -> None:
        """Tell the other processes something that is not kept, such as who is here."""
        if self.shared:
            async with self._begun("reading") as db:
                await self._tell(db, news)

    def listen(self, heard: Callable[[dict[str, Any]], None], missed: Callable[[], Awaitable[None]]) -> None:
        """Hear what other processes tell; `missed` is called whenever something may have gone by unheard."""
        if self.shared:
            self.tasks.append(asyncio.create_task(self._listen(heard, missed)))

    async def _listen(self, heard: Callable[[dict[str, Any]], None], missed: Callable[[], Awaitable[None]]) -> None:
        at = 0.0  # when something was last heard, be it from this process

        def hear(_db: object, _pid: int, _channel: str, payload: str) -> None:
            nonlocal at
            at = time.monotonic()
            news = json.loads(payload)
            if news.get("process") != self.process:
                heard(news)

        while True:
            try:
                async with self.engine.connect() as db:
                    driver: Any = (await db.get_raw_connection()).driver_connection
                    lost = asyncio.Event()
                    driver.add_termination_listener(lambda _db, lost=lost: lost.set())
                    await driver.add_listener(CHANNEL, hear)
                    at = time.monotonic()
                    await missed()
                    while not lost.is_set() and time.monotonic() - at < SILENCE:
                        with suppress(TimeoutError):
                            await asyncio.wait_for(lost.wait(), PATIENCE)
                    await db.invalidate()
            except self.failures as problem:
                log.warning("not listening to the other processes", extra={"why": _why(problem)})
            except Exception:  # whatever it is, the others have to be heard again
                log.exception("not listening to the other processes")
            await asyncio.sleep(PATIENCE)


def default_url(folder: Path) -> str:
    """SQLite in a folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Unavailable("server.store.folder", folder=str(folder), why=problem.strerror or str(problem)) from None
    return f"sqlite+aiosqlite:///{folder / 'cardshed.sqlite'}"


def _settings(url: str) -> dict[str, Any]:
    """SQLite has one writer, so one connection is enough for all."""
    if url.startswith("sqlite"):
        return {"pool_size": 1, "max_overflow": 0, "connect_args": {"timeout": WAIT}}
    waits = {"timeout": WAIT, "command_timeout": WAIT}
    return {"pool_size": 5, "max_overflow": 5, "pool_timeout": WAIT, "pool_pre_ping": True, "connect_args": waits}


def _failures(dialect: str) -> tuple[type[Exception], ...]:
    """What a database raises. Of errors while connecting it is the driver's own."""
    common = (SQLAlchemyError, OSError, Unavailable)
    if dialect != "postgresql":
        return common
    import asyncpg  # type: ignore[import-untyped]

    return (*common, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


def _prepare_sqlite(db: Any, _: object) -> None:
    """A write-ahead log that is on the disk before a move is acknowledged; transactions begin when we say so."""
    db.isolation_level = None
    cursor = db.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={int(1000 * WAIT)}"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _row(match: str, n: int, event: Event) -> dict[str, Any]:
    return {"match": match, "n": n, **vars(event)}


def _facts(row: Any) -> Facts:
    setting = Setting(**{**row.setting, "seats": tuple(row.setting["seats"])})
    seed = int(row.seed, 16)
    return Facts(row.id, row.game, row.rules, row.players, row.options, seed, row.salt, setting, row.made)


def _listing(row: Any) -> dict[str, Any]:
    return {"id": row.match, "state": row.state, "changed": row.changed, **row.told}


def _one_of_each(waiting: list[Waiting]) -> tuple[list[Waiting], list[Waiting]]:
    """The first event of each match, and the others: two of one match may be for the same number, if somebody who sent
    the first did not wait for its answer."""
    first: dict[str, Waiting] = {}
    later = [one for one in waiting if first.setdefault(one.match, one) is not one]
    return list(first.values()), later


def _settle(waiting: Waiting, outcome: bool | Exception) -> None:
    if not waiting.kept.done():
        if isinstance(outcome, Exception):
            waiting.kept.set_exception(outcome)
        else:
            waiting.kept.set_result(outcome)


def _give_up(waiting: list[Waiting]) -> None:
    for one in waiting:
        _settle(one, Unavailable("server.store.failed"))


def _why(problem: BaseException) -> str:
    """What the database says, without the statement and its parameters: these may hold what is hidden."""
    inner = problem.orig if isinstance(problem, DBAPIError) and problem.orig else problem
    return shortly(str(inner).strip() or type(inner).__name__, most=200)


def _without_secret(url: str) -> str:
    head, at, tail = url.rpartition("@")
    return f"{head.partition('://')[0]}://***@{tail}" if at else url
