"""The proof, part by part: `make proof`, or `make proof PART=mutants`. Prints the minutes of each."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
OLDEST, NEWEST = (3, 11), (3, 14)
GAMES = ("pyramid", "thirteen", "parcels", "segments", "rummy")
MODES = ("tests/engine", "tests/games")

Command = tuple[Sequence[str], dict[str, str]]


def tests(*places: str, **environment: str) -> Command:
    return [sys.executable, "-m", "pytest", "-n", "2", *places], environment


def whole(*places: str) -> list[Command]:
    return [tests(*places, "-rs", CARDSHED_PROOF="1")]


def mutants() -> list[Command]:
    python = [sys.executable, "-m", "tests.mutants"]
    return [*(([*python, "game", game], {}) for game in GAMES), ([*python, "package"], {})]


def pythons() -> list[Command]:
    """`make quick` on the oldest and the newest Python that are found, each in an environment of its own."""
    found = {}
    for minor in range(OLDEST[1], NEWEST[1] + 1):
        name = f"python3.{minor}"
        works = f"import ensurepip, sys, venv; sys.exit(sys.version_info[:2] != (3, {minor}))"
        if shutil.which(name) and not subprocess.run([name, "-c", works], capture_output=True).returncode:
            found[minor] = name
    names = [found[minor] for minor in sorted({min(found), max(found)})] if found else []
    print(f"Found {', '.join(found.values()) or 'no Python'}; run on {' and '.join(names) or 'none'}.", flush=True)
    return [(["make", "quick", f"PYTHON={name}", f"VENV=.venv-{name}", "QUICK=compiling"], {}) for name in names]


PARTS: dict[str, Callable[[], list[Command]]] = {
    "rules": lambda: whole("tests/engine", "tests/games", "tests/golden", "tests/examples"),
    "bots": lambda: whole("tests/bots"),
    "lab": lambda: whole("tests/lab"),
    "learn": lambda: whole("tests/learn", "tests/train"),
    "envs": lambda: whole("tests/envs"),
    "server": lambda: whole("tests/tables", "tests/server"),
    "page": lambda: whole("tests/page"),
    "terminal": lambda: whole("tests/terminal"),
    "house": lambda: whole("tests/mutants", *(f"tests/{path.name}" for path in sorted(ROOT.glob("tests/test_*.py")))),
    "bounds": lambda: [tests(*MODES, NUMBA_BOUNDSCHECK="1")],
    "plain": lambda: [tests(*MODES, NUMBA_DISABLE_JIT="1")],
    "mutants": mutants,
    "pythons": pythons,
}


def processor_s() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main(asked: Sequence[str]) -> int:
    for part in asked:
        if part not in PARTS:
            print(f"There is no part {part}; there are: {', '.join(PARTS)}", file=sys.stderr)
            return 2
    told, failed = [], False
    for part in asked or PARTS:
        begun, spent = time.monotonic(), processor_s()
        codes = [subprocess.run(command, cwd=ROOT, env=os.environ | more).returncode for command, more in PARTS[part]()]
        passed = codes != [] and not any(codes)  # where nothing was found to run, nothing is proven
        failed |= not passed
        took, worked = (time.monotonic() - begun) / 60, (processor_s() - spent) / 60
        told.append(f"{part:10} {'passed' if passed else 'failed'}  {took:6.1f} {worked:10.1f}")
        print(told[-1], flush=True)
    print("\nproof              minutes  processor\n" + "\n".join(told))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
