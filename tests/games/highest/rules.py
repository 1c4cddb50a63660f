"""Highest: a tiny game for the tests, which lies outside the package as other people's games do.

Twelve cards, three for each of two to four players. In turn each plays a card; the highest of the trick wins a point
and its player leads the next. `low_wins` turns that round.
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import bit, count, first_n, highest, lowest
from cardshed.engine.chance import DECK, GAMES, REDEAL, deal_key, draw, key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_shares
from cardshed.engine.options import Choice
from cardshed.engine.row import row_type

VERSION = 1
PLAYERS = (2, 4)
OPTIONS = (Choice("low_wins", ("no", "yes"), "highest-1"),)
CARDS = 12
EACH_DEALT = 3
POINTS_PER_TRICK = 1
ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, 4),
    ("gone", np.int64),  # all cards played
    ("trick", np.int64, 4),  # the card of each seat
    ("score", np.int16, 4),
    ("turn", np.int8),
)
MOVES = EACH_DEALT
PARTS = CARDS
LONGEST = 1
OBSERVATION = (("hand", CARDS), ("gone", CARDS), ("trick", CARDS))
ENCODING = (("card", CARDS),)


@kernel
def deal(s: Row) -> None:
    deck = first_n(CARDS)
    order = deal_key(s, DECK)
    for p in range(4):
        s.hands[p] = s.trick[p] = 0
        s.score[p] = 0
    for i in range(EACH_DEALT * s.players):
        c = draw(order, i, deck)
        deck &= ~bit(c)
        s.hands[i % s.players] |= bit(c)
    s.gone = 0
    s.turn = 0


@kernel
def acting(s: Row) -> int:
    return 0 if s.turn < 0 else 1 << int(s.turn)


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    n = 0
    hand = s.hands[seat]
    while hand != 0:
        moves[n] = lowest(hand)
        n += 1
        hand &= hand - 1
    return n


@kernel
def play(s: Row, seat: int, move: int) -> None:
    s.turns += 1
    s.hands[seat] &= ~bit(move)
    s.trick[seat] = bit(move)
    s.gone |= bit(move)
    s.turn = (seat + 1) % s.players
    if s.trick[s.turn] != 0:
        finish_trick(s)


@kernel
def finish_trick(s: Row) -> None:
    lying = i64(0)
    for p in range(s.players):
        lying |= s.trick[p]
    best = bit(lowest(lying) if s.low_wins == 1 else highest(lying))
    for p in range(s.players):
        if s.trick[p] == best:
            s.score[p] += POINTS_PER_TRICK
            s.turn = p if s.hands[p] != 0 else -1
        s.trick[p] = 0
    if s.turn < 0:
        s.deal_no += 1


@kernel
def points(s: Row, out: Numbers) -> None:
    for p in range(s.players):
        out[p] = s.score[p]


@kernel
def payoff(s: Row, out: Numbers) -> None:
    put_shares(out, s.score, s.players)


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    pool = first_n(CARDS) & ~s.hands[seat] & ~s.gone
    order = key(seed, REDEAL, 0)
    i = 0
    for p in range(s.players):
        if p != seat:
            wanted = count(s.hands[p])
            s.hands[p] = 0
            for _ in range(wanted):
                c = draw(order, i, pool)
                pool &= ~bit(c)
                s.hands[p] |= bit(c)
                i += 1
    s.seed = key(seed, GAMES, 0)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    lying = i64(0)
    for p in range(s.players):
        lying |= s.trick[p]
    i = put_bits(out, 0, s.hands[seat], CARDS)
    i = put_bits(out, i, s.gone, CARDS)
    return put_bits(out, i, lying, CARDS)


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    return put_bits(out, 0, bit(move), CARDS)


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    return put(out, 0, move)


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    return move
