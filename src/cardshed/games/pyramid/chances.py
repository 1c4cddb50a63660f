"""Which melds some cards of Pyramid could make, without listing them."""

from __future__ import annotations

from cardshed.engine.cards import count, held, lowest, some, total
from cardshed.engine.kernel import i64, kernel

from .codes import KINDS, VALUES, in_colour, values_in
from .melds import ALWAYS, COLOUR, GUESTS, IS_RUN, RED, SIZE

NEVER = 99  # more wilds than there are


@kernel
def missing(cards: int, t: int, v: int, other_wilds: int) -> int:
    """How many wilds of its own colour a meld from value v up needs beside some numbered cards; none if 0 or less."""
    own = in_colour(cards, COLOUR[t])
    other = in_colour(cards, 1 - COLOUR[t])
    if not IS_RUN[t]:
        return SIZE[t] - held(own, v) - min(GUESTS[t], held(other, v) + other_wilds)
    if v + SIZE[t] > VALUES:  # pyramid-9: no run goes beyond 10
        return NEVER
    gaps = (i64(1) << SIZE[t]) - 1 << v & ~values_in(own)
    return count(gaps) - min(GUESTS[t], count(gaps & values_in(other)) + other_wilds)


@kernel
def makes(cards: int, t: int) -> int:
    """The values from which some numbered cards alone make a meld, as bits."""
    found = 0
    for v in range(VALUES):
        if missing(cards, t, v, 0) <= 0:
            found |= 1 << v
    return found


@kernel
def serves(cards: int, red: int, black: int, left: int, free: int, target: int) -> bool:
    """Whether so many of some numbered cards and wilds can serve one of the free meld cards and meet the target."""
    while free != 0:
        t = lowest(free)
        free &= free - 1
        if SIZE[t] > left:
            break  # pyramid-2: the meld cards are in order of size
        own_wilds, other_wilds = (red, black) if COLOUR[t] == RED else (black, red)
        # pyramid-5, pyramid-28: wilds may stand anywhere, so it is enough that some lowest value does; pyramid-6: even
        # all of it may be wild
        for v in range(target, VALUES):
            if missing(cards, t, v, other_wilds) <= own_wilds:
                return True
    return False


@kernel
def plays_for(cards: int, offered: int) -> int:
    """In how many plays some numbered cards are shed if nobody interferes: large melds first, low ones first."""
    plays = 0
    for t in range(KINDS - 1, len(ALWAYS) - 1, -1):
        if (offered >> t) & 1:
            for v in range(VALUES):
                while missing(cards, t, v, 0) <= 0:
                    cards -= served(cards, t, v)
                    plays += 1
    return plays + total(cards)


@kernel
def served(cards: int, t: int, v: int) -> int:
    """The cards that make a meld from value v up, which can be made: those of its own colour first."""
    own, other = VALUES * COLOUR[t], VALUES * (1 - COLOUR[t])
    if not IS_RUN[t]:
        n = min(SIZE[t], held(cards, own + v))
        return some(own + v, n) + some(other + v, SIZE[t] - n)
    taken = i64(0)
    for place in range(v, v + SIZE[t]):
        taken += some(own + place if held(cards, own + place) > 0 else other + place, 1)
    return taken
