"""What the lab counts in Thirteen: the kinds of combinations, the fate of twos, bombs, hands that win at once."""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import count, ranks
from cardshed.engine.kernel import Numbers, Row, kernel
from cardshed.engine.tallies import noted

from .rules import CARDS, FOUR, RANKS, TRIPLE, TWOS, kind_of

LONGEST_RUN, MOST_PAIRS = 13, 8

TALLIES = (
    "pass", "single", "pair", "triple", "four",
    *(f"run_{length}" for length in range(3, LONGEST_RUN + 1)),
    *(f"pairs_{pairs}" for pairs in range(3, MOST_PAIRS + 1)),
    "two", "bomb_on_two", "trick", "two_left", "instant_win",
)  # fmt: skip

HAPPENINGS = ("trick", "two_left", "instant_win")

TWO_AT, BOMB_AT, TRICK_AT, LEFT_AT, INSTANT_AT = (
    TALLIES.index(name) for name in ("two", "bomb_on_two", "trick", "two_left", "instant_win")
)


def _place(ranks: int, cards: int) -> int:
    """The place in TALLIES of a play of so many cards of so many ranks."""
    if ranks <= 1:
        return min(cards, FOUR)
    name = f"run_{cards}" if ranks == cards else f"pairs_{min(ranks, MOST_PAIRS)}"
    return TALLIES.index(name) if name in TALLIES else 0


PLACE = np.array([[_place(ranks, cards) for cards in range(CARDS + 1)] for ranks in range(RANKS + 1)])


@kernel
def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    n = 0
    won_at_once = int(s.deal_no)
    if seat >= 0:
        n = tally_move(before.trick, move, out)
        won_at_once -= int(before.deal_no)
        n = noted(out, n, TRICK_AT, won_at_once == 0 and s.trick == 0)
        if won_at_once > 0:  # the deal that was played to its end
            won_at_once -= 1
            for p in range(s.players):
                n = noted(out, n, LEFT_AT, before.hands[p] & ~move & TWOS != 0)
    for _ in range(min(won_at_once, 8)):
        n = noted(out, n, INSTANT_AT, True)
    return n


@kernel
def tally_move(trick: int, move: int, out: Numbers) -> int:
    """A pass, or cards played on others or on nothing."""
    different, cards = count(ranks(move)), count(move)
    out[0] = PLACE[different, cards]
    n = noted(out, 1, TWO_AT, move & TWOS != 0)
    bomb = (cards == 4) & (different == 1) | (different > 1) & (cards == 2 * different)
    return noted(out, n, BOMB_AT, bomb & (trick & TWOS != 0) & (kind_of(trick) <= TRIPLE))
