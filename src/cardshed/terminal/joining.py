"""A seat at a table on a server, taken from a terminal by its link."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from cardshed import client
from cardshed.engine.errors import CardshedError
from cardshed.engine.messages import borrow, shortly
from cardshed.terminal import keeping
from cardshed.terminal.sitting import State


async def joined(
    link: str, name: str, language: str, places: AsyncExitStack, key: str | None = None, watch: bool = False
) -> OnServer:
    """Sit down, on the own seat if there is one; `places` holds the connection.

    The server's words come along: it may have games that are not here.
    """
    try:
        server = client.server_of(link)
    except ValueError:
        raise CardshedError("cli.join.link", given=shortly(link)) from None
    try:
        borrow(language, await client.messages(link, language))
        if watch:
            return OnServer(await places.enter_async_context(client.watch(link)), places)
        own = key or keeping.key_for(server)
        seat = await places.enter_async_context(client.join(link, name, key=own))
    except OSError as problem:
        raise CardshedError("cli.join.silent", server=server, why=shortly(problem, most=200)) from None
    if seat.key:
        keeping.keep_key(server, seat.key)
    return OnServer(seat, places)


class OnServer:
    """A seat at a table on a server. `places` holds the connections, until the program ends."""

    def __init__(self, seat: client.Seat, places: AsyncExitStack) -> None:
        self.place = seat
        self.places = places
        self.changed: Callable[[], None] = lambda: None

    @property
    def state(self) -> State:
        return self.place.state

    @property
    def link(self) -> str:
        return self.place.link

    @property
    def now(self) -> float:
        return self.place.now

    @property
    def connected(self) -> bool:
        return self.place.connected

    async def ask(self, kind: str, **body: Any) -> dict[str, Any]:
        try:
            return await self.place.ask(kind, **body)
        except OSError as problem:
            raise CardshedError("page.offline") from problem

    async def rules(self) -> str:
        return await client.rules(self.link, self.place.table["game"])

    async def again(self) -> OnServer:
        table = self.place.table["rematch"] or (await self.ask("rematch"))["table"]
        link = f"{client.server_of(self.link)}/t/{table}"
        try:
            seat = await self.places.enter_async_context(client.join(link, key=self.place.key))
        except OSError as problem:
            raise CardshedError("page.offline") from problem
        return OnServer(seat, self.places)

    def rest(self, resting: bool) -> None:
        pass

    async def stay(self) -> None:
        try:
            while True:
                await self.place.next()
                self.changed()
        except OSError as problem:
            raise CardshedError("page.offline") from problem
