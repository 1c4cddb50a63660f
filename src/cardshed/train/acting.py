"""How games play on while a net learns from them: the same lines on a core and on a thread of a GPU.

An actor is a row with a game on it that is played on for ever. At each step it stands before one real choice: what is
forced has been played, what has ended has been dealt anew. What it sees and chooses at step t is kept in line t of a
ring; when the deal ends, all choices made in it are told what came of it.
"""

from __future__ import annotations

import numpy as np

from cardshed.bots.tree import rate
from cardshed.engine.bits import lowest
from cardshed.engine.chance import BOTS, EXPLORE, GAMES, TABLES, below, key
from cardshed.engine.core.playout import choose
from cardshed.engine.core.verbs import LONGEST_MATCH, acting, deal, encode, legal, must_end, observe, payoff, play
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, kernel

# What an actor is, besides its row: columns of a table of numbers.
GAME = 0  # the number of its game
SEAT = 1  # who chooses
OFFERED = 2  # how many moves it may choose from; 0 when it has played all its games, or STUCK
DEAL = 3  # the deal that is being played
BEGUN = 4  # the step at which the first choice of this deal was made
LEFT = 5  # games it still has to begin; less than none for no end
OTHERS = 6  # the policy of all seats but one, or ALL: the net plays them all
TABLE = 7  # the table at which its game is played
COLUMNS = 8

MILLION = 1_000_000
ALL = -1
STUCK = -1  # offered to an actor to whom game after game left nothing to choose
PATIENCE = 1000  # games in which there was nothing


@kernel
def next_game(rows: Rows, i: int, actor: Numbers, many: int, tables: Rows, base: np.uint64, step: int) -> None:
    """Deal the actor's next game: games are numbered across all actors, and each is played at any of the tables."""
    actor[GAME] += many
    actor[LEFT] -= 1
    actor[TABLE] = below(key(base, TABLES, actor[GAME]), 0, len(tables))
    rows[i] = tables[actor[TABLE]]
    rows[i].seed = key(base, GAMES, actor[GAME])
    deal(rows[i])
    actor[DEAL] = 0
    actor[BEGUN] = step


@kernel
def tell(
    s: Row, i: int, actor: Numbers, step: int, spread: float, trace: float, seats: Numbers, said: Numbers,
    targets: Numbers, fresh: Numbers, values: Numbers, scores: Numbers,
) -> None:  # fmt: skip
    """A deal has ended before the choice of this step: every choice made in it learns what it came to.

    The farther back a choice lies, the more of the luck after it is replaced by what the net said at the seat's later
    choices: each of them takes the share 1 - trace.
    """
    rate(s, spread, values, scores)
    ring = len(seats)
    for t in range(step - 1, max(actor[BEGUN], step - ring) - 1, -1):
        line = t % ring
        seat = seats[line, i]
        targets[line, i] = values[seat]
        fresh[line, i] = 1
        values[seat] = trace * values[seat] + (1 - trace) * said[line, i]
    actor[DEAL] = s.deal_no
    actor[BEGUN] = step


@kernel
def go_on(
    rows: Rows, i: int, actor: Numbers, many: int, moves: Moves, chosen: int, step: int, tables: Rows, spreads: Numbers,
    base: np.uint64, trace: float, seats: Numbers, said: Numbers, targets: Numbers, fresh: Numbers, values: Numbers,
    scores: Numbers, results: Numbers,
) -> None:  # fmt: skip
    """Play what was chosen, and all that follows, up to the next real choice of the net."""
    if actor[GAME] < 0:
        next_game(rows, i, actor, many, tables, base, step)
    elif actor[OFFERED] > 0:
        play(rows[i], actor[SEAT], chosen)
    else:
        return
    s = rows[i]
    dealt = 0
    while True:
        playing = acting(s)
        over = playing == 0 or s.plies > LONGEST_MATCH
        if over or s.deal_no != actor[DEAL]:
            tell(s, i, actor, step, spreads[actor[TABLE]], trace, seats, said, targets, fresh, values, scores)
        if over:
            must_end(s)
            payoff(s, values)
            results[i] = values[learner(actor, many, int(s.players))]
            if actor[LEFT] == 0:
                actor[OFFERED] = 0
                return
            dealt += 1
            if dealt > PATIENCE:
                actor[OFFERED] = STUCK
                return
            next_game(rows, i, actor, many, tables, base, step)
            continue
        p = lowest(playing)
        n = legal(s, p, moves)
        if n == 1:
            play(s, p, moves[0])
        elif actor[OTHERS] != ALL and p != learner(actor, many, int(s.players)):
            play(s, p, choose(s, p, actor[OTHERS], key(base, BOTS, actor[GAME]), moves, n))
        else:
            actor[SEAT] = p
            actor[OFFERED] = n
            return


@kernel
def learner(actor: Numbers, many: int, players: int) -> int:
    """The seat of the net, where it plays against others: each in turn, from actor to actor and from game to game."""
    return (actor[GAME] + actor[GAME] // many) % players


@kernel
def pick(s: Row, actor: Numbers, worth: Numbers, first: int, base: np.uint64, often: int) -> int:
    """Which of its moves an actor makes: the one worth most, or so often in a million any."""
    dice = key(base, EXPLORE, actor[GAME])
    if below(dice, 2 * int(s.plies), MILLION) < often:
        return below(dice, 2 * int(s.plies) + 1, actor[OFFERED])
    best = 0
    for j in range(1, actor[OFFERED]):
        if worth[first + j] > worth[first + best]:
            best = j
    return best


@kernel
def see(s: Row, actor: Numbers, out: Numbers) -> None:
    observe(s, actor[SEAT], out)


@kernel
def describe(s: Row, actor: Numbers, move: int, out: Numbers) -> None:
    encode(s, actor[SEAT], move, out)
