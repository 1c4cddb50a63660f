"""What Numba cannot compile, in one sentence with the line of the game's source, instead of its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from numba.core.errors import NumbaError

from cardshed.engine.core.places import of_text, place
from cardshed.engine.errors import BadGame
from cardshed.engine.messages import shortly

FAILED = re.compile(r"Failed in \w+ mode pipeline \(step: [^)]*\)")
AT = re.compile(r"at (\S.*?\.py) \((\d+)\)")
UNKNOWN = re.compile(r"name '(\w+)' is not defined")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
LONGEST = 300


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn Numba's errors about the sources of a game into BadGame; what it said stays behind as the cause."""
    try:
        yield
    except NumbaError as problem:
        why, at = read(str(problem), folder)
        raise BadGame("engine.game.numba", place=at, why=why) from problem


def read(report: str, folder: Path) -> tuple[str, str]:
    """The reason that a report of Numba's gives, and the place in the folder; the innermost reason comes last."""
    innermost = FAILED.split(COLOURS.sub("", report))[-1]
    why = next((line.strip() for line in innermost.splitlines() if line.strip()), report)
    for path, line in AT.findall(innermost):
        if Path(path).resolve().is_relative_to(folder):
            return shortly(why, LONGEST), place(path, int(line))
    word = UNKNOWN.search(why)
    found = (of_text(path, rf"\b{word[1]}\b") for path in sorted(folder.glob("*.py"))) if word else iter(())
    return shortly(why, LONGEST), next(filter(None, found), folder.name)
