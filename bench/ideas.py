"""The search without one of its ideas each, as bots that an arena can seat: `bench/ideas.py:Unordered`."""

from __future__ import annotations

from math import inf

from cardshed.bots.search import Search
from cardshed.bots.tree import Style
from cardshed.engine.matches.match import Match, Move

ROLLOUTS = 1_000


class Whole:
    """As it is."""

    style = Style()

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        return Search(ROLLOUTS, style=self.style).choose(match, seat, seed)


class Unordered(Whole):
    """Moves are added to the tree at random, not the best-judged first."""

    style = Style(ordered=False)


class Unlimited(Whole):
    """Every legal move is tried before any is tried again."""

    style = Style(widen=inf)


class Wide(Whole):
    style = Style(widen=2 * Style().widen)


class Narrow(Whole):
    style = Style(widen=Style().widen / 2)


class Reckless(Whole):
    """Playouts by chance alone."""

    style = Style(luck=1.0)


class Careless(Whole):
    """Playouts with more chance."""

    style = Style(luck=0.3)


class Strict(Whole):
    """Playouts without any chance."""

    style = Style(luck=0.0)


class Curious(Whole):
    style = Style(explore=2 * Style().explore)


class Stubborn(Whole):
    style = Style(explore=Style().explore / 2)


class Hasty(Whole):
    """A move that failed a few times may never be tried again."""

    style = Style(floor=0.0)


IDEAS = (Unordered, Unlimited, Wide, Narrow, Reckless, Careless, Strict, Curious, Stubborn, Hasty)
