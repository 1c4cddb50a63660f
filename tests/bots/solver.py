"""Small endgames solved outright: every card open, every line tried, each seat out for its own payoff.

Where a seat has several moves of the same payoff to itself, any of them may be played, and the others' payoffs can hang
on it. So the result of a position is a set: the payoffs of every way to break such ties. In a game of two it has one
member; with more seats a move's worth has a low and a high end, and only where these agree is it a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cardshed.engine import calls
from cardshed.engine.bits import lowest
from cardshed.engine.kernel import Rows
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match

Payoffs = frozenset[tuple[float, ...]]


class TooLarge(Exception):
    """More positions than were allowed."""


class Worth(NamedTuple):
    """What a move brings the seat that plays it, over all ways in which the others may break their ties."""

    low: float
    high: float

    @property
    def exact(self) -> bool:
        return self.low == self.high


class Solver:
    """Looks at no more positions than `most`; one that has several seats acting at once it does not solve."""

    def __init__(self, game: Game, most: int = 100_000) -> None:
        self.game = game
        self.most = most
        self.seen: dict[bytes, Payoffs] = {}
        self.buffer = np.empty(game.moves, np.int64)

    def worths(self, match: Match, seat: int) -> dict[str, Worth]:
        """Every legal move of the seat, by its text."""
        found = {}
        for move in match.legal(seat):
            own = [payoff[seat] for payoff in self.after(match.rows, seat, move.code)]
            found[move.text] = Worth(min(own), max(own))
        return found

    def after(self, rows: Rows, seat: int, code: int) -> Payoffs:
        return self.payoffs(played(rows, seat, code))

    def payoffs(self, rows: Rows) -> Payoffs:
        """Of every line in which each seat does the best for itself."""
        seats = calls.acting(rows)
        if seats == 0:
            return frozenset([self.paid(rows)])
        known = rows.tobytes()
        if known not in self.seen:
            if len(self.seen) >= self.most:
                raise TooLarge
            seat, codes = self.choices(rows, seats)
            self.seen[known] = reasonable([self.after(rows, seat, code) for code in codes], seat)
        return self.seen[known]

    def choices(self, rows: Rows, seats: int) -> tuple[int, list[int]]:
        seat = lowest(seats)
        if seats != 1 << seat:
            raise TooLarge
        return seat, self.buffer[: calls.legal(rows, seat, self.buffer)].tolist()

    def paid(self, rows: Rows) -> tuple[float, ...]:
        out = np.zeros(int(rows[0].players))
        calls.payoff(rows, out)
        return tuple(out.tolist())

    def sure(self, match: Match, seat: int, plan: Sequence[str]) -> float:
        """The least that a seat gets by a plan, whatever the others do.

        The plan asks for nothing that is hidden: of the moves it names the seat plays the first that is legal. Where
        none is, the seat may do anything, and the worst of it counts.
        """
        wanted = [self.game.table.read(text) for text in plan]
        least: dict[bytes, float] = {}

        def go(rows: Rows) -> float:
            seats = calls.acting(rows)
            if seats == 0:
                return self.paid(rows)[seat]
            known = rows.tobytes()
            if known not in least:
                if len(least) >= self.most:
                    raise TooLarge
                acting, codes = self.choices(rows, seats)
                planned = [code for code in wanted if code in codes] if acting == seat else []
                codes = planned[:1] or codes
                least[known] = min(go(played(rows, acting, code)) for code in codes)
            return least[known]

        return go(match.rows)


def reasonable(ends: Sequence[Payoffs], seat: int) -> Payoffs:
    """Of what each move may end in, what a seat may choose that expects some end of every other move."""
    floors = [min(payoff[seat] for payoff in end) for end in ends]
    best = max(floors)
    return frozenset(payoff for end in ends for payoff in end if payoff[seat] >= best)


def played(rows: Rows, seat: int, code: int) -> Rows:
    """The table after a move; how many moves were made before is forgotten, so that the same table is known again."""
    rows = rows.copy()
    calls.play(rows, seat, code)
    rows["plies"] = 0
    rows["turns"] = 0
    return rows


def best(worths: dict[str, Worth]) -> set[str]:
    """The moves that nothing is better than, where every worth is a number."""
    top = max(worth.low for worth in worths.values())
    return {text for text, worth in worths.items() if worth.low == top}


def one_world(match: Match, seat: int) -> bool:
    """Whether a seat can deduce every card; nothing but the seed is left to imagine."""
    imagined = set()
    for k in range(8):
        rows = match.imagine(seat, k).rows.copy()
        rows["seed"] = 0
        imagined.add(rows.tobytes())
    return len(imagined) == 1
