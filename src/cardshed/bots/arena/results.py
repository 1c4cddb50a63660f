"""What an arena has played: a line per game, and for each deal how its entrants did."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.plan import Plan
from cardshed.bots.arena.playing import Outcome

Table = npt.NDArray[np.float64]  # a line per deal, a column per entrant; nan where it did not play


@dataclass
class Results:
    plan: Plan
    outcomes: dict[int, Outcome] = field(default_factory=dict)  # by the number of the game
    seconds: float = 0.0
    interrupted: bool = False
    sure: bool = False  # it was stopped because the first two bots were told apart

    def add(self, game: int, outcome: Outcome) -> None:
        self.outcomes[game] = outcome

    def whole(self) -> Results:
        """Only the deals that were played in every rotation: seats are fair in no other."""
        played = Counter(self.plan.place(game)[0] for game in self.outcomes)
        return self.only({deal for deal, games in played.items() if games == self.plan.line_ups.games})

    def first(self, deals: int) -> Results:
        return self.only(set(range(deals)))

    def only(self, deals: set[int]) -> Results:
        kept = {game: self.outcomes[game] for game in sorted(self.outcomes) if self.plan.place(game)[0] in deals}
        return Results(self.plan, kept, self.seconds, self.interrupted, self.sure)

    # --- as arrays, in the order of the games -----------------------------------------------------

    @cached_property
    def games(self) -> list[int]:
        return sorted(self.outcomes)

    @cached_property
    def deals(self) -> list[int]:
        return sorted({self.plan.place(game)[0] for game in self.games})

    @cached_property
    def deal(self) -> npt.NDArray[np.int64]:
        """The place in `deals` of each game's deal."""
        return np.searchsorted(self.deals, [self.plan.place(game)[0] for game in self.games])

    @cached_property
    def seats(self) -> npt.NDArray[np.int64]:
        """(games, players): the entrant at each seat."""
        return np.array([self.plan.seats(game) for game in self.games], np.int64)

    @cached_property
    def payoff(self) -> npt.NDArray[np.float64]:
        return np.array([self.outcomes[game].payoff for game in self.games])

    @cached_property
    def points(self) -> npt.NDArray[np.float64]:
        """nan in games that were not played to their end."""
        nothing = [np.nan] * self.plan.players
        return np.array([self.outcomes[game].points or nothing for game in self.games], np.float64)

    @cached_property
    def first_places(self) -> npt.NDArray[np.float64]:
        """1 for who is first; those who are first together share it."""
        first = self.payoff >= self.payoff.max(axis=1, keepdims=True) - 1e-9
        return first / first.sum(axis=1, keepdims=True)

    @cached_property
    def forfeited(self) -> npt.NDArray[np.int64]:
        """The seat that forfeited each game, or -1."""
        forfeits = [self.outcomes[game].forfeit for game in self.games]
        return np.array([forfeit.seat if forfeit else -1 for forfeit in forfeits], np.int64)

    @cached_property
    def shares(self) -> Table:
        return self.by_deal(self.payoff)

    def by_deal(self, values: npt.NDArray[np.float64]) -> Table:
        """The mean of a value of (games, players) for each deal and entrant."""
        told = ~np.isnan(values)
        deal = np.broadcast_to(self.deal[:, None], values.shape)
        shape = (len(self.deals), len(self.plan.entrants))
        sums, counts = np.zeros(shape), np.zeros(shape)
        np.add.at(sums, (deal[told], self.seats[told]), values[told])
        np.add.at(counts, (deal[told], self.seats[told]), 1)
        with np.errstate(invalid="ignore"):
            return sums / counts

    # --- kept -------------------------------------------------------------------------------------

    def forfeits(self) -> Iterator[dict[str, Any]]:
        for game in self.games:
            if forfeit := self.outcomes[game].forfeit:
                deal, rotation = self.plan.place(game)
                bot = self.plan.entrants[self.plan.seats(game)[forfeit.seat]]
                why = forfeit.why.say()
                yield {"deal": deal, "rotation": rotation, "seat": forfeit.seat, "bot": bot, "why": why}

    def write_csv(self, file: TextIO) -> None:
        """A line per game."""
        seats = range(self.plan.players)
        columns = [f"{name}_{seat}" for name in ("bot", "payoff", "points") for seat in seats]
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["deal", "rotation", "seed", *columns, "plies", "forfeit_seat", "forfeit"])
        for game in self.games:
            deal, rotation = self.plan.place(game)
            outcome = self.outcomes[game]
            bots = [self.plan.entrants[entrant] for entrant in self.plan.seats(game)]
            points: Sequence[object] = outcome.points or [""] * self.plan.players
            forfeit = outcome.forfeit
            told = [forfeit.seat, forfeit.why.say()] if forfeit else ["", ""]
            payoff = [round(share, 6) for share in outcome.payoff]
            seed = f"{self.plan.deal_seed(deal):016x}"
            out.writerow([deal, rotation, seed, *bots, *payoff, *points, outcome.plies, *told])
