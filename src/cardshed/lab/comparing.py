"""Several sets of rules on the same deals: what changes, and whether that is more than noise.

One measure is watched. After all of the games, half of them, a quarter and so on, it is looked at, and when it is
told apart for every set of rules the rest is not played. So that looking again and again does not find what is not
there, each look has its share of the error (Bonferroni); so have the measures that are looked at together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np

from cardshed.bots.arena.intervals import LEVEL, looks
from cardshed.engine.chance import START, key
from cardshed.engine.errors import BadOption
from cardshed.engine.game import Game
from cardshed.lab import measures
from cardshed.lab.crew import HERE, Crew, Part, in_order
from cardshed.lab.plan import Plan
from cardshed.lab.study import ASKED, CHUNK, Progress, Study
from cardshed.lab.sums import Change, Crosses, change

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
    looked: list[int] = field(default_factory=list)  # after how many games

    @property
    def games(self) -> int:
        return self.studies[0].games

    def change(self, k: int, measure: str, among: int = 1) -> Change:
        """From the first set of rules to the k-th, when so many measures are looked at together."""
        error = (1 - LEVEL) / len(looks(self.studies[0].plan.games)) / among / (len(self.studies) - 1)
        return change(self.studies[0].sums, self.studies[k].sums, self.crosses[k - 1], measure, 1 - error)

    def told_apart(self) -> bool:
        return all(self.change(k, self.watched).clear for k in range(1, len(self.studies)))


def rule_sets(given: Sequence[str]) -> list[dict[str, object]]:
    """From `melds=paired8|full14` or `cards=9,rounds=1` and the like: every set of rules that is meant."""
    found: list[dict[str, object]] = []
    for text in given:
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
    plan: Plan,
    rules: Sequence[Mapping[str, object]],
    *,
    watched: str = WATCHED,
    same_deals: bool = True,
    crew: Crew = HERE,
    progress: Progress | None = None,
) -> Comparison:
    """Play a plan by each set of rules, until what is watched is told apart or all is played.

    Without the same deals each set of rules has deals of its own, to see how much the same ones help.
    """
    plans = [plan.under(options) for options in rules]
    if not same_deals:
        plans = [replace(one, seed=int(key(np.uint64(plan.seed), START, k))) for k, one in enumerate(plans)]
    game = plan.open()
    known = measures.names(game, plan.players)
    if watched not in known:
        raise BadOption("lab.compare.measure", given=watched, names=", ".join(measures.headlines(plan.players)))
    told = Comparison([Study.begun(one) for one in plans], [Crosses.none(known) for _ in plans[1:]], watched)
    ahead = looks(plan.games)
    tell = progress or (lambda games: None)
    try:
        for games in _by_deals(game, plans, crew):
            _add(told, game, games)
            tell(len(games[0]))
            if told.games >= ahead[0]:
                told.looked.append(told.games)
                ahead.pop(0)
                if told.told_apart():
                    told.sure = True
                    break
    except KeyboardInterrupt:
        told.interrupted = True
    return told


def _by_deals(game: Game, plans: Sequence[Plan], crew: Crew) -> Iterator[list[Any]]:
    """The same games by each set of rules, part by part; parts end where it is looked."""
    simple = all(plan.simple for plan in plans)
    first, parts = 0, []
    for end in looks(plans[0].games):
        while first < end:
            many = min(CHUNK if simple else ASKED, end - first)
            parts += [Part(plan, first, many) for plan in plans]
            first += many
    done = []
    for watched in in_order(parts, simple, crew):
        done.append(watched)
        if len(done) == len(plans):
            yield done
            done = []


def _add(told: Comparison, game: Game, games: list[Any]) -> None:
    numbers = [measures.measured(game, watched) for watched in games]
    for study, watched in zip(told.studies, games, strict=True):
        study.add(watched)
    for crosses, other in zip(told.crosses, numbers[1:], strict=True):
        crosses.add(numbers[0], other)
