"""Functions that kernels call must be kernels too; one that was forgotten is found in the source, with its line."""

from __future__ import annotations

import ast
from collections.abc import Collection
from pathlib import Path

from cardshed.engine.core.places import place
from cardshed.engine.errors import BadGame
from cardshed.engine.kit.subset import is_kernel, parsed

Function = tuple[str, str]  # the file it stands in, without .py, and its name


def check(folder: Path, verbs: Collection[str]) -> None:
    """Refuse a game whose verbs, or what they call, lack @kernel. A function with any other decorator is let be."""
    trees = {path.stem: parsed(path) for path in sorted(folder.glob("*.py"))}
    functions = {(file, f.name): f for file, tree in trees.items() for f in tree.body if isinstance(f, ast.FunctionDef)}
    for file, tree in trees.items():
        meant = _names(folder.name, file, tree, functions)
        for name in verbs if file == "rules" else ():
            _refuse_plain(folder, functions, meant.get(name), "verb_kernel")
        for caller in (f for f in tree.body if is_kernel(f)):
            for call in (node for node in ast.walk(caller) if isinstance(node, ast.Call)):
                by = {"caller": caller.name, "called_at": place(folder / f"{file}.py", call.lineno)}
                _refuse_plain(folder, functions, meant.get(ast.unparse(call.func)), "kernel", **by)


def _names(folder: str, file: str, tree: ast.Module, functions: Collection[Function]) -> dict[str, Function]:
    """What a file calls the functions of its folder: its own, and those that it imports."""
    names = {name: (at, name) for at, name in functions if at == file}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.level == 1 or (node.module or "").partition(".")[0] == folder):
            source = (node.module or "").rpartition(".")[2]
            for alias in node.names:
                own = alias.asname or alias.name
                if (source, alias.name) in functions:
                    names[own] = (source, alias.name)
                names |= {f"{own}.{name}": (at, name) for at, name in functions if at == alias.name}
    return names


def _refuse_plain(
    folder: Path, functions: dict[Function, ast.FunctionDef], called: Function | None, key: str, **more: str
) -> None:
    function = functions.get(called) if called else None
    if called and function and not function.decorator_list:
        at = place(folder / f"{called[0]}.py", function.lineno)
        raise BadGame(f"engine.game.{key}", place=at, name=function.name, **more)
