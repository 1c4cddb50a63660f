"""How quickly a net plays with itself, how quickly it learns from that, and how quickly the lab plays with nets:
`python -m bench.selfplay thirteen --device cuda`. What learns begins with nothing; in the lab the shipped nets play.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import torch

import cardshed
from cardshed.engine.matches.game import Game
from cardshed.lab.plan import make_plan
from cardshed.lab.playing import watch
from cardshed.train.plan import Plan
from cardshed.train.run import Training

ROUNDS = 12  # of choices and lessons that are timed


def paced(device: str, do: Callable[[], int]) -> float:
    """How many a second it does."""
    begun = time.perf_counter()
    done = do()
    if device == "cuda":
        torch.cuda.synchronize()
    return done / (time.perf_counter() - begun)


def learning(game: Game, device: str) -> None:
    """From a net that knows nothing, the first rounds left out."""
    training = Training(game, Plan(device=device), Path("unused"))
    plan = training.plan

    def play() -> int:
        return sum(training.actors.step(training.judge, plan.often) for _ in range(plan.round))

    def rounds() -> int:
        made = 0
        for _ in range(ROUNDS):
            made += play()
            training.learner.learn(plan.rate)
            training.judge.update(dict(training.model.named_parameters()))
        return made

    play()
    alone = paced(device, lambda: sum(play() for _ in range(ROUNDS // 2)))
    rounds()
    together = paced(device, rounds)
    print(f"{game.title}, {plan.actors:,} games side by side on {device}:")
    print(f"  {alone:,.0f} choices a second, {together:,.0f} with lessons", flush=True)


def lab(game: Game, device: str, games: int) -> None:
    plan = make_plan(game, games, bots="net", seed=1)
    watch(plan, 0, 64, device=device)  # compiles
    pace = paced(device, lambda: len(watch(plan, 0, games, device=device)))
    print(f"  the lab: {pace:,.0f} games a second between nets ({games:,} games)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--lab", type=int, default=2_000, metavar="N", help="games that the lab plays")
    asked = parser.parse_args()
    for name in asked.games or cardshed.games():
        game = cardshed.game(name)
        learning(game, asked.device)
        lab(game, asked.device, asked.lab)


if __name__ == "__main__":
    main()
