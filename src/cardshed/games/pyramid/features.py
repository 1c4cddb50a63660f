"""What a move of Pyramid is to a learner, to a hand that selects cards, and to a quick opinion."""

from __future__ import annotations

from cardshed.engine.cards import at_least, count, held, total
from cardshed.engine.kernel import Numbers, Row, kernel
from cardshed.engine.numbers import put, put_counts, put_one_of
from cardshed.games.pyramid.codes import (
    ADD_WILDS,
    END,
    KEEP,
    KINDS,
    MELD,
    PART_BUTTON,
    PART_GO_ON,
    PART_MELD,
    PART_WILD,
    THROW,
    TRADE,
    VALUES,
    cards_of,
    in_colour,
    kind_of,
    lowest_of,
    size_of,
    what_of,
    wilds_in,
    wilds_of,
)
from cardshed.games.pyramid.melds import BLACK, RED

ENCODING = (
    ("kind", MELD + 1),
    ("meld", KINDS),
    ("cards", 2 * VALUES),
    ("left_in_hand", 2 * VALUES),
    ("wilds", 2),
    ("next_target", VALUES),
    ("trade", 2),  # the colour of the wild
    ("ends_trick", 1),
    ("size", 1),
)


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = kind_of(move)
    i = put_one_of(out, 0, kind, MELD + 1)
    i = put_one_of(out, i, what_of(move) if kind == MELD else -1, KINDS)
    i = put_counts(out, i, cards_of(move), 2 * VALUES)
    i = put_counts(out, i, s.hands[seat] - cards_of(move), 2 * VALUES)
    i = put(out, i, wilds_of(move, RED))
    i = put(out, i, wilds_of(move, BLACK))
    i = put_one_of(out, i, lowest_of(move, s.target) if kind == MELD else -1, VALUES)
    i = put_one_of(out, i, wilds_of(move, BLACK) if kind == TRADE else -1, 2)
    i = put(out, i, 1 if kind == END and what_of(move) == 1 else 0)
    return put(out, i, size_of(move))


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = kind_of(move)
    if kind == MELD:
        n = put(out, 0, PART_MELD + what_of(move))
    elif kind == END:
        return put(out, 0, PART_BUTTON + END if what_of(move) == 1 else PART_GO_ON)
    else:
        n = put(out, 0, PART_BUTTON + kind)
    cards = cards_of(move)
    for c in range(PART_WILD):
        for _ in range(held(cards, c)):
            n = put(out, n, c)
    for colour in (RED, BLACK):
        for _ in range(wilds_of(move, colour)):
            n = put(out, n, PART_WILD + colour)
    return n


# Marks and counts of both colours.
TENS, NINES_AND_TENS = 0x1000000010000000, 0x1100000011000000
THREE_TO_FIVE, THREE_TO_SEVEN = 0x00000FFF00000FFF, 0x000FFFFF000FFFFF


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Shed many cards at once, low numbers first and wilds last, and leave a good hand; pass only for want of a meld.

    Trade a hand that is worse than most, once; alone, add all wilds.
    """
    kind = kind_of(move)
    hand = s.hands[seat]
    if kind in (MELD, THROW):
        size = size_of(move)
        if size == s.left[seat]:
            return 10_000
        return hand_value(hand - cards_of(move)) + 50 * size - 110 * wilds_in(move) - 10 * lowest_of(move, s.target)
    if kind == KEEP:
        return hand_value(hand) + 60 * (int(s.left[seat]) - int(s.cards))
    if kind == TRADE:
        return 20 * int(s.cards) + wilds_of(move, BLACK)
    if kind == ADD_WILDS:
        return wilds_in(move)
    return what_of(move) if kind == END else -10_000


@kernel
def hand_value(hand: int) -> int:
    """The melds in a hand and the high cards that win tricks, against the low ones, which only a leader sheds."""
    ones = at_least(hand, 1)
    twos = at_least(hand, 2)
    red, black = in_colour(ones, RED), in_colour(ones, BLACK)
    melds = count(in_colour(twos, BLACK)) + count(red & red >> 4)  # black pairs, red runs of 2
    melds += count(twos & black) + count(black & black >> 4 & (red | black) >> 8)  # red triples, black runs of 3
    high = count(ones & TENS) + count(ones & NINES_AND_TENS)
    low = 3 * total(hand & THREE_TO_FIVE) + total(hand & THREE_TO_SEVEN)
    return 32 * melds + 36 * high - 10 * low
