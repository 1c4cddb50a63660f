"""Many games side by side, stepped in one compiled call: what a vector environment is made of."""

from __future__ import annotations

import numpy as np

from cardshed.engine.bits import lowest
from cardshed.engine.chance import BOTS, GAMES, key
from cardshed.engine.core.playout import choose
from cardshed.engine.core.verbs import LONGEST_MATCH, acting, deal, legal, must_end, observe, payoff, play
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, kernel
from cardshed.envs.chain import BEYOND, HALF, ILLEGAL, observed, offer, take, write

CALLER = -1  # the policy of a seat whose choices come from outside
EACH = -1  # the seat of who learns, if it is another one in each game

KEPT = 256  # numbers of a game: a list of chains that is no longer is kept for the next choice, else written anew
NOT_KEPT = -1


@kernel
def begin(rows: Rows, i: int, blank: Rows, base: np.uint64, episode: int) -> None:
    """Game number `episode` of an environment with this seed."""
    rows[i] = blank[0]
    rows[i].seed = key(base, GAMES, episode)
    deal(rows[i])


@kernel
def policy_of(policies: Numbers, learner: int, episode: int, seat: int, players: int) -> int:
    """Who chooses for a seat: with one learner, its seat or the next one in the next game."""
    own = episode % players if learner == EACH else learner
    return CALLER if seat == own else policies[seat]


@kernel
def up_to_caller(s: Row, policies: Numbers, learner: int, episode: int, dice: np.uint64, moves: Moves) -> int:
    """Let the bots play until somebody outside has to choose: returns that seat, or -1 at the end."""
    seats = acting(s)
    while seats != 0 and s.plies <= LONGEST_MATCH:
        p = lowest(seats)
        policy = policy_of(policies, learner, episode, p, int(s.players))
        if policy == CALLER:
            return p
        play(s, p, choose(s, p, policy, key(dice, BOTS, p), moves, legal(s, p, moves)))
        seats = acting(s)
    must_end(s)
    return -1


@kernel
def keep(chains: Moves, length: int, kept: Moves) -> None:
    kept[0] = NOT_KEPT
    if length <= KEPT:
        for k in range(length):
            kept[k] = chains[k]


@kernel
def show(
    s: Row, i: int, seat: int, made: Numbers, chosen: Numbers, kept: Numbers, moves: Moves, chains: Moves,
    seen: Numbers, masks: Numbers, fresh: bool,
) -> None:  # fmt: skip
    """What the seat that chooses knows, and may choose."""
    observed(seen[i], observe(s, seat, seen[i]), made[i], chosen[i])
    if fresh:
        keep(chains, write(s, seat, moves, chains), kept[i])
        offer(chains, made[i], chosen[i], masks[i])


@kernel
def reset_games(
    rows: Rows, blank: Rows, bases: Numbers, episodes: Numbers, which: Numbers, policies: Numbers, learner: int,
    made: Numbers, chosen: Numbers, seats: Numbers, ended: Numbers, kept: Numbers, moves: Moves, chains: Moves,
    seen: Numbers, masks: Numbers,
) -> None:  # fmt: skip
    """Deal anew where it is asked for."""
    for i in range(len(rows)):
        if which[i]:
            chosen[i] = 0
            ended[i] = False
            _next_game(rows, blank, bases, episodes, policies, learner, i, moves, seats)
            show(rows[i], i, int(seats[i]), made, chosen, kept, moves, chains, seen, masks, True)


@kernel
def _next_game(
    rows: Rows, blank: Rows, bases: Numbers, episodes: Numbers, policies: Numbers, learner: int, i: int, moves: Moves,
    seats: Numbers,
) -> None:  # fmt: skip
    """Deal until there is a game in which somebody outside has something to choose."""
    while True:
        begin(rows, i, blank, bases[i], episodes[i])
        dice = key(bases[i], BOTS, episodes[i])
        seats[i] = up_to_caller(rows[i], policies, learner, episodes[i], dice, moves)
        if seats[i] >= 0:
            return
        episodes[i] += 1


@kernel
def step_games(
    rows: Rows, blank: Rows, bases: Numbers, episodes: Numbers, actions: Numbers, policies: Numbers, learner: int,
    made: Numbers, chosen: Numbers, seats: Numbers, ended: Numbers, kept: Numbers, moves: Moves, chains: Moves,
    shares: Numbers, seen: Numbers, masks: Numbers, rewards: Numbers,
) -> None:  # fmt: skip
    """One choice in every game; who chooses what is not offered has lost. A game that has ended is dealt anew by its
    next step, whatever is chosen in it."""
    done = masks.shape[1] - BEYOND
    for i in range(len(rows)):
        rewards[i, :] = 0
        if ended[i]:
            episodes[i] += 1
            ended[i] = False
            _next_game(rows, blank, bases, episodes, policies, learner, i, moves, seats)
            show(rows[i], i, int(seats[i]), made, chosen, kept, moves, chains, seen, masks, True)
            continue
        seat = int(seats[i])
        known = kept[i] if kept[i, 0] != NOT_KEPT else chains
        if kept[i, 0] == NOT_KEPT:
            write(rows[i], seat, moves, chains)
        came = take(rows[i], seat, made[i], int(chosen[i]), int(actions[i]), known, masks[i])
        if came == ILLEGAL:
            forfeit(rewards[i], seat)
            chosen[i] = 0
            ended[i] = True
            show(rows[i], i, seat, made, chosen, kept, moves, chains, seen, masks, False)
            wait(masks[i])
            continue
        if came == HALF:
            chosen[i] += 1
            seen[i, seen.shape[1] - done + int(actions[i])] += 1  # all else that the seat knows is as it was
            continue
        chosen[i] = 0
        seats[i] = up_to_caller(rows[i], policies, learner, episodes[i], key(bases[i], BOTS, episodes[i]), moves)
        if seats[i] < 0:
            ended[i] = True
            seats[i] = seat
            payoff(rows[i], shares)
            for p in range(rewards.shape[1]):
                rewards[i, p] = 2 * shares[p] - 1
        show(rows[i], i, int(seats[i]), made, chosen, kept, moves, chains, seen, masks, not ended[i])
        if ended[i]:
            wait(masks[i])


@kernel
def forfeit(rewards: Numbers, seat: int) -> None:
    """The seat has lost, and all others have won alike."""
    rewards[:] = 1 / (len(rewards) - 1)
    rewards[seat] = -1


@kernel
def wait(mask: Numbers) -> None:
    """There is nothing to choose."""
    mask[:] = 0
    mask[len(mask) - 1] = 1
