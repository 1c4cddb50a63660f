"""Games as Python games of OpenSpiel: `load("thirteen", players=2)`, or `pyspiel.load_game` by their registered names.

What a player may choose are the parts of moves, as everywhere here. Python search that draws hidden cards anew
(`resample_from_infostate`) works with them. Those that are dealt by chance nodes can be solved, if they are small.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyspiel

from cardshed.envs.dealing import dealt_games
from cardshed.envs.openspiel import dealt, sampled
from cardshed.envs.openspiel.gambit import compiled
from cardshed.envs.openspiel.play import PREFIX, Game
from cardshed.games import registry

__all__ = ["compiled", "load", "register"]


def load(name: str, players: int | None = None, options: str = "", seed: int = -1, explicit: bool = False) -> Game:
    """A game by its name here. With `explicit` chance it is dealt by chance nodes, and there is no seed."""
    register()
    params: dict[str, Any] = {"players": players or registry.game(name).facts.usual, "options": options}
    if not explicit:
        return pyspiel.load_game(PREFIX + name, params | {"seed": seed})
    if name not in dealt_games():
        dealt.Dealt(name, params)  # says why there is none
    return pyspiel.load_game(PREFIX + name + dealt.AFTER, params)


def register() -> list[str]:
    """Make all games known to `pyspiel.load_game`; returns their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for kind, creator in _all():
        names.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, creator)
    return names


def _all() -> Iterator[tuple[pyspiel.GameType, type[Game]]]:
    for name in registry.names():
        yield sampled.kind_of(name), _creator(name, sampled.Sampled)
    for name in dealt_games():
        yield dealt.kind_of(name), _creator(name, dealt.Dealt)


def _creator(name: str, made: type[sampled.Sampled] | type[dealt.Dealt]) -> type[Game]:
    """A class that makes one of the games. It is no function, because OpenSpiel keeps it until after Python has ended,
    and must not be the last who does."""

    def __init__(self: Any, params: dict[str, Any] | None = None) -> None:
        made.__init__(self, name, params)

    return type(f"{name.title()}{made.__name__}", (made,), {"__init__": __init__})
