"""The cards of Rummy and the melds on its table, for compiled code.

Cards are numbered rank by rank, card = 4 * rank + suit, rank 0 is the 3 and 11 the ace; then come the twos and the
jokers, which are wild. The kind of a meld is its rank if it is a set, WILD_SET, or RUN and its suit.
"""

from __future__ import annotations

from cardshed.engine.cards import EACH, count, first_n
from cardshed.engine.kernel import Row, i64, kernel

from .house_rules import ACE_IN_RUN, ACE_IN_SET, HIGH_POINTS, LOW_POINTS

SUITS = 4
RANKS = 12
ACE = 11
FIRST_ACE = SUITS * ACE
NATURALS = SUITS * RANKS
TWOS = NATURALS  # the first of them
JOKERS = TWOS + SUITS
CARDS = JOKERS + 2
MOST_WILDS = CARDS - NATURALS
MOST_MELDS = CARDS // 3

ALL_NATURALS = (1 << NATURALS) - 1
ALL_WILDS = (1 << CARDS) - 1 - ALL_NATURALS
LOW_CARDS = (1 << SUITS * 7) - 1  # 3 to 9
HIGH_CARDS = (1 << FIRST_ACE) - 1 - LOW_CARDS  # 10 to K
ACES = ALL_NATURALS - LOW_CARDS - HIGH_CARDS

WILD_SET = RANKS
RUN = WILD_SET + 1  # and the suit


@kernel
def is_wild(c: int) -> bool:
    return c >= NATURALS


@kernel
def rank_of(c: int) -> int:
    return c >> 2


@kernel
def suit_of(c: int) -> int:
    return c & 3


@kernel
def wilds_in(cards: int) -> int:
    return count(cards & ALL_WILDS)


@kernel
def naturals_in(cards: int) -> int:
    return count(cards & ALL_NATURALS)


@kernel
def of_suit(cards: int, suit: int) -> int:
    """Marks of the ranks held of a suit."""
    return (cards & ALL_NATURALS) >> i64(suit) & EACH


@kernel
def lowest_rank(s: Row) -> int:
    """rummy-6: runs go from 3 to the ace; a small deck has only the highest ranks."""
    return RANKS - int(s.ranks)


@kernel
def room(s: Row, kind: int, size: int) -> int:
    """How many more cards a meld can take. rummy-4: four of a rank, rummy-5: wilds alone as many as there are."""
    if kind == WILD_SET:
        return MOST_WILDS - size
    return 4 - size if kind < WILD_SET else int(s.ranks) - size


@kernel
def fits(s: Row, m: int, c: int) -> bool:
    """Whether a natural can be laid on a meld. rummy-8: not where a wild stands. rummy-5: nor on a set of wilds."""
    kind = i64(s.kind[m])
    if kind < WILD_SET:
        return rank_of(c) == kind and count(s.melds[m]) < 4
    return kind == RUN + suit_of(c) and (rank_of(c) == s.high[m] + 1 or rank_of(c) == s.low[m] - 1)


@kernel
def worth(s: Row, kind: int, rank: int) -> int:
    """rummy-22: what a card is worth on the table: a wild as much as the card it stands for."""
    if kind == WILD_SET:
        return int(s.wild_in_set)
    if rank == ACE:
        return int(s.worth[ACE_IN_SET if kind < WILD_SET else ACE_IN_RUN])
    return int(s.worth[LOW_POINTS if rank < 7 else HIGH_POINTS])


@kernel
def penalty(s: Row, hand: int) -> int:
    """What a hand costs at the end."""
    low = count(hand & LOW_CARDS) * int(s.worth[LOW_POINTS])
    high = count(hand & HIGH_CARDS) * int(s.worth[HIGH_POINTS])
    return low + high + count(hand & ACES) * int(s.ace_in_hand) + wilds_in(hand) * int(s.wild_in_hand)


@kernel
def whole_deck(s: Row) -> int:
    naturals = ALL_NATURALS & ~first_n(SUITS * lowest_rank(s))
    return naturals | first_n(s.twos) << TWOS | first_n(s.jokers) << JOKERS
