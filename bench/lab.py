"""What the lab costs: watching beside bare simulation, and a Ray cluster beside two independent processes.

`python -m bench.lab [--ray]`; every ratio is of one run on one machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import cardshed
from cardshed.engine.core.simulate import simulate
from cardshed.lab.crew import Crew
from cardshed.lab.on_ray import UNHINDERED
from cardshed.lab.plan import make_plan
from cardshed.lab.study import play

GAMES, ASKED, TIMES = 1_000_000, 1200, 3


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def watching() -> None:
    for name, games in {
        "thirteen": GAMES,
        "parcels": 100_000,
        "segments": 100_000,
        "rummy": 50_000,
        "pyramid": 20_000,
    }.items():
        game = cardshed.game(name)
        simulate(game, 100)
        play(make_plan(game, 100, bots="random"))
        bare, watched = [], []
        for _ in range(TIMES):
            bare.append(seconds(lambda: simulate(game, games, bots="random")))  # noqa: B023
            watched.append(seconds(lambda: play(make_plan(game, games, bots="random"), sampled=0)))  # noqa: B023
        told = f"bare {min(bare):.2f} s, with all measures {min(watched):.2f} s: {min(watched) / min(bare):.2f}"
        print(f"{games:,} random games of {game.title}: {told}")


ALONE = """
import sys, time
import cardshed
from cardshed.lab.crew import Crew
from cardshed.lab.plan import make_plan
from cardshed.lab.playing import watch
plan = make_plan(cardshed.game("thirteen"), 10**6, bots="medium")
first, games = int(sys.argv[1]), int(sys.argv[2])
watch(plan, 0, 1)
print("ready", flush=True)
sys.stdin.readline()
begun = time.perf_counter()
for i in range(first, first + games, 2):
    watch(plan, i, 2)
print(time.perf_counter() - begun, flush=True)
"""


def independent(games: int) -> float:
    """Two processes that know nothing of each other, each with half of the games."""
    half = games // 2
    given = [[sys.executable, "-c", ALONE, str(first), str(half)] for first in (0, half)]
    both = [subprocess.Popen(one, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for one in given]
    for one in both:
        assert one.stdout and one.stdout.readline() == "ready\n"
    for one in both:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    return max(float(one.communicate()[0]) for one in both)


def on_ray(games: int) -> float:
    """The lab on a cluster of two, once its workers are there and have compiled what they need."""
    import ray

    os.environ.setdefault(*UNHINDERED)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    game, crew = cardshed.game("thirteen"), Crew(ray="auto")
    play(make_plan(game, 60, bots="medium"), crew=crew, sampled=0)
    taken = seconds(lambda: play(make_plan(game, games, bots="medium"), crew=crew, sampled=0))
    ray.shutdown()
    return taken


if __name__ == "__main__":
    if "--ray" in sys.argv:
        rates = [(ASKED / independent(ASKED), ASKED / on_ray(ASKED)) for _ in range(TIMES)]
        for apart, together in rates:
            print(f"independent {apart:.1f} games/s, on Ray {together:.1f} games/s: {together / apart:.2f}")
    else:
        watching()
