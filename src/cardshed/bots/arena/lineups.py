"""Who sits where: line-ups that are fair to every bot.

A deal is played once for each rotation of its line-up, so every bot has every hand. From deal to deal the order round
the table changes, through all orders in turn, so nobody always sits behind the same bot. Fewer bots than seats are
named again and again; if that does not come out even, or there are more bots than seats, every choice of them has its
turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from math import comb

from cardshed.engine.errors import BadOption

Seats = tuple[int, ...]  # for each seat the number of the entrant that sits there

MOST_ORDERED = 6  # larger tables keep the order they were given in: there are too many others
MOST_GROUPS = 100_000


class LineUps:
    def __init__(self, bots: Sequence[str], players: int) -> None:
        self.entrants = tuple(dict.fromkeys(bots))  # a bot that is named twice is one entrant
        if len(self.entrants) < 2:
            raise BadOption("bots.arena.alone")
        self.players = players
        named = tuple(self.entrants.index(bot) for bot in bots)
        whole, rest = divmod(players, len(named))
        if comb(len(named), rest) > MOST_GROUPS:
            raise BadOption("bots.arena.many", most=f"{MOST_GROUPS:,}", players=players)
        groups = [named * whole + extra for extra in combinations(named, rest)]
        self.groups = [group for group in groups if len(set(group)) > 1]  # nobody plays against itself alone
        self.even = len(groups) == 1

    @cached_property
    def games(self) -> int:
        """How many games are played of each deal."""
        return period(self.groups[0]) if self.even else self.players

    def of(self, deal: int) -> list[Seats]:
        """The line-ups of a deal, one for each game."""
        again, turn = divmod(deal, len(self.groups))
        found = orders(self.groups[turn])
        order = found[again % len(found)]
        return [rotated(order, by) for by in range(self.games)]


def rotated(seats: Seats, by: int) -> Seats:
    """Everybody moves on by so many seats."""
    return seats[-by % len(seats) :] + seats[: -by % len(seats)]


def period(seats: Seats) -> int:
    """How many different rotations there are."""
    return len({rotated(seats, by) for by in range(len(seats))})


@lru_cache(maxsize=4096)
def orders(seats: Seats) -> list[Seats]:
    """Every order round the table that has as many rotations, the given one first."""
    if len(seats) > MOST_ORDERED:
        return [seats]
    found: dict[Seats, Seats] = {}
    for others in permutations(seats[1:]):
        order = seats[:1] + others
        if period(order) == period(seats):
            found.setdefault(min(rotated(order, by) for by in range(len(order))), order)
    return list(found.values())
