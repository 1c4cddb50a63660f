"""What a simulation comes to, added up batch by batch, so that memory does not grow with the number of games."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardshed.engine.core.playout import COUNTS
from cardshed.engine.core.simulate import Simulation
from cardshed.engine.matches.game import Game
from cardshed.engine.messages import Message


class Summary:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.seconds = 0.0
        self.totals = dict.fromkeys(COUNTS, 0)
        self.payoff: Any = 0
        self.payoff_squared: Any = 0
        self.points: Any = 0

    def add(self, batch: Simulation) -> None:
        self.games += len(batch)
        for name in COUNTS:
            self.totals[name] += int(getattr(batch, name).sum(dtype=np.int64))
        share = batch.payoff.astype(np.float64)
        self.payoff = self.payoff + share.sum(0)
        self.payoff_squared = self.payoff_squared + (share**2).sum(0)
        self.points = self.points + batch.points.sum(0, dtype=np.int64)

    def json(self) -> dict[str, Any]:
        games = max(self.games, 1)
        mean = self.payoff / games
        error = 1.96 * np.sqrt(np.maximum(self.payoff_squared / games - mean**2, 0) / games)
        return {
            "game": self.game.name,
            "games": self.games,
            "seconds": self.seconds,
            "moves_per_second": self.totals["plies"] / max(self.seconds, 1e-9),
            "payoff": np.atleast_1d(mean).tolist(),
            "payoff_interval": np.atleast_1d(error).tolist(),  # half the width of the 95 % interval
            "points": np.atleast_1d(self.points / games).tolist(),
            **{f"{name}_per_game": total / games for name, total in self.totals.items()},
        }

    def text(self) -> str:
        told = self.json()
        moves = max(self.totals["plies"], 1)
        head = Message(
            "cli.simulate.head", game=self.game.title, games=f"{self.games:,}", moves=f"{self.totals['plies']:,}",
            seconds=f"{self.seconds:.2f}", rate=f"{told['moves_per_second'] / 1e6:.2f}",
        )  # fmt: skip
        seats = enumerate(zip(told["payoff"], told["payoff_interval"], told["points"], strict=True))
        rows = [f"{p:4}   {mean:.4f} ± {error:.4f}    {points:9.3f}" for p, (mean, error, points) in seats]
        per_game = [(name, told[f"{name}_per_game"]) for name in ("plies", "turns", "deals")]
        shares = [("decisions", 100 * self.totals["decisions"] / moves), ("legal", self.totals["legal"] / moves)]
        counts = [Message(f"cli.simulate.{name}", value=f"{value:.2f}").say() for name, value in [*per_game, *shares]]
        return "\n".join([head.say(), "", Message("cli.simulate.columns").say(), *rows, "", *counts])
