"""What a table does by itself: bots move, clocks run out, and bots sit in for people who are gone.

Only tables with somebody there are kept going; the others rest, and nobody loses anything.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.match import Match
from cardshed.server import clock
from cardshed.server.house import House, follows
from cardshed.server.presence import Presence
from cardshed.server.store import Unavailable
from cardshed.server.tasks import ended
from cardshed.server.thinking import Thinking
from cardshed.tables.decision import event
from cardshed.tables.events import Event
from cardshed.tables.seating import heir, shuffled_on
from cardshed.tables.table import Table

log = logging.getLogger(__name__)

Due = tuple[float | None, Callable[[Table], Event | None]]  # when, if ever, and what comes of the table as it is then

NONCES = 3.0  # seconds that people have to commit themselves to a nonce, and to show it
OWNERLESS = 300.0  # seconds after which a table passes to another when its owner is gone
GRACE = 60.0  # seconds that a person may be gone before a bot sits in
PACES = {"slow": 2.0, "normal": 0.8, "instant": 0.0}  # seconds before a bot's move is shown
AGAIN = 2.0  # seconds before something that failed is tried again


class Keeper:
    """One task for each table that is kept going."""

    def __init__(self, house: House, presence: Presence, thinking: Thinking, grace: float = GRACE) -> None:
        self.house = house
        self.presence = presence
        self.thinking = thinking
        self.grace = grace
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.news: dict[str, asyncio.Event] = {}

    def wake(self, match: str) -> None:
        """Something happened at a table, or somebody came or went."""
        if match in self.tasks:
            self.news[match].set()
        elif self.presence.leads(match):
            self.news[match] = asyncio.Event()
            self.tasks[match] = asyncio.create_task(self._keep(match))

    async def close(self) -> None:
        await ended(self.tasks.values())

    async def _keep(self, match: str) -> None:
        try:
            while self.presence.leads(match):
                self.news[match].clear()
                try:
                    wait = await self._step(await self.house.table(match))
                except Unavailable:
                    wait = AGAIN
                except CardshedError as problem:
                    log.info("not done", extra={"match": match, "why": problem.message.key})
                    wait = AGAIN
                if wait is None or wait > 0:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self.news[match].wait(), wait)
        except Exception:
            log.exception("a table is not kept going any more", extra={"match": match})
        finally:
            self.tasks.pop(match, None)
            self.news.pop(match, None)

    async def _step(self, table: Table) -> float | None:
        """Do one thing that is due; returns the seconds until another may be, 0 for at once, None for none."""
        match = table.match
        if match is None and table.shuffling is None:
            table = await self.house.put(table.facts.id, follows)
        if table.stage in ("over", "closed") or self._rests(table):
            return None
        now = clock.now()
        dues: list[Due] = [(self._due_to_shuffle_on(table), partial(self._shuffled_on, asked=table.shuffling))]
        dues.append((self._due_to_pass_on(table), self._passed_on))
        for seat in table.people if match else ():
            dues.append((self._due_to_change_hands(table, seat), partial(self._changed_hands, seat=seat)))
        for due, choose in dues:
            if due is not None and due <= now:
                await self.house.put(table.facts.id, choose)
                return 0.0
        waits = [due - now for due, _ in dues if due is not None]
        if match is None:
            return min(waits, default=None)
        for seat in match.acting:
            if not table.seats[seat].by_person:
                await self._play_bot(table, match, seat)
                return 0.0
        out = table.deadline(self._awake(table))
        if out is not None and out <= now:
            late = match.acting[0]  # who is out of time makes the least harmful move
            await self._play(table, late, match.timeout_move(late).text, "timer")
            return 0.0
        waits += [out - now] if out is not None else []
        return min(waits, default=None)

    def _awake(self, table: Table) -> float:
        """Since when somebody who sits there is here: until then the table rests, and no clock runs."""
        return self.presence.awake.get(table.facts.id, self.presence.begun)

    def _rests(self, table: Table) -> bool:
        """Whether those who sit there are all gone: who looks on does not have their match played without them."""
        here, coming = self.presence.everywhere(table.facts.id), (g.person for g in table.guests.values() if g.promised)
        return bool(table.people) and not any(eye in here for eye in (*table.people, *coming))

    # --- the shuffle, and the owner of the table --------------------------------------------------

    def _due_to_shuffle_on(self, table: Table) -> float | None:
        """When the shuffle goes on without those who have not done their part."""
        return max(table.began, self._awake(table)) + NONCES if table.shuffling else None

    def _shuffled_on(self, now: Table, asked: str | None) -> Event | None:
        return shuffled_on(now, clock.now()) if now.shuffling == asked else None

    def _due_to_pass_on(self, table: Table) -> float | None:
        """When somebody else is to own the table, because its owner has been gone for so long."""
        match, eye = table.facts.id, table.eye_of(table.host)
        if (self.presence.everywhere(match)[eye] and table.host) or heir(table, self.presence.seats(match)) is None:
            return None
        return max(self.presence.gone.get((match, eye), table.hosted), self._awake(table)) + OWNERLESS

    def _passed_on(self, now: Table) -> Event | None:
        due, seat = self._due_to_pass_on(now), heir(now, self.presence.seats(now.facts.id))
        if due is None or due > clock.now() or seat is None:
            return None
        return event("host", seat, clock.now(), person=now.seats[seat].owner)

    # --- people who come and go -------------------------------------------------------------------

    def _due_to_change_hands(self, table: Table, seat: int) -> float | None:
        """When a bot is to sit in for a person, or a person who was gone is to have the seat back."""
        here = seat in self.presence.seats(table.facts.id)
        if table.seats[seat].away == "gone" and here:
            return 0.0
        if table.seats[seat].away is None and not here:
            gone = self.presence.gone.get((table.facts.id, seat), 0.0)
            return max(gone, self._awake(table)) + self.grace  # no clock runs while a table rests
        return None

    def _changed_hands(self, now: Table, seat: int) -> Event | None:
        due, at = self._due_to_change_hands(now, seat), clock.now()
        if due is None or due > at:
            return None
        return event("back", seat, at) if now.seats[seat].away else event("away", seat, at, why="gone")

    # --- bots -------------------------------------------------------------------------------------

    async def _play_bot(self, table: Table, match: Match, seat: int) -> None:
        begun = time.monotonic()
        level = table.seats[seat].level
        text = await self.thinking.move(match, seat, level, _dice(table, seat))
        await asyncio.sleep(max(0.0, PACES[table.facts.setting.pace] - (time.monotonic() - begun)))
        await self._play(table, seat, text, "bot")

    async def _play(self, table: Table, seat: int, text: str, by: str) -> None:
        """Make a move that was chosen for a table, if its choice is still open and the seat is still ours to play."""

        def chosen(now: Table) -> Event | None:
            ours = by == "timer" or not now.seats[seat].by_person
            return event("move", seat, clock.now(), text=text, by=by) if ours and now.same_choice(table.n) else None

        await self.house.put(table.facts.id, chosen)


def _dice(table: Table, seat: int) -> int:
    """The seed of what a bot chooses: nobody can foresee it, and every process finds the same."""
    return int.from_bytes(hashlib.sha256(f"{table.facts.salt} {table.facts.seed} {seat}".encode()).digest()[:8], "big")
