"""What a command comes to: an event and what its sender is told, or a reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardshed.engine.errors import CardshedError
from cardshed.tables.events import Event
from cardshed.tables.table import Table

Reply = dict[str, Any]  # what the sender of a command is told


class Refused(CardshedError):
    """A command that cannot be carried out now."""


@dataclass(frozen=True)
class Decision:
    """What follows from a command: an event, or none if it is true already; and what its sender is told."""

    event: Event | None
    reply: Reply


def event(kind: str, seat: int | None, now: float, **body: Any) -> Event:
    """Something that happens now."""
    return Event(kind, seat, body, now)


def own_seat(table: Table, person: str | None) -> int:
    seat = table.seat_of(person)
    if seat is None:
        raise Refused("server.refused.not_seated")
    return seat
