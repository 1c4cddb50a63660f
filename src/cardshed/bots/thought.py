"""What a bot that thinks has to say: of each move, and of how the deal will go on."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cardshed.engine.matches.match import Match, Move


DOUBT = 0.5  # the largest standard deviation of what lies between 0 and 1


class Thinker(Protocol):
    """A bot that can say why. The match that it is given is one that the seat could imagine."""

    name: str
    rollouts: int  # what it spends on a move
    seconds: float | None  # a guard: past it, it answers with what it has
    cut: bool  # whether the clock cut its last thought short

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        offered = match.legal(seat)
        return offered[0] if len(offered) == 1 else self.explain(match, seat, seed).best.move

    def explain(self, match: Match, seat: int, seed: int) -> Thought:
        """What it makes of the moves of a seat that may act."""

    def weigh(self, match: Match, seat: int, move: Move, seed: int) -> Thought:
        """What it makes of one move, looked at as closely as it can."""


@dataclass(frozen=True)
class Opinion:
    """What a bot made of one move."""

    move: Move
    value: float  # the share of opponents that the seat expects to beat
    visits: int  # in how many worlds it was tried, or what the bot's first opinion counts for
    favoured: bool = False  # the one that the game judges best

    @property
    def trusted(self) -> float:
        """What counts in the end. The favourite is believed; another must have shown in enough visits that it is
        better, so that few rollouts do not play worse than none."""
        return self.value if self.favoured else self.value - DOUBT / sqrt(self.visits)

    def json(self) -> dict[str, Any]:
        return {"move": self.move.json(), "value": round(self.value, 4), "visits": self.visits}


@dataclass(frozen=True)
class Thought:
    """What a bot looked at: its moves, the best first, and how it expects the deal to go on."""

    opinions: list[Opinion]
    line: list[tuple[int, str]]  # (seat, move) from the best move on
    rollouts: int
    seconds: float

    @property
    def best(self) -> Opinion:
        return self.opinions[0]
