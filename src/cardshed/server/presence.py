"""Who is here: which seats have an open connection, in this process or in another one."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from typing import Any

from cardshed.server import clock
from cardshed.tables.table import Eye

SILENT = 12.0  # seconds after which a process that says nothing is taken for dead
HEARTBEAT = 3.0
FORGOTTEN = 3600.0  # seconds after which nobody asks any more when people left a table at which nobody is


class Presence:
    """Connections by table, and from where they look: a seat, a person who has none but is told more than others, or
    None, which stands for other onlookers."""

    def __init__(self, process: str) -> None:
        self.process = process
        self.own: dict[str, Counter[Eye]] = defaultdict(Counter)
        self.others: dict[str, dict[str, Counter[Eye]]] = defaultdict(dict)  # by process, then table
        self.heard: dict[str, float] = {}  # when each other process last said something
        self.gone: dict[tuple[str, Eye], float] = {}  # since when nobody looks from there any more
        self.awake: dict[str, float] = {}  # since when somebody who sits at a table is connected to any process
        self.begun = clock.now()  # of a table without those no clock ran before

    def come(self, match: str, eye: Eye) -> None:
        before = set(self.everywhere(match))
        self.own[match][eye] += 1
        self._note(match, before)

    def go(self, match: str, eye: Eye) -> None:
        before = set(self.everywhere(match))
        self.own[match] -= Counter([eye])  # drops what is zero
        if not self.own[match]:
            del self.own[match]
        self._note(match, before)

    def everywhere(self, match: str) -> Counter[Eye]:
        found = Counter(self.own.get(match, {}))
        for tables in self.others.values():
            found += tables.get(match, Counter())
        return found

    def seats(self, match: str) -> list[int]:
        """The seats whose people are connected."""
        return sorted(eye for eye in self.everywhere(match) if isinstance(eye, int))

    def onlookers(self, match: str) -> int:
        return sum(n for eye, n in self.everywhere(match).items() if not isinstance(eye, int))

    def leads(self, match: str) -> bool:
        """Whether this process is the one that moves bots and clocks at a table: the first of those with people
        there. Should two think so for a moment, the database accepts the moves of one."""
        rivals = [name for name, tables in self.others.items() if match in tables]
        return match in self.own and all(self.process < name for name in rivals)

    # --- other processes --------------------------------------------------------------------------

    def told(self, matches: list[str]) -> dict[str, Any]:
        """What the others have to know of tables of this process."""
        return {"here": {m: [[eye, n] for eye, n in self.own.get(m, Counter()).items()] for m in matches}}

    def hear(self, news: dict[str, Any]) -> list[str]:
        """Take in what another process tells; returns the tables where somebody came or went."""
        process = str(news["process"])
        self.heard[process] = time.monotonic()
        changed = []
        for match, here in news.get("here", {}).items():
            before = set(self.everywhere(match))
            self.others[process].pop(match, None)
            if here:
                self.others[process][match] = Counter(dict(here))
            self._note(match, before)
            changed.append(match)
        return changed

    def bury(self) -> list[str]:
        """Forget processes that have said nothing for long; returns the tables where that matters."""
        now = time.monotonic()
        changed = []
        for process in [p for p, at in self.heard.items() if now - at > SILENT]:
            changed += self.hear({"process": process, "here": dict.fromkeys(self.others[process], ())})
            del self.heard[process], self.others[process]
        long_ago = clock.now() - FORGOTTEN
        self.gone = {who: at for who, at in self.gone.items() if at > long_ago or who[0] in self.own}
        return changed

    def _note(self, match: str, before: set[Eye]) -> None:
        """Who is gone since when, and since when somebody who sits at a table is there: it is awake as long."""
        now = set(self.everywhere(match))
        self.gone |= {(match, eye): clock.now() for eye in before - now}
        for eye in now:
            self.gone.pop((match, eye), None)
        if self.seats(match):
            self.awake.setdefault(match, clock.now())
        else:
            self.awake.pop(match, None)
