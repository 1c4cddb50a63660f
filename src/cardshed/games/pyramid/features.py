"""What a move of Pyramid is to a learner, to a hand that selects cards, and to a quick opinion."""

from __future__ import annotations

from cardshed.engine.cards import at_least, count, held, total
from cardshed.engine.kernel import Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_counts, put_one_of

from . import codes
from .chances import makes, plays_for, serves
from .knowledge import knows, unseen
from .melds import ALWAYS, BLACK, RED, SWITCHES

ENCODING = (
    ("kind", codes.MELD + 1),
    ("meld", codes.KINDS),
    ("cards", 2 * codes.VALUES),
    ("left_in_hand", 2 * codes.VALUES),
    ("wilds", 2),
    ("next_target", codes.VALUES),
    ("trade", 2),  # the colour of the wild
    ("ends_trick", 1),
    ("size", 1),
    # what follows from it, which a learner would be long in finding out
    ("wilds_left", 2),
    ("melds_left", len(SWITCHES) * codes.VALUES),  # in the hand, by their lowest value, without wilds
    ("plays_left", 1),  # about how many it takes to shed it, likewise
    ("follow_again", 1),  # whether it holds, with its wilds, a meld that may follow
    ("can_follow", codes.SEATS - 1),  # of the others, clockwise: whose hand is known to hold a meld that may follow
    ("may_follow", codes.SEATS - 1),  # and whose hand is not known, and could hold one
)


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = codes.kind_of(move)
    left = s.hands[seat] - codes.cards_of(move)
    i = put_one_of(out, 0, kind, codes.MELD + 1)
    i = put_one_of(out, i, codes.what_of(move) if kind == codes.MELD else -1, codes.KINDS)
    i = put_counts(out, i, codes.cards_of(move), 2 * codes.VALUES)
    i = put_counts(out, i, left, 2 * codes.VALUES)
    i = put(out, i, codes.wilds_of(move, RED))
    i = put(out, i, codes.wilds_of(move, BLACK))
    i = put_one_of(out, i, codes.lowest_of(move, s.target) if kind == codes.MELD else -1, codes.VALUES)
    i = put_one_of(out, i, codes.wilds_of(move, BLACK) if kind == codes.TRADE else -1, 2)
    i = put(out, i, 1 if kind == codes.END and codes.what_of(move) == 1 else 0)
    i = put(out, i, codes.size_of(move))
    taken = -1 if kind in (codes.TRADE, codes.ADD_WILDS) else 1
    red = s.wilds[2 * seat + RED] - taken * codes.wilds_of(move, RED)
    black = s.wilds[2 * seat + BLACK] - taken * codes.wilds_of(move, BLACK)
    i = put(out, i, red)
    i = put(out, i, black)
    for t in range(len(ALWAYS), codes.KINDS):
        i = put_bits(out, i, makes(left, t) if (s.offered >> t) & 1 else 0, codes.VALUES)
    i = put(out, i, plays_for(left, s.offered))
    target, free = after(s, move)
    i = put(out, i, 1 if serves(left, red, black, total(left) + red + black, free, target) else 0)
    can, may = followers(s, seat, free, target)
    i = put_bits(out, i, can, codes.SEATS - 1)
    return put_bits(out, i, may, codes.SEATS - 1)


@kernel
def after(s: Row, move: int) -> tuple[int, int]:
    """What is to be met in the trick after a move, and which meld cards are free; none if no trick is going on."""
    kind = codes.kind_of(move)
    free = i64(s.offered & ~s.used)
    if kind == codes.MELD:
        return codes.lowest_of(move, i64(s.target)), free & ~(i64(1) << codes.what_of(move))
    if kind in (codes.PASS, codes.THROW) or (kind == codes.END and codes.what_of(move) == 0):
        return i64(s.target), free
    return i64(0), i64(0)


@kernel
def followers(s: Row, seat: int, free: int, target: int) -> tuple[int, int]:
    """Who of the others can follow, and who may for all that the seat knows, as bits."""
    can, may = 0, 0
    pool = unseen(s, seat)
    for k in range(1, s.players):
        p = (seat + k) % s.players
        if s.left[p] > 0 and (s.locked >> p) & 1 == 0:
            known = knows(s, seat, p)
            cards = s.hands[p] if known else pool
            if serves(cards, i64(s.wilds[2 * p + RED]), i64(s.wilds[2 * p + BLACK]), i64(s.left[p]), free, target):
                if known:
                    can |= 1 << k - 1
                else:
                    may |= 1 << k - 1
    return can, may


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = codes.kind_of(move)
    if kind == codes.MELD:
        n = put(out, 0, codes.PART_MELD + codes.what_of(move))
    elif kind == codes.END:
        return put(out, 0, codes.PART_BUTTON + codes.END if codes.what_of(move) == 1 else codes.PART_GO_ON)
    else:
        n = put(out, 0, codes.PART_BUTTON + kind)
    cards = codes.cards_of(move)
    for c in range(codes.PART_WILD):
        for _ in range(held(cards, c)):
            n = put(out, n, c)
    for colour in (RED, BLACK):
        for _ in range(codes.wilds_of(move, colour)):
            n = put(out, n, codes.PART_WILD + colour)
    return n


# Marks and counts of both colours.
TENS, NINES_AND_TENS = 0x1000000010000000, 0x1100000011000000
THREE_TO_FIVE, THREE_TO_SEVEN = 0x00000FFF00000FFF, 0x000FFFFF000FFFFF


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Shed many cards at once, low numbers first and wilds last, and leave a good hand; pass only for want of a meld.

    Trade a hand that is worse than most, once; alone, add all wilds.
    """
    kind = codes.kind_of(move)
    hand = s.hands[seat]
    if kind in (codes.MELD, codes.THROW):
        size = codes.size_of(move)
        if size == s.left[seat]:
            return 10_000
        cost = 110 * codes.wilds_in(move) + 10 * codes.lowest_of(move, s.target)
        return hand_value(hand - codes.cards_of(move)) + 50 * size - cost
    if kind == codes.KEEP:
        return hand_value(hand) + 60 * (int(s.left[seat]) - int(s.cards))
    if kind == codes.TRADE:
        return 20 * int(s.cards) + codes.wilds_of(move, BLACK)
    if kind == codes.ADD_WILDS:
        return codes.wilds_in(move)
    return codes.what_of(move) if kind == codes.END else -10_000


@kernel
def hand_value(hand: int) -> int:
    """The melds in a hand and the high cards that win tricks, against the low ones, which only a leader sheds."""
    ones = at_least(hand, 1)
    twos = at_least(hand, 2)
    red, black = codes.in_colour(ones, RED), codes.in_colour(ones, BLACK)
    melds = count(codes.in_colour(twos, BLACK)) + count(red & red >> 4)  # black pairs, red runs of 2
    melds += count(twos & black) + count(black & black >> 4 & (red | black) >> 8)  # red triples, black runs of 3
    high = count(ones & TENS) + count(ones & NINES_AND_TENS)
    low = 3 * total(hand & THREE_TO_FIVE) + total(hand & THREE_TO_SEVEN)
    return 32 * melds + 36 * high - 10 * low
