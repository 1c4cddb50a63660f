"""What the tests of tables share."""

from __future__ import annotations

from typing import Any

import pytest

from cardshed.engine.errors import CardshedError
from cardshed.server import asked
from cardshed.server.running import Server
from cardshed.tables import commands as c
from tests.server.conftest import act, events_of, move, now


async def refused(key: str, server: Server, match: str, who: str | None, command: c.Command) -> None:
    """A command gets its sentence, and nothing happens."""
    before = now(server, match)
    with pytest.raises(CardshedError) as caught:
        await server.act(match, who, command)
    assert caught.value.message.key == key
    assert len(str(caught.value)) > 8
    assert now(server, match) is before
    assert len(await events_of(server, match)) == before.n


def open_table(game: str = "thirteen", people: int = 2, **more: Any) -> asked.NewTable:
    seats: list[str | None] = [None] * people + ["easy"] * (4 - people)
    return asked.NewTable(game=game, players=4, seats=seats, seat=0, name="Ann", pace="instant", **more)


def kinds(server: Server, match: str) -> list[str]:
    return now(server, match).kinds


async def pass_to(server: Server, match: str, seat: int) -> None:
    """Play on until a seat has the move."""
    while now(server, match).playing.acting != (seat,):
        await move(server, match)


async def undo(server: Server, match: str, who: str) -> dict[str, Any]:
    return await act(server, match, who, c.Undo(after=now(server, match).n))
