"""A plan played and summed up: what a report tells and a comparison compares."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.intervals import LEVEL, Interval
from cardshed.bots.workers import whole
from cardshed.engine.core.playout import TURNS
from cardshed.engine.kernel import Moves
from cardshed.engine.matches.game import Game
from cardshed.lab import measures
from cardshed.lab.crew import HERE, Crew, Work
from cardshed.lab.keeping import Arrays, Keeper, kept
from cardshed.lab.plan import Plan
from cardshed.lab.playing import Watched
from cardshed.lab.sums import Sums

SAMPLED = 200  # games whose moves are kept, to look at their course

Progress = Callable[[int], None]  # called with the number of games finished since the last call


class Raw(Protocol):
    """Takes every game as it was counted."""

    def begin(self, plan: Plan, games: int) -> None:
        """So many games were taken before."""

    def add(self, watched: Watched) -> None: ...


@dataclass
class Study:
    """What was found by playing a plan."""

    plan: Plan
    sums: Sums
    lengths: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))  # games by their turns
    traces: list[Moves] = field(default_factory=list)  # of the first games
    interrupted: bool = False
    seconds: float = 0.0

    @classmethod
    def begun(cls, plan: Plan) -> Study:
        return cls(plan, Sums.none(measures.names(plan.open(), plan.players)))

    @property
    def game(self) -> Game:
        return self.plan.open()

    @property
    def games(self) -> int:
        """How many were played."""
        return self.sums.games

    @property
    def same_opener(self) -> bool:
        """Whether one seat, at a table of three or more, acted first in every game: then who sits where and who acts
        when have the same sums."""

        def sums(names: tuple[str, ...]) -> list[tuple[float, float]]:
            found = [self.sums.names.index(name) for name in names]
            return [(self.sums.y[i], self.sums.yy[i]) for i in found]

        order, players = measures.order(self.plan.players), self.plan.players
        seats = sums(tuple(f"seat_{p}" for p in range(players)))
        return bool(order) and sums(("opener", *order)) in [seats[p:] + seats[:p] for p in range(players)]

    def __getitem__(self, measure: str) -> Interval:
        return self.sums.interval(measure)

    def at(self, measure: str, level: float = LEVEL) -> Interval:
        return self.sums.interval(measure, level)

    def add(self, watched: Watched) -> None:
        """Games of the plan."""
        for y, m in measures.measured(self.game, watched):
            self.sums.add(y, m)
        self.note(watched)

    def note(self, watched: Watched) -> None:
        """What is kept of them besides sums."""
        found = np.bincount(watched.sheets.counts[:, TURNS])
        if len(found) > len(self.lengths):
            self.lengths = np.pad(self.lengths, (0, len(found) - len(self.lengths)))
        self.lengths[: len(found)] += found
        self.traces += watched.traces or []

    # --- keeping ----------------------------------------------------------------------------------

    def state(self) -> Arrays:
        """All that was found, as arrays."""
        ends = np.cumsum([len(trace) for trace in self.traces], dtype=np.int64)
        moves = np.concatenate([np.zeros(0, np.int64), *self.traces])
        return {"lengths": self.lengths, "moves": moves, "ends": ends, **self.sums.state()}

    @classmethod
    def from_state(cls, plan: Plan, arrays: Arrays) -> Study:
        study = cls.begun(plan)
        study.sums = Sums.from_state(study.sums.names, arrays)
        study.lengths = arrays["lengths"]
        study.traces = np.split(arrays["moves"], arrays["ends"][:-1]) if len(arrays["ends"]) else []
        return study


def play(
    plan: Plan, *, crew: Crew = HERE, progress: Progress | None = None, file: Path | None = None, resume: bool = False,
    sampled: int = SAMPLED, device: str = "cpu", raw: Raw | None = None,
) -> Study:  # fmt: skip
    """Play a plan. After Ctrl-C what is finished is the result, and says so; with a file another run can go on."""
    arrays = kept(file, repr(plan)) if file and resume else None
    study = Study.from_state(plan, arrays) if arrays else Study.begun(plan)
    tell, keeper = progress or (lambda games: None), Keeper(file, repr(plan), study.state)
    work, upto = Work([plan], crew, device), max(study.games, min(sampled, plan.games))
    begun = time.monotonic()
    try:
        tell(study.games)
        if raw:
            raw.begin(plan, study.games)
        for done in work.done(chain(work.parts(plan, study.games, upto, True), work.parts(plan, upto, plan.games))):
            with whole():
                study.add(done)
                if raw:
                    raw.add(done)
            tell(len(done))
            keeper.now_and_then()
    except KeyboardInterrupt:
        study.interrupted = True
    study.seconds += time.monotonic() - begun
    keeper.now()
    return study
