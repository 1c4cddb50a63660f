"""An actor and a critic through OpenSpiel: one net plays Thirteen for two against itself, with hands of nine cards.

python examples/learning/actor_critic_openspiel.py --csv curve.csv
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from cardshed.envs import openspiel
from cardshed.envs.curve import Curve


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)

    def add(name: str, usual: Any, told: str) -> None:
        parser.add_argument(f"--{name}", default=usual, type=type(usual), help=f"{told} (usually {usual})")

    add("game", "thirteen", "which game")
    add("players", 2, "seats at the table")
    add("options", "cards=9", "house rules, as a=1;b=2")
    add("steps", 1_000_000, "choices to learn from")
    add("games", 64, "played to their ends from gradient to gradient")
    add("width", 128, "of the net's two layers")
    add("rate", 1e-3, "learning rate at the beginning; it falls to nothing")
    add("entropy", 0.05, "what playing less surely is worth at the beginning; it falls to nothing")
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
    game = openspiel.load(args.game, args.players, args.options, args.seed)
    width, actions = game.observation_tensor_size(), game.num_distinct_actions()

    # What is seen in; an opinion of each action, and of how the game will end, out.
    net = nn.Sequential(
        nn.Linear(width, args.width), nn.ReLU(), nn.Linear(args.width, args.width), nn.ReLU(),
        nn.Linear(args.width, actions + 1),
    )  # fmt: skip
    nn.init.orthogonal_(net[-1].weight, 0.01)  # at first all actions are alike
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate)

    def opinion(seen: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        out = net(seen)
        return Categorical(logits=out[:, :-1].masked_fill(masks == 0, -1e9), validate_args=False), out[:, -1]

    @torch.no_grad()
    def best(seen: Any, masks: Any) -> Any:
        return opinion(torch.from_numpy(seen).float(), torch.from_numpy(masks))[0].logits.argmax(-1).numpy()

    curve = Curve(
        args.game, args.players, options, steps=args.steps, exams=args.exams, deals=args.deals, ladder=args.ladder,
        path=args.csv,
    )  # fmt: skip
    steps, games, loss = 0, 0, torch.zeros(())
    while True:
        if curve.due(steps):
            curve.exam(best, steps, games, loss.item())
        if steps >= args.steps:
            return curve
        left = 1 - steps / args.steps

        # Play some games to their ends, all of them one choice at a time.
        states = [game.new_initial_state() for _ in range(args.games)]
        for state in states:
            while state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(dice.choice(outcomes, p=chances)))
        seen, masks, chosen, which, who = [], [], [], [], []
        going = [i for i, state in enumerate(states) if not state.is_terminal()]
        while going:
            seats = [states[i].current_player() for i in going]
            pairs = list(zip(going, seats, strict=True))
            seen.append(torch.tensor([states[i].observation_tensor(p) for i, p in pairs]))
            masks.append(torch.tensor([states[i].legal_actions_mask(p) for i, p in pairs]))
            with torch.no_grad():
                chosen.append(opinion(seen[-1], masks[-1])[0].sample())
            which += going
            who += seats
            for i, action in zip(going, chosen[-1].tolist(), strict=True):
                states[i].apply_action(action)
            going = [i for i in going if not states[i].is_terminal()]
        steps += len(which)
        games += args.games

        # Learn: what came to more than was expected becomes likelier.
        returns = torch.tensor([state.returns() for state in states])[which, who]
        policy, expected = opinion(torch.cat(seen), torch.cat(masks))
        gains = (returns - expected).detach()
        likelier = (policy.log_prob(torch.cat(chosen)) * gains).mean()
        wrong = (expected - returns).square().mean()
        loss = wrong / 2 - likelier - args.entropy * left * policy.entropy().mean()
        optimizer.param_groups[0]["lr"] = args.rate * left
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


if __name__ == "__main__":
    train(arguments())
