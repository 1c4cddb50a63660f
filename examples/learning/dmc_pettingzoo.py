"""Deep Monte Carlo through PettingZoo: one net learns from whole games of Parcels what each choice comes to.

python examples/learning/dmc_pettingzoo.py --csv curve.csv
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from torch import nn

from cardshed.envs.curve import Curve
from cardshed.envs.pettingzoo import env


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)

    def add(name: str, usual: Any, told: str) -> None:
        parser.add_argument(f"--{name}", default=usual, type=type(usual), help=f"{told} (usually {usual})")

    add("game", "parcels", "which game")
    add("players", 3, "seats at the table")
    add("options", "rounds=1", "house rules, as a=1;b=2")
    add("steps", 2_000_000, "choices to learn from")
    add("envs", 64, "games side by side, so that the net is asked for many choices at once")
    add("explore", 0.1, "the share of choices by chance at the beginning; it falls to nothing")
    add("memory", 50_000, "the latest choices, from which it learns")
    add("batch", 512, "choices in one gradient")
    add("every", 256, "choices played from gradient to gradient")
    add("width", 256, "of the net's two layers")
    add("rate", 1e-3, "learning rate at the beginning; it falls to nothing")
    add("seed", 1, "of deals, net and choices")
    add("exams", 20, "how often strength is measured while it learns")
    add("deals", 1000, "on how many deals, each from every seat")
    add("ladder", 100, "on how many deals against stronger bots at the end")
    add("csv", "", "file to write the curve to")
    return parser.parse_args(given)


def train(args: argparse.Namespace) -> Curve:
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    dice = np.random.default_rng(args.seed)
    options = dict(pair.split("=") for pair in args.options.split(";") if pair)
    envs = [env(args.game, args.players, options) for _ in range(args.envs)]
    for i, one in enumerate(envs):
        one.reset(seed=args.seed + i)
    width = envs[0].observation_space("seat_0")["observation"].shape[0]
    actions = int(envs[0].action_space("seat_0").n)

    # What is seen in; what each action will come to in the end, from -1 to 1, out.
    net = nn.Sequential(
        nn.Linear(width, args.width), nn.ReLU(), nn.Linear(args.width, args.width), nn.ReLU(),
        nn.Linear(args.width, actions),
    )  # fmt: skip
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate)

    @torch.no_grad()
    def best(seen: Any, masks: Any) -> Any:
        return net(torch.from_numpy(seen).float()).masked_fill(torch.from_numpy(masks) == 0, -1e9).argmax(-1).numpy()

    # The memory is a ring: the newest choice takes the place of the oldest.
    saw = np.zeros((args.memory, width), np.int16)
    chose = np.zeros(args.memory, np.int64)
    came_to = np.zeros(args.memory, np.float32)
    remembered = 0
    stories: list[list[tuple[str, Any, int]]] = [[] for _ in envs]  # of each game: who saw and chose what

    curve = Curve(
        args.game, args.players, options, steps=args.steps, exams=args.exams, deals=args.deals, ladder=args.ladder,
        path=args.csv,
    )  # fmt: skip
    steps, games, learned, loss = 0, 0, 0, torch.zeros(())
    while True:
        if curve.due(steps):
            curve.exam(best, steps, games, loss.item())
        if steps >= args.steps:
            return curve
        left = 1 - steps / args.steps

        # Play one choice in every game: what looks best, or now and then anything.
        looks = [one.observe(one.agent_selection) for one in envs]
        seen, masks = (np.stack([look[name] for look in looks]) for name in ("observation", "action_mask"))
        choices = best(seen, masks)
        for i in np.flatnonzero(dice.random(args.envs) < args.explore * left).tolist():
            choices[i] = dice.choice(np.flatnonzero(masks[i]))
        several = masks.sum(1) > 1  # elsewhere there is nothing to learn
        for i, one in enumerate(envs):
            if several[i]:
                stories[i].append((one.agent_selection, seen[i], choices[i]))
            one.step(int(choices[i]))
            if one.terminations[one.agent_selection]:
                # The game is over: what each seat got is what all its choices came to.
                for agent, what, choice in stories[i]:
                    at = remembered % args.memory
                    saw[at], chose[at], came_to[at] = what, choice, one.rewards[agent]
                    remembered += 1
                stories[i] = []
                games += 1
                one.reset()
        steps += args.envs

        # Learn from any of the latest choices.
        while learned < steps // args.every and remembered >= args.batch:
            some = dice.integers(min(remembered, args.memory), size=args.batch)
            told = net(torch.from_numpy(saw[some]).float())[torch.arange(args.batch), torch.from_numpy(chose[some])]
            loss = (told - torch.from_numpy(came_to[some])).square().mean()
            optimizer.param_groups[0]["lr"] = args.rate * left
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            learned += 1


if __name__ == "__main__":
    train(arguments())
