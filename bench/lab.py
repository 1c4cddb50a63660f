"""What the lab costs: watching beside bare simulation, and a Ray cluster beside two independent processes.

`python -m bench.lab [--ray]`; every ratio is of one run on one machine.
"""

from __future__ import annotations

import subprocess
import sys
import time

import cardshed
from cardshed.engine.simulate import simulate
from cardshed.lab.crew import Crew
from cardshed.lab.plan import make_plan
from cardshed.lab.study import play

GAMES, ASKED, TIMES = 1_000_000, 240, 3


def seconds(work: object) -> float:
    begun = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - begun


def watching() -> None:
    game = cardshed.game("thirteen")
    simulate(game, 1000)
    play(make_plan(game, 1000, bots="random"))
    bare = min(seconds(lambda: simulate(game, GAMES, bots="random")) for _ in range(TIMES))
    watched = min(seconds(lambda: play(make_plan(game, GAMES, bots="random"), sampled=0)) for _ in range(TIMES))
    print(f"{GAMES:,} random games of Thirteen: bare {bare:.1f} s, with all measures {watched:.1f} s")


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
    """The lab with two workers; the time in which a cluster starts and workers compile is not counted."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    first: list[float] = []
    plan = make_plan(cardshed.game("thirteen"), games + 16, bots="medium")
    done = 0

    def tell(many: int) -> None:
        nonlocal done
        done += many
        if done >= 16 and not first:
            first.append(time.perf_counter())

    play(plan, crew=Crew(ray="auto"), progress=tell, sampled=0)
    taken = time.perf_counter() - first[0]
    ray.shutdown()
    return taken


if __name__ == "__main__":
    if "--ray" in sys.argv:
        rates = [(ASKED / independent(ASKED), ASKED / on_ray(ASKED)) for _ in range(TIMES)]
        for apart, together in rates:
            print(f"independent {apart:.1f} games/s, on Ray {together:.1f} games/s: {together / apart:.2f}")
    else:
        watching()
