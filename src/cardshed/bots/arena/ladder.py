"""What an arena's results come to: the standings, and every two bots head to head."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from cardshed.bots.arena.intervals import LEVEL, Interval, interval, look_level, looks
from cardshed.bots.arena.ratings import Ratings, rate
from cardshed.bots.arena.results import Results
from cardshed.bots.arena.run import difference
from cardshed.bots.own import is_own

ANCHOR = "random"  # if it plays; else the first bot that was named


@dataclass(frozen=True)
class Standing:
    bot: str
    name: str  # in short
    share: Interval  # of opponents beaten
    first: Interval  # places shared with others count in part
    points: Interval | None
    rating: Interval
    forfeits: int

    def json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"bot": self.bot}
        for name, value in (("beaten", self.share), ("first", self.first), ("points", self.points)):
            told[name] = value.mean if value else None
            told[f"{name}_interval"] = value.json() if value else None
        told |= {"rating": self.rating.mean, "rating_interval": self.rating.json()}
        return {**told, "forfeits": self.forfeits}


@dataclass(frozen=True)
class Pair:
    """Two bots on the same deals: by how much the first beats more opponents than the second."""

    first: Standing
    second: Standing
    difference: Interval
    level: float
    deals: int

    @property
    def stronger(self) -> Standing | None:
        """The one that is stronger, if the interval excludes that they are equal."""
        if not self.difference.excludes(0):
            return None
        return self.first if self.difference.mean > 0 else self.second

    def json(self) -> dict[str, Any]:
        return {
            "first": self.first.bot, "second": self.second.bot, "difference": self.difference.mean,
            "difference_interval": self.difference.json(), "level": self.level, "deals": self.deals,
            "stronger": self.stronger.bot if self.stronger else None,
        }  # fmt: skip


class Ladder:
    def __init__(self, results: Results) -> None:
        """Of results that hold one whole deal or more."""
        self.results = results
        self.plan = results.plan
        entrants = self.plan.entrants
        self.anchor = entrants.index(ANCHOR) if ANCHOR in entrants else 0
        self.ratings: Ratings = rate(
            results.seats, results.payoff, results.forfeited, results.deal, len(entrants), anchor=self.anchor,
            seed=self.plan.seed,
        )  # fmt: skip
        standings = [self.standing(entrant) for entrant in range(len(entrants))]
        self.standings = sorted(standings, key=lambda standing: -standing.rating.mean)
        self.pairs = [self.pair(one, other) for one, other in combinations(self.standings, 2)]

    def standing(self, entrant: int) -> Standing:
        def over_deals(values: Any, *reach: float) -> Interval:
            column = self.results.by_deal(values)[:, entrant]
            return interval(column[~np.isnan(column)], reach=reach)

        who = self.results.seats == entrant
        played = bool((who & ~np.isnan(self.results.points)).any())
        forfeits = self.results.forfeited[:, None] == np.arange(self.plan.players)
        return Standing(
            self.plan.entrants[entrant], short_names(self.plan.entrants)[entrant],
            over_deals(self.results.payoff, 0, 1), over_deals(self.results.first_places, 0, 1),
            over_deals(self.results.points) if played else None, self.ratings.bots[entrant],
            int((who & forfeits).sum()),
        )  # fmt: skip

    def pair(self, one: Standing, other: Standing) -> Pair:
        first, second = (self.plan.entrants.index(standing.bot) for standing in (one, other))
        watched = self.plan.until_sure and {first, second} == {0, 1}
        level = look_level(self.plan.deals) if watched else LEVEL
        apart, deals = difference(self.results, first, second, level)
        return Pair(one, other, apart, level, deals)

    def json(self) -> dict[str, Any]:
        plan, results = self.plan, self.results
        return {
            "game": plan.game, "players": plan.players, "options": plan.options, "bots": list(plan.bots),
            "deals": plan.deals, "seed": f"{plan.seed:016x}", "limit": plan.limit, "until_sure": plan.until_sure,
            "looks": looks(plan.deals) if plan.until_sure else None, "rotations": plan.line_ups.games,
            "deals_played": len(results.deals), "games_played": len(results.games), "interrupted": results.interrupted,
            "sure": results.sure, "seconds": results.seconds, "anchor": plan.entrants[self.anchor],
            "standings": [standing.json() for standing in self.standings],
            "pairs": [pair.json() for pair in self.pairs],
            "seats": [{"rating": seat.mean, "rating_interval": seat.json()} for seat in self.ratings.seats],
            "draws": self.ratings.draws, "forfeits": list(results.forfeits()),
        }  # fmt: skip


def short_names(entrants: tuple[str, ...]) -> list[str]:
    """What stands behind the colon of somebody's own bot, where that is enough to know it."""
    short = [name.rpartition(":")[2] if is_own(name) else name for name in entrants]
    return [name if short.count(name) == 1 else whole for name, whole in zip(short, entrants, strict=True)]
