"""What a player of Rummy owes in the middle of a turn, and whether it can still be paid.

rummy-31: a turn is a chain of small steps. Owed are the must-use card (rummy-12) and naturals: of the initial lay, of
each meld, or of what is laid on the opponent's run with a wild. A step is legal only if what it leaves owing can be
paid from the hand; the functions here say so without trying any steps out.

Cards of a suit are four places apart, so that a shift by four moves a set of cards up or down by one rank, in all suits
at once.
"""

from __future__ import annotations

from cardshed.engine.cards import at_least, bit, count, has, lowest, of_rank, per_rank
from cardshed.engine.kernel import Row, i64, kernel

from .house_rules import ANYONE, FIRST_LAY, NEVER, NO_MINIMUM, WITH_NATURAL
from .melds import (
    ACE,
    ALL_NATURALS,
    ALL_WILDS,
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
    if w == 0:
        return at_least(per_rank(cards), 3) != 0 or cards & cards >> SUITS & cards >> 2 * SUITS != 0
    # Two naturals of a rank; or two of a suit, with wilds in the gap between them or beside them.
    near = cards >> SUITS
    for gap in range(1, w + 1):
        near |= cards >> i64(SUITS * (gap + 1))
    return at_least(per_rank(cards), 2) != 0 or cards & near != 0


@kernel
def joins_natural(c: int, hand: int, w: int) -> bool:
    """Whether a natural makes a meld together with another natural of the hand, and w wilds."""
    others = hand & ALL_NATURALS & ~bit(c)
    of_its_rank = count(of_rank(others, rank_of(c)))
    if of_its_rank >= 1 and of_its_rank + w >= 2:
        return True
    # The naturals of its suit around it, itself at place 7 of a row of ranks.
    held = of_suit(others, suit_of(c))
    up = i64(4 * (7 - rank_of(c)))
    around = held << up if up >= 0 else held >> -up
    near = around & 0x101 << 24  # a neighbour on either side
    if w > 0:
        for gap in range(1, w + 1):
            near |= around & (i64(1) << i64(4 * (7 + gap + 1)) | i64(1) << i64(4 * (7 - gap - 1)))
        return near != 0
    return around >> 24 & 0x101 == 0x101 or around >> 20 & 0x11 == 0x11 or around >> 32 & 0x11 == 0x11


@kernel
def in_new_meld(s: Row, c: int, hand: int, need: int) -> bool:
    """Whether a card of the hand can be laid in a new meld, and the naturals that the lay needs be found."""
    w = wilds_in(hand)
    wild = is_wild(c)
    if not wild and joins_natural(c, hand, w):
        return True
    # A wild beside two naturals; or a natural with two wilds, and the second natural from another meld of the same lay.
    if has_meld(hand, w, 2) if wild else w >= 2 and need == 2 and has_meld(hand & ~bit(c), w - 2, 1):
        return wild or s.natural_min == FIRST_LAY
    if need == 2:
        return wild and s.natural_min == FIRST_LAY and w >= 4 and naturals_in(hand) >= 2
    if wild and naturals_in(hand) == 0:
        return need == 0 and w >= 3
    return w >= 2


# --- melds on the table --------------------------------------------------------------------------


@kernel
def above_run(kind: int, high: int) -> int:
    """The natural that fits the high end of a run, as a set of cards; none for another meld or beyond the ace."""
    return bit(SUITS * (high + 1) + kind - RUN) if kind >= RUN and high < ACE else i64(0)


@kernel
def below_run(kind: int, low: int) -> int:
    return bit(SUITS * (low - 1) + kind - RUN) if kind >= RUN and low > 0 else i64(0)


@kernel
def naturals_for(s: Row, m: int) -> int:
    """The naturals that alone can be laid on a meld."""
    kind = i64(s.kind[m])
    if kind < WILD_SET:
        return i64(15) << SUITS * kind if count(s.melds[m]) < 4 else i64(0)
    return above_run(kind, s.high[m]) | below_run(kind, s.low[m])


@kernel
def within_reach(above: int, below: int, hand: int, w: int) -> int:
    """The naturals that can come on runs with these ends, after naturals of the hand and w wilds that make room."""
    up = filled_up(above, hand)
    down = filled_down(below, hand)
    for _ in range(w):
        up = filled_up(up | up << SUITS & ALL_NATURALS, hand)
        down = filled_down(down | down >> SUITS, hand)
    return up | down


@kernel
def filled_up(ends: int, hand: int) -> int:
    """The ends that runs have one after the other when they grow upwards by the naturals of the hand."""
    more = hand & ALL_NATURALS
    grown = ends & more
    for step in range(4):
        grown |= more & grown << i64(SUITS << step)
        more &= more << i64(SUITS << step)
    return ends | grown << SUITS & ALL_NATURALS


@kernel
def filled_down(ends: int, hand: int) -> int:
    more = hand & ALL_NATURALS
    grown = ends & more
    for step in range(4):
        grown |= more & grown >> i64(SUITS << step)
        more &= more >> i64(SUITS << step)
    return ends | grown >> SUITS


@kernel
def natural_near(kind: int, low: int, high: int, size: int, hand: int, w: int) -> bool:
    """Whether a natural of the hand can be laid on a meld, if need be after wilds in the gap."""
    if kind < RUN:
        return kind < WILD_SET and size < 4 and of_rank(hand & ALL_NATURALS, kind) != 0
    return within_reach(above_run(kind, high), below_run(kind, low), hand, w) & hand != 0


@kernel
def takes_wilds(s: Row, seat: int, kind: int, owner: int) -> bool:
    """rummy-9, rummy-10: wilds go on melds that one has started; or with a natural on the opponent's runs."""
    return owner == seat or (s.wild_on_opponent == WITH_NATURAL and kind >= RUN)


@kernel
def reaches(
    s: Row, seat: int, c: int, hand: int, kind: int, owner: int, low: int, high: int, size: int, licensed: bool
) -> bool:
    """Whether a card of the hand can come on a meld, if need be after others that make room (rummy-32)."""
    w = wilds_in(hand) if takes_wilds(s, seat, kind, owner) else 0
    if not is_wild(c):
        if kind < RUN:
            return rank_of(c) == kind and size < 4
        return has(within_reach(above_run(kind, high), below_run(kind, low), hand, w), c)
    if w == 0 or room(s, kind, size) == 0:
        return False
    if owner == seat or licensed:
        return True
    return room(s, kind, size) >= 2 and natural_near(kind, low, high, size, hand, w)


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
        wilds = s.melds[m] >> NATURALS
        while wilds != 0:
            if can_swap(s, seat, c, lowest(wilds), m):
                return True
            wilds &= wilds - 1
    return False


@kernel
def open_to(
    s: Row, seat: int, licence: int, changed: int, kind: int, low: int, high: int, size: int
) -> tuple[int, ...]:
    """What the melds take: naturals on sets; the ends of runs, of those that take wilds of the seat, and of those that
    take them only with a natural; and 1 if some meld takes a wild alone.

    Meld `changed` is as told, not as it lies (it may be a new one of the seat); -1 if all are as they lie.
    """
    sets = above = below = above_wild = below_wild = above_foreign = below_foreign = wilds = i64(0)
    for m in range(max(i64(s.on_table), changed + 1)):
        told = m == changed
        k = kind if told else i64(s.kind[m])
        left = room(s, k, size if told else count(s.melds[m]))
        own = m == s.on_table or s.owner[m] == seat
        if left > 0 and (own or (licence == m and k >= RUN and s.wild_on_opponent == WITH_NATURAL)):
            wilds = i64(1)
        if k < WILD_SET and left > 0:
            sets |= i64(15) << i64(SUITS * k)
        up = above_run(k, high if told else i64(s.high[m]))
        down = below_run(k, low if told else i64(s.low[m]))
        above |= up
        below |= down
        if own or s.wild_on_opponent == WITH_NATURAL:
            above_wild |= up
            below_wild |= down
        if not own and s.wild_on_opponent == WITH_NATURAL and left >= 2:
            above_foreign |= up
            below_foreign |= down
    return sets, above, below, above_wild, below_wild, above_foreign, below_foreign, wilds


@kernel
def fit_now(table: tuple[int, ...]) -> int:
    """The cards that alone can be laid off on open melds."""
    return table[0] | table[1] | table[2] | (ALL_WILDS if table[7] == 1 else 0)


@kernel
def usable(s: Row, seat: int, c: int, hand: int, need: int, table: tuple[int, ...]) -> bool:
    """rummy-12: whether a card of the hand can be used, in a lay that needs so many naturals or on an open meld."""
    _, above, below, above_wild, below_wild, above_foreign, below_foreign, _ = table
    if has(fit_now(table), c) or in_new_meld(s, c, hand, need) or swaps_in(s, seat, c):
        return True
    # After others that make room: naturals on any run, wilds where they may go.
    w = wilds_in(hand)
    if is_wild(c):
        above, below = above_foreign, below_foreign
    elif w == 0 or above_wild | below_wild == 0:
        w = 0
    elif (above | below) & hand & ~bit(c) != 0 and has(within_reach(above, below, hand, 0), c):
        return True
    else:
        above, below = above_wild, below_wild
    if w == 0 and (above | below) & hand & ~bit(c) == 0:
        return False
    reached = within_reach(above, below, hand, w)
    return reached & hand & ALL_NATURALS != 0 if is_wild(c) else has(reached, c)


# --- paying naturals -----------------------------------------------------------------------------


@kernel
def payable(
    s: Row, due: int, at: int, first: int, hand: int, changed: int, kind: int, low: int, high: int, size: int
) -> bool:
    """Whether so many naturals can still be laid: on meld `at`; or, if that is -1, on a meld from `first` on or in new
    ones. Meld `changed` is as told."""
    w = wilds_in(hand)
    if at < 0 and has_meld(hand, w, due):
        return True
    if due > 1:
        return False
    last = max(i64(s.on_table), changed + 1)
    for m in range(at if at >= 0 else first, at + 1 if at >= 0 else last):
        told = m == changed
        if natural_near(
            kind if told else i64(s.kind[m]),
            low if told else i64(s.low[m]),
            high if told else i64(s.high[m]),
            size if told else count(s.melds[m]),
            hand,
            w,
        ):
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
        return usable(s, seat, s.must, hand, naturals_needed(s, seat), open_to(s, seat, s.licence, -1, 0, 0, 0, 0))
    return s.due == 0 or payable(s, s.due, s.due_at, s.first_new, hand, -1, 0, 0, 0, 0)
