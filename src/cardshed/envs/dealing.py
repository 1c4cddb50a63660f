"""A deal as a chain of small events of chance, each with its exact probabilities: who starts, then for one kind of card
after another how many of it each seat gets.

Every deal is the end of just one chain, and what can go only one way is no event, so there are fewer events than deals.
For games whose only chance is the deal, at its beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, factorial
from typing import Any, NamedTuple

from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Rows
from cardshed.engine.matches.game import Game
from cardshed.games import registry

MOST = 1_000_000  # deals; nobody goes through a tree with more


class Deck(NamedTuple):
    """What is dealt. Cards of one kind are all alike; kinds go from low to high."""

    kinds: Sequence[int]  # what one card of each is in a hand of the row
    parts: Sequence[int]  # and among the parts of moves
    copies: int  # of each kind
    each: int  # cards for each seat
    lowest_starts: bool  # who is dealt the lowest card starts; else it is chance


@dataclass(frozen=True)
class Dealing:
    """A deal that is being made. What happens to it next is one of its `outcomes`; `after` one it is another."""

    deck: Deck
    hands: tuple[tuple[int, ...], ...]  # the kinds of the cards that each seat got
    room: tuple[int, ...]  # how many cards each seat still gets
    spare: int  # how many cards are still left undealt
    starter: int = -1
    kind: int = 0  # the kind that is given out
    left: int = 0  # how many of it
    seat: int = 0  # who may get some next

    @property
    def done(self) -> bool:
        return self.starter >= 0 and not any(self.room)

    @property
    def outcomes(self) -> list[tuple[int, Fraction]]:
        """Who starts; afterwards, how many cards of the kind the seat gets."""
        if self.starter < 0:
            return [(p, Fraction(1, len(self.room))) for p in range(len(self.room))]
        # All orders of the cards that are left are equally likely, so this is drawing without putting back: of the
        # places for cards that this seat and those after it have, and of those beside the table, some are the seat's.
        places = sum(self.room[self.seat :]) + self.spare
        own = sum(self.room) if self._first else self.room[self.seat]
        ways = ((k, comb(own, k) * comb(places - own, self.left - k)) for k in range(self.left + 1))
        return [(k, Fraction(n, comb(places, self.left))) for k, n in ways if n]

    @property
    def getter(self) -> int:
        """Who may get some of the kind now."""
        return self.starter if self._first else self.seat

    @property
    def _first(self) -> bool:
        """Whether the next card that is dealt is the lowest, and thus the starter's."""
        return self.deck.lowest_starts and not any(self.hands)

    @property
    def packed(self) -> list[int]:
        """The hands as a row holds them."""
        return [sum(self.deck.kinds[kind] for kind in hand) for hand in self.hands]

    def after(self, outcome: int) -> Dealing:
        """The deal after that outcome, and after all that could go only one way."""
        made = self._after(outcome)
        while not made.done and len(certain := made.outcomes) == 1:
            made = made._after(certain[0][0])
        return made

    def __deepcopy__(self, memo: object) -> Dealing:
        return self  # it never changes

    def _after(self, outcome: int) -> Dealing:
        if self.starter < 0:
            return replace(self, starter=outcome)._next_kind(0)
        hands, room = list(self.hands), list(self.room)
        hands[self.getter] += outcome * (self.kind,)
        room[self.getter] -= outcome
        made = replace(self, hands=tuple(hands), room=tuple(room), left=self.left - outcome, seat=self.seat + 1)
        if self._first or made.seat == len(room) or made.left == 0:
            return replace(made, spare=made.spare - made.left)._next_kind(self.kind + 1)
        return made

    def _next_kind(self, kind: int) -> Dealing:
        return replace(self, kind=kind, left=self.deck.copies, seat=0)


def recipe_of(game: Game) -> Any:
    """The module `dealing.py` of a game's folder: how it deals, beside its rules, which deal by chance alone. None if
    it has none."""
    return game.module("dealing")


def dealt_games() -> list[str]:
    return [name for name in registry.names() if recipe_of(registry.game(name))]


def begin(game: Game, blank: Rows) -> Dealing:
    """A deal under the house rules of a row, nothing of it made yet; BadOption where there is more chance than that."""
    recipe, players = recipe_of(game), int(blank[0].players)
    if recipe is None:
        raise BadOption("envs.dealt", game=game.title, games=", ".join(dealt_games()))
    if blank[recipe.SINGLE][0] != 1:
        raise BadOption("envs.one_deal", option=recipe.SINGLE)
    deck = Deck(*recipe.deck(blank[0]))
    if (many := at_most(deck, players)) > MOST:
        raise BadOption("envs.many_deals", deals=f"{many:,}", most=f"{MOST:,}", options=recipe.SMALLER)
    spare = len(deck.kinds) * deck.copies - players * deck.each
    return Dealing(deck, ((),) * players, (deck.each,) * players, spare)


def at_most(deck: Deck, players: int) -> int:
    """How many deals there are; where cards are alike, a number that is not smaller."""
    cards = len(deck.kinds) * deck.copies
    apart = factorial(cards) // (factorial(deck.each) ** players * factorial(cards - players * deck.each))
    alike = comb(len(deck.kinds) + deck.each - 1, deck.each) ** players
    return min(apart, alike) * (1 if deck.lowest_starts else players)


def lay(game: Game, blank: Rows, made: Dealing) -> Rows:
    """The row that the game's own `deal` makes, with this deal."""
    rows = blank.copy()
    recipe_of(game).lay(rows, made.packed, made.starter)
    return rows
