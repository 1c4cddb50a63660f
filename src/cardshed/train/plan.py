"""How a net is trained, and how much of that a device can hold."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from cardshed.engine.core.verbs import length
from cardshed.engine.matches.game import Game
from cardshed.train.errors import BadTraining
from cardshed.train.model import Shape

ON_GPU = {"actors": 1 << 16, "round": 24, "ring": 256, "batch": 1 << 13, "examined": 1 << 15}
ON_CORES = {"actors": 512, "round": 16, "ring": 256, "batch": 1 << 9, "examined": 1 << 9}
FEWEST = 1 << 10  # games side by side that a GPU is worth its while for
ROOM = 0.6  # of a device's memory, for what grows with the games; the net and what it thinks on need some too
BESIDE = 10  # bytes that are kept of a choice besides what was seen and done


@dataclass(frozen=True)
class Plan:
    """How a net is trained; what is 0 is set to what suits the device. docs/nets.md tells what each is worth."""

    seed: int = 0
    minutes: float = 8.0
    choices: int = 0  # instead of minutes: then the same seed learns the same on one machine
    device: str = "cpu"
    actors: int = 0  # games side by side
    round: int = 0  # choices of each between two lessons
    ring: int = 0  # choices of each that are kept
    batch: int = 0  # choices learnt from at once
    examined: int = 0  # games of an examination
    every: float = 30.0  # seconds between two examinations
    rate: float = 1e-3  # how fast it learns, at first
    often: float = 0.1  # how often something is tried out, at first
    mixed: float = 0.1  # the share of actors at whose tables all seats but one play greedily
    trace: float = 0.8  # what is left of the luck after a choice, from one own choice to the next
    tables: int = 1024  # kinds of tables
    shape: Shape | None = None  # if not given, the usual one as far as it fits

    def __post_init__(self) -> None:
        if not 0 < self.minutes < math.inf:
            raise BadTraining("train.minutes", given=f"{self.minutes:g}")
        if not 0 < self.every < math.inf:
            raise BadTraining("train.every", given=f"{self.every:g}")

    def whole(self, game: Game, memory: int | None = None) -> Plan:
        """With all that was left open; `memory` is how many bytes there are for it, if that matters."""
        usual = ON_GPU if self.device == "cuda" else ON_CORES
        given: dict[str, Any] = {name: getattr(self, name) or n for name, n in usual.items()}
        plan = replace(self, **given)
        while memory and not self.actors and plan.actors > FEWEST and plan.bytes_for(game) > ROOM * memory:
            plan = replace(plan, actors=plan.actors // 2)
        return replace(plan, batch=min(plan.batch, plan.actors * plan.round))  # few actors learn from small batches

    def bytes_for(self, game: Game) -> int:
        """About how much memory the games side by side take, with all that is learnt from."""
        line = 2 * (length(game.observation) + length(game.encoding)) + BESIDE
        return self.actors * (self.ring * line + 8 * game.moves + game.row.itemsize)
