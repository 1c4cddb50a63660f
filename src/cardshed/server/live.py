"""What connected people are sent: the whole state when they come, then what changes, numbered.

All connections of a seat at a table get the same bytes, made once. A client that misses a number asks for the whole.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol

import orjson

from cardshed.changes import changes
from cardshed.server import clock, page
from cardshed.server.presence import Presence
from cardshed.tables.table import Eye, Table
from cardshed.wire import Writer

BEHIND = 64  # messages that may wait for a connection before it is dropped: it can come back for the whole


class Socket(Protocol):
    async def send_text(self, data: str) -> None: ...
    async def close(self, code: int = 1000, reason: str | None = None) -> None: ...


class Connection:
    """Somebody who looks at a table. What they are sent waits in a queue, so that a slow one delays nobody."""

    def __init__(self, socket: Socket, match: str, person: str | None, address: str | None, eye: Eye) -> None:
        self.socket = socket
        self.match = match
        self.person = person
        self.address = address  # as a hash, unless many share it
        self.eye = eye
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(BEHIND)
        self.dropped = False

    def send(self, text: str) -> None:
        if self.dropped:
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Send nothing more, and hang up."""
        self.dropped = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    async def write(self) -> None:
        """Send what waits, until hung up."""
        while (text := await self.queue.get()) is not None:
            await self.socket.send_text(text)


class Channel:
    """What those who look at a table from one place were last sent. A card is described to them once."""

    def __init__(self) -> None:
        self.version = 0
        self.writer = Writer()
        self.state: dict[str, Any] | None = None

    def whole(self, state: dict[str, Any]) -> str:
        """For who comes; the others, if there are any, have been sent the change that led to it."""
        if self.state is None:
            self.state = self.writer.write(state)
        told = {"type": "state", "version": self.version, "now": _now(), "page": page.version()}
        return encode(told | self.state)

    def change(self, state: dict[str, Any]) -> str | None:
        """What to send so that those who have the last state have this one; None if nothing changed."""
        now = self.writer.write(state)
        found = changes(self.state, now)
        if not found:
            return None
        self.state = now
        self.version += 1
        told = {"now": _now()} if state["table"]["deadline"] is not None else {}
        return encode({"type": "change", "version": self.version, **told, "changes": found})


class Live:
    """All connections of this process."""

    def __init__(self, presence: Presence) -> None:
        self.presence = presence
        self.connections: dict[str, set[Connection]] = defaultdict(set)
        self.channels: dict[tuple[str, Eye], Channel] = {}
        self.reseated: Callable[[str], None] = lambda match: None  # somebody there took a seat, or lost it
        self.barred: Callable[[Table, str | None], None] = lambda table, address: None  # somebody was shown the door

    @property
    def count(self) -> int:
        return sum(map(len, self.connections.values()))

    def come(self, connection: Connection, table: Table) -> None:
        """Send the whole state, and changes from now on."""
        self.presence.come(connection.match, connection.eye)
        self.changed(table)  # the others see who came
        self.connections[connection.match].add(connection)
        self.whole(connection, table)

    def go(self, connection: Connection) -> None:
        here = self.connections[connection.match]
        here.discard(connection)
        self.presence.go(connection.match, connection.eye)
        if not any(other.eye == connection.eye for other in here):
            self.channels.pop((connection.match, connection.eye), None)
        if not here:
            del self.connections[connection.match]

    def whole(self, connection: Connection, table: Table) -> None:
        place, state = (connection.match, connection.eye), self.state(table, connection.eye)
        others = [other for other in self.connections[connection.match] - {connection} if other.eye == connection.eye]
        if connection.eye is not None and any(other.person != connection.person for other in others):
            self.channels.pop(place)  # whose seat it was knows it in a moment; what they saw is for nobody else
        channel = self.channels.setdefault(place, Channel())
        if channel.state is not None and (text := channel.change(state)) is not None:
            for other in others:
                other.send(text)
        connection.send(channel.whole(state))

    def changed(self, table: Table) -> None:
        """Send everybody at a table what is new to them."""
        match = table.facts.id
        here = self.connections.get(match, ())
        for connection in here:  # who took a seat, or lost it, looks from elsewhere now
            eye = table.eye_of(connection.person)
            if table.shuts_out(connection.person, connection.address):
                connection.drop()
                self.barred(table, connection.address)
            elif eye != connection.eye:
                self._moved(connection, eye, table)
        sent: dict[Eye, str | None] = {}
        for connection in here:
            eye = connection.eye
            channel = self.channels.get((match, eye))
            if channel is not None:
                if eye not in sent:
                    sent[eye] = channel.change(self.state(table, eye))
                if (text := sent[eye]) is not None:
                    connection.send(text)

    def _moved(self, connection: Connection, eye: Eye, table: Table) -> None:
        match, old = connection.match, connection.eye
        connection.eye = eye
        self.presence.come(match, eye)
        self.presence.go(match, old)
        if not any(other.eye == old for other in self.connections[match]):
            self.channels.pop((match, old), None)
        self.whole(connection, table)
        self.reseated(match)

    def state(self, table: Table, eye: Eye) -> dict[str, Any]:
        match, here = table.facts.id, self.presence
        return table.state(eye, here.seats(match), here.onlookers(match), here.awake.get(match, here.begun))

    async def close(self) -> None:
        for here in list(self.connections.values()):
            for connection in list(here):
                connection.drop()
        await asyncio.sleep(0)


def _now() -> float:
    return round(clock.now(), 3)


def encode(told: dict[str, Any]) -> str:
    return orjson.dumps(told).decode()
