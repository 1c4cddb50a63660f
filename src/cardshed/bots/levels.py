"""Named strengths for people: easy, medium and hard are one search with more and more rollouts; where a game has a net
with which looking ahead is stronger, expert does that, else it is that search too."""

from __future__ import annotations

from collections.abc import Iterable

from cardshed.bots.foresight import Foresight
from cardshed.bots.net import net_of
from cardshed.bots.search import Search
from cardshed.bots.thought import Thinker, Thought
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import PLAIN
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match, Move
from cardshed.engine.messages import shortly

LEVELS = ("easy", "medium", "hard", "expert")
HINTS = "expert"  # the strongest that answers in time
GUARDS = (0.05, 0.3, 1.0, 3.0)  # seconds that a move may take a person's opponent, should the machine be slow
USUAL = (80, 400, 2_000, 10_000)  # rollouts for a game that does not say in its table
WORLDS = 100  # for a move of an expert that knows a net, likewise


def rollouts(game: Game, level: str) -> int:
    """How many rollouts a level has for a move of a game."""
    told: tuple[int, ...] = getattr(game.table, "ROLLOUTS", USUAL)
    return told[LEVELS.index(level)]


def worlds(game: Game) -> int:
    """In how many worlds an expert tries out what a net likes; 0 where it is a search like the other levels."""
    if net_of(game) is None:
        return 0
    told: int = getattr(game.table, "WORLDS", WORLDS)
    return told


def thinker_at(game: Game, level: str, guarded: bool = False) -> Thinker:
    """What a level is in a game; with a guard it answers in time even on a slow machine."""
    if level not in LEVELS:
        raise BadOption("bots.level", given=shortly(level), levels=", ".join(LEVELS))
    guard = GUARDS[LEVELS.index(level)] if guarded else None
    if level == "expert" and worlds(game):
        return Foresight(worlds(game), guard, name=level)
    return Search(rollouts(game, level), guard, name=level)


class Level:
    """A bot as strong as its name says. Only with a guard does the clock matter."""

    def __init__(self, name: str, guarded: bool = False) -> None:
        self.name = name
        self.guarded = guarded

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        return thinker_at(match.game, self.name, self.guarded).choose(match, seat, seed)


def hint(match: Match, seat: int, seed: int, level: str = HINTS) -> Thought:
    """What a level makes of the moves of a seat, from what that seat may know."""
    thinker = thinker_at(match.game, level, guarded=True)
    prepare(match, [thinker])
    return thinker.explain(match.imagine(seat, seed), seat, seed)


def prepare(match: Match, thinkers: Iterable[object] | None = None) -> None:
    """Have what levels think with, or what these think with, compiled or loaded from the disk before anyone waits for a
    move."""
    if thinkers is None:
        thinkers = [Search(1), *([Foresight(1)] if net_of(match.game) else [])]
    quick: dict[str, Thinker] = {}
    for thinker in thinkers:
        if isinstance(thinker, Search):
            quick["search"] = Search(1)
        elif isinstance(thinker, Foresight):
            quick["worlds" if thinker.rollouts else "net"] = Foresight(min(1, thinker.rollouts))
    if not match.over and not PLAIN:
        seat = match.acting[0]
        with match.game.compiling():
            for one in quick.values():
                one.weigh(match.imagine(seat, 0), seat, match.legal(seat)[0], 0)
