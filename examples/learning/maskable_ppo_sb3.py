"""Stable-Baselines3's PPO with masks (sb3-contrib) learns Segments among greedy bots.

python examples/learning/maskable_ppo_sb3.py --csv curve.csv
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from cardshed.envs.curve import Curve
from cardshed.envs.gymnasium import env


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)

    def add(name: str, usual: Any, told: str) -> None:
        parser.add_argument(f"--{name}", default=usual, type=type(usual), help=f"{told} (usually {usual})")

    add("game", "segments", "which game")
    add("players", 3, "seats at the table")
    add("options", "", "house rules, as a=1;b=2")
    add("opponents", "greedy", "the bots at the other seats")
    add("steps", 1_000_000, "choices to learn from")
    add("envs", 16, "games side by side")
    add("horizon", 256, "choices in each of them from update to update")
    add("epochs", 4, "how often an update goes through them")
    add("batch", 512, "choices in one gradient")
    add("width", 128, "of the net's two layers")
    add("rate", 1e-3, "learning rate at the beginning; it falls to nothing")
    add("entropy", 0.01, "what playing less surely is worth")
    add("seed", 1, "of deals, net and choices")
    add("exams", 20, "how often strength is measured while it learns")
    add("deals", 1000, "on how many deals, each from every seat")
    add("ladder", 100, "on how many deals against stronger bots at the end")
    add("csv", "", "file to write the curve to")
    return parser.parse_args(given)


class Seen(gymnasium.ObservationWrapper[Any, int, Any]):
    """What is seen as numbers of the net's kind. The mask is left out of it: the trainer asks for `action_masks`."""

    def __init__(self, inner: gymnasium.Env[Any, int]) -> None:
        super().__init__(inner)
        shape = inner.observation_space["observation"].shape  # type: ignore[index]  # a Dict of two
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape, np.float32)

    def observation(self, observation: Any) -> Any:
        return observation["observation"].astype(np.float32)


def train(args: argparse.Namespace) -> Curve:
    torch.set_num_threads(1)
    options = dict(pair.split("=") for pair in args.options.split(";") if pair)
    how = {"opponents": args.opponents, "seat": None, "options": options}
    envs = make_vec_env(lambda: Seen(env(args.game, args.players, **how)), args.envs, seed=args.seed)
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=args.horizon, batch_size=args.batch, n_epochs=args.epochs, gamma=1.0,
        learning_rate=lambda left: args.rate * left, ent_coef=args.entropy, seed=args.seed, device="cpu",
        policy_kwargs={"net_arch": [args.width, args.width], "activation_fn": torch.nn.ReLU},
    )  # fmt: skip

    def best(seen: Any, masks: Any) -> Any:
        return model.predict(seen.astype(np.float32), action_masks=masks.astype(bool), deterministic=True)[0]

    curve = Curve(
        args.game, args.players, options, steps=args.steps, exams=args.exams, deals=args.deals, ladder=args.ladder,
        path=args.csv,
    )  # fmt: skip
    curve.exam(best, 0, 0, 0.0)
    games = 0

    def after_step(now: dict[str, Any], _: dict[str, Any]) -> bool:
        """The trainer calls this with its variables after each step of all games; it is to go on."""
        nonlocal games
        games += int(now["dones"].sum())
        if curve.due(model.num_timesteps) and model.num_timesteps < args.steps:
            curve.exam(best, model.num_timesteps, games, model.logger.name_to_value["train/loss"])
        return True

    model.learn(args.steps, callback=after_step)
    curve.exam(best, model.num_timesteps, games, model.logger.name_to_value["train/loss"])
    return curve


if __name__ == "__main__":
    train(arguments())
