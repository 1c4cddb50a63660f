"""The reports that come with games: what was found, so that a page can be made of it in any language.

`python -m docs.make_reports` makes them anew.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from cardshed.bots.arena.intervals import Interval
from cardshed.engine.matches.game import Game
from cardshed.games import registry
from cardshed.lab.choosing import Stakes
from cardshed.lab.course import Course
from cardshed.lab.keeping import Arrays
from cardshed.lab.plan import Plan
from cardshed.lab.report import Found
from cardshed.lab.skill import Step
from cardshed.lab.study import Study

FILE = "report.npz"  # beside the rules


@dataclass(frozen=True)
class Shipped:
    """What was found, and how it came about."""

    found: Found
    command: str
    date: str

    def html(self, language: str = "en", home: tuple[str, str] | None = None) -> str:
        return replace(self.found, language=language).html(self.command, self.date, home)


def file_of(game: Game) -> Path:
    return game.folder / FILE


def ship(found: Found, command: str, date: str) -> None:
    """Keep what a page tells, without the moves that it does not tell of."""
    study = found.study
    if found.course is None or found.stakes is None:
        raise ValueError("a report that was stopped is not shipped")
    about = {
        "plan": asdict(study.plan), "version": study.game.version, "measures": study.sums.names, "command": command,
        "date": date, "choices": found.stakes.share,
        "steps": [{**asdict(step), "wins": tuple(asdict(step.wins).values())} for step in found.steps],
    }  # fmt: skip
    arrays: Arrays = {**study.state(), "moves": np.zeros(0, np.int64), "ends": np.zeros(0, np.int64)}
    arrays |= {"chances": found.course.chances.astype(np.float32), "worth": found.stakes.worth}
    np.savez_compressed(file_of(study.game), about=np.array(json.dumps(about)), **arrays)


def has(game: Game) -> bool:
    """Whether there is a report of this game; that of the one whose folder was copied is none."""
    return _read(game, "about") is not None


def shipped(name: str) -> Shipped | None:
    """The report of a game's usual rules; none, if there is none or it tells of other rules or measures."""
    game = registry.named(name)
    arrays = _read(game)
    if arrays is None:
        return None
    about = json.loads(str(arrays["about"]))
    plan = Plan(**about["plan"])
    plan = replace(plan, game=registry.place_of(game), bots=tuple(plan.bots))  # JSON has no tuples
    study = Study.begun(plan)
    if about["version"] != study.game.version or tuple(about["measures"]) != study.sums.names:
        return None
    steps = [Step(**{**step, "wins": Interval(*step["wins"])}) for step in about["steps"]]
    found = Found(
        Study.from_state(plan, arrays), Course(arrays["chances"].astype(np.float64)),
        Stakes(arrays["worth"], about["choices"]), steps,
    )  # fmt: skip
    return Shipped(found, about["command"], about["date"])


def _read(game: Game, *names: str) -> Arrays | None:
    """What a report's file holds, or these arrays of it; None if it is no report of the game."""
    if not file_of(game).exists():
        return None
    with np.load(file_of(game), allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        return {name: file[name] for name in names or file} if about["plan"]["game"] == game.name else None
