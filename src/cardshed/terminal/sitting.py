"""A seat at a table, whether that is in this program or, as in joining.py, on a server: the same state, the same
commands.

At home there is no web and no database: events are folded into the very `Table` that a server uses, and bots think in
a thread.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cardshed import bots
from cardshed.engine.matches.match import Match
from cardshed.tables import commands as c
from cardshed.tables.deciding import decide, follow_up
from cardshed.tables.decision import event
from cardshed.tables.events import Event, Facts, Setting
from cardshed.tables.table import Table

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

    @property
    def link(self) -> str | None:
        """By which friends come to the table; None if nobody can."""

    @property
    def now(self) -> float:
        """The time by which deadlines are told."""

    @property
    def connected(self) -> bool:
        """Whether what is asked is answered just now."""

    async def ask(self, kind: str, **body: Any) -> dict[str, Any]:
        """Carry out a command of docs/api.md; CardshedError says why it cannot be."""

    async def rules(self) -> str:
        """The rules of the game, in Markdown."""

    async def again(self) -> Sitting:
        """A seat at a new table with the same game, rules and players; CardshedError says why there is none."""

    def rest(self, resting: bool) -> None:
        """Let bots wait while something is read, where nobody else waits for them."""

    async def stay(self) -> None:
        """Keep the table going, until it is left; CardshedError if it cannot be."""


class AtHome:
    """A table in this program: one person, and bots at the other seats."""

    link = None
    connected = True

    def __init__(
        self, match: Match, seat: int, opponents: Sequence[bots.Bot], name: str, pace: float = PACE,
        dice: int | None = None,
    ) -> None:  # fmt: skip
        levels = tuple(None if p == seat else opponents[p].name for p in range(match.players))
        self.seat = seat
        self.bots = opponents
        self.name = name
        self.pace = pace
        self.dice = secrets.randbits(64) if dice is None else dice
        self.changed: Callable[[], None] = lambda: None
        self.keep: Callable[[Match], None] = lambda now: None  # called with the match after every change
        self.table = Table(Facts.of(match, Setting(levels, "medium"), 0.0, "home"), match.game)
        self.table.apply(event("sit", seat, time.time(), person=PERSON, name=name))
        self.table.log.clear()  # which is no news
        self.table.apply(event("start", None, time.time()))
        self.table.match = match.at(0)  # it may stand on a position that no seed gives
        for move in match.moves:
            by = "person" if move.seat == seat else "bot"
            self.table.apply(event("move", move.seat, time.time(), text=move.text, by=by))
        self.news = asyncio.Event()
        self.going = asyncio.Event()
        self.going.set()
        self.state = self._told()

    @property
    def now(self) -> float:
        return time.time()

    @property
    def match(self) -> Match:
        return self.table.playing

    def _told(self) -> State:
        return self.table.state(self.seat, [self.seat], 0)

    def _put(self, happened: Event) -> None:
        self.table = self.table.after(happened)
        after = follow_up(self.table, time.time())
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
        decision = decide(self.table, PERSON, c.COMMANDS[kind](**body), time.time())
        if decision.event is not None:
            self._put(decision.event)
        return decision.reply

    async def _hint(self) -> dict[str, Any]:
        match = self.match
        thought = await asyncio.to_thread(bots.hint, match, self.seat, secrets.randbits(64))
        loud = [opinion for opinion in thought.opinions if not opinion.move.quiet]
        return {"hint": [opinion.json() for opinion in loud[:HINTS]]}

    async def rules(self) -> str:
        return self.match.game.rules

    async def again(self) -> AtHome:
        match = self.match.game.match(self.match.players, None, self.table.options)
        table = AtHome(match, self.seat, self.bots, self.name, self.pace)
        table.keep = self.keep
        return table

    def rest(self, resting: bool) -> None:
        (self.going.clear if resting else self.going.set)()

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
                self._put(event("move", seats[0], time.time(), text=move.text, by="bot"))
