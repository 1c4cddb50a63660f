"""What a game says of itself in its folder's `game.toml`: it is read without importing anything of the game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from cardshed.engine.core.places import of_fact, of_module, of_text
from cardshed.engine.errors import BadGame
from cardshed.engine.messages import shortly
from cardshed.engine.numbers import MOST_PLAYERS

FILE = "game.toml"
COLOUR = re.compile("#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Facts:
    """Some can be left out: `usual` players are as many as can play, and the rest is not told."""

    title: str
    players: tuple[int, int]  # the fewest and the most
    usual: int = 0  # players at a new table
    minutes: int = 0  # that a match takes
    colour: str = ""
    pitch: dict[str, str] = field(default_factory=dict)  # one sentence, by language
    environments: int = 0  # how much later the version of its environments is than that of its rules

    def __post_init__(self) -> None:
        low, high = self.players
        wrong = {
            "title": not self.title,
            "players": not 1 <= low <= high,
            "usual": self.usual and not low <= self.usual <= high,
            "minutes": self.minutes < 0,
            "colour": self.colour and not COLOUR.fullmatch(self.colour),
            "pitch": not all(isinstance(said, str) for said in self.pitch.values()),
        }
        for name in (name for name, is_so in wrong.items() if is_so):
            raise ValueError(f"{name} = {getattr(self, name)!r}")
        object.__setattr__(self, "usual", self.usual or high)

    def pitched(self, language: str) -> str:
        """The pitch in a language, or in English."""
        return self.pitch.get(language, self.pitch.get("en", ""))


def read_facts(folder: Path) -> Facts | None:
    """What a folder says of its game; None if its modules say it, as games of before 0.2 do."""
    path = folder / FILE
    if not path.is_file():
        return None
    file = f"{folder.name}/{FILE}"
    with _refused(file):
        told: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        low, high = told["players"]
        facts = Facts(**{**told, "players": (int(low), int(high))})
        return _seated(facts, of_text(path, r"^players\b") or file, "players")


def facts_in(rules: ModuleType, table: ModuleType) -> Facts:
    """What a game without such a file says of itself."""
    for module, name in ((rules, "PLAYERS"), (table, "TITLE"), (table, "USUAL_PLAYERS")):
        if not hasattr(module, name):
            raise BadGame("engine.game.fact", file=of_module(module), fact=name)
    place = of_fact(rules, "PLAYERS")
    with _refused(place):
        return _seated(Facts(table.TITLE, tuple(rules.PLAYERS), table.USUAL_PLAYERS), place, "PLAYERS")


def _seated(facts: Facts, place: str, fact: str) -> Facts:
    if (given := facts.players[1]) > MOST_PLAYERS:
        raise BadGame("engine.game.most", place=place, fact=fact, given=given, most=MOST_PLAYERS)
    return facts


@contextmanager
def _refused(place: str) -> Iterator[None]:
    try:
        yield
    except KeyError as missing:
        raise BadGame("engine.game.fact", file=place, fact=str(missing.args[0])) from None
    except (TypeError, ValueError) as problem:  # a text that is no TOML is a ValueError
        raise BadGame("engine.game.facts", place=place, why=shortly(problem, most=200)) from None
