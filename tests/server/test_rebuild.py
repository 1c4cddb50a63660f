"""Tables built from their events: at once or one by one, and while others add to them."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from cardshed.engine.errors import CardshedError
from cardshed.games import registry
from cardshed.server.house import House
from cardshed.server.ready import Readiness
from cardshed.server.store import Store, default_url
from cardshed.tables.events import Event, Facts, Setting
from cardshed.tables.table import LOG, Table
from tests.conftest import counted

TABLES = counted(quick=5, proof=200, plain=1)
EVENTS = counted(quick=250, proof=400, plain=40)


@pytest.mark.parametrize("name", registry.OURS)
def test_built_at_once_or_event_by_event_it_is_the_same_table(name: str) -> None:
    gestures = 0
    for seed in range(TABLES):
        table, events = _played(name, seed)
        built = Table.built(table.facts, table.game, events)
        assert vars(built) | {"match": None} == vars(table) | {"match": None}
        assert built.playing.record() == table.playing.record()
        for seat in (None, *range(table.facts.players)):
            assert built.state(seat, [], 0, 0.0) == table.state(seat, [], 0, 0.0)
        assert built.log.keys() <= set(range(table.n - LOG, table.n))
        gestures += sum("," in event.body.get("text", "") for event in events)
    assert (gestures > 0) == (name == "rummy")


def _played(name: str, seed: int) -> tuple[Table, list[Event]]:
    """A table at which all kinds of things happen, and its events."""
    game, dice = registry.game(name), random.Random(seed)
    players = game.table.USUAL_PLAYERS
    facts = Facts("a" * 16, name, game.version, players, {}, seed, "", Setting((None,) * players), 0.0)
    table = Table(facts, game)
    events: list[Event] = []

    def happens(kind: str, seat: int | None, **body: object) -> None:
        event = Event(kind, seat, dict(body), float(len(events)))
        table.apply(event)
        events.append(event)

    for seat in range(players):
        happens("sit", seat, person=f"{seat:064}", name=f"Player {seat}")
    happens("start", None)
    while table.n < EVENTS and not table.playing.over:
        match, seat, chance = table.playing, dice.choice(table.playing.acting), dice.random()
        if chance < 0.03:
            happens("say", seat, phrase="hello")
        elif chance < 0.05:
            happens("ticket", seat, ticket=f"{table.n:064}", until=1.0)
        elif chance < 0.07:
            happens("away", seat, why="asked")
            happens("back", seat)
        elif chance < 0.09 and match.plies > 5 and not match.sealed:
            happens("ask", seat, to=match.plies - 1)
            happens("undo", seat, to=match.plies - dice.randint(1, 4))
        else:
            text = _gesture(table, seat, dice) if name == "rummy" and chance < 0.5 else None
            by = "person" if text or chance < 0.8 else "bot"
            happens("move", seat, text=text or dice.choice(match.legal(seat)).text, by=by)
    return table, events


def _gesture(table: Table, seat: int, dice: random.Random) -> str | None:
    """Two moves in one go, if these two can be."""
    match = table.playing.copy()
    first = match.play(seat, dice.choice(match.legal(seat)))
    if seat not in match.acting:
        return None
    text = f"{first}, {dice.choice(match.legal(seat))}"
    try:
        table.playing.copy().play_all(seat, text)
    except CardshedError:
        return None
    return text


def test_what_others_add_while_a_table_is_being_built_is_not_missed(tmp_path: Path) -> None:
    async def story() -> None:
        store = await Store.open(default_url(tmp_path))
        readiness = Readiness(["thirteen"])
        readiness.states["thirteen"] = "ready"
        readiness.done["thirteen"].set()
        house = House(store, readiness, most_tables=10)
        table, events = _played("thirteen", 0)
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
        await house.close()
        await store.close()

    asyncio.run(story())
