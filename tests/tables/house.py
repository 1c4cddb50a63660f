"""Tables in memory, without a server: a command becomes an event, and the event is folded in."""

from __future__ import annotations

import time
from typing import Any

import orjson
import pytest

from cardshed.engine.errors import CardshedError
from cardshed.games import registry
from cardshed.tables import commands as c
from cardshed.tables.deciding import decide, follow_up
from cardshed.tables.decision import event
from cardshed.tables.events import Event, Facts, Setting
from cardshed.tables.table import Table

ANN, BEN, CAT = "ann", "ben", "cat"


class House:
    """Tables and their events, by the id of the match."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.events: dict[str, list[Event]] = {}

    def open(self, facts: Facts) -> str:
        self.tables[facts.id] = Table.built(facts, registry.named(facts.game), facts.before)
        self.events[facts.id] = list(facts.before)
        return facts.id

    def act(self, match: str, person: str | None, command: c.Command) -> dict[str, Any]:
        decision = decide(self.tables[match], person, command, time.time())
        if decision.event is not None:
            self.put(match, decision.event)
        return decision.reply

    def put(self, match: str, happened: Event | None) -> None:
        while happened is not None:
            self.tables[match] = self.tables[match].after(happened)
            self.events[match].append(happened)
            happened = follow_up(self.tables[match], time.time())


# --- tables --------------------------------------------------------------------------------------


def facts_of(
    id: str,
    game: str = "thirteen",
    people: dict[int, str] | None = None,
    *,
    players: int | None = None,
    free: tuple[int, ...] = (),
    seed: int = 7,
    options: dict[str, Any] | None = None,
    start: bool = True,
    **setting: Any,
) -> Facts:
    """A table with a deal that is known: people sit at some seats, some are free, and bots have the others."""
    found = registry.named(game)
    people = {0: ANN} if people is None else people
    count = players or found.facts.usual
    before = [event("sit", p, time.time(), person=who, name=who.title()) for p, who in people.items()]
    levels = tuple(None if p in people or p in free else "easy" for p in range(count))
    return Facts(
        id, game, found.version, count, options or {}, seed, "5a" * 16,
        Setting(levels, **{"fill": "easy", "pace": "instant", **setting}), 1_000_000.0,
        tuple([*before, event("start", None, time.time())] if start else before),
    )  # fmt: skip


def laid(house: House, game: str = "thirteen", people: dict[int, str] | None = None, **more: Any) -> str:
    return house.open(facts_of(f"table{len(house.tables):06}", game, people, **more))


def opened(house: House, people: int, **setting: Any) -> str:
    """Ann waits for so many people, herself among them."""
    return laid(house, players=4, free=tuple(range(1, people)), start=False, **setting)


def now(house: House, match: str) -> Table:
    return house.tables[match]


def kinds(house: House, match: str) -> list[str]:
    return now(house, match).kinds


def as_told(table: Table) -> list[bytes]:
    """All that anyone is told, and what is kept to be listed."""
    states = [table.state(seat, [], 0) for seat in (None, *range(table.facts.players))]
    return [orjson.dumps(told) for told in [*states, vars(table.summary()) | {"people": None}]]


# --- what happens --------------------------------------------------------------------------------


def act(house: House, match: str, who: str | None, command: c.Command) -> dict[str, Any]:
    return house.act(match, who, command)


def happen(house: House, match: str, kind: str, seat: int | None = None, **body: Any) -> None:
    house.put(match, event(kind, seat, time.time(), **body))


def refused(key: str, house: House, match: str, who: str | None, command: c.Command) -> None:
    """A command gets its sentence, and nothing happens."""
    before, events = now(house, match), len(house.events[match])
    with pytest.raises(CardshedError) as caught:
        house.act(match, who, command)
    assert caught.value.message.key == key
    assert len(str(caught.value)) > 8
    assert now(house, match) is before and len(house.events[match]) == events == before.n


def move(house: House, match: str, text: str | None = None, seat: int | None = None, by: str = "") -> str:
    """The next move, by whoever has it: the first legal one if none is named."""
    table = now(house, match)
    seat = table.playing.acting[0] if seat is None else seat
    text = text or table.playing.legal(seat)[0].text
    owner = table.seats[seat].owner
    if owner is not None and not by:
        house.act(match, owner, c.Move(text=text, after=table.n))
    else:
        happen(house, match, "move", seat, text=text, by=by or "bot")
    return text


def finish(house: House, match: str) -> Table:
    while now(house, match).stage != "over":
        move(house, match, by="bot")
    return now(house, match)


def pass_to(house: House, match: str, seat: int) -> None:
    """Play on until a seat has the move."""
    while now(house, match).playing.acting != (seat,):
        move(house, match)


def undo(house: House, match: str, who: str) -> dict[str, Any]:
    return act(house, match, who, c.Undo(after=now(house, match).n))


def asked_by_ann(house: House) -> str:
    """Ann, Ben and Cat; Ben has passed, and Ann asks for an undo."""
    match = laid(house, people={0: ANN, 1: BEN, 2: CAT})
    pass_to(house, match, 0)
    move(house, match)
    move(house, match, "pass")
    assert undo(house, match, ANN) == {"undone": False}
    return match
