"""The moves of Pyramid as numbers, and the phases of a round."""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import at_least, lowest, total
from cardshed.engine.kernel import i64, kernel

from .melds import BLACK, LARGEST, MELDS, RED, most_plays

SEATS = 4
VALUES = 8
LOWEST_NUMBER = 3
KINDS = len(MELDS)
MOST_WILDS = 3  # of a colour, for each player

# The phases of a round, by what is to be decided.
DECLARE, ADD, SHED, END_TRICK, DISCARD, OVER = 0, 1, 2, 3, 4, 5
PHASES = 6
# And by what happens without a decision, always before the next one.
TO_DEAL, TO_SHED, TO_PASS_ON, TO_CLEAR = 6, 7, 8, 9

UNDECLARED = 0  # a sealed choice: none yet, to keep, or to trade with a red or a black wild
CHOSE_KEEP = 1
CHOSE_TRADE = 2  # with a red wild; with a black one the next number


PASS, KEEP, TRADE, ADD_WILDS, END, THROW, MELD = 0, 1, 2, 3, 4, 5, 6

# Fields of a move: its kind, what it is beyond its cards (the number of the meld, the answer to a question), and the
# cards it moves: of each colour the values as bits, how many of each of them, and how many wilds.
WHAT_AT, VALUES_AT, TIMES_AT, WILDS_AT = 3, 8, 24, 32

MOVES = max(sum(most_plays(meld, VALUES) for meld in MELDS) + 1, (MOST_WILDS * SEATS + 1) ** 2)

# A move's parts: the meld card or button, and the cards.
PART_WILD = 2 * VALUES
PART_MELD = PART_WILD + 2
PART_BUTTON = PART_MELD + KINDS
PART_GO_ON = PART_BUTTON + MELD  # the no to ending the trick
PARTS = PART_GO_ON + 1
LONGEST = 1 + max(LARGEST, 2 * MOST_WILDS * SEATS)

# One of each value of a set of values, as packed counts.
ONE_OF_EACH = np.array([sum(1 << 4 * v for v in range(VALUES) if values >> v & 1) for values in range(1 << VALUES)])


@kernel
def kind_of(move: int) -> int:
    return move & 7


@kernel
def what_of(move: int) -> int:
    """Which meld it is, by its number in MELDS; whether the trick is ended."""
    return (move >> WHAT_AT) & 31


@kernel
def values_of(move: int) -> int:
    """The values of the naturals of a meld, as bits; 0 if it is all wild."""
    return (move >> VALUES_AT | move >> VALUES_AT + 8) & 255


@kernel
def wilds_of(move: int, colour: int) -> int:
    """The wilds of a colour that leave the hand, or the front."""
    return (move >> i64(WILDS_AT + 4 * colour)) & 15


@kernel
def cards_of(move: int) -> int:
    """The numbered cards that leave the hand."""
    red = ONE_OF_EACH[(move >> VALUES_AT) & 255] * ((move >> TIMES_AT) & 15)
    black = ONE_OF_EACH[(move >> VALUES_AT + 8) & 255] * ((move >> TIMES_AT + 4) & 15)
    return red + (black << 4 * VALUES)


@kernel
def simple_move(kind: int, what: int) -> int:
    return i64(kind) | i64(what) << WHAT_AT


@kernel
def naturals(colour: int, values: int, times: int) -> int:
    """So many of each of these values, as part of a move."""
    if values == 0:
        return i64(0)
    return i64(values) << i64(VALUES_AT + 8 * colour) | i64(times) << i64(TIMES_AT + 4 * colour)


@kernel
def wilds(colour: int, n: int) -> int:
    """Wilds as part of a move."""
    return i64(n) << i64(WILDS_AT + 4 * colour)


@kernel
def size_of(move: int) -> int:
    """How many cards leave the hand."""
    return total(cards_of(move)) + wilds_in(move)


@kernel
def wilds_in(move: int) -> int:
    return wilds_of(move, RED) + wilds_of(move, BLACK)


@kernel
def lowest_of(move: int, target: int) -> int:
    """The value that the next meld has to meet. pyramid-5: wilds are ignored. pyramid-6: all wild, it stays."""
    return lowest(values_of(move)) if values_of(move) != 0 else target


@kernel
def in_colour(cards: int, colour: int) -> int:
    """The cards of a colour, as counts of eight values."""
    return (cards >> i64(4 * VALUES * colour)) & 0xFFFFFFFF


@kernel
def values_in(counts: int) -> int:
    """The values that are there at all, as bits."""
    marks = at_least(counts, 1)
    marks = (marks | marks >> 3) & 0x03030303
    marks = (marks | marks >> 6) & 0x000F000F
    return (marks | marks >> 12) & 255
