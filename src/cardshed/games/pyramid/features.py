"""What a move of Pyramid is to a learner, to a hand that selects cards, and to a quick opinion."""

from __future__ import annotations

from cardshed.engine.cards import held, lowest
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
    kind_of,
    lowest_of,
    size_of,
    values_of,
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


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Shed many cards at once, low numbers first, and wilds last; end tricks, throw cards; keep the hand dealt."""
    kind = kind_of(move)
    if kind == MELD:
        if size_of(move) == s.left[seat]:
            return 1000
        return 100 * size_of(move) - 60 * wilds_in(move) - 8 * lowest_of(move, s.target)
    if kind == THROW:
        return 0 if size_of(move) == 0 else 20 - min(lowest(values_of(move)), VALUES)
    if kind == ADD_WILDS:
        return -wilds_in(move)
    return 1 if kind == KEEP or (kind == END and what_of(move) == 1) else 0
