"""The moves of Rummy as numbers, and what a turn is made of."""

from __future__ import annotations

from cardshed.engine.cards import bit, lowest
from cardshed.engine.kernel import i64, kernel

from . import melds

SEATS = 2

# What is to be decided: whether to call Rummy, where to draw from, what to lay and discard.
ASKED, TO_DRAW, TO_LAY, OVER = 0, 1, 2, 3
PHASES = 4
# And what happens without a decision, always before the next one.
NEXT_TURN, NEXT_SCORE, NEXT_HAND = 4, 5, 6


DRAW, TAKE, CALL, LAY_SET, LAY_RUN, ADD, SWAP, DISCARD, STOP, DECLINE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
KINDS = 10
NO_SIDE, LOW_END, HIGH_END = 0, 1, 2  # where a wild is added to a run

# Fields of a move: its kind, up to three cards (a run's in their order), a meld and the end of it.
FIRST_AT, SECOND_AT, THIRD_AT, MELD_AT, SIDE_AT = 4, 10, 16, 22, 27

# The longest list: sets of each rank from 4 naturals and 6 wilds, sets of wilds, runs from each rank of each suit with
# the wilds in any order; a natural fits at most five melds on the table, a wild both ends of any;
# each wild on the table can be swapped for at most three naturals; and any card discarded.
MOST_LAYS = 12 * (4 + 6 * 6 + 4 * 15) + 20 + 4 * 10 * (1 + 3 * 6 + 3 * 6 * 5)
MOVES = MOST_LAYS + 5 * melds.NATURALS + 2 * melds.MOST_WILDS * melds.MOST_MELDS + 3 * melds.MOST_WILDS + melds.CARDS

# A move's parts: cards, melds, ends and buttons.
PART_MELD = melds.CARDS
PART_SIDE = PART_MELD + melds.MOST_MELDS - 1  # and LOW_END or HIGH_END
PART_BUTTON = PART_SIDE + 3
PARTS = PART_BUTTON + KINDS
LONGEST = 4


@kernel
def kind_of(move: int) -> int:
    return move & 15


@kernel
def card_of(move: int) -> int:
    """The card taken, called, added, swapped in or discarded; the first of a meld."""
    return (move >> FIRST_AT) & 63


@kernel
def second_of(move: int) -> int:
    """The second card of a meld, or the wild that is swapped out."""
    return (move >> SECOND_AT) & 63


@kernel
def third_of(move: int) -> int:
    return (move >> THIRD_AT) & 63


@kernel
def meld_of(move: int) -> int:
    return (move >> MELD_AT) & 31


@kernel
def side_of(move: int) -> int:
    return (move >> SIDE_AT) & 3


@kernel
def move_of(kind: int, a: int, b: int, c: int) -> int:
    return i64(kind) | i64(a) << FIRST_AT | i64(b) << SECOND_AT | i64(c) << THIRD_AT


@kernel
def move_on(kind: int, c: int, m: int, side: int) -> int:
    return i64(kind) | i64(c) << FIRST_AT | i64(m) << MELD_AT | i64(side) << SIDE_AT


@kernel
def cards_laid(move: int) -> int:
    """The cards of a new meld."""
    return bit(card_of(move)) | bit(second_of(move)) | bit(third_of(move))


@kernel
def laid_kind(move: int) -> int:
    """The kind of a new meld; rummy-5: there is no run of wilds alone."""
    naturals = cards_laid(move) & melds.ALL_NATURALS
    if naturals == 0:
        return melds.WILD_SET
    c = lowest(naturals)
    return melds.RUN + melds.suit_of(c) if kind_of(move) == LAY_RUN else melds.rank_of(c)


@kernel
def laid_low(move: int) -> int:
    """The lowest rank of a new run, 0 for a set. rummy-7: the order of a run's cards names the places of its wilds."""
    if kind_of(move) == LAY_SET:
        return 0
    if not melds.is_wild(card_of(move)):
        return melds.rank_of(card_of(move))
    if not melds.is_wild(second_of(move)):
        return melds.rank_of(second_of(move)) - 1
    return melds.rank_of(third_of(move)) - 2


@kernel
def laid_high(move: int) -> int:
    return 0 if kind_of(move) == LAY_SET else laid_low(move) + 2
