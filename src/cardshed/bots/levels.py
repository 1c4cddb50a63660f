"""Named strengths for people: easy, medium, hard and expert are one search with more and more rollouts."""

from __future__ import annotations

from cardshed.bots.search import Search, Thought
from cardshed.engine.errors import BadOption
from cardshed.engine.game import Game
from cardshed.engine.match import Match, Move
from cardshed.engine.messages import shortly

LEVELS = ("easy", "medium", "hard", "expert")
GUARDS = (0.05, 0.3, 1.0, 3.0)  # seconds that a move may take a person's opponent, should the machine be slow
USUAL = (80, 400, 2_000, 10_000)  # rollouts for a game that does not say in its table


def rollouts(game: Game, level: str) -> int:
    """How many rollouts a level has for a move of a game."""
    told: tuple[int, ...] = getattr(game.table, "ROLLOUTS", USUAL)
    return told[LEVELS.index(level)]


def search_at(game: Game, level: str, guarded: bool = False) -> Search:
    """The search that a level is in a game; with a guard it answers in time even on a slow machine."""
    if level not in LEVELS:
        raise BadOption("bots.level", given=shortly(level), levels=", ".join(LEVELS))
    guard = GUARDS[LEVELS.index(level)] if guarded else None
    return Search(rollouts(game, level), guard, name=level)


class Level:
    """A search as strong as its name says. Only with a guard does the clock matter."""

    def __init__(self, name: str, guarded: bool = False) -> None:
        self.name = name
        self.guarded = guarded

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        return search_at(match.game, self.name, self.guarded).choose(match, seat, seed)


def hint(match: Match, seat: int, seed: int, level: str = "hard") -> Thought:
    """What a level makes of the moves of a seat, from what that seat may know."""
    return search_at(match.game, level, guarded=True).explain(match.imagine(seat, seed), seat, seed)
