"""Packed hands, and what one does with them.

A set of different cards is an int64 with a bit per card (52- and 54-card decks). Where ranks matter, the four cards
of a rank lie side by side: card = 4 * rank + suit. A hand of equal cards is an int64 of 4-bit counts, one per value,
up to 15 of each. `per_rank` turns the first into the second, so both share the operations on counts, and both mark
ranks or values in the same way: by the lowest bit of their 4-bit field.
Every operation is a few instructions, on a CPU as on a GPU.
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.bits import count as count
from cardshed.engine.bits import highest as highest
from cardshed.engine.bits import lowest as lowest
from cardshed.engine.kernel import i64, kernel

EACH = 0x1111111111111111  # the lowest bit of each 4-bit field
EVEN = 0x0F0F0F0F0F0F0F0F  # every second field
ONES = 0x0101010101010101
SIXTEENS = 0x1010101010101010


# --- sets of different cards ---------------------------------------------------------------------


@kernel
def bit(c: int) -> int:
    """The set of just this card."""
    return i64(1) << i64(c)


@kernel
def has(cards: int, c: int) -> bool:
    return (cards >> i64(c)) & 1 != 0


@kernel
def first_n(n: int) -> int:
    """The set of the cards 0 to n - 1; n is at most 62."""
    return (i64(1) << i64(n)) - 1


# The k-th lowest set bit of a byte, at [k, byte].
IN_BYTE = np.zeros((8, 256), np.int8)
for _byte in range(256):
    for _k, _bit in enumerate(b for b in range(8) if _byte >> b & 1):
        IN_BYTE[_k, _byte] = _bit


@kernel
def nth(cards: int, k: int) -> int:
    """The k-th lowest card of a set that holds more than k, counted from 0."""
    c = i64(0)
    for step in range(3):
        half = i64(32 >> step)
        low = count(cards & ((i64(1) << half) - 1))
        if k >= low:
            k -= low
            cards >>= half
            c += half
    return c + IN_BYTE[k, cards & 255]


@kernel
def of_rank(cards: int, r: int) -> int:
    """The suits held of one rank, as four bits."""
    return (cards >> i64(4 * r)) & 15


@kernel
def per_rank(cards: int) -> int:
    """How many cards of each rank, as packed counts."""
    pairs = cards - ((cards >> 1) & 0x5555555555555555)
    return (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)


@kernel
def ranks(cards: int) -> int:
    """Marks of the ranks held at all."""
    return (cards | (cards >> 1) | (cards >> 2) | (cards >> 3)) & EACH


# --- packed counts -------------------------------------------------------------------------------


@kernel
def some(v: int, n: int) -> int:
    """n cards of value v, to be added to a hand or taken from it."""
    return i64(n) << i64(4 * v)


@kernel
def held(counts: int, v: int) -> int:
    return (counts >> i64(4 * v)) & 15


@kernel
def total(counts: int) -> int:
    """All cards of the hand."""
    t = (counts & EVEN) + ((counts >> 4) & EVEN)
    t += t >> 32
    t += t >> 16
    t += t >> 8
    return t & 255


@kernel
def nth_value(counts: int, k: int) -> int:
    """The value of the k-th card of a hand sorted low to high, counted from 0; the hand has more than k."""
    v = 0
    while k >= counts & 15:
        k -= counts & 15
        counts >>= 4
        v += 1
    return v


@kernel
def at_least(counts: int, n: int) -> int:
    """Marks of the values of which there are n or more; n is 1 to 15."""
    enough = (16 - i64(n)) * ONES
    even = ((counts & EVEN) + enough) & SIXTEENS
    odd = (((counts >> 4) & EVEN) + enough) & SIXTEENS
    return (even >> 4) | odd


# --- marks of ranks or values --------------------------------------------------------------------


@kernel
def value(marks: int) -> int:
    """The lowest marked value."""
    return lowest(marks) >> 2


@kernel
def from_value(marks: int, v: int) -> int:
    """Only the marks of value v and above; v is at most 15."""
    return marks & (i64(-1) << i64(4 * v))


@kernel
def runs(marks: int, length: int) -> int:
    """Marks of the values that begin a run of that many marked ones in a row; at most 16."""
    starts = marks
    for step in range(1, length):
        starts &= marks >> i64(4 * step)
    return starts
