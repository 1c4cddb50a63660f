"""A move as a chain of small choices, so that a few dozen ids are enough for all moves of a game.

A game says of which parts a move consists, in a fixed order: cards, places, buttons. A step chooses the next part. What
can be chosen are the parts by which some legal move goes on; a chain ends when it is a whole move and no other goes
on, or by DONE where it could end or go on.

    ids   0 ... PARTS - 1   the game's parts
          PARTS             DONE: the move is whole as it is
          PARTS + 1         WAIT: of a seat that has nothing to choose, where all seats step together
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardshed.engine.core.verbs import legal, observe, parts, play
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, kernel

BEYOND = 2  # ids after the parts
ILLEGAL, HALF, WHOLE = -1, 0, 1


@kernel
def offer(s: Row, seat: int, made: Numbers, n: int, moves: Moves, ids: Numbers, mask: Numbers) -> int:
    """Mark what may be chosen after the first n parts of a choice; returns how many moves it could still become."""
    mask[:] = 0
    done = len(mask) - BEYOND
    possible = 0
    for i in range(legal(s, seat, moves)):
        k = parts(s, seat, moves[i], ids)
        if goes_on(ids, k, made, n):
            mask[ids[n] if k > n else done] = 1
            possible += 1
    return possible


@kernel
def goes_on(ids: Numbers, k: int, made: Numbers, n: int) -> bool:
    """Whether a chain of k parts begins with the n that are chosen."""
    same = k >= n
    i = 0
    while same and i < n:
        same = ids[i] == made[i]
        i += 1
    return same


@kernel
def take(
    s: Row, seat: int, made: Numbers, n: int, action: int, moves: Moves, ids: Numbers, mask: Numbers
) -> int:  # fmt: skip
    """Choose the next part. The move is carried out when it is whole; while it is not, the mask is that of the next
    choice."""
    done = len(mask) - BEYOND
    ends = action == done
    if not ends:
        if action < 0 or action > done or n >= len(made):
            return ILLEGAL
        made[n] = action
        n += 1
    mask[:] = 0
    whole, longer = -1, 0
    for i in range(legal(s, seat, moves)):
        k = parts(s, seat, moves[i], ids)
        if goes_on(ids, k, made, n):
            if k == n:
                whole = i
                mask[done] = 1
            else:
                longer += 1
                mask[ids[n]] = 1
    if whole < 0 and (ends or longer == 0):
        return ILLEGAL
    if ends and longer == 0:
        return ILLEGAL  # it would have ended by itself
    if ends or longer == 0:
        play(s, seat, moves[whole])
        return WHOLE
    return HALF


@kernel
def observed(out: Numbers, at: int, made: Numbers, n: int) -> None:
    """After what a seat knows: which parts it has chosen so far."""
    out[at:] = 0
    for i in range(n):
        out[at + made[i]] += 1


OBSERVED = np.int16  # the type of observations: they count, and nothing counts farther


# --- as Python calls them ------------------------------------------------------------------------


@kernel
def offers(rows: Rows, seat: int, made: Any, n: int, moves: Any, ids: Any, mask: Any) -> int:
    return offer(rows[0], seat, made, n, moves, ids, mask)


@kernel
def takes(rows: Rows, seat: int, made: Any, n: int, action: int, moves: Any, ids: Any, mask: Any) -> int:
    return take(rows[0], seat, made, n, action, moves, ids, mask)


@kernel
def observes(rows: Rows, seat: int, made: Any, n: int, out: Any) -> None:
    observed(out, observe(rows[0], seat, out), made, n)
