"""PPO with action masks in the vector environment: one net plays all seats of Thirteen against itself.

python examples/learning/ppo_vector.py --csv curve.csv
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from torch import nn
from torch.distributions import Categorical

from cardshed.envs.curve import Curve
from cardshed.envs.gymnasium import vector


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)

    def add(name: str, usual: Any, told: str) -> None:
        parser.add_argument(f"--{name}", default=usual, type=type(usual), help=f"{told} (usually {usual})")

    add("game", "thirteen", "which game")
    add("players", 4, "seats at the table")
    add("opponents", "caller", "who sits at the other seats: caller is the net itself, else greedy or random")
    add("steps", 5_000_000, "choices to learn from")
    add("envs", 256, "games side by side")
    add("horizon", 64, "choices in each of them from update to update")
    add("epochs", 4, "how often an update goes through them")
    add("batch", 1024, "choices in one gradient")
    add("width", 128, "of the net's two layers")
    add("rate", 1e-3, "learning rate at the beginning; it falls to nothing")
    add("trace", 0.95, "lambda of the advantages (GAE); rewards are not discounted")
    add("clip", 0.2, "how far an update may move the policy")
    add("entropy", 0.01, "what playing less surely is worth")
    add("seed", 1, "of deals, net and choices")
    add("exams", 20, "how often strength is measured while it learns")
    add("deals", 1000, "on how many deals, each from every seat")
    add("ladder", 100, "on how many deals against stronger bots at the end")
    add("csv", "", "file to write the curve to")
    return parser.parse_args(given)


def train(args: argparse.Namespace) -> Curve:
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    envs = vector(args.game, args.envs, args.players, opponents=args.opponents, seat=None)
    envs.reset(seed=args.seed)
    seats, width, actions = envs.table.players, envs.table.width, envs.table.actions

    # What is seen in; an opinion of each action, and of how the game will end, out.
    net = nn.Sequential(
        nn.Linear(width, args.width), nn.ReLU(), nn.Linear(args.width, args.width), nn.ReLU(),
        nn.Linear(args.width, actions + 1),
    )  # fmt: skip
    nn.init.orthogonal_(net[-1].weight, 0.01)  # at first all actions are alike
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)

    def opinion(seen: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        out = net(seen.float())
        return Categorical(logits=out[:, :-1].masked_fill(masks == 0, -1e9), validate_args=False), out[:, -1]

    @torch.no_grad()
    def best(seen: Any, masks: Any) -> Any:
        return opinion(torch.from_numpy(seen), torch.from_numpy(masks))[0].logits.argmax(-1).numpy()

    # A horizon of all games. The environment writes into its own arrays, which these share no memory with.
    shape = (args.horizon, args.envs)
    seen = torch.zeros((*shape, width), dtype=torch.int16)
    masks = torch.zeros((*shape, actions), dtype=torch.int8)
    who, chosen = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape, dtype=torch.int64)
    logs, values, gains = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
    ended, usable = torch.zeros(shape, dtype=torch.bool), torch.zeros(shape, dtype=torch.bool)
    rewards = torch.zeros((*shape, seats))
    each = torch.arange(args.envs)

    curve = Curve(
        args.game, args.players, steps=args.steps, exams=args.exams, deals=args.deals, ladder=args.ladder, path=args.csv
    )
    steps, games, loss = 0, 0, torch.zeros(())
    while True:
        if curve.due(steps):
            curve.exam(best, steps, games, loss.item())
        if steps >= args.steps:
            return curve
        optimizer.param_groups[0]["lr"] = args.rate * (1 - steps / args.steps)

        # Play.
        for t in range(args.horizon):
            seen[t], masks[t] = torch.from_numpy(envs.seen), torch.from_numpy(envs.masks)
            who[t] = torch.from_numpy(envs.seats)
            with torch.no_grad():
                policy, values[t] = opinion(seen[t], masks[t])
                chosen[t] = policy.sample()
                logs[t] = policy.log_prob(chosen[t])
            over = envs.step(chosen[t].numpy())[2]
            rewards[t], ended[t] = torch.from_numpy(envs.rewards), torch.from_numpy(over)
            games += int(over.sum())
        steps += args.horizon * args.envs

        # Look back: what came of each choice, for the seat that made it. `after` is what the seat's next choice was
        # worth, or what it got in the end; of its last choice before the horizon neither may be known.
        after, ahead = torch.zeros(args.envs, seats), torch.zeros(args.envs, seats)
        known = torch.zeros(args.envs, seats, dtype=torch.bool)
        now = torch.from_numpy(envs.seats)
        with torch.no_grad():
            after[each, now] = opinion(torch.from_numpy(envs.seen), torch.from_numpy(envs.masks))[1]
        known[each, now] = True
        for t in reversed(range(args.horizon)):
            end, p = ended[t], who[t]
            after[end], ahead[end], known[end] = rewards[t][end], 0.0, True
            gains[t] = known[each, p] * (after[each, p] - values[t] + args.trace * ahead[each, p])
            usable[t] = known[each, p] & (masks[t].sum(-1) > 1)  # there was something to choose
            after[each, p], ahead[each, p], known[each, p] = values[t], gains[t], True

        # Learn.
        kept = [x[usable] for x in (seen, masks, chosen, logs, gains, gains + values)]
        for _ in range(args.epochs):
            for some in torch.randperm(len(kept[0])).split(args.batch):
                saw, offered, action, log, gain, target = (x[some] for x in kept)
                policy, value = opinion(saw, offered)
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                ratio = (policy.log_prob(action) - log).exp()
                better = torch.min(ratio * gain, ratio.clamp(1 - args.clip, 1 + args.clip) * gain).mean()
                wrong = (value - target).square().mean()
                loss = wrong / 2 - better - args.entropy * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimizer.step()


if __name__ == "__main__":
    train(arguments())
