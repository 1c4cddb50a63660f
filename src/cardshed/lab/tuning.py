"""House rules that come closest to what is wanted: many sets of rules on the same deals, the best of them looked at
more and more closely.

Every set that is to be tried is played a little; a third goes on to three times as many games, and so on, until a few
have had all. Because all have the same deals, their differences show soon.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt

import numpy as np

from cardshed.engine.errors import BadOption, CardshedError
from cardshed.lab import measures
from cardshed.lab.crew import HERE, Crew
from cardshed.lab.plan import Plan
from cardshed.lab.study import Progress, Study, play_on

MOST = 600  # sets of rules that are tried; of more, a sample
FIRST = 32  # games that each of them has at least
FINAL = 8  # that have all games
NARROW = 3  # of so many one goes on
ALIAS = {"length": "turns"}


@dataclass
class Candidate:
    """A set of rules, and how far it is from what is wanted."""

    study: Study
    target: Mapping[str, float]

    @property
    def distance(self) -> float:
        """0 if it is just what is wanted; each measure in parts of the number that is wanted of it."""
        return sqrt(
            sum(((self.study[name].mean - want) / (abs(want) or 1.0)) ** 2 for name, want in self.target.items())
        )

    @property
    def changed(self) -> int:
        """How many rules are not those of the book: a game that is changed less is easier to explain."""
        return len(self.study.plan.options)


@dataclass
class Tuned:
    """What came of a search: the best first."""

    best: list[Candidate]
    tried: int
    refused: int  # sets of rules that do not go together
    possible: int
    interrupted: bool = False


def targets(given: Sequence[str], players: int) -> dict[str, float]:
    """From `length=25` and the like."""
    found = {}
    known = measures.headlines(players)
    for text in given:
        name, _, value = text.partition("=")
        name = ALIAS.get(name.strip(), name.strip())
        try:
            found[name] = float(value)
        except ValueError:
            raise BadOption("lab.tune.target", given=text) from None
        if name not in known:
            raise BadOption("lab.compare.measure", given=name, names=", ".join(known))
    return found


def ranges(given: Sequence[str]) -> dict[str, list[object]]:
    """From `cards=9..13`, `cards=9..13..2` or `pass=soft|hard`: the values to try of each rule."""
    found: dict[str, list[object]] = {}
    for text in given:
        name, _, values = text.partition("=")
        ends = values.split("..")
        try:
            if len(ends) > 1:
                step = int(ends[2]) if len(ends) > 2 else 1
                found[name.strip()] = list(range(int(ends[0]), int(ends[1]) + 1, step))
            else:
                found[name.strip()] = [value.strip() for value in values.split("|") if value.strip()]
        except ValueError:
            found[name.strip()] = []
        if not found[name.strip()]:
            raise BadOption("lab.tune.over", given=text)
    return found


def tune(
    plan: Plan,
    target: Mapping[str, float],
    over: Mapping[str, Sequence[object]],
    *,
    crew: Crew = HERE,
    progress: Progress | None = None,
) -> Tuned:
    """The sets of rules that come closest to a target, those that made it to the end having had all games of a plan."""
    combinations = list(product(*over.values()))
    possible = len(combinations)
    if possible > MOST:
        chosen = np.random.default_rng(plan.seed).choice(possible, MOST, replace=False)
        combinations = [combinations[i] for i in sorted(chosen.tolist())]
    found, refused = [], 0
    for values in combinations:
        try:
            one = plan.under(dict(zip(over, values, strict=True)))
        except CardshedError as problem:
            refused += 1
            last = problem
            continue
        found.append(Candidate(Study.begun(one), target))
    if not found:
        raise last
    told, games = Tuned(found, len(found), refused, possible), min(FIRST, plan.games)
    while True:
        for candidate in told.best:
            candidate.study.plan = replace(candidate.study.plan, games=games)
            play_on(candidate.study, crew=crew)
            if progress:
                progress(1)
            if candidate.study.interrupted:
                told.interrupted = True
                told.best = [one for one in told.best if one.study.games]
                told.best.sort(key=lambda one: one.distance)
                return told
        told.best.sort(key=lambda one: (one.distance, one.changed))
        if games >= plan.games:
            return told
        told.best = told.best[: max(FINAL, len(told.best) // NARROW)]
        games = plan.games if len(told.best) <= FINAL else min(plan.games, NARROW * games)
