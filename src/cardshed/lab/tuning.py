"""House rules that come closest to what is wanted: many sets of rules on the same deals, the best of them looked at
more and more closely.

Every set that is to be tried is played a little; a third goes on to three times as many games, and so on, until a few
have had all. Because all have the same deals, their differences show soon.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np

from cardshed.bots.workers import whole
from cardshed.engine.errors import BadOption, CardshedError
from cardshed.lab import measures
from cardshed.lab.crew import HERE, Crew, Part, Work
from cardshed.lab.keeping import Arrays, Keeper, kept, named, of
from cardshed.lab.plan import Plan
from cardshed.lab.study import Progress, Study

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
        apart = (((self.study[name].mean - want) / (abs(want) or 1.0)) ** 2 for name, want in self.target.items())
        return sqrt(sum(apart))

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
    played: int = 0  # games, of all together
    interrupted: bool = False

    def rank(self) -> None:
        self.best.sort(key=lambda one: (one.distance, one.changed))


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


def candidates(plan: Plan, target: Mapping[str, float], over: Mapping[str, Sequence[object]]) -> Tuned:
    """All sets of rules that are to be tried, not yet played."""
    combinations = list(product(*over.values()))
    possible = len(combinations)
    if possible > MOST:
        chosen = np.random.default_rng(plan.seed).choice(possible, MOST, replace=False)
        combinations = [combinations[i] for i in sorted(chosen.tolist())]
    found, refused = [], 0
    why: dict[tuple[str, object], CardshedError | None] = {}  # by value: None if it is in a set that can be played
    for values in combinations:
        rules = dict(zip(over, values, strict=True))
        try:
            found.append(Candidate(Study.begun(plan.under(rules)), target))
        except CardshedError as problem:
            refused += 1
            for pair in rules.items():
                why.setdefault(pair, problem)
        else:
            why |= dict.fromkeys(rules.items())
    for never in filter(None, why.values()):
        raise never  # a value that cannot be played with any other is a mistake
    return Tuned(found, len(found), refused, possible)


def rounds(sets: int, games: int) -> list[tuple[int, int]]:
    """How many sets of rules go on to how many games, round after round."""
    found = [(sets, min(FIRST, games))]
    while found[-1][1] < games:
        sets, had = found[-1]
        sets = min(sets, max(FINAL, sets // NARROW))
        found.append((sets, games if sets <= FINAL else min(games, NARROW * had)))
    return found


def all_games(sets: int, games: int) -> int:
    """How many games all rounds have together."""
    had, found = 0, 0
    for many, upto in rounds(sets, games):
        found += many * (upto - had)
        had = upto
    return found


def search(
    tuned: Tuned, plan: Plan, *, crew: Crew = HERE, progress: Progress | None = None, file: Path | None = None,
    resume: bool = False, device: str = "cpu",
) -> Tuned:  # fmt: skip
    """Play candidates until the best have had all games of a plan."""
    everyone = tuned.best
    plans = [one.study.plan for one in everyone]
    number = {id(one): i for i, one in enumerate(everyone)}  # by which they are kept

    def state() -> Arrays:
        order = [number[id(one)] for one in tuned.best]
        arrays: Arrays = {"order": np.array(order)}
        for i in order:
            arrays |= named(f"study{i}", everyone[i].study.state())
        return arrays

    work = repr((plans, plan.games, everyone[0].target))
    if file and resume and (arrays := kept(file, work)):
        tuned.best = [everyone[i] for i in arrays["order"].tolist()]
        for i in arrays["order"].tolist():
            everyone[i].study = Study.from_state(plans[i], of(f"study{i}", arrays))
    keeper = Keeper(file, work, state)

    def tell(games: int) -> None:
        tuned.played += games
        if progress:
            progress(games)

    job = Work([plan], crew, device)
    try:
        had = 0
        for sets, games in rounds(len(everyone), plan.games):
            if len(tuned.best) < sets:  # that round is over
                tell(sets * (games - had))
                had = games
                continue
            tuned.best = tuned.best[:sets]
            tell(sum(one.study.games - had for one in tuned.best))
            had = games
            whose: deque[Candidate] = deque()
            for done in job.done(_lacking(job, tuned.best, games, whose)):
                with whole():
                    whose.popleft().study.add(done)
                tell(len(done))
                keeper.now_and_then()
            tuned.rank()
    except KeyboardInterrupt:
        tuned.interrupted = True
    keeper.now()
    if tuned.interrupted:
        tuned.best = [one for one in tuned.best if one.study.games]
        tuned.rank()
    for one in tuned.best:
        one.study.plan = replace(one.study.plan, games=max(1, one.study.games))
    return tuned


def _lacking(job: Work, candidates: Sequence[Candidate], games: int, whose: deque[Candidate]) -> Iterator[Part]:
    """What candidates lack of so many games; it is noted whose each part is."""
    for one in candidates:
        for part in job.parts(one.study.plan, one.study.games, games):
            whose.append(one)
            yield part
