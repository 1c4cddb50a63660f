"""Bring your own bot: `module:name` or `path/to/file.py:name`.

It is a function `(match, seat)` or `(match, seat, seed)`, or a class with a method `choose` of these parameters, and it
answers a move or its text. A class is made anew for every game and seat, so nothing is carried from one to another.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from cardshed.bots.base import Bot, bot
from cardshed.bots.levels import Level, prepare, thinker_at
from cardshed.engine.errors import BadOption
from cardshed.engine.matches.match import Match
from cardshed.engine.messages import shortly

Choose = Callable[..., Any]
T = TypeVar("T")
NOT_OWN = (str(Path(__file__).parent.parent), "importlib", "site-packages")


class Own:
    """Somebody's bot, asked as ours are."""

    def __init__(self, name: str, found: Any) -> None:
        self.name = name.rpartition(":")[2]
        self.found = found
        self.choice: Choose | None = None

    def choose(self, match: Match, seat: int, seed: int) -> Any:
        """What it answers; the one who asks must see whether that is a legal move."""
        if self.choice is None:
            self.choice = self.made()
        return self.choice(match, seat, seed)

    def made(self) -> Choose:
        """What is to be called with match, seat and seed."""
        choice: Choose = self.found().choose if isinstance(self.found, type) else self.found
        if takes(choice, 3):
            return choice
        return lambda match, seat, seed: choice(match, seat)


def is_own(name: str) -> bool:
    """Whether a bot's name says where it lies; `search:2000` does not."""
    return (name.rpartition(":")[2].isidentifier() and ":" in name) or name.endswith(".py")


def find(name: str, guarded: bool = False) -> Bot:
    """One of our bots by its name, guarded or not, or somebody's own by where it lies."""
    return load(name) if is_own(name) else bot(name, guarded)


def warm_up(match: Match, names: Iterable[str]) -> dict[str, Bot]:
    """Our own bots among these; what they think with is compiled, or loaded from the disk, before anyone takes their
    time, and before workers begin that would not tell of it."""
    ours = {name: find(name) for name in names if not is_own(name)}
    prepare(match, [thinker_at(match.game, bot.name) if isinstance(bot, Level) else bot for bot in ours.values()])
    return ours


def load(name: str) -> Own:
    """Somebody's own bot; whatever is wrong with it is one sentence."""
    if ":" not in name:
        raise BadOption("bots.own.nameless", given=shortly(name))
    where, _, word = name.rpartition(":")
    module = load_file(Path(where)) if where.endswith(".py") else load_module(where)
    found = getattr(module, word, None)
    if found is None:
        raise BadOption("bots.own.missing", where=where, word=word)
    called = getattr(found, "choose", None) if isinstance(found, type) else found
    arguments = 1 if isinstance(found, type) else 0  # self
    if not callable(called) or not (takes(called, arguments + 2) or takes(called, arguments + 3)):
        raise BadOption("bots.own.kind", given=name)
    return Own(name, found)


def check(name: str) -> None:
    """Whether a bot can be found and, if it is a class, made."""
    found = find(name)
    if isinstance(found, Own):
        unbroken(name, found.made)


def takes(called: Any, arguments: int) -> bool:
    """Whether something can be called with so many arguments."""
    try:
        inspect.signature(called).bind(*range(arguments))
    except (TypeError, ValueError):
        return False
    return True


def load_module(where: str) -> ModuleType:
    if "" not in sys.path:  # as `python -m` does: what lies here can be imported
        sys.path.insert(0, "")
    return unbroken(where, lambda: importlib.import_module(where))


def load_file(path: Path) -> ModuleType:
    full = path.expanduser().resolve()
    if not full.is_file():
        raise BadOption("bots.own.file", path=str(path))
    name = f"cardshed_bot_{full.stem}_{hashlib.sha256(str(full).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    if str(full.parent) not in sys.path:  # last, so that a neighbour called random.py hides nothing
        sys.path.append(str(full.parent))

    def read() -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, full)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module

    return unbroken(str(path), read)


def unbroken(given: str, do: Callable[[], T]) -> T:
    """What comes of something in somebody's own sources; whatever they raise is one sentence."""
    try:
        return do()
    except (Exception, SystemExit) as problem:
        raise BadOption("bots.own.broken", given=given, why=told(problem)) from problem


def told(problem: BaseException) -> str:
    """What was raised, and at which line of somebody's own, in a few words."""
    if isinstance(problem, SyntaxError):
        words, where = problem.msg, (problem.filename or "", problem.lineno)
    else:
        steps = [(step.filename, step.lineno) for step in traceback.extract_tb(problem.__traceback__)]
        own = [step for step in steps if not any(part in step[0] for part in NOT_OWN)]
        where = own[-1] if own else ("", None)
        try:
            words = " ".join(shortly(problem, most=200).split())
        except Exception:  # an error that cannot say itself
            words = ""
    said = f"{type(problem).__name__}: {words}" if words else type(problem).__name__
    return f"{said} ({Path(where[0]).name}, line {where[1]})" if where[0] else said
