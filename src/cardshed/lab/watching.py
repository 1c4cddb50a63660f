"""Games that are watched while they are played: what was counted of each, a line per game.

Whole games are played here by nets and simple policies, in one compiled pass. Games of other bots come as traces, the
moves that were made, and are counted by the same lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cardshed.bots.net import Net, Slate, favourite, net_of, slate
from cardshed.engine.bits import lowest
from cardshed.engine.chance import BOTS, GAMES, key
from cardshed.engine.core.playout import DEALS, DECISIONS, LEGAL, PLIES, TURNS, choose
from cardshed.engine.core.verbs import LONGEST_MATCH, acting, deal, legal, must_end, parts, payoff, play, points, tally
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, kernel

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game

FIRST = 5  # after what playout.py counts: the seat that acted first
COUNTED = 6
TRACED, BY_NET = -1, -2  # the policies of who plays as a trace says, or as the net does

S, BEFORE, ROWS = 0, 1, 2  # the rows of a desk: as it stands, and as it stood before the last move

Whole = npt.NDArray[np.int32]
Mind = tuple[Net, Slate] | None  # what nets need, or None: without nets nothing of them is compiled


def mind_of(game: Game) -> Mind:
    """What a game's net needs to play, for one thread."""
    net = net_of(game)
    if net is None:
        raise BadOption("bots.net.none", game=game.title)
    return net, slate(net)


class Desk(NamedTuple):
    """What a game is played on."""

    rows: Rows
    moves: Moves
    mind: Mind
    ids: Numbers  # of the parts of a move, or of what it came to


class Sheets(NamedTuple):
    """What is counted of games, a line for each."""

    counts: Whole  # as playout.py counts, and who acted first
    tallies: Whole  # how often each of the game's tallies came
    users: Whole  # by which seats, as bits
    played: Whole  # how often each part was in a move
    points: Whole
    payoff: npt.NDArray[np.float32]


@kernel
def watch_game(on: Desk, sheets: Sheets, i: int, seed: np.uint64, game: int, policies: Numbers, trace: Moves) -> None:
    """Game number `game` of a batch, in line i. The trace is read by who plays by it, and written by all others."""
    s, before = on.rows[S], on.rows[BEFORE]
    count, played = sheets.counts[i], sheets.played[i]
    s.seed = key(seed, GAMES, game)
    dice = key(seed, BOTS, game)
    deal(s)
    decisions = 0
    offered = 0
    seats = acting(s)
    count[FIRST] = lowest(seats) if seats != 0 else 0
    note(tally(s, s, -1, 0, on.ids), -1, on.ids, sheets.tallies[i], sheets.users[i])
    while seats != 0 and s.plies <= LONGEST_MATCH:
        p = lowest(seats)
        n = legal(s, p, on.moves)
        offered += n
        if n > 1:
            decisions += 1
        at = s.plies
        if policies[p] == TRACED:
            move = trace[at]
        else:
            move = think(s, p, policies[p], dice, on.moves, n, on.mind)
            if at < len(trace):
                trace[at] = move
        on.rows[BEFORE] = on.rows[S]
        play(s, p, move)
        for k in range(parts(before, p, move, on.ids)):
            played[on.ids[k]] += 1
        note(tally(before, s, p, move, on.ids), p, on.ids, sheets.tallies[i], sheets.users[i])
        seats = acting(s)
    must_end(s)
    count[PLIES] = s.plies
    count[TURNS] = s.turns
    count[DEALS] = s.deal_no
    count[DECISIONS] = decisions
    count[LEGAL] = offered
    points(s, sheets.points[i])
    payoff(s, sheets.payoff[i])


@kernel
def think(s: Row, p: int, policy: int, dice: np.uint64, moves: Moves, n: int, mind: Mind) -> int:
    """The one of n legal moves that a seat chooses by itself."""
    if mind is not None:
        if policy == BY_NET:  # a condition of its own, for the other is decided when this is compiled
            net, on = mind
            return moves[favourite(net, on, s, p, moves, n)[0]] if n > 1 else moves[0]
    return choose(s, p, policy, dice, moves, n)


@kernel
def note(n: int, seat: int, ids: Numbers, tallies: Numbers, users: Numbers) -> None:
    """Count what a move came to, and whose it was."""
    for i in range(n):
        tallies[ids[i]] += 1
        if seat >= 0:
            users[ids[i]] |= 1 << seat


@kernel
def watch_games(
    on: Desk, sheets: Sheets, seed: np.uint64, first: int, policies: Numbers, traces: Moves, begins: Numbers
) -> None:
    """Games `first`, `first + 1`, ... of a batch, one per line; game i's trace lies between two of `begins`."""
    for i in range(len(sheets.counts)):
        watch_game(on, sheets, i, seed, first + i, policies, traces[begins[i] : begins[i + 1]])
