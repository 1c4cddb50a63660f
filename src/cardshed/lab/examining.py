"""All that a report looks at, one after the other: games, their course, their choices, the ladder of bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from cardshed.engine.messages import Message
from cardshed.lab.choosing import CHOICES, stakes
from cardshed.lab.course import course
from cardshed.lab.crew import HERE, Crew
from cardshed.lab.plan import Plan
from cardshed.lab.report import Found
from cardshed.lab.skill import DEALS, climb, steps
from cardshed.lab.study import Progress, Raw, play

Bars = Callable[[int, str], AbstractContextManager[Progress]]


@contextmanager
def no_bars(total: int, what: str) -> Iterator[Progress]:
    yield lambda done: None


def examine(
    plan: Plan, *, crew: Crew = HERE, device: str = "cpu", skill: int = DEALS, file: Path | None = None,
    resume: bool = False, raw: Raw | None = None, language: str = "en", bars: Bars = no_bars,
) -> Found:  # fmt: skip
    """Play a plan and look at it closely. After Ctrl-C it is what was found so far."""
    with bars(plan.games, plan.open().title) as tell:
        study = play(plan, crew=crew, progress=tell, file=file, resume=resume, device=device, raw=raw)
    found = Found(study, language=language)
    if study.interrupted:
        return found
    try:
        with bars(len(study.traces), Message("lab.doing.course").say(language)) as tell:
            found.course = course(study, tell, crew.workers)
        with bars(CHOICES, Message("lab.doing.choices").say(language)) as tell:
            found.stakes = stakes(study, tell, crew.workers)
        if skill:
            arenas = steps(study, deals=skill)
            with bars(sum(arena.games for arena in arenas), Message("lab.doing.skill").say(language)) as tell:
                found.steps = climb(arenas, tell, crew.workers)
    except KeyboardInterrupt:
        study.interrupted = True
    return found
