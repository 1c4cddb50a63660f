"""The games there are: ours by name, other people's by entry point or by path."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from cardshed.engine.core import cache
from cardshed.engine.core.verbs import VERBS
from cardshed.engine.errors import BadGame, UnknownGame
from cardshed.engine.kit import helpers, subset
from cardshed.engine.matches.facts import Facts, read_facts
from cardshed.engine.matches.game import Game
from cardshed.engine.messages import name_game, shortly

OURS = ("pyramid", "thirteen", "parcels", "segments", "rummy")
FIRST = "thirteen"  # the game at whose table newcomers sit down
GROUP = "cardshed.games"  # entry points: name = package that holds rules.py and table.py

_loaded: dict[str, Game] = {}


def names() -> list[str]:
    """Ours, then those that are installed."""
    return list(_packages())


def game(name: str | Path) -> Game:
    """The game of that name, or the one that lies in a folder."""
    text = str(name)
    if text not in _loaded:
        found = _load(text)
        _loaded[text] = found
        if found.name not in names():
            _loaded[found.name] = found  # a record tells the name alone
    return _loaded[text]


def named(name: str) -> Game:
    """The game of that name, never one that lies at a path: what a record names must not run code."""
    if name not in _loaded and name not in names():
        raise UnknownGame("engine.game.unknown", name=shortly(name), games=", ".join(names()))
    return game(name)


def place_of(game_there: Game) -> str:
    """By what any process finds a game: one of these by its name, another by its folder."""
    ours = game_there.name in names() and game(game_there.name) is game_there
    return game_there.name if ours else str(game_there.folder)


def folder_of(name: str) -> Path:
    """Where the game of that name lies; nothing of it is imported."""
    if name in _loaded:
        return _loaded[name].folder
    spec = importlib.util.find_spec(_packages()[name])
    return Path(next(iter(spec.submodule_search_locations or ()))) if spec else Path()


def facts(name: str) -> Facts:
    """What the game of that name says of itself; its rules are imported only if its folder has no file for that."""
    return read_facts(folder_of(name)) or named(name).facts


def _packages() -> dict[str, str]:
    """Where those games are that have a name."""
    installed = sorted((point.name, point.value) for point in entry_points(group=GROUP))
    return {**{name: f"cardshed.games.{name}" for name in OURS}, **{k: v for k, v in installed if k not in OURS}}


def _load(name: str) -> Game:
    if package := _packages().get(name):
        return _from_package(name, package)
    try:
        folder = Path(name).expanduser().resolve()
        found = bool(name) and folder.is_dir()
    except (OSError, ValueError, RuntimeError):  # no path at all
        found = False
    if found:
        return _from_folder(folder)
    if any(mark in name for mark in "/\\"):
        raise UnknownGame("engine.game.folder", path=shortly(name, most=200))
    raise UnknownGame("engine.game.unknown", name=shortly(name), games=", ".join(names()))


def _from_package(name: str, package: str) -> Game:
    name_game(package, name)
    rules = importlib.import_module(f"{package}.rules")
    table = importlib.import_module(f"{package}.table")
    folder = Path(str(rules.__file__)).parent
    counts = (folder / "tallies.py").is_file()
    found = Game(name, rules, table, folder, importlib.import_module(f"{package}.tallies") if counts else None)
    if not found.built_in:  # before Numba sees other people's sources; the tests do that for ours
        helpers.check(folder, [verb.__name__ for verb in VERBS])
        subset.check(folder, found.row.names or ())
    return found


def _from_folder(folder: Path) -> Game:
    for needed in ("rules.py", "table.py", "RULES.md"):
        if not (folder / needed).is_file():
            raise BadGame("engine.game.file", folder=str(folder), file=needed)
    # Kernels on disk name the package, so its name tells the state of the rules and nothing else. Another folder with
    # the same rules gets one more word where both meet in one process: games never share modules.
    package, state = f"cardshed_game_{folder.name}_{cache.rules_of(folder)}", f"{folder} {cache.fingerprint(folder)}"
    if package in sys.modules and sys.modules[package].__doc__ != state:
        package += f"_{sha256(state.encode()).hexdigest()[:12]}"
    if package not in sys.modules:
        module = ModuleType(package, state)
        module.__path__ = [str(folder)]
        sys.modules[package] = module
    name_game(package, folder.name, taken=names())
    return _from_package(folder.name, package)
