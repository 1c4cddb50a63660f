"""Playing games to their end by simple policies, the same lines on a CPU core and on a GPU thread."""

from __future__ import annotations

import numpy as np

from cardshed.engine.bits import lowest
from cardshed.engine.chance import BOTS, GAMES, below, key
from cardshed.engine.core.verbs import LONGEST_MATCH, acting, deal, judge, legal, must_end, payoff, play, points
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, kernel

RANDOM, GREEDY = 0, 1
POLICIES = {"random": RANDOM, "greedy": GREEDY}

# What is counted of a game, in this order.
PLIES, TURNS, DEALS, DECISIONS, LEGAL = 0, 1, 2, 3, 4
COUNTS = ("plies", "turns", "deals", "decisions", "legal")


@kernel
def choose(s: Row, seat: int, policy: int, dice: np.uint64, moves: Moves, n: int) -> int:
    """One of the n moves in the buffer: any, or one of those that the game judges best."""
    if n == 1:
        return moves[0]
    if policy == GREEDY:
        best = judge(s, seat, moves[0])
        kept = 1
        for i in range(1, n):
            opinion = judge(s, seat, moves[i])
            if opinion > best:
                best = opinion
                kept = 0
            if opinion == best:
                moves[kept] = moves[i]
                kept += 1
        n = kept
    return moves[below(dice, s.plies, n)]


@kernel
def play_game(s: Row, seed: np.uint64, game: int, policies: Numbers, moves: Moves, count: Numbers) -> None:
    """Game number `game` of a batch, from the deal to the end; bots have dice of their own."""
    s.seed = key(seed, GAMES, game)
    dice = key(seed, BOTS, game)
    deal(s)
    decisions = 0
    offered = 0
    seats = acting(s)
    while seats != 0 and s.plies <= LONGEST_MATCH:
        p = lowest(seats)
        n = legal(s, p, moves)
        offered += n
        if n > 1:
            decisions += 1
        play(s, p, choose(s, p, policies[p], dice, moves, n))
        seats = acting(s)
    must_end(s)
    count[PLIES] = s.plies
    count[TURNS] = s.turns
    count[DEALS] = s.deal_no
    count[DECISIONS] = decisions
    count[LEGAL] = offered


@kernel
def play_games(
    rows: Rows, seed: np.uint64, first: int, policies: Numbers, moves: Moves, counts: Numbers, scores: Numbers,
    shares: Numbers,
) -> None:  # fmt: skip
    """Games `first`, `first + 1`, ... of a batch, one per line of the results, on the table of rows[0]."""
    s = rows[0]
    for i in range(len(counts)):
        play_game(s, seed, first + i, policies, moves, counts[i])
        points(s, scores[i])
        payoff(s, shares[i])


@kernel
def choose_move(rows: Rows, seat: int, policy: int, seed: np.uint64, moves: Moves) -> int:
    """What a policy plays at rows[0], of the moves that are legal there; their order may change."""
    return choose(rows[0], seat, policy, key(seed, BOTS, seat), moves, len(moves))
