"""Finished matches looked at again by a strong bot, choice by choice, beside the house. What was found is kept."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from cardshed.bots.analysis import choices, look_at, spoken
from cardshed.bots.levels import HINTS, thinker_at
from cardshed.engine.matches.match import Match
from cardshed.server.store import Store, Unavailable
from cardshed.server.tasks import Tasks
from cardshed.server.thinking import Thinking
from cardshed.tables.table import Table

log = logging.getLogger(__name__)

KEPT = 0.5  # seconds after which what was found is written
POLITE = 1.0  # seconds that a look waits for bots whom people wait for
OTHERS = 6  # moves that a finding tells of


class Analysing:
    """One match after the other; of each, only the choices that nobody has looked at yet."""

    def __init__(self, store: Store, thinking: Thinking) -> None:
        self.store = store
        self.thinking = thinking
        self.asked: set[str] = set()  # matches that are being looked at, or wait for it
        self.turn = asyncio.Lock()
        self.tasks = Tasks()

    def begin(self, table: Table) -> None:
        """Look at a match, unless that is under way."""
        match = table.finished
        if table.facts.id not in self.asked:
            self.asked.add(table.facts.id)
            self.tasks.begin(self._look(table.facts.id, match))

    async def told(self, table: Table, after: int = -1) -> dict[str, Any]:
        """How far it is, and what was found about the choices after a move."""
        match = table.finished
        all_plies = await self.thinking.run(lambda: choices(match))
        working = table.facts.id in self.asked  # before what was found is read: nothing is found after it ended
        findings = await self.store.findings(table.facts.id, after)
        return {"level": HINTS, "choices": all_plies, "working": working, "findings": findings}

    async def _look(self, id: str, match: Match) -> None:
        try:
            async with self.turn:
                await self._look_at_all(id, match)
        except Unavailable:
            log.warning("an analysis was broken off", extra={"match": id})
        except Exception:
            log.exception("an analysis failed", extra={"match": id})
        finally:
            self.asked.discard(id)

    async def _look_at_all(self, id: str, match: Match) -> None:
        known = {told["ply"] for told in await self.store.findings(id, -1)}
        plies = [ply for ply in await self.thinking.run(lambda: choices(match)) if ply not in known]
        found: list[dict[str, Any]] = []
        written = time.monotonic()
        for ply in plies:
            await self._let_others_pass()
            found.append(await self.thinking.run(lambda ply=ply: _finding(match, ply)))  # type: ignore[misc]
            if time.monotonic() - written > KEPT or ply == plies[-1]:
                await self.store.find(id, found)
                found, written = [], time.monotonic()

    async def _let_others_pass(self) -> None:
        until = time.monotonic() + POLITE
        while self.thinking.waiting and time.monotonic() < until:
            await asyncio.sleep(0.02)


def _finding(match: Match, ply: int) -> dict[str, Any]:
    """A finding with all in words: what the page tells of a choice."""
    finding = look_at(match, ply, thinker_at(match.game, HINTS))
    at = match.at(ply)
    weighed = [finding.played if one.move == finding.move else one for one in finding.others]
    others = [one for one in weighed if not one.move.quiet][:OTHERS]
    told = finding.json() | {"line": spoken(at, finding.line), "after": spoken(at, finding.after)}
    return told | {"others": [opinion.json() for opinion in others]}
