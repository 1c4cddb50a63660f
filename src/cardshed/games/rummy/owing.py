"""What a player of Rummy owes in the middle of a turn, and whether it can still be paid.

rummy-31: a turn is a chain of small steps. Owed are the must-use card (rummy-12) and naturals: of the initial lay, of
each meld, or of what is laid on the opponent's meld with a wild. A step is legal only if what it leaves owing can be
paid from the hand; the functions here say so without trying any steps out. A meld may be one that lies on the table or
one as it would be after a step, so they are given its kind, ends and size.
"""

from __future__ import annotations

from cardshed.engine.cards import at_least, bit, count, highest, lowest, of_rank, per_rank, runs
from cardshed.engine.kernel import Row, i64, kernel
from cardshed.games.rummy.house_rules import ANYONE, FIRST_LAY, NEVER, NO_MINIMUM, WITH_NATURAL
from cardshed.games.rummy.melds import (
    ALL_NATURALS,
    NATURALS,
    RUN,
    SUITS,
    WILD_SET,
    is_wild,
    naturals_in,
    of_suit,
    rank_of,
    room,
    suit_of,
    wilds_in,
)

# --- new melds -----------------------------------------------------------------------------------


@kernel
def naturals_needed(s: Row, seat: int) -> int:
    """rummy-1: how many naturals the melds laid now must hold."""
    if s.natural_min == NO_MINIMUM or (s.natural_min == FIRST_LAY and (s.initial >> seat) & 1 == 1):
        return 0
    return int(s.naturals)


@kernel
def has_meld(cards: int, w: int, naturals: int) -> bool:
    """Whether a meld with one natural at least, or two, can be made of the naturals among some cards and w wilds."""
    cards &= ALL_NATURALS
    if naturals < 2 and w >= 2 and cards != 0:
        return True
    if at_least(per_rank(cards), 3 if w == 0 else 2) != 0:
        return True
    for suit in range(SUITS):
        held = of_suit(cards, suit)
        if w == 0:
            if runs(held, 3) != 0:
                return True
        else:
            # Two naturals, with wilds in the gap between them or beside them.
            for apart in range(1, w + 2):
                if held & held >> i64(4 * apart) != 0:
                    return True
    return False


@kernel
def joins_natural(c: int, hand: int, w: int) -> bool:
    """Whether a natural makes a meld together with another natural of the hand, and w wilds."""
    others = hand & ALL_NATURALS & ~bit(c)
    of_its_rank = count(of_rank(others, rank_of(c)))
    if of_its_rank >= 1 and of_its_rank + w >= 2:
        return True
    held = of_suit(others, suit_of(c))
    at = i64(4 * rank_of(c))
    above = held >> at >> 4
    below = held & (i64(1) << at) - 1
    if above == 0 and below == 0:
        return False
    gap_above = lowest(above) >> 2 if above != 0 else 99
    gap_below = rank_of(c) - 1 - (highest(below) >> 2) if below != 0 else 99
    if 0 < gap_above <= w or 0 < gap_below <= w:
        return True
    if gap_above == 0 and gap_below == 0:
        return True
    # A neighbour, and a third card beyond it or beside them.
    if gap_above == 0:
        return w > 0 or above & 0x11 == 0x11
    return gap_below == 0 and (w > 0 or (at >= 8 and below >> (at - 8) & 0x11 == 0x11))


@kernel
def in_new_meld(s: Row, c: int, hand: int, need: int) -> bool:
    """Whether a card of the hand can be laid in a new meld, and the naturals that the lay needs be found."""
    w = wilds_in(hand)
    if not is_wild(c):
        if joins_natural(c, hand, w):
            return True
        if w < 2:
            return False
        # With two wilds it is one natural; the second would have to come with another meld of the same lay.
        return need < 2 or (s.natural_min == FIRST_LAY and has_meld(hand & ~bit(c), w - 2, 1))
    if has_meld(hand, w, 2) or (need == 0 and w >= 3):
        return True
    if w < 2 or naturals_in(hand) == 0:
        return False
    return need < 2 or (s.natural_min == FIRST_LAY and w >= 4 and naturals_in(hand) >= 2)


# --- melds on the table --------------------------------------------------------------------------


@kernel
def natural_near(kind: int, low: int, high: int, size: int, hand: int, w: int) -> bool:
    """Whether a natural of the hand can be laid on a meld, if need be after wilds in the gap."""
    if kind < WILD_SET:
        return size < 4 and of_rank(hand & ALL_NATURALS, kind) != 0
    if kind == WILD_SET:
        return False
    held = of_suit(hand, kind - RUN)
    above = held >> i64(4 * high) >> 4
    below = held & (i64(1) << i64(4 * low)) - 1
    return (above != 0 and lowest(above) >> 2 <= w) or (below != 0 and low - 1 - (highest(below) >> 2) <= w)


@kernel
def takes_wilds(s: Row, seat: int, kind: int, owner: int) -> bool:
    """rummy-9, rummy-10: wilds go on melds that one has started; or with a natural on the opponent's runs."""
    return owner == seat or (s.wild_on_opponent == WITH_NATURAL and kind >= RUN)


@kernel
def reaches(
    s: Row, seat: int, c: int, hand: int, kind: int, owner: int, low: int, high: int, size: int, licensed: bool
) -> bool:
    """Whether a card of the hand can come on a meld, if need be after others that make room (rummy-32)."""
    w = wilds_in(hand)
    if is_wild(c):
        if not takes_wilds(s, seat, kind, owner) or room(s, kind, size) == 0:
            return False
        if owner == seat or licensed:
            return True
        return room(s, kind, size) >= 2 and natural_near(kind, low, high, size, hand, w)
    if kind < WILD_SET:
        return rank_of(c) == kind and size < 4
    if kind != RUN + suit_of(c):
        return False
    if not takes_wilds(s, seat, kind, owner):
        w = 0
    held = of_suit(hand, suit_of(c))
    r = rank_of(c)
    if r > high:
        between = held >> i64(4 * high) >> 4 & (i64(1) << i64(4 * (r - high - 1))) - 1
        return r - high - 1 - count(between) <= w
    between = held >> i64(4 * r) >> 4 & (i64(1) << i64(4 * max(low - r - 1, 0))) - 1
    return r < low and low - r - 1 - count(between) <= w


@kernel
def can_swap(s: Row, seat: int, c: int, x: int, m: int) -> bool:
    """rummy-37: a natural for the wild x of meld m that stands in its place; never in sets of wilds."""
    kind = i64(s.kind[m])
    if s.wild_swap == NEVER or (s.wild_swap != ANYONE and s.owner[m] != seat) or kind == WILD_SET:
        return False
    if kind < WILD_SET:
        return rank_of(c) == kind
    return kind == RUN + suit_of(c) and s.stands[x] == rank_of(c)


@kernel
def swaps_in(s: Row, seat: int, c: int) -> bool:
    """Whether a card can be swapped in somewhere."""
    if is_wild(c) or s.wild_swap == NEVER:
        return False
    for m in range(s.on_table):
        wilds = (s.melds[m] & ~ALL_NATURALS) >> NATURALS
        while wilds != 0:
            if can_swap(s, seat, c, lowest(wilds), m):
                return True
            wilds &= wilds - 1
    return False


@kernel
def usable(
    s: Row,
    seat: int,
    c: int,
    hand: int,
    need: int,
    licence: int,
    changed: int,
    kind: int,
    low: int,
    high: int,
    size: int,
) -> bool:
    """rummy-12: whether a card of the hand can be used, in a lay that needs so many naturals or on a meld.

    Meld `changed` is as told, not as it lies (it may be a new one); -1 if all are as they lie.
    """
    if in_new_meld(s, c, hand, need) or swaps_in(s, seat, c):
        return True
    if changed >= s.on_table and reaches(s, seat, c, hand, kind, seat, low, high, size, False):
        return True
    for m in range(s.on_table):
        if m == changed:
            if reaches(s, seat, c, hand, kind, s.owner[m], low, high, size, licence == m):
                return True
        elif reaches(s, seat, c, hand, s.kind[m], s.owner[m], s.low[m], s.high[m], count(s.melds[m]), licence == m):
            return True
    return False


# --- paying naturals -----------------------------------------------------------------------------


@kernel
def payable(
    s: Row, due: int, at: int, first: int, hand: int, changed: int, kind: int, low: int, high: int, size: int
) -> bool:
    """Whether so many naturals can still be laid: on meld `at`; or, if that is -1, on a meld from `first` on or in new
    ones. Meld `changed` is as told."""
    w = wilds_in(hand)
    if at >= 0:
        if at == changed:
            return natural_near(kind, low, high, size, hand, w)
        return natural_near(s.kind[at], s.low[at], s.high[at], count(s.melds[at]), hand, w)
    if has_meld(hand, w, due):
        return True
    if due > 1:
        return False
    if changed >= first and natural_near(kind, low, high, size, hand, w):
        return True
    for m in range(first, s.on_table):
        if m != changed and natural_near(s.kind[m], s.low[m], s.high[m], count(s.melds[m]), hand, w):
            return True
    return False


@kernel
def can_build(
    s: Row, seat: int, hand: int, due: int, kind: int, owner: int, low: int, high: int, size: int, licensed: bool
) -> bool:
    """Whether a meld can be built up to the must-use card (rummy-32), and naturals that are owed be found as well.

    Both can be owed where a wild must be used at the far end of a new run, which began without it.
    """
    if not reaches(s, seat, s.must, hand, kind, owner, low, high, size, licensed):
        return False
    if due == 0:
        return True
    w = wilds_in(hand)
    if s.natural_min == FIRST_LAY and has_meld(hand & ~bit(s.must), w - 1, due):
        return True
    return room(s, kind, size) >= 2 and natural_near(kind, low, high, size, hand, w)


@kernel
def in_order(s: Row, seat: int) -> bool:
    """Whether all that is owed now can be paid by the seat whose turn it is."""
    hand = s.hands[seat]
    if s.must >= 0:
        m = i64(s.building)
        if m >= 0:
            size = count(s.melds[m])
            return can_build(s, seat, hand, s.due, s.kind[m], s.owner[m], s.low[m], s.high[m], size, s.licence == m)
        return usable(s, seat, s.must, hand, naturals_needed(s, seat), s.licence, -1, 0, 0, 0, 0)
    return s.due == 0 or payable(s, s.due, s.due_at, s.first_new, hand, -1, 0, 0, 0, 0)
