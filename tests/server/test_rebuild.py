"""Tables built from their events: at once or one by one, and while others add to them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cardshed.server.house import House
from cardshed.server.ready import Readiness
from cardshed.server.store import Store, default_url
from cardshed.tables.events import Event, Facts
from tests.tables.test_events import played


def test_what_others_add_while_a_table_is_being_built_is_not_missed(tmp_path: Path) -> None:
    async def story() -> None:
        store = await Store.open(default_url(tmp_path))
        readiness = Readiness(["thirteen"])
        readiness.states["thirteen"] = "ready"
        readiness.done["thirteen"].set()
        house = House(store, readiness, most_tables=10)
        table, events = played("thirteen", 0)
        facts = Facts(**{**vars(table.facts), "before": tuple(events)})
        await store.create(facts, table.summary())
        read = store.events

        async def slow(match: str, since: int = 0) -> list[Event]:
            """Right after the events are read, another process adds one and tells it."""
            found = await read(match, since)
            if not since:
                said = Event("say", 0, {"phrase": "hello"}, 0.0)
                assert await store.append(match, table.n, said, table.summary())
                house.heard({"process": "another", "match": match, "n": table.n})
            return found

        store.events = slow  # type: ignore[method-assign]
        await house.table(facts.id)
        await asyncio.gather(*house.tasks.running)
        assert (await house.table(facts.id)).n == table.n + 1
        await house.tasks.close()
        await store.close()

    asyncio.run(story())
