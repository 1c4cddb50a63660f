"""What a seat of Pyramid knows: the worlds it could imagine, and its observation as numbers."""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import held, total
from cardshed.engine.chance import GAMES, REDEAL, below, draw_some, key
from cardshed.engine.kernel import Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_counts, put_one_of, put_seats

from .chances import plays_for
from .codes import CHOSE_KEEP, CHOSE_TRADE, KINDS, PHASES, SEATS, UNDECLARED, VALUES, what_of
from .house_rules import place_points, rounds
from .melds import BLACK, RED


@kernel
def knows(s: Row, seat: int, p: int) -> bool:
    """Whether a seat knows the hand of another: it has passed through its own, and all that left it was seen."""
    return (s.seen[seat] >> s.origin[p]) & 1 != 0


@kernel
def unseen(s: Row, seat: int) -> int:
    """The numbered cards of which a seat does not know where they are."""
    pool = i64(s.deck)
    for p in range(s.players):
        pool -= s.played[p]
        if knows(s, seat, p):
            pool -= s.hands[p]
    return pool


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Hands that were never held are drawn anew, sealed choices too. After the trade phase the red 3 stays in place."""
    pool = unseen(s, seat)
    red_three = held(pool, 0) if s.starter >= 0 else 0
    pool -= red_three
    order = key(seed, REDEAL, 0)
    i = 0
    for p in range(s.players):
        if not knows(s, seat, p):
            fixed = red_three if s.three == p else 0
            wanted = total(s.hands[p]) - fixed
            drawn = draw_some(order, i, pool, wanted)
            pool -= drawn
            s.hands[p] = drawn + fixed
            i += wanted
        if p != seat and s.choice[p] != UNDECLARED:
            s.choice[p] = any_choice(s, p, key(seed, REDEAL, 1))
    s.seed = key(seed, GAMES, 0)


@kernel
def any_choice(s: Row, p: int, order: np.uint64) -> int:
    red = 1 if s.front[2 * p + RED] > 0 else 0
    black = 1 if s.front[2 * p + BLACK] > 0 else 0
    chosen = below(order, p, 1 + red + black)
    return CHOSE_KEEP if chosen == 0 else CHOSE_TRADE + chosen - red


OBSERVATION = (
    ("hand", 2 * VALUES),  # how many of each value, red and black
    ("known_hands", (SEATS - 1) * 2 * VALUES),  # of the others, clockwise; zeros if not known
    ("known", SEATS - 1),
    ("known_plays", SEATS - 1),  # about how many it takes to shed them
    ("unseen", 2 * VALUES),  # what is in the hands that are not known, or was not dealt
    ("played", SEATS * 2 * VALUES),  # by seat, here as below: the observer first, then clockwise
    ("cards_left", SEATS),
    ("wilds_in_hand", SEATS * 2),
    ("wilds_in_front", SEATS * 2),
    ("phase", PHASES),
    ("turn", SEATS),
    ("declaring", SEATS),
    ("own_choice", 4),
    ("meld", KINDS),
    ("meld_owner", SEATS),
    ("target", VALUES),
    ("offered", KINDS),
    ("used", KINDS),
    ("passes", 1),
    ("locked", SEATS),
    ("red_three", SEATS),
    ("place", SEATS * (SEATS + 1)),
    ("score", SEATS),
    ("rounds_left", 1),
    ("players", SEATS + 1),
    ("house_rules", 4),
    ("numbers", 2 + 2 * VALUES + SEATS),
)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    i = put_counts(out, 0, s.hands[seat], 2 * VALUES)
    for k in range(1, SEATS):
        p = (seat + k) % s.players
        i = put_counts(out, i, s.hands[p] if k < s.players and knows(s, seat, p) else 0, 2 * VALUES)
    for k in range(1, SEATS):
        i = put(out, i, 1 if k < s.players and knows(s, seat, (seat + k) % s.players) else 0)
    for k in range(1, SEATS):
        p = (seat + k) % s.players
        i = put(out, i, plays_for(s.hands[p], s.offered) if k < s.players and knows(s, seat, p) else 0)
    i = put_counts(out, i, unseen(s, seat), 2 * VALUES)
    for k in range(SEATS):
        i = put_counts(out, i, s.played[(seat + k) % s.players] if k < s.players else 0, 2 * VALUES)
    for k in range(SEATS):
        i = put(out, i, s.left[(seat + k) % s.players] if k < s.players else 0)
    for k in range(SEATS):
        for colour in (RED, BLACK):
            i = put(out, i, s.wilds[2 * ((seat + k) % s.players) + colour] if k < s.players else 0)
    for k in range(SEATS):
        for colour in (RED, BLACK):
            i = put(out, i, s.front[2 * ((seat + k) % s.players) + colour] if k < s.players else 0)
    i = put_one_of(out, i, s.phase, PHASES)
    i = put_one_of(out, i, (s.turn - seat) % s.players if s.turn >= 0 else -1, SEATS)
    i = put_seats(out, i, s.declaring, seat, s.players, SEATS)
    i = put_one_of(out, i, s.choice[seat], 4)
    i = put_one_of(out, i, what_of(s.meld) if s.meld != 0 else -1, KINDS)
    i = put_one_of(out, i, (s.owner - seat) % s.players if s.owner >= 0 else -1, SEATS)
    i = put_one_of(out, i, s.target, VALUES)
    i = put_bits(out, i, s.offered, KINDS)
    i = put_bits(out, i, s.used, KINDS)
    i = put(out, i, s.passes)
    i = put_seats(out, i, s.locked, seat, s.players, SEATS)
    i = put_one_of(out, i, (s.three - seat) % s.players if s.three >= 0 else -1, SEATS)
    for k in range(SEATS):
        i = put_one_of(out, i, s.place[(seat + k) % s.players] if k < s.players else -1, SEATS + 1)
    for k in range(SEATS):
        i = put(out, i, s.score[(seat + k) % s.players] if k < s.players else 0)
    i = put(out, i, rounds(s) - s.deal_no)
    i = put_one_of(out, i, s.players, SEATS + 1)
    i = put_one_of(out, i, s.passing, 2)
    i = put_one_of(out, i, s.unplayed_wilds, 2)
    i = put(out, i, s.red_wilds)
    i = put(out, i, s.black_wilds)
    i = put_counts(out, i, s.deck, 2 * VALUES)
    for place in range(1, SEATS + 1):
        i = put(out, i, place_points(s, place) if place <= s.players else 0)
    return i
