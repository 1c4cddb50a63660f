"""Cardshed beside its peers, in one run, as ratios: `make bench`.

The peers have a virtual environment of their own (bench/peers). On a machine that others use too, the figures by
processor time are the steadier ones; both are shown.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
from datetime import date
from typing import Any

import cardshed
from bench import ours, search
from bench.beside import PEERS, ROOT, mean, table
from cardshed.engine.kernel import PLAIN

# Which of our games is held against a peer, if not Thirteen; and how many times as fast README tells.
COUNTERPART = {"open_spiel_cpp_gin_rummy": "rummy"}
PROMISED = {
    "open_spiel_cpp_crazy_eights": 8.9,
    "open_spiel_cpp_gin_rummy": 46,
    "open_spiel_cpp_dou_dizhu": 14,
    "open_spiel_python_dou_dizhu": 30,
    "rlcard_doudizhu": 2600,
}


def peers(seconds: float, every: bool) -> list[dict[str, Any]]:
    command = [str(PEERS), str(ROOT / "bench/peers/measure.py"), "--seconds", str(seconds)]
    told = json.loads(subprocess.check_output([*command, "--all-openspiel"] if every else command))
    return [*told["peers"], *told.get("open_spiel_games", [])]


def millions(rate: float) -> str:
    return f"{rate / 1e6:.3f}" if rate < 1e6 else f"{rate / 1e6:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each measurement")
    parser.add_argument("--all", action="store_true", help="every card game of OpenSpiel too")
    seconds, every = (arguments := parser.parse_args()).seconds, arguments.all
    assert not PLAIN, "measure with the JIT"

    print(
        f"Cardshed {cardshed.__version__}, {date.today()}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    before = {game: ours.moves_per_second(seconds, 1, game) for game in cardshed.games()}
    beside = peers(seconds, every)
    after = {game: ours.moves_per_second(seconds, 1, game) for game in cardshed.games()}
    print("Random play, whole games, one core, millions of moves a second (wall clock; processor time)\n")
    table("moves", millions, mean(before, after), beside, COUNTERPART, PROMISED)
    print()
    search.section(seconds)

    threads = ours.moves_per_second(seconds, threads=2)["moves_per_second"]
    processes = ours.moves_per_second_in_processes(seconds, 2)
    print(f"\nTwo threads {millions(threads)}, two processes {millions(processes)}: ratio {threads / processes:.2f}")
    print(f"Match.legal and Match.play from Python: {ours.match_moves_per_second(seconds):,.0f} moves a second")
    for name in cardshed.games():
        cold, warm = ours.seconds_to_the_first_prompt(name)
        print(
            f"First prompt of `cardshed play {name}`: {cold:.1f} s with nothing compiled, {warm:.2f} s from the cache"
        )
    for known in map(cardshed.game, cardshed.games()):
        print(f"A row of {known.title} has {known.row.itemsize} bytes; at most {known.code.MOVES:,} moves are legal")


if __name__ == "__main__":
    main()
