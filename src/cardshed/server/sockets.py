"""The live side: a socket at a table is sent states and changes, and takes the same commands as HTTP."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from cardshed.engine.errors import CardshedError
from cardshed.engine.messages import Message
from cardshed.server import asked, errors
from cardshed.server.limits import Bucket
from cardshed.server.live import Connection, encode
from cardshed.server.running import Server
from cardshed.server.security import address_of, person_of, same_origin
from cardshed.tables import commands as c
from cardshed.tables.seating import let_in

log = logging.getLogger(__name__)
router = APIRouter()

GOING_AWAY, POLICY, TRY_LATER = 1001, 1008, 1013


@router.websocket("/api/tables/{match}/live")
async def live(socket: WebSocket, match: str) -> None:
    server: Server = socket.app.state.server
    if not same_origin(socket, server.config.origins):
        await socket.close(POLICY, "origin")
        return
    await socket.accept()
    limits, address = server.config.limits, socket.client.host if socket.client else ""
    if server.live.count >= limits.connections or server.addresses[address] >= limits.connections_each:
        await _refuse(socket, Message("server.refused.many_connections"), TRY_LATER)
        return
    server.addresses[address] += 1
    try:
        table = await server.house.table(match)
        person, at = person_of(socket), address_of(socket, match, server.config.proxies)
        let_in(table, person, at)
        await _Talk(server, socket, Connection(socket, match, person, at, table.eye_of(person))).run()
    except CardshedError as problem:
        await _refuse(socket, problem.message, TRY_LATER if errors.status_of(problem) == 503 else POLICY)
    finally:
        server.addresses[address] -= 1
        server.addresses += type(server.addresses)()  # drops what is zero


async def _refuse(socket: WebSocket, message: Message, code: int) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(encode({"type": "error", "id": None, **errors.told(message)}))
        await socket.close(code)


class _Talk:
    """One connection from its first message to its last."""

    def __init__(self, server: Server, socket: WebSocket, connection: Connection) -> None:
        self.server = server
        self.socket = socket
        self.connection = connection
        limits = server.config.limits
        self.bucket = Bucket(limits.messages, limits.messages_at_once)
        self.hinting: asyncio.Task[None] | None = None

    async def run(self) -> None:
        self.server.come(self.connection, await self.server.house.table(self.connection.match))
        writing = asyncio.create_task(self._write())
        try:
            while True:
                received = await self.socket.receive()
                if received["type"] == "websocket.disconnect":
                    break
                await self._hear(received.get("text"))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.server.go(self.connection)
            writing.cancel()
            if self.hinting:
                self.hinting.cancel()

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.connection.write()
            await self.socket.close(GOING_AWAY)

    async def _hear(self, text: str | None) -> None:
        if not self.bucket.take():
            self._fail(None, Message("server.refused.often"), 429)
            return
        if text is None or len(text) > self.server.config.limits.message:
            self._fail(None, Message("server.refused.text", most=self.server.config.limits.message), 413)
            return
        try:
            received = asked.reader.validate_json(text)
        except ValidationError as problem:
            self._fail(None, errors.not_understood(problem), 422)
            return
        command = received.command()
        if isinstance(command, c.Hint):  # takes a while; moves are heard meanwhile
            if self.hinting is None or self.hinting.done():
                self.hinting = asyncio.create_task(self._act(received.id, command))
            else:
                self._fail(received.id, Message("server.refused.often"), 429)
        elif isinstance(command, c.Sync):
            self.server.live.whole(self.connection, await self.server.house.table(self.connection.match))
        else:
            await self._act(received.id, command)

    async def _act(self, number: int | None, command: c.Command) -> None:
        kind, who = c.kind_of(command), self.connection
        try:
            reply = await self.server.act(who.match, who.person, command, who.address)
        except CardshedError as problem:
            self._fail(number, problem.message, errors.status_of(problem))
        except Exception:
            log.exception("a command failed", extra={"kind": kind})
            self.server.metrics.errors.inc()
            self._fail(number, Message("server.refused.failed_inside"), 500)
        else:
            self._send({"type": "reply", "id": number, "of": kind, **reply})

    def _fail(self, number: int | None, message: Message, status: int) -> None:
        self._send({"type": "error", "id": number, "status": status, **errors.told(message)})

    def _send(self, told: dict[str, Any]) -> None:
        self.connection.send(encode(told))
