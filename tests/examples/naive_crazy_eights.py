"""The slow, plain twin of Crazy Eights, written from its RULES.md alone. Cards are texts such as `10H`."""

from __future__ import annotations

from collections.abc import Mapping

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
SUITS = "SCDH"
PACK = {rank + suit for rank in RANKS for suit in SUITS}


def pips(card: str) -> int:
    rank = card[:-1]
    if rank == "8":
        return 50
    if rank == "A":
        return 1
    return 10 if rank in ("10", "J", "Q", "K") else int(rank)


class CrazyEights:
    """A match in progress. Which cards are dealt, turned up and drawn is told from outside."""

    def __init__(self, options: Mapping[str, str | int], hands: list[set[str]], turned_up: str) -> None:
        self.options = options
        self.points = [0 for _ in hands]
        self.deals_done = 0
        self.deal(hands, turned_up)

    def deal(self, hands: list[set[str]], turned_up: str) -> None:
        assert all(len(hand) == self.options["cards"] for hand in hands)  # rule 1
        assert not turned_up.startswith("8")  # rule 2
        self.hands = hands
        self.pile = [turned_up]
        self.suit = turned_up[-1]
        self.stock = PACK - {turned_up}.union(*hands)
        self.turn = self.deals_done % len(hands)
        self.turns_had = 0
        self.drawn_in_turn = 0
        self.deal_over = False

    @property
    def over(self) -> bool:
        return self.deals_done == self.options["deals"]

    def fits(self, card: str) -> bool:
        """Rule 3."""
        top = self.pile[-1]
        return card[-1] == self.suit or card[:-1] == top[:-1] or card[:-1] == "8"

    def legal(self) -> set[str]:
        moves = set()
        for card in self.hands[self.turn]:
            if self.fits(card):
                moves |= {f"{card} {suit}" for suit in SUITS} if card[:-1] == "8" else {card}
        if moves and self.options["must_play"] == "yes":
            return moves
        # Rules 4 and 5.
        anything_to_draw = bool(self.stock) or len(self.pile) > 1
        may_draw = self.drawn_in_turn < int(self.options["draws"]) and anything_to_draw
        return moves | {"draw" if may_draw else "pass"}

    def draw(self, card: str) -> bool:
        """Draw what chance gives; whether the pile had to be shuffled first."""
        shuffle = not self.stock
        if shuffle:
            self.stock, self.pile = set(self.pile[:-1]), self.pile[-1:]
        self.stock.remove(card)
        self.hands[self.turn].add(card)
        self.drawn_in_turn += 1
        return shuffle

    def play(self, move: str) -> None:
        """Lay a card, or pass."""
        if move != "pass":
            card, _, named = move.partition(" ")
            self.hands[self.turn].remove(card)
            self.pile.append(card)
            self.suit = named or card[-1]
        out = not self.hands[self.turn]
        self.drawn_in_turn = 0
        self.turns_had += 1
        self.turn = (self.turn + 1) % len(self.hands)
        # Rule 6.
        if out or self.turns_had == int(self.options["limit"]) * len(self.hands):
            self.deal_over = True
            self.deals_done += 1
            self.points = [old + self.score(hand) for old, hand in zip(self.points, self.hands, strict=True)]

    def score(self, hand: set[str]) -> int:
        """Rule 7."""
        if self.options["scoring"] == "pips":
            return -sum(map(pips, hand))
        if self.options["scoring"] == "cards":
            return -len(hand)
        return 0 if hand else 1

    def shares(self) -> list[float]:
        """Rule 8: of how many opponents each has more points, equal ones half."""
        others = len(self.points) - 1
        return [
            (sum(other < own for other in self.points) + (sum(other == own for other in self.points) - 1) / 2) / others
            for own in self.points
        ]
