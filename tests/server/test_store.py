"""Where matches are kept: steps from old databases, batches, conflicts, and databases that cannot be used."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, create_engine, inspect

from cardshed.engine.errors import CardshedError
from cardshed.server import store as store_module
from cardshed.server.running import Server
from cardshed.server.schema import EVENTS, MATCHES, NEWEST, STEPS, SUMMARIES, VERSIONS, SchemaTooNew, metadata, migrate
from cardshed.server.store import Store, Unavailable, default_url
from cardshed.tables.events import Event, Facts, Setting, Summary
from tests.processes import started
from tests.server.conftest import ANN, Serving, events_of, finish, laid, move, now, until

pytestmark = [pytest.mark.compiled, pytest.mark.server]

SUMMARY = Summary("playing", True, {"game": "x"}, frozenset({"ann"}))


def url_of(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'test.sqlite'}"


def with_store(folder: Path, story: Callable[[Store], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        store = await Store.open(url_of(folder))
        try:
            return await asyncio.wait_for(story(store), 60)
        finally:
            await store.close()

    return asyncio.run(run())


def facts(number: int = 0, before: tuple[Event, ...] = ()) -> Facts:
    setting = Setting((None, "easy"), timer=1.5)
    return Facts(
        f"match{number:08}", "thirteen", 1, 2, {"rules": "southern"}, 2**64 - 1, "00" * 16, setting, 5.0, before
    )


def say(number: int) -> Event:
    return Event("say", 0, {"phrase": f"é {number}"}, 1000.0 + number)


# --- steps ---------------------------------------------------------------------------------------


def test_a_new_database_has_the_newest_schema(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        assert store.works
        assert await store.answers()

    with_store(tmp_path, story)
    with_store(tmp_path, story)  # a second time changes nothing
    db = create_engine(f"sqlite:///{tmp_path / 'test.sqlite'}")
    assert set(inspect(db).get_table_names()) == set(metadata.tables)
    with db.connect() as connection:
        assert [v for (v,) in connection.execute(VERSIONS.select())] == list(range(1, NEWEST + 1))
        assert migrate(connection) == NEWEST


def go_back_to_the_first_schema(folder: Path) -> None:
    with sqlite3.connect(folder / "test.sqlite") as db:
        for table in (one for step in STEPS[1:] for one in step if isinstance(one, Table)):
            db.execute(f"DROP TABLE {table.name}")
        db.execute("DELETE FROM cardshed WHERE version > 1")
    db.close()


def test_an_old_database_is_brought_up_and_its_tables_are_listed(serve: Serving, tmp_path: Path) -> None:
    async def earlier(server: Server) -> tuple[str, str, list[Any]]:
        going = await laid(server, private=False)
        for _ in range(5):
            await move(server, going)
        over = await laid(server, private=False)
        await finish(server, over)
        await laid(server, private=True)
        return going, over, await listings(server)

    async def listings(server: Server) -> list[Any]:
        found = [await server.store.listed(state, 9) for state in ("waiting", "playing", "over")]
        found.append(sorted(await server.store.of_person(ANN, 9), key=lambda one: str(one["id"])))
        return [[{**one, "changed": 0} for one in some] for some in found]

    going, over, listed = serve(earlier)
    assert [[one["id"] for one in some] for some in listed[:3]] == [[], [going], [over]]
    go_back_to_the_first_schema(tmp_path)

    async def later(server: Server) -> None:
        while await server.store.unlisted():
            await asyncio.sleep(0.01)
        assert await listings(server) == listed
        assert len(listed[3]) == 3
        await server.house.table(going)
        await move(server, going)  # and it is played on
        await until(lambda: now(server, going).playing.plies == 6)

    serve(later)


def test_a_match_that_cannot_be_shown_keeps_no_other_from_being_listed(
    serve: Serving, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def earlier(server: Server) -> list[str]:
        return [await laid(server, private=False) for _ in range(3)]

    matches = serve(earlier)
    go_back_to_the_first_schema(tmp_path)
    with sqlite3.connect(tmp_path / "test.sqlite") as db:
        db.execute("UPDATE matches SET rules = 99 WHERE id = ?", (matches[0],))
        db.execute("UPDATE matches SET game = 'gone' WHERE id = ?", (matches[1],))
    db.close()

    async def later(server: Server) -> list[dict[str, Any]]:
        while len(await server.store.unlisted()) > 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        return await server.store.listed("playing", 9)

    assert [one["id"] for one in serve(later)] == [matches[2]]
    assert caplog.text.count("a match cannot be listed") == 2


def test_a_newer_schema_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.create(facts(), SUMMARY)

    with_store(tmp_path, story)
    with sqlite3.connect(tmp_path / "test.sqlite") as db:
        db.execute(f"INSERT INTO cardshed VALUES ({NEWEST + 1})")
    db.close()
    before = (tmp_path / "test.sqlite").read_bytes()
    with pytest.raises(SchemaTooNew) as caught:
        with_store(tmp_path, story)
    assert "newer Cardshed" in str(caught.value) and str(NEWEST + 1) in str(caught.value)
    assert (tmp_path / "test.sqlite").read_bytes() == before


def test_a_migration_that_fails_leaves_the_old_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(store: Store) -> None:
        await store.create(facts(), SUMMARY)

    with_store(tmp_path, story)
    go_back_to_the_first_schema(tmp_path)

    def broken(db: Any) -> int:
        SUMMARIES.create(db)
        raise OSError("the disk is gone")

    monkeypatch.setattr(store_module, "migrate", broken)
    with pytest.raises(Unavailable):
        with_store(tmp_path, story)
    with sqlite3.connect(tmp_path / "test.sqlite") as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    db.close()
    assert names == {"cardshed", MATCHES.name, EVENTS.name}


# --- keeping -------------------------------------------------------------------------------------


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        made = facts(before=(say(0), say(1)))
        assert await store.create(made, SUMMARY)
        found = await store.facts(made.id)
        assert found is not None
        assert vars(found) | {"before": ()} == vars(made) | {"before": ()}
        assert await store.append(made.id, 2, Event("start", None, {}, 7.25), SUMMARY)
        assert await store.events(made.id) == [say(0), say(1), Event("start", None, {}, 7.25)]
        assert await store.events(made.id, 2) == [Event("start", None, {}, 7.25)]
        assert await store.facts("nosuchmatch") is None

    with_store(tmp_path, story)


def test_of_two_events_with_one_number_one_is_kept(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.create(facts(), SUMMARY)
        match = facts().id
        found = await asyncio.gather(*[store.append(match, 0, say(k), SUMMARY) for k in range(5)])
        assert sorted(found) == [False] * 4 + [True]
        assert await store.events(match) == [say(found.index(True))]
        assert not await store.append(match, 0, say(9), SUMMARY)
        assert await store.append(match, 1, say(9), SUMMARY)

    with_store(tmp_path, story)


def test_who_loses_changes_no_summary(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.create(facts(), SUMMARY)
        assert await store.append(facts().id, 0, say(0), Summary("playing", True, {"won": 1}))
        assert not await store.append(facts().id, 0, say(1), Summary("over", True, {"won": 2}))
        (listed,) = await store.listed("playing", 9)
        assert listed["won"] == 1

    with_store(tmp_path, story)


def test_a_table_is_made_once(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        assert await store.create(facts(before=(say(0),)), SUMMARY)
        assert not await store.create(facts(before=(say(1),)), SUMMARY)
        assert await store.events(facts().id) == [say(0)]

    with_store(tmp_path, story)


def test_events_of_one_moment_are_written_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    async def story(store: Store) -> None:
        keep = store._keep

        async def counting(batch: list[Any]) -> Any:
            sizes.append(len(batch))
            return await keep(batch)

        monkeypatch.setattr(store, "_keep", counting)
        for number in range(200):
            await store.create(facts(number), SUMMARY)
        found = await asyncio.gather(*[store.append(facts(k).id, 0, say(k), SUMMARY) for k in range(200)])
        assert all(found)
        assert len(sizes) < 20 and sum(sizes) == 200
        assert await store.events(facts(77).id) == [say(77)]

    with_store(tmp_path, story)


def test_one_that_cannot_be_written_takes_no_other_with_it(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        for number in range(3):
            await store.create(facts(number), SUMMARY)
        bad = Event("say", 0, {"phrase": object()}, 1.0)  # not for any disk
        sends = [store.append(facts(k).id, 0, bad if k == 1 else say(k), SUMMARY) for k in range(3)]
        found = await asyncio.gather(*sends, return_exceptions=True)
        assert (found[0], found[2]) == (True, True)
        assert isinstance(found[1], Unavailable)
        assert await store.events(facts(1).id) == []
        assert await store.append(facts(1).id, 0, say(1), SUMMARY)

    with_store(tmp_path, story)


def test_nobody_waits_for_ever_when_the_store_is_closed(tmp_path: Path) -> None:
    async def run() -> None:
        store = await Store.open(url_of(tmp_path))
        await store.create(facts(), SUMMARY)
        waiting = [asyncio.ensure_future(store.append(facts().id, k, say(k), SUMMARY)) for k in range(3)]
        await asyncio.sleep(0)
        await store.close()
        done, late = await asyncio.wait(waiting, timeout=5)
        assert not late
        assert [isinstance(task.exception(), Unavailable) or task.result() is True for task in done] == [True] * 3

    asyncio.run(run())


def test_a_database_that_fails_says_so_and_comes_back(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        n = now(server, match).n
        async with server.store.engine.begin() as db:
            await db.exec_driver_sql("ALTER TABLE events RENAME TO elsewhere")
        with pytest.raises(Unavailable) as caught:
            await move(server, match)
        assert caught.value.message.key == "server.store.failed"
        assert now(server, match).n == n  # no half moves
        assert server.status()["database"] == "fails"
        async with server.store.engine.begin() as db:
            await db.exec_driver_sql("ALTER TABLE elsewhere RENAME TO events")
        await move(server, match)
        assert server.status()["database"] == "works"
        assert len(await events_of(server, match)) == n + 1

    serve(story)


# --- databases that cannot be used ---------------------------------------------------------------

URLS = [
    "nonsense", "", "oracle://u:hunter2@h/x", "sqlite+aiosqlite:////nosuchfolder/x.sqlite",
    "sqlite+aiosqlite:////proc/x.sqlite", "sqlite:///x", "postgresql+asyncpg://u:hunter2@127.0.0.1:1/x",
    "postgresql+asyncpg://u:hunter2@[/x", "postgresql+asyncpg://u:hunter2@host:port/x",
]  # fmt: skip


@pytest.mark.parametrize("url", URLS)
def test_unusable_addresses_get_a_sentence_without_the_password(url: str) -> None:
    with pytest.raises(CardshedError) as caught:
        asyncio.run(Store.open(url))
    said = str(caught.value)
    assert 20 < len(said) < 500
    assert "hunter2" not in said


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "inside", Path("/proc/cardshed")):
        with pytest.raises(CardshedError) as caught:
            default_url(folder)
        assert str(folder) in str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "test.sqlite").write_text("these are not the tables you are looking for" * 50)
    with pytest.raises(Unavailable) as caught:
        asyncio.run(Store.open(url_of(tmp_path)))
    assert "not a database" in str(caught.value)


@pytest.mark.process
def test_the_command_line_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for arguments in (["--data", str(tmp_path / "file" / "inside")], ["--database", "oracle://u:hunter2@h/x"]):
        with started("serve", "--port", "0", *arguments) as process:
            out, err = process.communicate(timeout=120)
        assert process.returncode not in (0, None)
        assert "Traceback" not in out + err, err
        assert "hunter2" not in out + err
        assert "database" in out + err
