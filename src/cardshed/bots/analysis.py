"""A match looked at again: for each move what a strong bot would have played, and what the difference was worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardshed.bots.thought import Opinion, Thinker
from cardshed.engine.chance import BOTS, key
from cardshed.engine.errors import IllegalMove
from cardshed.engine.matches.match import Match, Move

# Losses, in shares of the opponents, from which a move is marked.
MISTAKE, BLUNDER = 0.05, 0.10


@dataclass(frozen=True)
class Finding:
    """What the bot makes of a move, knowing only what the seat knew."""

    ply: int  # the move's number, from 0
    played: Opinion
    best: Opinion
    others: list[Opinion]  # what it looked at, the best first
    line: list[tuple[int, str]]  # the best move and what the bot expects to follow
    after: list[tuple[int, str]]  # the move that was played and what follows it

    @property
    def move(self) -> Move:
        return self.played.move

    @property
    def loss(self) -> float:
        """The share of opponents that the move gave away."""
        return max(0.0, self.best.value - self.played.value)

    @property
    def mark(self) -> str:
        """As in chess: ? for a mistake, ?? for a blunder."""
        return "??" if self.loss >= BLUNDER else "?" if self.loss >= MISTAKE else ""

    def json(self) -> dict[str, Any]:
        told = {"ply": self.ply, "seat": self.move.seat, "loss": round(self.loss, 4), "mark": self.mark}
        return {**told, "played": self.played.json(), "best": self.best.json(), "line": self.line}


def choices(match: Match) -> list[int]:
    """The numbers of the moves at which there was something to choose."""
    return [ply for ply, move in enumerate(match.moves) if len(match.at(ply).legal(move.seat)) > 1]


def look_at(match: Match, ply: int, thinker: Thinker, seed: int = 0) -> Finding:
    played = match.moves[ply]
    world, dice = (int(key(np.uint64(seed), BOTS, 2 * ply + k)) for k in (0, 1))
    imagined = match.at(ply).imagine(played.seat, world)
    thought = thinker.explain(imagined, played.seat, dice)
    if thought.best.move == played:
        return Finding(ply, thought.best, thought.best, thought.opinions, thought.line, thought.line)
    # both are looked at equally closely, in the same worlds; the others keep their distance from the best
    best, weighed = (thinker.weigh(imagined, played.seat, move, dice) for move in (thought.best.move, played))
    apart = best.best.value - thought.best.value
    others = [replace(one, value=min(1.0, max(0.0, one.value + apart))) for one in thought.opinions[1:]]
    others = [best.best, *(weighed.best if one.move == played else one for one in others)]
    return Finding(ply, weighed.best, best.best, others, thought.line, weighed.line)


def spoken(match: Match, line: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """A line in words, as far as it can be played from here: some of what a bot expects is true in other worlds."""
    match, said = match.copy(), []
    for seat, text in line:
        try:
            said.append({"seat": seat, "label": match.play(seat, text).label.json()})
        except IllegalMove:
            break
    return said
