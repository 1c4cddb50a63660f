"""A seat at a table, whether that is in this program or on a server: the same state, the same commands.

At home there is no web and no database: events are folded into the very `Table` that a server uses, and bots think in
a thread.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cardshed import bots, client
from cardshed.engine.errors import CardshedError
from cardshed.engine.match import Match
from cardshed.server import commands as c
from cardshed.server.deciding import decide, event, follow_up
from cardshed.server.events import Event, Facts, Setting
from cardshed.server.tables import Table

PERSON = "you"
HINTS = 5  # moves that a hint tells of
PACE = 0.5  # seconds before a bot's move is shown
State = dict[str, Any]


class Sitting(Protocol):
    """Where somebody sits."""

    changed: Callable[[], None]  # called whenever there is another state

    @property
    def state(self) -> State:
        """All that the seat may know, as docs/api.md tells it."""

    async def ask(self, kind: str, **body: Any) -> dict[str, Any]:
        """Carry out a command of docs/api.md; CardshedError says why it cannot be."""

    def rest(self, resting: bool) -> None:
        """Let bots wait while something is read, where nobody else waits for them."""

    async def stay(self) -> None:
        """Keep the table going, until it is left."""


class AtHome:
    """A table in this program: one person, and bots at the other seats."""

    def __init__(
        self,
        match: Match,
        seat: int,
        opponents: Sequence[bots.Bot],
        name: str,
        pace: float = PACE,
        dice: int | None = None,
    ) -> None:
        levels = tuple(None if p == seat else opponents[p].name for p in range(match.players))
        game = match.game
        facts = Facts(
            "home", game.name, game.version, match.players, game.given(match.row), match.seed, "",
            Setting(levels, "medium"), 0.0,
        )  # fmt: skip
        self.seat = seat
        self.bots = opponents
        self.pace = pace
        self.dice = secrets.randbits(64) if dice is None else dice
        self.changed: Callable[[], None] = lambda: None
        self.keep: Callable[[Match], None] = lambda match: None  # called with the match after every change
        self.table = Table(facts, game)
        self.table.apply(event("sit", seat, person=PERSON, name=name))
        self.table.apply(event("start", None))
        self.table.match = match.at(0)  # it may stand on a position that no seed gives
        for move in match.moves:
            self.table.apply(event("move", move.seat, text=move.text, by="person" if move.seat == seat else "bot"))
        self.news = asyncio.Event()
        self.going = asyncio.Event()
        self.going.set()
        self.state = self._told()

    @property
    def match(self) -> Match:
        return self.table.playing

    def _told(self) -> State:
        return self.table.state(self.seat, [self.seat], 0)

    def _put(self, happened: Event) -> None:
        self.table = self.table.after(happened)
        after = follow_up(self.table)
        if after is not None:
            self.table = self.table.after(after)
        self.state = self._told()
        self.news.set()
        self.keep(self.match)
        self.changed()

    async def ask(self, kind: str, **body: Any) -> dict[str, Any]:
        if kind == "hint":
            return await self._hint()
        if kind in ("move", "undo"):
            body.setdefault("after", self.table.n)
        decision = decide(self.table, PERSON, c.reader.validate_python({"type": kind, **body}))
        if decision.event is not None:
            self._put(decision.event)
        return decision.reply

    async def _hint(self) -> dict[str, Any]:
        match = self.match
        thought = await asyncio.to_thread(bots.hint, match, self.seat, secrets.randbits(64))
        loud = [opinion for opinion in thought.opinions if not opinion.move.quiet]
        return {"hint": [opinion.json() for opinion in loud[:HINTS]]}

    def rest(self, resting: bool) -> None:
        if resting:
            self.going.clear()
        else:
            self.going.set()

    async def stay(self) -> None:
        while True:
            await self.going.wait()
            self.news.clear()
            match = self.match
            seats = [seat for seat in match.acting if seat != self.seat]
            if not seats:
                await self.news.wait()
                continue
            n = self.table.n
            thinking = asyncio.to_thread(bots.ask, self.bots[seats[0]], match, seats[0], self.dice)
            move, _ = await asyncio.gather(thinking, asyncio.sleep(self.pace))
            if self.table.same_choice(n):
                self._put(event("move", seats[0], text=move.text, by="bot"))


class OnServer:
    """A seat at a table on a server, taken by its link."""

    def __init__(self, seat: client.Seat) -> None:
        self.place = seat
        self.changed: Callable[[], None] = lambda: None

    @property
    def state(self) -> State:
        return self.place.state

    async def ask(self, kind: str, **body: Any) -> dict[str, Any]:
        try:
            return await self.place.ask(kind, **body)
        except ConnectionError as problem:
            raise CardshedError("page.offline") from problem

    def rest(self, resting: bool) -> None:
        pass

    async def stay(self) -> None:
        while True:
            await self.place.next()
            self.changed()
