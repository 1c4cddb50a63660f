"""Many games side by side, stepped in one compiled call: what a vector environment is made of."""

from __future__ import annotations

from typing import NamedTuple

from cardshed.engine.bits import lowest
from cardshed.engine.chance import BOTS, GAMES, key
from cardshed.engine.core.playout import choose
from cardshed.engine.core.verbs import LONGEST_MATCH, acting, deal, legal, must_end, observe, payoff, play
from cardshed.engine.kernel import Moves, Numbers, Rows, kernel
from cardshed.envs.chain import BEYOND, HALF, ILLEGAL, observed, offer, take, write

CALLER = -1  # the policy of a seat whose choices come from outside
EACH = -1  # the seat of who learns, if it is another one in each game

KEPT = 256  # numbers of a game: a list of chains that is no longer is kept for the next choice, else written anew
NOT_KEPT = -1


class Desk(NamedTuple):
    """What games are played on: a line for each of them, then what they share."""

    rows: Rows
    bases: Numbers  # the seeds that they are dealt from
    episodes: Numbers  # which of the games of that seed it is
    made: Numbers  # the half-made choice
    chosen: Numbers  # how many parts it has
    seats: Numbers  # whose choice it is
    ended: Numbers
    seen: Numbers
    masks: Numbers
    kept: Numbers  # the chains that it chooses from
    rewards: Numbers  # of every seat
    blank: Rows
    policies: Numbers
    learner: int
    moves: Moves
    chains: Moves
    shares: Numbers


@kernel
def next_game(on: Desk, i: int) -> None:
    """Deal until there is a game in which somebody outside has something to choose."""
    on.ended[i] = False
    on.seats[i] = -1
    while on.seats[i] < 0:
        on.rows[i] = on.blank[0]
        on.rows[i].seed = key(on.bases[i], GAMES, on.episodes[i])
        deal(on.rows[i])
        on.seats[i] = up_to_caller(on, i)
        if on.seats[i] < 0:
            on.episodes[i] += 1
    show(on, i)


@kernel
def up_to_caller(on: Desk, i: int) -> int:
    """Let the bots play until somebody outside has to choose: returns that seat, or -1 at the end."""
    s = on.rows[i]
    learner = on.episodes[i] % s.players if on.learner == EACH else on.learner
    dice = key(on.bases[i], BOTS, on.episodes[i])
    seats = acting(s)
    while seats != 0 and s.plies <= LONGEST_MATCH:
        p = lowest(seats)
        if p == learner or on.policies[p] == CALLER:
            return p
        play(s, p, choose(s, p, on.policies[p], key(dice, BOTS, p), on.moves, legal(s, p, on.moves)))
        seats = acting(s)
    must_end(s)
    return -1


@kernel
def show(on: Desk, i: int) -> None:
    """What the seat that chooses knows, and may choose: nothing, when the game has ended."""
    s, seat, mask = on.rows[i], int(on.seats[i]), on.masks[i]
    observed(on.seen[i], observe(s, seat, on.seen[i]), on.made[i], on.chosen[i])
    if on.ended[i]:
        mask[:] = 0
        mask[len(mask) - 1] = 1
    else:
        keep(on.chains, write(s, seat, on.moves, on.chains), on.kept[i])
        offer(on.chains, on.made[i], on.chosen[i], mask)


@kernel
def keep(chains: Moves, length: int, kept: Moves) -> None:
    kept[0] = NOT_KEPT
    if length <= KEPT:
        for k in range(length):
            kept[k] = chains[k]


@kernel
def reset_games(on: Desk, which: Numbers) -> None:
    """Deal anew where it is asked for."""
    for i in range(len(on.rows)):
        if which[i]:
            on.chosen[i] = 0
            next_game(on, i)


@kernel
def step_games(on: Desk, actions: Numbers, earned: Numbers) -> None:
    """One choice in every game, and what it earned; who chooses what is not offered has lost. A game that has ended is
    dealt anew by its next step, whatever is chosen in it."""
    for i in range(len(on.rows)):
        on.rewards[i, :] = 0
        if on.ended[i]:
            on.episodes[i] += 1
            next_game(on, i)
        else:
            seat = int(on.seats[i])
            step_game(on, i, seat, int(actions[i]))
            earned[i] = on.rewards[i, seat]


@kernel
def step_game(on: Desk, i: int, seat: int, action: int) -> None:
    kept, seen, rewards = on.kept[i], on.seen[i], on.rewards[i]
    if kept[0] == NOT_KEPT:
        write(on.rows[i], seat, on.moves, on.chains)
    chains = kept if kept[0] != NOT_KEPT else on.chains
    came = take(on.rows[i], seat, on.made[i], int(on.chosen[i]), action, chains, on.masks[i])
    if came == HALF:
        on.chosen[i] += 1
        seen[len(seen) + BEYOND - on.masks.shape[1] + action] += 1  # all else that the seat knows is as it was
        return
    on.chosen[i] = 0
    if came == ILLEGAL:
        on.ended[i] = True
        rewards[:] = 1 / (len(rewards) - 1)  # all others have won alike
        rewards[seat] = -1
    else:
        on.seats[i] = up_to_caller(on, i)
        if on.seats[i] < 0:
            on.ended[i] = True
            on.seats[i] = seat
            payoff(on.rows[i], on.shares)
            for p in range(len(rewards)):
                rewards[p] = 2 * on.shares[p] - 1
    show(on, i)
