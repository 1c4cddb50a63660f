"""The compiled subset, held before Numba is asked: what a kernel may not do, found in the source, with its line.

Numba would compile some of this for a CPU and refuse it for a GPU, and tells of the rest more than anybody reads.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TypeGuard

from cardshed.engine.core.places import place
from cardshed.engine.errors import BadGame
from cardshed.engine.messages import shortly

# By the key of its sentence, what is written in no kernel.
NODES: dict[str, tuple[type[ast.AST], ...]] = {
    "allocates": (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    "text": (ast.JoinedStr,),
    "exceptions": (ast.Raise, ast.Try, ast.Assert),
    "python": (
        ast.With, ast.Yield, ast.Lambda, ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global,
    ),
}  # fmt: skip
METHODS = frozenset("append copy astype tolist".split())
NEW = frozenset("array arange copy empty full linspace ones zeros empty_like full_like ones_like zeros_like".split())
NUMPY = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 sqrt abs minimum maximum".split()
CHANCE = frozenset("seed match_key".split())  # what only chance.py reads
PYTHON_ONLY = frozenset("list dict set sorted str print format input open isinstance getattr setattr sum map".split())


def check(folder: Path, fields: Collection[str]) -> None:
    """Refuse a game with a kernel that leaves the subset, or that uses a field which its row does not have."""
    for path in sorted(folder.glob("*.py")):
        for function in ast.walk(parsed(path)):
            if is_kernel(function):
                for node, why in breaches(function, fields):
                    said = " ".join(ast.unparse(node).split("\n")[0].split())
                    at = place(path, getattr(node, "lineno", function.lineno))
                    what = {"name": function.name, "what": shortly(said), "numpy": ", ".join(NUMPY)}
                    raise BadGame(f"engine.subset.{why}", place=at, **what)


def parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"), str(path))
    except SyntaxError:  # importing it says so
        return ast.Module([], [])


def breaches(function: ast.FunctionDef, fields: Collection[str]) -> Iterator[tuple[ast.AST, str]]:
    """What a kernel does that it may not, in the order of the source."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    found = [(node, why) for statement in body for node in ast.walk(statement) if (why := _why(node, fields))]
    yield from sorted(found, key=lambda breach: (getattr(breach[0], "lineno", 0), getattr(breach[0], "col_offset", 0)))


def _why(node: ast.AST, fields: Collection[str]) -> str | None:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.value.id == "s" and node.attr not in fields:
            return "field"
    if isinstance(node, ast.Attribute) and node.attr in CHANCE and isinstance(node.ctx, ast.Load):
        return "chance"
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return "text"
    if isinstance(node, ast.Call):
        called = node.func
        if isinstance(called, ast.Attribute):
            if isinstance(called.value, ast.Name) and called.value.id == "np":
                return None if called.attr in NUMPY else "allocates" if called.attr in NEW else "numpy"
            return "allocates" if called.attr in METHODS else "numpy" if called.attr == "sort" else None
        if isinstance(called, ast.Name) and called.id in PYTHON_ONLY:
            return "python"
    return next((why for why, kinds in NODES.items() if isinstance(node, kinds)), None)


def is_kernel(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and any(
        re.fullmatch(r"(\w+\.)*kernel", ast.unparse(decorator)) for decorator in node.decorator_list
    )
