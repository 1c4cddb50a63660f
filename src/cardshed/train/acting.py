"""How games play on while a net learns from them: the same lines on a core and on a thread of a GPU.

An actor is a row with a game on it that is played on for ever. At each step it stands before one real choice: what is
forced has been played, what has ended has been dealt anew. What it sees and chooses at step t is kept in line t of a
ring; when the deal ends, all choices made in it are told what came of it.
"""

from __future__ import annotations

from typing import NamedTuple

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


class Games(NamedTuple):
    """What actors play: a row for each, the moves that it may choose from, and the tables there are."""

    rows: Rows
    moves: Numbers
    tables: Rows
    spreads: Numbers  # by how many points a deal sets players apart at each


class Notes(NamedTuple):
    """What actors are and choose, a line for each; then the ring, a line for each step and a column for each actor."""

    actors: Numbers
    chosen: Moves
    picked: Moves  # the place of what was chosen among the moves offered
    firsts: Moves  # where those begin among the moves of all
    results: Numbers
    seats: Numbers
    said: Numbers
    targets: Numbers
    fresh: Numbers
    base: np.uint64  # the seed of all games
    trace: float


@kernel
def next_game(games: Games, notes: Notes, i: int, step: int) -> None:
    """Deal the actor's next game: games are numbered across all actors, and each is played at any of the tables."""
    actor = notes.actors[i]
    actor[GAME] += len(notes.actors)
    actor[LEFT] -= 1
    actor[TABLE] = below(key(notes.base, TABLES, actor[GAME]), 0, len(games.tables))
    games.rows[i] = games.tables[actor[TABLE]]
    games.rows[i].seed = key(notes.base, GAMES, actor[GAME])
    deal(games.rows[i])
    actor[DEAL] = 0
    actor[BEGUN] = step


@kernel
def tell(s: Row, notes: Notes, i: int, step: int, spread: float, values: Numbers, scores: Numbers) -> None:
    """A deal has ended before the choice of this step: every choice made in it learns what it came to.

    The farther back a choice lies, the more of the luck after it is replaced by what the net said at the seat's later
    choices: each of them takes the share 1 - trace.
    """
    rate(s, spread, values, scores)
    actor, ring = notes.actors[i], len(notes.seats)
    for t in range(step - 1, max(actor[BEGUN], step - ring) - 1, -1):
        line = t % ring
        seat = notes.seats[line, i]
        notes.targets[line, i] = values[seat]
        notes.fresh[line, i] = 1
        values[seat] = notes.trace * values[seat] + (1 - notes.trace) * notes.said[line, i]
    actor[DEAL] = s.deal_no
    actor[BEGUN] = step


@kernel
def go_on(games: Games, notes: Notes, i: int, step: int, values: Numbers, scores: Numbers) -> None:
    """Play what was chosen, and all that follows, up to the next real choice of the net."""
    s, moves, actor = games.rows[i], games.moves[i], notes.actors[i]
    if actor[GAME] < 0:
        next_game(games, notes, i, step)
    elif actor[OFFERED] > 0:
        play(s, actor[SEAT], notes.chosen[i])
    else:
        return
    dealt = 0
    while True:
        playing = acting(s)
        over = playing == 0 or s.plies > LONGEST_MATCH
        if over or s.deal_no != actor[DEAL]:
            tell(s, notes, i, step, games.spreads[actor[TABLE]], values, scores)
        if over:
            must_end(s)
            payoff(s, values)
            notes.results[i] = values[learner(notes, i, int(s.players))]
            if actor[LEFT] == 0:
                actor[OFFERED] = 0
                return
            dealt += 1
            if dealt > PATIENCE:
                actor[OFFERED] = STUCK
                return
            next_game(games, notes, i, step)
            continue
        p = lowest(playing)
        n = legal(s, p, moves)
        if n == 1:
            play(s, p, moves[0])
        elif actor[OTHERS] != ALL and p != learner(notes, i, int(s.players)):
            play(s, p, choose(s, p, actor[OTHERS], key(notes.base, BOTS, actor[GAME]), moves, n))
        else:
            actor[SEAT] = p
            actor[OFFERED] = n
            return


@kernel
def learner(notes: Notes, i: int, players: int) -> int:
    """The seat of the net, where it plays against others: each in turn, from actor to actor and from game to game."""
    game = notes.actors[i, GAME]
    return (game + game // len(notes.actors)) % players


@kernel
def pick(games: Games, notes: Notes, i: int, worth: Numbers, often: int) -> None:
    """Choose an actor's move: the one worth most, or so often in a million any."""
    actor, first, plies = notes.actors[i], notes.firsts[i], int(games.rows[i].plies)
    if actor[OFFERED] <= 0:
        return
    dice = key(notes.base, EXPLORE, actor[GAME])
    best = 0
    if below(dice, 2 * plies, MILLION) < often:
        best = below(dice, 2 * plies + 1, actor[OFFERED])
    else:
        for j in range(1, actor[OFFERED]):
            if worth[first + j] > worth[first + best]:
                best = j
    notes.picked[i] = best
    notes.chosen[i] = games.moves[i, best]


@kernel
def see(s: Row, notes: Notes, i: int, out: Numbers) -> None:
    observe(s, notes.actors[i, SEAT], out)


@kernel
def describe(games: Games, notes: Notes, whose: Moves, k: int, out: Numbers) -> None:
    """The k-th of the moves of all actors."""
    i = whose[k]
    encode(games.rows[i], notes.actors[i, SEAT], games.moves[i, k - notes.firsts[i]], out[k])
