"""A plan played and summed up: what a report tells and a comparison compares."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.intervals import LEVEL, Interval
from cardshed.engine.errors import BadOption
from cardshed.engine.game import Game
from cardshed.engine.kernel import Moves
from cardshed.engine.messages import shortly
from cardshed.engine.playout import POLICIES, TURNS
from cardshed.lab import measures
from cardshed.lab.crew import HERE, Crew, Part, in_order
from cardshed.lab.plan import Plan
from cardshed.lab.playing import Watched
from cardshed.lab.sums import Sums

SAMPLED = 200  # games whose moves are kept, to look at their course
CHUNK, ASKED, ON_GPU = 4096, 2, 1 << 17  # games of a part: in compiled code, of bots that are asked, on a GPU
OFTEN = 5.0  # seconds between two times that what is done is kept

Progress = Callable[[int], None]  # called with the number of games finished since the last call


@dataclass
class Study:
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

    def __getitem__(self, measure: str) -> Interval:
        return self.sums.interval(measure)

    def at(self, measure: str, level: float = LEVEL) -> Interval:
        return self.sums.interval(measure, level)

    def add(self, watched: Watched) -> None:
        self.sums.add(*measures.measured(self.game, watched))
        found = np.bincount(watched.counts[:, TURNS])
        if len(found) > len(self.lengths):
            self.lengths = np.pad(self.lengths, (0, len(found) - len(self.lengths)))
        self.lengths[: len(found)] += found
        self.traces += watched.traces or []

    # --- keeping ----------------------------------------------------------------------------------

    def keep(self, file: Path) -> None:
        """All of it, so that another run can go on; or what was there stays."""
        fresh = file.with_suffix(".new")
        with fresh.open("wb") as out:
            arrays: dict[str, Any] = {"lengths": self.lengths, **self.sums.state()}
            moves = np.concatenate([np.zeros(0, np.int64), *self.traces])
            ends = np.cumsum([len(trace) for trace in self.traces], dtype=np.int64)
            np.savez_compressed(out, plan=np.array(repr(self.plan)), moves=moves, ends=ends, **arrays)
        os.replace(fresh, file)

    @classmethod
    def kept(cls, plan: Plan, file: Path) -> Study:
        """What was kept of this very plan; nothing, if it is another one's."""
        study = cls.begun(plan)
        if not file.exists():
            return study
        with np.load(file, allow_pickle=False) as arrays:
            if str(arrays["plan"]) != repr(plan):
                return study
            study.sums = Sums.from_state(study.sums.names, dict(arrays))
            study.lengths = arrays["lengths"]
            study.traces = np.split(arrays["moves"], arrays["ends"][:-1]) if len(arrays["ends"]) else []
        return study


def parts(plan: Plan, first: int = 0, sampled: int = SAMPLED, device: str = "cpu") -> Iterator[Part]:
    """A plan in parts, from a game on; the moves of the first games are kept."""
    size = ON_GPU if device == "cuda" else CHUNK if plan.simple else ASKED
    while first < plan.games:
        traced = first < sampled
        games = min(size, plan.games - first, *([sampled - first] if traced else []))
        yield Part(plan, first, games, traced, device)
        first += games


def play(
    plan: Plan,
    *,
    crew: Crew = HERE,
    progress: Progress | None = None,
    file: Path | None = None,
    resume: bool = False,
    sampled: int = SAMPLED,
    device: str = "cpu",
) -> Study:
    """Play a plan. After Ctrl-C what is finished is the result, and says so; with a file another run can go on."""
    study = Study.kept(plan, file) if file and resume else Study.begun(plan)
    return play_on(study, crew=crew, progress=progress, file=file, sampled=sampled, device=device)


def play_on(
    study: Study,
    *,
    crew: Crew = HERE,
    progress: Progress | None = None,
    file: Path | None = None,
    sampled: int = 0,
    device: str = "cpu",
) -> Study:
    """Play what a study still lacks of its plan."""
    if device not in ("cpu", "cuda"):
        raise BadOption("engine.device", given=shortly(device))
    if device == "cuda" and not study.plan.simple:
        raise BadOption("lab.device", bots=", ".join(POLICIES))
    plan, tell = study.plan, progress or (lambda games: None)
    crew = Crew(1) if device == "cuda" else crew
    tell(study.games)
    begun = saved = time.monotonic()
    try:
        for done in in_order(parts(plan, study.games, sampled, device), plan.simple, crew):
            study.add(done)
            tell(len(done))
            if file and time.monotonic() - saved > OFTEN:
                study.keep(file)
                saved = time.monotonic()
    except KeyboardInterrupt:
        study.interrupted = True
    study.seconds += time.monotonic() - begun
    if file:
        study.keep(file)
    return study
