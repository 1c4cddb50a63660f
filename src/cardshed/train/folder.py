"""The folder of a training: every file in it is whole, or as it was before."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch

from cardshed.engine.core.verbs import length
from cardshed.engine.matches.game import Game
from cardshed.train.errors import BadTraining

CHECKPOINT, CURVE, LOG = "checkpoint.pt", "curve.svg", "log.json"
KEPT = {
    "game", "version", "shape", "seed", "commands", "seconds", "choices", "games", "log", "ranges",
    "model", "optimiser", "steady", "rounds",
}  # fmt: skip  # in a checkpoint


class Folder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def ready(self) -> None:
        """Make it, and see that something can be written there, before anything is learnt for it."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.path):
                pass
        except OSError as problem:
            raise BadTraining("train.folder", folder=str(self.path), why=problem.strerror) from None

    def put(self, name: str, write: Callable[[Path], object]) -> None:
        """Beside it first, then in its place, so that a stop in between costs nothing."""
        beside = self.path / f"new-{name}"
        try:
            write(beside)
            beside.replace(self.path / name)
        except (OSError, RuntimeError) as problem:  # torch tells of a full disk as the latter
            with suppress(OSError):
                beside.unlink()
            raise BadTraining("train.disk", file=str(self.path / name), why=_shortly(problem)) from None

    def checkpoint(self, game: Game, device: str) -> dict[str, Any]:
        """What was kept of a training of this game."""
        file = self.path / CHECKPOINT
        try:
            state: dict[str, Any] = torch.load(file, map_location=device, weights_only=True)
            missing = KEPT - set(state)
        except Exception as problem:  # rubbish is told in a dozen ways
            raise BadTraining("train.resume", file=str(file), why=_shortly(problem)) from None
        if missing:
            raise BadTraining("train.resume", file=str(file), why=f"it lacks {', '.join(sorted(missing))}")
        told = {"seen": length(game.observation), "move": length(game.encoding)}
        numbers = {name: len(least) for name, (least, _) in state["ranges"].items()}
        if (state["game"], state["version"], numbers) != (game.name, game.version, told):
            raise BadTraining("train.another", file=str(file), game=str(state["game"]))
        return state


def _shortly(problem: Exception) -> str:
    return " ".join(str(problem).split())[:200]
