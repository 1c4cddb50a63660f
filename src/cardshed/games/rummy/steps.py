"""The small steps of laying in Rummy (rummy-31): which there are, and which leave nothing owing that cannot be paid."""

from __future__ import annotations

from cardshed.engine.cards import at_least, bit, count, first_n, has, highest, lowest, of_rank, per_rank, value
from cardshed.engine.kernel import Moves, Row, i64, kernel

from . import codes
from .house_rules import EVERY_MELD, FIRST_ACTION, FIRST_LAY, NEVER, WITH_NATURAL
from .melds import (
    ACE,
    ALL_NATURALS,
    ALL_WILDS,
    NATURALS,
    RANKS,
    RUN,
    SUITS,
    fits,
    is_wild,
    lowest_rank,
    naturals_in,
    rank_of,
    room,
    whole_deck,
)
from .owing import can_build, can_swap, naturals_for, naturals_needed, open_to, payable, takes_wilds, usable


@kernel
def legal_steps(s: Row, seat: int, moves: Moves) -> int:
    """rummy-31: a new meld of three cards, one card more on a meld, a swap; or the discard, when nothing is owed."""
    n = 0
    if s.building < 0 and s.due_at < 0:
        n = add_sets(s, seat, moves, n)
        n = add_runs(s, seat, moves, n)
    n = add_additions(s, seat, moves, n)
    if s.wild_swap != NEVER and s.building < 0 and s.due == 0:
        n = add_swaps(s, seat, moves, n)
    owing = s.must >= 0 or s.due > 0
    if owing or naturals_needed(s, seat) > 0 or s.wild_on_opponent == WITH_NATURAL:
        kept = 0
        for i in range(n):
            if is_fine(s, seat, moves[i]):
                moves[kept] = moves[i]
                kept += 1
        n = kept
    if not owing:
        left = s.hands[seat]
        while left != 0:
            moves[n] = codes.move_of(codes.DISCARD, lowest(left), 0, 0)
            n += 1
            left &= left - 1
    return n


@kernel
def add_sets(s: Row, seat: int, moves: Moves, n: int) -> int:
    """Sets of three: naturals of one rank, and wilds; or wilds alone (rummy-5)."""
    hand = s.hands[seat]
    wilds = hand & ALL_WILDS
    w = count(wilds)
    ranks = at_least(per_rank(hand & ALL_NATURALS), max(1, 3 - w))
    while ranks != 0:
        r = value(ranks)
        ranks &= ranks - 1
        suits = of_rank(hand, r)
        own = suits
        while own != 0:
            if count(own) <= 3 and count(own) + w >= 3:
                n = add_set(moves, n, own << i64(SUITS * r), wilds)
            own = (own - 1) & suits
    if w >= 3:
        n = add_set(moves, n, 0, wilds)
    return n


@kernel
def add_set(moves: Moves, n: int, own: int, wilds: int) -> int:
    """All sets with just these naturals, completed by any wilds. The cards of a set are told from low to high."""
    missing = 3 - count(own)
    x = wilds
    while True:
        first = x & -x
        x &= x - 1
        y = x
        while True:
            second = y & -y
            y &= y - 1
            z = y
            while True:
                third = z & -z
                z &= z - 1
                cards = own | (first if missing > 0 else 0) | (second if missing > 1 else 0)
                cards |= third if missing > 2 else 0
                if count(cards) == 3:
                    moves[n] = codes.move_of(codes.LAY_SET, lowest(cards), lowest(cards & cards - 1), highest(cards))
                    n += 1
                if missing < 3 or z == 0:
                    break
            if missing < 2 or y == 0:
                break
        if missing < 1 or x == 0:
            return n


@kernel
def add_runs(s: Row, seat: int, moves: Moves, n: int) -> int:
    """Runs of three: naturals of a suit in one place at least, wilds in the others, each in any place (rummy-7)."""
    hand = s.hands[seat]
    wilds = hand & ALL_WILDS
    w = count(wilds)
    held = hand & ALL_NATURALS
    # The lowest places of runs, in all suits at once: three naturals in a row, or with wilds any natural among three.
    starts = held & held >> SUITS & held >> 2 * SUITS
    if w > 0:
        starts = (held | held >> SUITS | held >> 2 * SUITS) & first_n(SUITS * (RANKS - 2)) & whole_deck(s)
    while starts != 0:
        a = i64(lowest(starts))
        starts &= starts - 1
        here = held >> a
        there = here & 1 | here >> SUITS - 1 & 2 | here >> 2 * SUITS - 2 & 4
        own = there
        while own != 0:
            if count(own) + w >= 3:
                n = add_run(moves, n, a, own, wilds)
            own = (own - 1) & there
    return n


@kernel
def add_run(moves: Moves, n: int, a: int, own: int, wilds: int) -> int:
    """All runs from the place of card a with naturals in just these of the three places, as bits, and else wilds."""
    missing = 3 - count(own)
    x = wilds
    while True:
        first = i64(lowest(x))
        x &= x - 1
        y = wilds & ~bit(first) if missing > 1 else i64(0)
        while True:
            second = i64(lowest(y))
            y &= y - 1
            one = a if own & 1 else first
            two = a + SUITS if own & 2 else (first if own & 1 else second)
            three = a + 2 * SUITS if own & 4 else (first if missing == 1 else second)
            moves[n] = codes.move_of(codes.LAY_RUN, one, two, three)
            n += 1
            if missing < 2 or y == 0:
                break
        if missing < 1 or x == 0:
            return n


@kernel
def add_additions(s: Row, seat: int, moves: Moves, n: int) -> int:
    """rummy-25: any number of cards on any melds, one by one."""
    hand = s.hands[seat]
    for m in range(s.on_table):
        if s.building >= 0 and s.building != m:
            continue
        if s.due > 0 and m != s.due_at and (s.due_at >= 0 or m < s.first_new):
            continue
        fitting = hand & naturals_for(s, m)
        if takes_wilds(s, seat, s.kind[m], s.owner[m]):
            fitting |= hand & ALL_WILDS
        while fitting != 0:
            n = add_places(s, moves, n, codes.ADD, lowest(fitting), m)
            fitting &= fitting - 1
    return n


@kernel
def licence_after(s: Row, c: int, m: int) -> int:
    """The meld to which wilds may follow when a card was added to meld m: after a natural, and until another meld."""
    return m if not is_wild(c) or s.licence == m else -1


@kernel
def add_swaps(s: Row, seat: int, moves: Moves, n: int) -> int:
    """rummy-37: a natural for the wild that stands in its place; the wild goes to the hand."""
    hand = s.hands[seat]
    for m in range(s.on_table):
        wilds = (s.melds[m] & ALL_WILDS) >> NATURALS
        while wilds != 0:
            x = lowest(wilds)
            wilds &= wilds - 1
            left = hand & ALL_NATURALS
            while left != 0:
                c = lowest(left)
                left &= left - 1
                if can_swap(s, seat, c, x, m):
                    moves[n] = codes.move_of(codes.SWAP, c, NATURALS + x, 0) | i64(m) << codes.MELD_AT
                    n += 1
    return n


@kernel
def due_after_lay(s: Row, seat: int, naturals: int) -> int:
    """How many naturals are owed when a new meld brings so many."""
    return max(0, (int(s.due) if s.due > 0 else naturals_needed(s, seat)) - naturals)


@kernel
def asks_for_natural(s: Row, seat: int, c: int, m: int) -> bool:
    """rummy-9, rummy-32: a wild on the opponent's meld must come in one go with a natural."""
    return is_wild(c) and s.owner[m] != seat and s.licence != m


@kernel
def is_fine(s: Row, seat: int, move: int) -> bool:
    """Whether a step that could be made leaves nothing owing that cannot be paid."""
    c = codes.card_of(move)
    step = codes.kind_of(move)
    laying = step != codes.ADD and step != codes.SWAP
    # The hand that is left, and the meld as it would be.
    cards = codes.cards_laid(move) if laying else bit(c)
    rest = s.hands[seat] & ~cards | (bit(codes.second_of(move)) if step == codes.SWAP else 0)
    m = i64(s.on_table) if laying else codes.meld_of(move)
    kind = codes.laid_kind(move) if laying else i64(s.kind[m])
    owner = i64(seat) if laying else i64(s.owner[m])
    low = codes.laid_low(move) if laying else i64(s.low[m])
    high = codes.laid_high(move) if laying else i64(s.high[m])
    size = 3 if laying else count(s.melds[m])
    foreign = False
    licence = i64(-1)
    due = int(s.due)
    if laying:
        due = due_after_lay(s, seat, naturals_in(cards))
    elif step == codes.ADD:
        size += 1
        if kind >= RUN and (codes.side_of(move) == codes.LOW_END or (not is_wild(c) and rank_of(c) < low)):
            low -= 1
        elif kind >= RUN:
            high += 1
        foreign = asks_for_natural(s, seat, c, m)
        licence = licence_after(s, c, m)
        if due > 0 and not is_wild(c):
            due -= 1
    if s.must >= 0 and not has(cards, s.must):
        need = naturals_needed(s, seat)
        if step == codes.SWAP:
            if s.pickup_use == FIRST_ACTION:
                return False
        elif s.pickup_use == FIRST_ACTION or foreign or s.building >= 0 or due > 0:
            # It builds the meld that the must-use card goes to (rummy-32). A new one is begun with that card, unless a
            # wild must go to the far end of a run.
            far = kind >= RUN and is_wild(s.must)
            return (far or not laying) and can_build(s, seat, rest, due, kind, owner, low, high, size, licence == m)
        elif laying and s.natural_min == FIRST_LAY:
            need = 0
        table = open_to(s, seat, licence, m if step != codes.SWAP else -1, kind, low, high, size)
        return usable(s, seat, s.must, rest, need, table)
    if foreign:
        due = 1
    if due == 0:
        return True
    at = i64(s.due_at)
    first = i64(s.first_new)
    if laying:
        if s.due > 0 and naturals_in(cards) == 0:
            return False
        at = m if s.natural_min == EVERY_MELD else i64(-1)
        first = first if s.due > 0 else m
    elif foreign:
        at = m
    return payable(s, due, at, first, rest, m, kind, low, high, size)


@kernel
def add_places(s: Row, moves: Moves, n: int, kind: int, c: int, m: int) -> int:
    """The places of a meld that a card fits; a wild at either end of a run."""
    if not is_wild(c):
        if fits(s, m, c):
            moves[n] = codes.move_on(kind, c, m, codes.NO_SIDE)
            n += 1
    elif s.kind[m] < RUN:
        if room(s, s.kind[m], count(s.melds[m])) > 0:
            moves[n] = codes.move_on(kind, c, m, codes.NO_SIDE)
            n += 1
    else:
        if s.low[m] > lowest_rank(s):
            moves[n] = codes.move_on(kind, c, m, codes.LOW_END)
            n += 1
        if s.high[m] < ACE:
            moves[n] = codes.move_on(kind, c, m, codes.HIGH_END)
            n += 1
    return n
