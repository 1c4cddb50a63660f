"""How strong a policy is against fixed bots, on fixed deals: one measure for all that learn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.intervals import Interval, interval
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.matches.game import HouseRules
from cardshed.envs.gymnasium import ManySeats, OneSeat, env, vector
from cardshed.envs.table import Table

EXAM = 1 << 40  # seeds from here on are for measuring: train with smaller ones

Choose = Callable[[npt.NDArray[np.int16], npt.NDArray[np.int8]], npt.NDArray[np.int64]]
Shares = npt.NDArray[np.float64]  # of opponents beaten, for each deal


def strength(
    choose: Choose, game: str, opponents: str = "greedy", players: int | None = None,
    options: HouseRules = None, deals: int = 500, seed: int = EXAM,
) -> Interval:  # fmt: skip
    """The share of opponents beaten, equal ones half, so that 0.5 is as strong as they are; with its 95 % interval.

    `choose` gets observations and masks, a row for each game, and answers with an action for each. Every deal is played
    from every seat, and deals are what is counted. Opponents are any bots; with `random` and `greedy` it is quick.
    """
    seats = Table(game, players, options).players
    shares = np.zeros((seats, deals))
    for seat in range(seats):
        how: dict[str, Any] = {"opponents": opponents, "seat": seat, "options": options}
        if opponents in POLICIES:
            shares[seat] = side_by_side(vector(game, deals, players, **how), choose, seed)
        else:
            shares[seat] = one_by_one(env(game, players, **how), choose, seed, deals)
    return interval(shares.mean(0), reach=(0.0, 1.0))


def side_by_side(envs: ManySeats, choose: Choose, seed: int) -> Shares:
    """Of the first game in each environment. Those that end early play on, uncounted."""
    seen, _ = envs.reset(seed=seed)
    shares = np.full(envs.num_envs, np.nan)
    while np.isnan(shares).any():
        seen, rewards, ended, _, _ = envs.step(choose(seen["observation"], seen["action_mask"]))
        first = ended & np.isnan(shares)
        shares[first] = (rewards[first] + 1) / 2
    return shares


def one_by_one(one: OneSeat, choose: Choose, seed: int, deals: int) -> Shares:
    """The same games, for bots that think: nobody waits for the longest."""
    shares = np.zeros(deals)
    for i in range(deals):
        seen, _ = one.reset(seed=seed + i)
        ended = False
        while not ended:
            action = choose(seen["observation"][None], seen["action_mask"][None])[0]
            seen, reward, ended, _, _ = one.step(int(action))
        shares[i] = (reward + 1) / 2
    return shares
