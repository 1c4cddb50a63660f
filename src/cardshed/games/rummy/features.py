"""What a move of Rummy is to a learner, to a hand that selects cards, and to a quick opinion."""

from __future__ import annotations

from cardshed.engine.cards import at_least, bit, count, per_rank
from cardshed.engine.kernel import Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_one_of

from . import codes
from .melds import ALL_NATURALS, CARDS, RANKS, RUN, SUITS, is_wild, penalty, rank_of, whole_deck, wilds_in, worth

ENCODING = (
    ("kind", codes.KINDS),
    ("cards", CARDS),  # laid, added, called, swapped in, taken or discarded
    ("left_in_hand", CARDS),
    ("freed", CARDS),
    ("points", 1),
    ("taken", 1),  # how many cards from the pile
    ("place", RANKS + 1),  # where it goes: the rank of a set or the lowest of a run; the last for wilds alone
    ("rank", RANKS + 1),  # what an added card is there
    ("in_run", 1),
    ("own_meld", 1),
)


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = codes.kind_of(move)
    cards = cards_of(s, move)
    hand = i64(s.hands[seat])
    freed = i64(0)
    if kind == codes.TAKE:
        hand |= cards
    elif kind == codes.SWAP:
        freed = bit(codes.second_of(move))
        hand = hand & ~cards | freed
    elif kind != codes.CALL:
        hand &= ~cards
    i = put_one_of(out, 0, kind, codes.KINDS)
    i = put_bits(out, i, cards, CARDS)
    i = put_bits(out, i, hand, CARDS)
    i = put_bits(out, i, freed, CARDS)
    i = put(out, i, points_of(s, move))
    i = put(out, i, count(cards) if kind == codes.TAKE else 0)
    i = put_one_of(out, i, place_of(s, move), RANKS + 1)
    added = kind in (codes.ADD, codes.CALL, codes.SWAP)
    m = codes.meld_of(move)
    i = put_one_of(out, i, rank_on(s, move) if added else -1, RANKS + 1)
    i = put(out, i, 1 if kind == codes.LAY_RUN or (added and s.kind[m] >= RUN) else 0)
    return put(out, i, 1 if added and s.owner[m] == seat else 0)


@kernel
def cards_of(s: Row, move: int) -> int:
    """The cards that a move is about."""
    kind = codes.kind_of(move)
    if kind in (codes.LAY_SET, codes.LAY_RUN):
        return codes.cards_laid(move)
    if kind in (codes.DRAW, codes.STOP, codes.DECLINE):
        return i64(0)
    cards = bit(codes.card_of(move))
    if kind == codes.TAKE:
        i = int(s.piled) - 1
        while s.pile[i] != codes.card_of(move):
            cards |= bit(s.pile[i])
            i -= 1
    return cards


@kernel
def place_of(s: Row, move: int) -> int:
    """The rank of a set, the lowest rank of a run, WILD_SET for wilds alone; -1 if a move goes to no meld."""
    kind = codes.kind_of(move)
    if kind == codes.LAY_SET:
        return codes.laid_kind(move)
    if kind == codes.LAY_RUN:
        return codes.laid_low(move)
    if kind in (codes.ADD, codes.CALL, codes.SWAP):
        m = codes.meld_of(move)
        return i64(s.kind[m]) if s.kind[m] < RUN else i64(s.low[m])
    return -1


@kernel
def points_of(s: Row, move: int) -> int:
    """What a move brings on the table."""
    kind = codes.kind_of(move)
    if kind == codes.LAY_SET:
        return 3 * worth(s, codes.laid_kind(move), codes.laid_kind(move))
    if kind == codes.LAY_RUN:
        low = codes.laid_low(move)
        return worth(s, RUN, low) + worth(s, RUN, low + 1) + worth(s, RUN, low + 2)
    if kind in (codes.ADD, codes.CALL, codes.SWAP):
        return worth(s, s.kind[codes.meld_of(move)], rank_on(s, move))
    return 0


@kernel
def rank_on(s: Row, move: int) -> int:
    """The rank that a card has or stands for on the meld to which a move brings it; WILD_SET among wilds alone."""
    c, m = codes.card_of(move), codes.meld_of(move)
    if not is_wild(c):
        return rank_of(c)
    if s.kind[m] < RUN:
        return i64(s.kind[m])
    return int(s.low[m]) - 1 if codes.side_of(move) == codes.LOW_END else int(s.high[m]) + 1


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = codes.kind_of(move)
    n = put(out, 0, codes.PART_BUTTON + kind)
    if kind in (codes.DRAW, codes.STOP, codes.DECLINE):
        return n
    n = put(out, n, codes.card_of(move))
    if kind in (codes.LAY_SET, codes.LAY_RUN, codes.SWAP):
        n = put(out, n, codes.second_of(move))
    if kind in (codes.LAY_SET, codes.LAY_RUN):
        return put(out, n, codes.third_of(move))
    if kind in (codes.ADD, codes.CALL, codes.SWAP):
        n = put(out, n, codes.PART_MELD + codes.meld_of(move))
    if codes.side_of(move) != codes.NO_SIDE:
        n = put(out, n, codes.PART_SIDE + codes.side_of(move))
    return n


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Call and lay whatever brings points, but no wilds in new melds while both hands are large. Take what makes melds
    from the pile, less when the opponent has few cards. Discard what finds no partners, low cards first."""
    kind = codes.kind_of(move)
    hand = i64(s.hands[seat])
    theirs = count(s.hands[1 - seat])
    if kind == codes.CALL:
        return 10_000
    if kind in (codes.LAY_SET, codes.LAY_RUN, codes.ADD, codes.SWAP):
        wilds = wilds_in(cards_of(s, move))
        if wilds > 0 and kind != codes.ADD and s.must < 0 and count(hand) > s.cards and theirs > 3:
            return -1_000
        return 2_000 + 10 * points_of(s, move) - 200 * wilds
    if kind == codes.DISCARD:
        return -2_000 if is_wild(codes.card_of(move)) else -keep_value(s, seat, codes.card_of(move))
    if kind == codes.TAKE:
        taken = cards_of(s, move)
        return hand_value(s, hand | taken) - 8 - (10 if theirs > 4 else 20) * count(taken)
    return hand_value(s, hand)


@kernel
def hand_value(s: Row, hand: int) -> int:
    """The melds in a hand and its wilds, against cards that pair with no other."""
    cards = hand & ALL_NATURALS
    alike = per_rank(cards)
    lowest_of_runs = cards & cards >> SUITS & cards >> 2 * SUITS
    melds = 15 * at_least(alike, 3) & cards | lowest_of_runs | lowest_of_runs << SUITS | lowest_of_runs << 2 * SUITS
    paired = 15 * at_least(alike, 2) | around(cards)
    return 7 * penalty(s, melds) - 2 * penalty(s, cards & ~paired) + 60 * wilds_in(hand)


@kernel
def keep_value(s: Row, seat: int, c: int) -> int:
    """How much a natural is worth keeping: what it could join in the hand, in the opponent's and in the pile."""
    pile = whole_deck(s) & ~(s.stock | s.hands[0] | s.hands[1] | s.laid[0] | s.laid[1])
    partners = (i64(15) << i64(SUITS * rank_of(c)) | around(bit(c))) & ALL_NATURALS & ~bit(c)
    wanted = (
        30 * count(partners & s.hands[seat]) + 20 * count(partners & s.known[1 - seat]) + 6 * count(partners & pile)
    )
    return wanted + penalty(s, bit(c))


@kernel
def around(cards: int) -> int:
    """The places next to some naturals and next but one, in their suits."""
    return cards << SUITS | cards >> SUITS | cards << 2 * SUITS | cards >> 2 * SUITS
