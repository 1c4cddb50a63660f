"""What tables tell of cards and seats.

Playing cards have names: `3S 10H QD` for people who type, `3♠ 10♥ Q♦` on output, words for those who listen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardshed.engine.errors import BadCards
from cardshed.engine.messages import Message, shortly

SYMBOLS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()} | {"♤": "S", "♧": "C", "♢": "D", "♡": "H"}


@dataclass(frozen=True)
class Deck:
    """Cards numbered rank by rank, `len(suits) * rank + suit`, in a game's own order of ranks and suits."""

    ranks: Sequence[str]
    suits: Sequence[str]

    def name(self, c: int) -> str:
        return self.ranks[c // len(self.suits)] + self.suits[c % len(self.suits)]

    def face(self, c: int) -> str:
        return self.ranks[c // len(self.suits)] + SYMBOLS[self.suits[c % len(self.suits)]]

    def spoken(self, c: int) -> Message:
        rank, suit = self.ranks[c // len(self.suits)], self.suits[c % len(self.suits)]
        return Message("card", rank=Message(f"card.rank.{rank}"), suit=Message(f"card.suit.{suit}"))

    def names(self, cards: int) -> str:
        return " ".join(self.name(c) for c in members(cards))

    def faces(self, cards: int) -> str:
        return " ".join(self.face(c) for c in members(cards))

    @cached_property
    def told(self) -> list[dict[str, Any]]:
        """Every card as a view tells it, by its names."""
        return [
            {"name": self.name(c), "face": self.face(c), "spoken": self.spoken(c).json()}
            for c in range(len(self.ranks) * len(self.suits))
        ]

    def json(self, cards: int) -> list[dict[str, Any]]:
        """Cards for a view. They are shared by all views, so nobody changes them."""
        return [self.told[c] for c in members(cards)]

    def card(self, text: str) -> int:
        """The card that a text names, in any case and with letters or symbols for suits."""
        plain = text.strip().upper()
        plain = "".join(LETTERS.get(sign, sign) for sign in plain).replace("\ufe0f", "")
        rank, suit = plain[:-1], plain[-1:]
        rank = "10" if rank == "T" else rank
        if rank not in self.ranks or suit not in self.suits:
            raise BadCards(
                "engine.card.unknown", text=shortly(text), ranks=" ".join(self.ranks), suits=" ".join(self.suits)
            )
        return self.ranks.index(rank) * len(self.suits) + self.suits.index(suit)

    def cards(self, text: str) -> int:
        """The set of cards that a text names, separated by spaces or commas."""
        found = 0
        for word in re.split(r"[\s,]+", text.strip()):
            if word:
                card = 1 << self.card(word)
                if found & card:
                    raise BadCards("engine.card.twice", text=word)
                found |= card
        return found


def members(cards: int) -> list[int]:
    """The cards of a set, low to high."""
    cards = int(cards)
    return [c for c in range(cards.bit_length()) if cards >> c & 1]


def values(counts: int) -> list[int]:
    """The cards of a packed hand, low to high."""
    return [v for v in range(16) for _ in range(int(counts) >> 4 * v & 15)]


def packed(cards: Iterable[int]) -> int:
    return sum(n << 4 * v for v, n in Counter(cards).items())


def seats_after(seat: int, players: int, out: Sequence[int]) -> list[int]:
    """All others in turn order, but for those who are out."""
    return [p for p in ((seat + k) % players for k in range(1, players)) if p not in out]


def winners(points: Sequence[int], players: int) -> list[int]:
    """The seats with the most of these."""
    best = max(int(points[p]) for p in range(players))
    return [p for p in range(players) if points[p] == best]
