"""Steps a second of the environments beside those of others, in one run, as ratios: `python -m bench.envs`.

Ours and the peers' (bench/peers) are measured in turns, several times, and the median of each counts.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import partial
from statistics import median
from typing import Any

import numpy as np

import cardshed
from bench.beside import PEERS, ROOT, Rates, table
from bench.peers.envs import one_by_one
from bench.peers.measure import SEED, Player, Tally, measure
from cardshed.engine.kernel import PLAIN, kernel
from cardshed.envs import gymnasium, pettingzoo

GAMES = 1024  # side by side in a vector environment
BATCH = 20  # steps of all of them between two looks at the clock

# Which of our games is held against a peer, if not Thirteen; and how many times as fast we promise to be.
COUNTERPART = {"pettingzoo_gin_rummy": "rummy"}
PROMISED = {"open_spiel_python_dou_dizhu": 3, "pettingzoo_gin_rummy": 5, "rlcard_doudizhu": 5}

Asked = Callable[[str], dict[str, Any]]  # measures the peer of that name


@kernel
def draw(masks: Any, dice: Any, out: Any) -> None:
    """One of the offered actions, for every game."""
    for i in range(len(masks)):
        offered = 0
        for action in range(masks.shape[1]):
            offered += masks[i, action]
        left = int(dice[i] * offered)
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    out[i] = action
                    break
                left -= 1


def many(name: str, opponents: str, whole: Counter[str]) -> Player:
    """Thousands of games with random choices, which are drawn while the clock runs; observations and masks are made."""
    envs = gymnasium.vector(name, GAMES, opponents=opponents)
    envs.reset(seed=SEED)
    dice, actions = np.random.default_rng(SEED), np.zeros(GAMES, np.int64)

    def play(tally: Tally) -> None:
        for _ in range(BATCH):
            choosing = ~envs.ended  # the others are only dealt anew: that takes time, but is no step
            with tally:
                draw(envs.masks, dice.random(GAMES), actions)
                envs.step(actions)
            tally.moves += int(choosing.sum())
            whole["steps"] += int(choosing.sum())
            whole["moves"] += int((choosing & (envs.chosen == 0)).sum())

    return play


def single(name: str, whole: Counter[str]) -> Player:
    """One game after another through the PettingZoo interface."""
    env = pettingzoo.env(name)
    game = one_by_one(env)

    def play(tally: Tally) -> None:
        before = tally.moves
        game(tally)
        whole["steps"] += tally.moves - before
        whole["moves"] += int(env.unwrapped.table.rows[0]["plies"])

    return play


@contextmanager
def peers(seconds: float) -> Iterator[Asked]:
    """The peers in a process of their own, which is asked and answers."""
    command = [str(PEERS), "-m", "bench.peers.envs"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdin is not None and running.stdout is not None
        asking, answers = running.stdin, running.stdout

        def ask(name: str) -> dict[str, Any]:
            print(name, seconds, file=asking, flush=True)
            return json.loads(answers.readline())

        yield ask


def in_turns(
    ours: Mapping[str, Callable[[], Player]], theirs: list[str], ask: Asked, seconds: float, rounds: int
) -> tuple[Rates, list[dict[str, Any]]]:
    """The medians of the rates, of ours and of theirs."""
    mine: dict[str, list[dict[str, Any]]] = {name: [] for name in ours}
    other: dict[str, list[dict[str, Any]]] = {name: [] for name in theirs}
    for _ in range(rounds):
        for name, prepare in ours.items():
            mine[name].append(told := measure(name, "cardshed", prepare, seconds))
            assert "error" not in told, told  # a peer may fail, and the others are measured; ours may not
        for name in theirs:
            other[name].append(ask(name))
    return {name: middle(told) for name, told in mine.items()}, [
        {"name": name, **middle(told)} for name, told in other.items()
    ]


def middle(told: list[dict[str, Any]]) -> dict[str, Any]:
    if failed := [one for one in told if "error" in one]:
        return {"error": failed[0]["error"]}
    return {
        f"steps_per_{second}": median(one[f"moves_per_{second}"] for one in told) for second in ("second", "cpu_second")
    }


def millions(rate: float) -> str:
    return f"{rate / 1e6:.2f}"


def moves_too(mine: Rates, counts: dict[str, Counter[str]], written: Callable[[float], str]) -> None:
    """A step is one part of a move: what that comes to in whole moves."""
    for name, whole in counts.items():
        share = whole["moves"] / whole["steps"]
        print(f"{name}: {share:.0%} of the steps make a move whole, {written(share * mine[name]['steps_per_second'])}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each")
    seconds, rounds = (arguments := parser.parse_args()).seconds, arguments.rounds
    assert not PLAIN, "measure with the JIT"

    print(
        f"Cardshed {cardshed.__version__}, {date.today()}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    with peers(seconds) as ask:
        counts = {name: Counter[str]() for name in cardshed.games()}
        by_name = {name: partial(many, name, "caller", counts[name]) for name in counts}
        print(
            f"{GAMES:,} games in a vector environment, all seats from outside, one core: millions of steps a second\n"
        )
        mine, theirs = in_turns(by_name, ["open_spiel_python_dou_dizhu"], ask, seconds, rounds)
        table("steps", millions, mine, theirs, COUNTERPART, PROMISED)
        print()
        moves_too(mine, counts, lambda rate: f"{rate / 1e6:.2f} million a second")

        counts = {name: Counter[str]() for name in cardshed.games()}
        by_name = {name: partial(single, name, counts[name]) for name in counts}
        print("\nOne game after another through the PettingZoo interface: steps a second\n")
        mine, theirs = in_turns(by_name, ["pettingzoo_gin_rummy", "rlcard_doudizhu"], ask, seconds, rounds)
        table("steps", "{:,.0f}".format, mine, theirs, COUNTERPART, PROMISED)
        print()
        moves_too(mine, counts, "{:,.0f} a second".format)

    print("\nThe same array with one learner among bots that play at random\n")
    for name in cardshed.games():
        told = measure(name, "cardshed", partial(many, name, "random", Counter()), seconds)
        print(f"{name}: {millions(told['moves_per_second'])} million steps a second")


if __name__ == "__main__":
    main()
