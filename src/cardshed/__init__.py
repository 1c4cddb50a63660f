"""Cardshed: write a card game's rules once; play, measure and learn it everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardshed.engine.core.simulate import Progress, Simulation
from cardshed.engine.core.simulate import simulate as _simulate
from cardshed.engine.errors import CardshedError, IllegalMove
from cardshed.engine.matches import record
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match, Move
from cardshed.games import registry
from cardshed.games.registry import game
from cardshed.games.registry import names as games

__all__ = ["CardshedError", "Game", "IllegalMove", "Match", "Move", "Simulation", "game", "games", "replay", "simulate"]
__version__ = "0.2.0"


def replay(text: str, game: Game | None = None) -> Match:
    """The match that a record holds, at its last move; a game from a folder must be given, or loaded before."""
    parsed = record.parse(text)
    return record.replay(parsed, game if game and game.name == parsed.game else registry.named(parsed.game))


def simulate(
    name: str | Path, games: int, *, players: int | None = None, bots: str | Sequence[str] = "random",
    seed: int | str = 0, options: Mapping[str, object] | None = None, threads: int | None = None, device: str = "cpu",
    progress: Progress | None = None,
) -> Simulation:  # fmt: skip
    """Many games between bots, on all cores or with device="cuda" on a GPU: arrays with a line per game."""
    return _simulate(
        game(name), games, players=players, bots=bots, seed=seed, options=options, threads=threads, device=device,
        progress=progress,
    )  # fmt: skip
