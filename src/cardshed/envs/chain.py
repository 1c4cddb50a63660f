"""A move as a chain of small choices, so that a few dozen ids are enough for all moves of a game.

A game says of which parts a move consists, in a fixed order: cards, places, buttons. A step chooses the next part. What
can be chosen are the parts by which some legal move goes on; a chain ends when it is a whole move and no other goes
on, or by DONE where it could end or go on.

    ids   0 ... PARTS - 1   the game's parts
          PARTS             DONE: the move is whole as it is
          PARTS + 1         WAIT: of a seat that has nothing to choose, where all seats step together
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cardshed.engine.core.verbs import SPARE, legal, observe, parts, play
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, kernel

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game

BEYOND = 2  # ids after the parts
ILLEGAL, HALF, WHOLE = -1, 0, 1
BEFORE = 2  # numbers before the parts of a chain in a list: the move, and how many parts it has


def room(game: Game) -> int:
    """How long the list of a position can become."""
    return int(1 + game.code.MOVES * (BEFORE + game.longest) + SPARE)


@kernel
def write(s: Row, seat: int, moves: Moves, chains: Moves) -> int:
    """List the legal moves and their parts, chain after chain, their number before all; returns how long that is."""
    chains[0] = legal(s, seat, moves)
    at = 1
    for i in range(chains[0]):
        chains[at] = moves[i]
        chains[at + 1] = parts(s, seat, moves[i], chains[at + BEFORE :])
        at += BEFORE + chains[at + 1]
    return at


@kernel
def offer(chains: Moves, made: Numbers, n: int, mask: Numbers) -> int:
    """Mark what may be chosen after the first n parts of a choice; returns how many moves it could still become."""
    mask[:] = 0
    done = len(mask) - BEYOND
    possible = 0
    at = 1
    for _ in range(chains[0]):
        k = chains[at + 1]
        if goes_on(chains, at, made, n):
            mask[chains[at + BEFORE + n] if k > n else done] = 1
            possible += 1
        at += BEFORE + k
    return possible


@kernel
def goes_on(chains: Moves, at: int, made: Numbers, n: int) -> bool:
    """Whether the chain at this place of the list begins with the n parts that are chosen."""
    same = chains[at + 1] >= n
    i = 0
    while same and i < n:
        same = chains[at + BEFORE + i] == made[i]
        i += 1
    return same


@kernel
def take(s: Row, seat: int, made: Numbers, n: int, action: int, chains: Moves, mask: Numbers) -> int:
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
    whole, longer = 0, 0
    at = 1
    for _ in range(chains[0]):
        k = chains[at + 1]
        if goes_on(chains, at, made, n):
            if k == n:
                whole = at
                mask[done] = 1
            else:
                longer += 1
                mask[chains[at + BEFORE + n]] = 1
        at += BEFORE + k
    if whole == 0 and (ends or longer == 0):
        return ILLEGAL
    if ends and longer == 0:
        return ILLEGAL  # it would have ended by itself
    if ends or longer == 0:
        play(s, seat, chains[whole])
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
def offers(rows: Rows, seat: int, made: Any, n: int, moves: Any, chains: Any, mask: Any) -> int:
    write(rows[0], seat, moves, chains)
    return offer(chains, made, n, mask)


@kernel
def takes(rows: Rows, seat: int, made: Any, n: int, action: int, moves: Any, chains: Any, mask: Any) -> int:
    write(rows[0], seat, moves, chains)
    return take(rows[0], seat, made, n, action, chains, mask)


@kernel
def observes(rows: Rows, seat: int, made: Any, n: int, out: Any) -> None:
    observed(out, observe(rows[0], seat, out), made, n)
