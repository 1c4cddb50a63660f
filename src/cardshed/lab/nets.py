"""Games of nets and simple policies, played in compiled code: their moves, to be watched afterwards."""

from __future__ import annotations

import numpy as np

from cardshed.bots.base import NET
from cardshed.bots.net import Net, Slate, favourite, net_of, slate
from cardshed.engine.bits import lowest
from cardshed.engine.chance import BOTS, GAMES, key
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Moves, Numbers, Rows, kernel
from cardshed.engine.playout import POLICIES, choose
from cardshed.engine.verbs import LONGEST_MATCH, acting, deal, legal, must_end, play
from cardshed.lab.plan import Plan

BY_NET = -2  # the policy of who plays as the net does


@kernel
def play_by_net(
    rows: Rows, seed: np.uint64, game: int, policies: Numbers, net: Net, on: Slate, moves: Moves, trace: Moves
) -> int:
    """Game number `game` of a batch; returns how many moves it had, which the trace keeps."""
    s = rows[0]
    s.seed = key(seed, GAMES, game)
    dice = key(seed, BOTS, game)
    deal(s)
    seats = acting(s)
    while seats != 0 and s.plies <= LONGEST_MATCH:
        p = lowest(seats)
        n = legal(s, p, moves)
        if policies[p] == BY_NET:
            move = moves[favourite(net, on, s, p, moves, n)[0]] if n > 1 else moves[0]
        else:
            move = choose(s, p, policies[p], dice, moves, n)
        trace[s.plies] = move
        play(s, p, move)
        seats = acting(s)
    must_end(s)
    return s.plies


def traces(plan: Plan, first: int, games: int) -> list[Moves]:
    """The moves of games `first`, `first + 1`, ... of a plan."""
    game = plan.open()
    net = net_of(game)
    if net is None:
        raise BadOption("bots.net.none", game=game.title)
    policies = np.array([BY_NET if bot == NET else POLICIES[bot] for bot in plan.bots], np.int64)
    rows, on, moves = game.blank(plan.players, 0, plan.options), slate(net), game.move_buffer()
    trace, found = np.zeros(LONGEST_MATCH + 2, np.int64), []
    with game.compiling():
        for i in range(first, first + games):
            found.append(trace[: play_by_net(rows, np.uint64(plan.seed), i, policies, net, on, moves, trace)].copy())
    return found
