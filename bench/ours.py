"""What is measured of Cardshed itself. Every function returns a rate or a time; run.py puts them beside the peers."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import cardshed

PLAY_IN_A_PROCESS = """
import sys, time, cardshed
cardshed.simulate("thirteen", 1_000, threads=1)
print("ready", flush=True)
sys.stdin.readline()
begun, moves = time.perf_counter(), 0
while (seconds := time.perf_counter() - begun) < float(sys.argv[1]):
    moves += int(cardshed.simulate("thirteen", 20_000, threads=1, seed=moves).plies.sum())
print(moves / seconds)
"""


def moves_per_second(seconds: float, threads: int, game: str = "thirteen", games: int = 10_000) -> dict[str, float]:
    """Whole matches between random bots under the default rules, by the wall clock and by processor time."""
    cardshed.simulate(game, 1_000, threads=threads)
    moves = deals = 0
    begun, busy = time.perf_counter(), time.process_time()
    while time.perf_counter() - begun < seconds:
        batch = cardshed.simulate(game, games, threads=threads, seed=deals)
        moves += int(batch.plies.sum())
        deals += len(batch)
    wall, busy = time.perf_counter() - begun, time.process_time() - busy
    return {"moves_per_second": moves / wall, "games_per_second": deals / wall, "moves_per_cpu_second": moves / busy}


def moves_per_second_in_processes(seconds: float, processes: int) -> float:
    """The same in processes that know nothing of each other, at the same time."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PLAY_IN_A_PROCESS, str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(processes)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
    with ThreadPoolExecutor(processes) as pool:
        return sum(pool.map(lambda process: float(process.communicate("go\n")[0]), running))


def match_moves_per_second(seconds: float) -> float:
    """`Match.legal` and `Match.play` from Python, a random move at a time."""
    game, dice = cardshed.game("thirteen"), random.Random(1)
    game.match(seed=0)
    moves, seed, begun = 0, 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        seed += 1
        match = game.match(seed=seed)
        while not match.over:
            seat = match.acting[0]
            match.play(seat, dice.choice(match.legal(seat)))
            moves += 1
    return moves / (time.perf_counter() - begun)


def seconds_to_the_first_prompt(game: str) -> tuple[float, float]:
    """`cardshed play` until it asks for a move: with nothing compiled yet, and from the cache (best of three)."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"CARDSHED_CACHE": folder}
        times = []
        for _ in range(4):
            begun = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "cardshed", "play", game, "--seed", "7"],
                env=env, input="", text=True, capture_output=True, check=True,
            )  # fmt: skip
            times.append(time.perf_counter() - begun)
    return times[0], min(times[1:])
