"""Cardshed beside an earlier commit of itself, in one run: `python -m bench.earlier`.

A work tree of the commit is made for it. Three processes are asked in turns for the same portions of work: one of the
commit and two of what lies here, whose difference is what the machine's noise comes to. A row tells how many times as
much we do as the commit did, in processor time of one core: the median of the pairs, and of ours against ours the same
with how far the middle half of the pairs lies apart. Both must come to the same results, to the bit.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from statistics import median, quantiles

import cardshed
from bench.beside import ROOT
from bench.work import TRIED, WORK

BEFORE = "40e3e8a"
PAIRS = 9


@contextmanager
def tree(commit: str) -> Iterator[Path]:
    """The sources of a commit, for as long as they are measured."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "earlier"
        subprocess.run(["git", "worktree", "add", "--detach", "--quiet", place, commit], cwd=ROOT, check=True)
        try:
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=ROOT, check=True)


class Worker:
    """A process of one version."""

    def __init__(self, place: Path, **more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "bench/work.py"],
            env=_of(place) | more, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert Path(self._answer()).is_relative_to(place)

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, work: str) -> tuple[float, str]:
        """Seconds of processor time, and a hash of the results."""
        assert self.process.stdin is not None
        print(work, file=self.process.stdin, flush=True)
        seconds, came = json.loads(self._answer())
        return seconds, came

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self.process.communicate()


def _of(place: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(place / "src"), "PYTHONWARNINGS": "ignore"}


def compare(work: str, workers: Sequence[Worker], pairs: int) -> str:
    """A row of the table."""
    ratios, noise = [], []
    for _ in range(pairs):
        (before, was), (now, came), (again, too) = (worker.ask(work) for worker in workers)
        assert was == came == too, f"{work}: the results differ"
        ratios.append(before / now)
        noise.append(now / again)
    spread = f"{median(noise):5.2f} ({_apart(noise):.2f})"
    name, _, game = work.partition("/")
    return (
        f"| {name:18} | {game:8} | {1e3 * before:6.0f} ms | {median(ratios):5.2f} ({_apart(ratios):.2f}) | {spread} |"
    )


def _apart(numbers: Sequence[float]) -> float:
    low, _, high = quantiles(numbers, n=4) if len(numbers) > 1 else (numbers[0],) * 3
    return high - low


def first_prompt(place: Path, game: str) -> float:
    """Processor seconds of `cardshed play` up to its first question, with nothing compiled."""
    with tempfile.TemporaryDirectory() as folder:
        before = _spent()
        subprocess.run(
            [sys.executable, "-m", "cardshed", "play", game, "--seed", "7"],
            env=_of(place) | {"CARDSHED_CACHE": folder}, input="", text=True, capture_output=True, check=True,
        )  # fmt: skip
        return _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def prompts(place: Path) -> None:
    print("\nFirst prompt of `cardshed play`, nothing compiled, processor seconds: before, now, ratio\n")
    whole = [0.0, 0.0]
    for game in cardshed.games():
        took = [first_prompt(where, game) for where in (place, ROOT)]
        whole = [a + b for a, b in zip(whole, took, strict=True)]
        print(f"| {game:8} | {took[0]:6.1f} | {took[1]:6.1f} | {took[1] / took[0]:.2f} |", flush=True)
    print(f"| all five | {whole[0]:6.1f} | {whole[1]:6.1f} | {whole[1] / whole[0]:.2f} |")


def equal(place: Path, games: int) -> None:
    """Whether so many games of each, under several rules, come to the same seats, moves, points and payoff."""
    workers = [Worker(where, SAME=str(games)) for where in (place, ROOT)]
    for game in cardshed.games():
        before, now = (worker.ask(f"same/{game}")[1] for worker in workers)
        assert before == now, f"{game}: the results differ"
        print(f"{game}: {games:,} games under each of {len(TRIED[game])} sets of rules are as they were", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", nargs="*", help=f"what to measure, of {', '.join(WORK)}, first prompt; all if none")
    parser.add_argument("--commit", default=BEFORE, help="the earlier version")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument(
        "--same", type=int, default=0, metavar="GAMES", help="only compare the results of so many games"
    )
    parser.add_argument("--game", choices=cardshed.games(), help="this game alone")
    asked = parser.parse_args()
    print(f"{date.today()}, {platform.machine()}, Python {platform.python_version()}, beside {asked.commit}\n")
    with tree(asked.commit) as place:
        if asked.same:
            equal(place, asked.same)
            return
        workers = [Worker(where) for where in (place, ROOT, ROOT)]
        if work := [name for name in WORK if name in (asked.work or WORK)]:
            print("| work               | game     | one before |       ratio |  ours to ours |")
            print("|--------------------|----------|------------|-------------|---------------|")
        for name in work:
            for game in [asked.game] if asked.game else cardshed.games():
                print(compare(f"{name}/{game}", workers, asked.pairs), flush=True)
        for worker in workers:
            worker.close()
        if not asked.work or "first prompt" in asked.work:
            prompts(place)


if __name__ == "__main__":
    main()
