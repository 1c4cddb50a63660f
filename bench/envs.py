"""Steps a second of the environments, beside those of others in the same run: `python -m bench.envs`."""

from __future__ import annotations

import time
from typing import Any

import numba
import numpy as np

import cardshed
from cardshed.envs import gymnasium, pettingzoo

GAMES, STEPS, SINGLE = 1024, 400, 6000


@numba.njit(cache=False)
def draw(masks: Any, out: Any) -> None:
    """One of the offered actions, for every game."""
    for i in range(len(masks)):
        left = np.random.randint(masks[i].sum())
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    out[i] = action
                    break
                left -= 1


def many(name: str, opponents: str) -> tuple[float, float]:
    """Steps and whole moves a second, with all that is seen."""
    envs = gymnasium.vector(name, GAMES, opponents=opponents)
    envs.reset(seed=1)
    actions = np.zeros(GAMES, np.int64)
    draw(envs.masks, actions)
    spent, moves = 0.0, 0
    for i in range(STEPS + 50):
        draw(envs.masks, actions)
        begun = time.perf_counter()
        envs.step(actions)
        if i >= 50:
            spent += time.perf_counter() - begun
            moves += int((envs.chosen == 0).sum())
    return GAMES * STEPS / spent, moves / spent


def one_by_one(env: Any) -> float:
    """Steps a second of a PettingZoo environment, as its own speed test counts them."""
    dice = np.random.default_rng(0)
    env.reset(seed=0)
    done, begun = 0, time.perf_counter()
    while done < SINGLE:
        env.reset()
        for _ in env.agent_iter():
            seen, _, ended, stopped, _ = env.last()
            env.step(None if ended or stopped else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1
    return done / (time.perf_counter() - begun)


if __name__ == "__main__":
    for name in cardshed.games():
        for opponents in ("caller", "random"):
            steps, moves = (rate / 1e6 for rate in many(name, opponents))
            print(f"{name}, {opponents}: {steps:.2f} million steps, {moves:.2f} million whole moves a second")
    for name in cardshed.games():
        print(f"{name}, PettingZoo: {one_by_one(pettingzoo.env(name)):,.0f} steps a second")
