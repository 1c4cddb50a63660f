"""Several sets of rules on the same deals: what changes, and whether that is more than noise.

One measure is watched. After all of the games, half of them, a quarter and so on, it is looked at, and when it is
told apart for every set of rules the rest is not played. So that looking again and again does not find what is not
there, each look has its share of the error (Bonferroni); so have the measures that are looked at together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from cardshed.bots.arena.intervals import LEVEL, looks
from cardshed.bots.workers import whole
from cardshed.engine.chance import START, key
from cardshed.engine.errors import BadOption
from cardshed.games import registry
from cardshed.lab import measures
from cardshed.lab.crew import HERE, Crew, Part, Work
from cardshed.lab.keeping import Arrays, Keeper, kept, named, of
from cardshed.lab.plan import Plan, Rules
from cardshed.lab.playing import Watched
from cardshed.lab.study import Progress, Study
from cardshed.lab.sums import Change, Crosses, add_crosses, change

WATCHED = "turns"
SEVERAL = "|"  # between values, each of which is to be tried


@dataclass
class Comparison:
    """The first set of rules, and each of the others beside it."""

    studies: list[Study]
    crosses: list[Crosses]  # of the first with each of the others
    watched: str
    sure: bool = False  # it was stopped because the watched measure was told apart
    interrupted: bool = False

    @classmethod
    def begun(cls, plans: Sequence[Plan], watched: str) -> Comparison:
        studies = [Study.begun(plan) for plan in plans]
        return cls(studies, [Crosses.none(studies[0].sums.names) for _ in plans[1:]], watched)

    @property
    def games(self) -> int:
        return self.studies[0].games

    def add(self, games: Sequence[Watched]) -> None:
        """The same games, once by each set of rules."""
        studied = zip(self.studies, games, strict=True)
        for blocks in zip(*(measures.measured(study.game, watched) for study, watched in studied), strict=True):
            for study, block in zip(self.studies, blocks, strict=True):
                study.sums.add(*block)
            for crosses, other in zip(self.crosses, blocks[1:], strict=True):
                add_crosses(crosses, blocks[0], other)
        for study, watched in zip(self.studies, games, strict=True):
            study.note(watched)

    def change(self, k: int, measure: str, among: int = 1) -> Change:
        """From the first set of rules to the k-th, when so many measures are looked at together."""
        error = (1 - LEVEL) / len(looks(self.studies[0].plan.games)) / among / (len(self.studies) - 1)
        return change(self.studies[0].sums, self.studies[k].sums, self.crosses[k - 1], measure, 1 - error)

    def told_apart(self) -> bool:
        return all(self.change(k, self.watched).clear for k in range(1, len(self.studies)))

    def state(self) -> Arrays:
        arrays: Arrays = {}
        for k, study in enumerate(self.studies):
            arrays |= named(f"study{k}", study.state())
        for k, crosses in enumerate(self.crosses):
            arrays |= named(f"crosses{k}", crosses._asdict())
        return arrays

    @classmethod
    def from_state(cls, plans: Sequence[Plan], watched: str, arrays: Arrays) -> Comparison:
        studies = [Study.from_state(plan, of(f"study{k}", arrays)) for k, plan in enumerate(plans)]
        crosses = [Crosses(**of(f"crosses{k}", arrays)) for k in range(len(plans) - 1)]
        told = cls(studies, crosses, watched)
        told.sure = told.games in looks(plans[0].games) and told.told_apart()
        return told


def rule_sets(given: Sequence[str]) -> list[Rules]:
    """From `melds=paired8|full14` or `cards=9,rounds=1` and the like every set of rules that is meant; other games."""
    found: list[Rules] = []
    for text in given:
        if Path(text).is_dir() or text in registry.names():
            found.append(text)
            continue
        names, values = [], []
        for pair in filter(None, (pair.strip() for pair in text.split(","))):
            name, equals, value = pair.partition("=")
            if not equals:
                raise BadOption("lab.compare.pair", given=pair)
            names.append(name.strip())
            values.append([one.strip() for one in value.split(SEVERAL)])
        found += [dict(zip(names, one, strict=True)) for one in product(*values)]
    return found if len(found) > 1 else [{}, *found]


def compare(
    plan: Plan, rules: Sequence[Rules], *, watched: str = WATCHED, same_deals: bool = True,
    crew: Crew = HERE, progress: Progress | None = None, file: Path | None = None, resume: bool = False,
    device: str = "cpu",
) -> Comparison:  # fmt: skip
    """Play a plan by each set of rules, until what is watched is told apart or all is played.

    Without the same deals each set of rules has deals of its own, to see how much the same ones help.
    """
    plans = [plan.under(options) for options in rules]
    if not same_deals:
        plans = [replace(one, seed=int(key(np.uint64(plan.seed), START, k))) for k, one in enumerate(plans)]
    known = measures.names(plan.open(), plan.players)
    if watched not in known:
        raise BadOption("lab.compare.measure", given=watched, names=", ".join(measures.headlines(plan.players)))
    for other in (one.open() for one in plans):
        if measures.names(other, plan.players) != known:
            raise BadOption("lab.compare.unlike", game=other.title, first=plan.open().title)
    told, work = Comparison.begun(plans, watched), repr((plans, watched))
    if file and resume and (arrays := kept(file, work)):
        told = Comparison.from_state(plans, watched, arrays)
    tell, keeper = progress or (lambda games: None), Keeper(file, work, told.state)
    try:
        tell(told.games)
        for games in _by_deals(plans, told.games, crew, device) if not told.sure else ():
            with whole():
                told.add(games)
            tell(len(games[0]))
            keeper.now_and_then()
            if told.games in looks(plan.games) and told.told_apart():
                told.sure = True
                break
    except KeyboardInterrupt:
        told.interrupted = True
    keeper.now()
    return told


def _by_deals(plans: Sequence[Plan], first: int, crew: Crew, device: str) -> Iterator[list[Watched]]:
    """The same games by each set of rules, part by part from a game on."""
    work = Work(plans, crew, device)
    done: list[Watched] = []
    for watched in work.done(_parts(work, plans, first)):
        done.append(watched)
        if len(done) == len(plans):
            yield done
            done = []


def _parts(work: Work, plans: Sequence[Plan], first: int) -> Iterator[Part]:
    """All sets of rules by turns; parts end where it is looked."""
    for end in looks(plans[0].games):
        for part in work.parts(plans[0], first, end):
            yield from (part._replace(plan=plan) for plan in plans)
        first = max(first, end)
