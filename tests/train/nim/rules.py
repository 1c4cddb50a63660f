"""Nim with one heap: take one to three stones; who takes the last wins. Whoever leaves a multiple of four has won."""

import numpy as np

from cardshed.engine.chance import DECK, below, deal_key, key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put_one_of
from cardshed.engine.options import Number, Option
from cardshed.engine.row import row_type

VERSION = 1
PLAYERS = (2, 2)
MOST, HEAP = 3, 24
OPTIONS: tuple[Option, ...] = (Number("heap", 14, 1, HEAP, "rule 1"),)
ROW = row_type(__file__, OPTIONS, ("score", np.int16, 2), ("stones", np.int8), ("turn", np.int8))
MOVES, PARTS, LONGEST = MOST, MOST, 1
OBSERVATION = (("stones", HEAP + 1),)


@kernel
def deal(s: Row) -> None:
    for p in range(2):
        s.score[p] = 0
    s.stones = 1 + below(deal_key(s, DECK), 0, s.heap)
    s.turn = 0


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    n = min(MOST, int(s.stones))
    for i in range(n):
        moves[i] = i
    return n


@kernel
def play(s: Row, seat: int, move: int) -> None:
    s.turns += 1
    s.stones -= move + 1
    s.turn = 1 - seat
    if s.stones == 0:
        s.score[seat] = 1
        s.deal_no += 1
        s.turn = -1


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    s.seed = key(seed, DECK, 0)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    return put_one_of(out, 0, s.stones, HEAP + 1)


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    out[0] = move
    return 1


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    return i64(move)
