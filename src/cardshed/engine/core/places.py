"""Where something stands in a game's sources, for sentences about what is wrong there: `mygame/rules.py:31`."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any


def place(path: str | Path, line: int) -> str:
    """A line of a file, told by the file's name and its folder's."""
    path = Path(path)
    return f"{path.parent.name}/{path.name}:{line}"


def of_function(rule: Any) -> str:
    """Where a function begins, compiled or not."""
    code = inspect.unwrap(rule).__code__
    return place(code.co_filename, code.co_firstlineno)


def of_module(module: ModuleType) -> str:
    """A module's file, told by its name and its folder's."""
    path = Path(str(module.__file__))
    return f"{path.parent.name}/{path.name}"


def of_fact(rules: ModuleType, fact: str) -> str:
    """Where the rules state a fact such as MOVES; their file, if that is elsewhere."""
    return of_text(str(rules.__file__), rf"^(\w+, *)*{fact}\b") or of_module(rules)


def of_text(path: str | Path, pattern: str) -> str | None:
    """The first line of a file that a regular expression is found in."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((place(path, n) for n, line in enumerate(lines, 1) if re.search(pattern, line)), None)
