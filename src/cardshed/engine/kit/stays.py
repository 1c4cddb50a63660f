"""Whether redeals leave hidden cards where they truly are, which would let bots see them.

Card by card that cannot be decided: one that stays may be known. So only what happens every time is taken for a
mistake. Hidden from a seat is a card in a zone that another seat sees and it does not, unless the rest of its view
names the card (a view tells all that a seat may know). Redeals from many moments of many matches then must show

- for any two seats a moment where no hidden card of the one stays in all redeals for the other, though some card moves;
- for any card a moment where it moves.

What no seat sees in a zone (a stock, a sealed choice), and cards that stay only now and then, are not found.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from typing import Any

from cardshed.engine.matches.match import Match

REDEALS = 40  # tried until all that is hidden has moved
ENOUGH = 4  # matches in which the same must have stayed every time

Cards = Counter[str]


class Stays:
    """What has stayed so far, in which matches, and what was seen to move."""

    def __init__(self) -> None:
        self.between: defaultdict[tuple[int, int], set[int]] = defaultdict(set)  # (who redeals, who holds)
        self.cards: defaultdict[str, set[int]] = defaultdict(set)
        self.moved: set[tuple[int, int] | str] = set()

    def look(self, match: Match, seat: int, number: int, dice: random.Random) -> None:
        """Redeal for a seat at a moment of a match until all has moved, or often enough."""
        secrets = Secrets(match, seat)
        held = secrets.held
        if all(self._is_settled(seat, p, held[p]) for p in held):
            return
        stay = held
        for _ in range(REDEALS):
            found = secrets.of(match.imagine(seat, dice.getrandbits(64)))
            stay = {p: stay[p] & found[p] for p in held}
            if not any(stay.values()):
                break
        if stay != held:  # where nothing moves at all, all may be known
            for p in held:
                self._note(seat, p, number, held[p], stay[p])

    def _is_settled(self, seat: int, holder: int, held: Cards) -> bool:
        return not held or ((seat, holder) in self.moved and all(card in self.moved for card in held))

    def _note(self, seat: int, holder: int, number: int, held: Cards, stay: Cards) -> None:
        if stay:
            self.between[seat, holder].add(number)
        elif held:
            self.moved.add((seat, holder))
        for card in held:
            if stay[card] < held[card]:
                self.moved.add(card)
            else:
                self.cards[card].add(number)

    def suspect(self) -> str | None:
        """What stayed every time, in a sentence; None if there is nothing like that."""
        for (seat, holder), matches in self.between.items():
            if (seat, holder) not in self.moved and len(matches) >= ENOUGH:
                return f"a redeal for seat {seat} always leaves some hidden cards of seat {holder} where they truly are"
        cards = [card for card, matches in self.cards.items() if card not in self.moved and len(matches) >= ENOUGH]
        return f"a redeal always leaves {', '.join(sorted(cards))} where it truly is" if cards else None


class Secrets:
    """What is hidden from a seat at a moment of a match, there and in the worlds that it imagines."""

    def __init__(self, match: Match, seat: int) -> None:
        told = match.game.table.view(match.row, seat)
        self.zones = told["zones"]
        self.rest = _words([piece for name, piece in told.items() if name != "zones"])
        self.holders = [p for p in range(match.players) if p != seat]
        self.held = self.of(match)

    def of(self, world: Match) -> dict[int, Cards]:
        """The cards that each other seat sees, and this one neither sees nor is told of."""
        return {p: self._cards(world.game.table.view(world.row, p)["zones"], p) for p in self.holders}

    def _cards(self, zones: list[dict[str, Any]], holder: int) -> Cards:
        words = self.rest | _words([zone for zone in self.zones if zone["seat"] == holder])
        cards = [card for zone in zones if zone not in self.zones for card in zone["cards"]]
        return Counter(card["name"] for card in cards if not words & {card["name"], card["face"]})


def _words(told: Any) -> set[str]:
    """All words of a view or of a piece of it."""
    if isinstance(told, dict):
        return _words(list(told.values()))
    if isinstance(told, list):
        return set().union(*map(_words, told))
    return set(re.split(r"[\s,]+", told)) if isinstance(told, str) else set()
