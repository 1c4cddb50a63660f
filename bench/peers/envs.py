"""Measure one environment of a peer at a time, whenever it is asked for.

bench/envs.py starts it in the peers' virtual environment and asks in turns with ours, so that a machine that slows down
slows down both. Each line that it reads is the name of a peer and a number of seconds; each that it writes is what
measure.py reports of it.
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from bench.peers.measure import SEED, Player, Tally, measure, open_spiel_python_dou_dizhu, rlcard_doudizhu


def one_by_one(env: Any) -> Player:
    """Whole games in a PettingZoo environment, whoever wrote it, with what is seen and masked before each choice."""
    uniform = random.Random(SEED).random

    def play(tally: Tally) -> None:
        steps = 0
        with tally:
            env.reset(seed=SEED + tally.games)
            for _ in env.agent_iter():
                seen, _, ended, stopped, _ = env.last()
                if ended or stopped:
                    break
                actions = np.flatnonzero(seen["action_mask"]).tolist()
                env.step(actions[int(uniform() * len(actions))])
                steps += 1
        tally.moves += steps
        tally.games += 1

    return play


def pettingzoo_gin_rummy() -> Player:
    """With the wrappers that it comes in, as ours comes in its own."""
    return one_by_one(import_module("pettingzoo.classic.gin_rummy_v4").env())


PEERS: dict[str, tuple[str, Callable[[], Player]]] = {
    "open_spiel_python_dou_dizhu": ("open_spiel", open_spiel_python_dou_dizhu),
    "pettingzoo_gin_rummy": ("pettingzoo", pettingzoo_gin_rummy),
    "rlcard_doudizhu": ("rlcard", rlcard_doudizhu),
}


def main() -> None:
    """Answer line by line. Should a peer print anything, it must not end up among the answers."""
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        for line in sys.stdin:
            name, seconds = line.split()
            print(json.dumps(measure(name, *PEERS[name], float(seconds))), file=answers, flush=True)


if __name__ == "__main__":
    main()
