"""What a bot is, how it is named and how it is asked."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from cardshed.bots.foresight import Foresight
from cardshed.bots.levels import LEVELS, Level
from cardshed.bots.net import NET
from cardshed.bots.search import Search
from cardshed.bots.simple import Simple
from cardshed.engine.chance import BOTS, key
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.errors import BadOption
from cardshed.engine.matches.match import Match, Move
from cardshed.engine.messages import shortly

SEARCH = "search"  # followed by a colon and a number of rollouts
MOST_ROLLOUTS = 1_000_000  # what one search may have; its tree is then about 130 MB


class Bot(Protocol):
    name: str

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        """One of the seat's legal moves. What the seat cannot know is drawn at random in this match; so is the seed."""


def names() -> list[str]:
    return [*POLICIES, *LEVELS, NET]


def bot(name: str, guarded: bool = False) -> Bot:
    """A bot by its name: random, greedy, a level, `search:` with a number of rollouts, or `net`, which plays what the
    game's net likes best, or `net:` with a number of worlds in which it tries that out.

    A level that is guarded answers a person in time even on a slow machine; without the guard it always has all its
    rollouts, and the same seed gives the same move.
    """
    if name in POLICIES:
        return Simple(name)
    if name in LEVELS:
        return Level(name, guarded)
    if name == NET:
        return Foresight(name=name)
    kind, colon, given = name.partition(":")
    count = int(given.replace("_", "")) if colon and given.replace("_", "").isdecimal() else 0
    if 1 <= count <= MOST_ROLLOUTS and kind in (SEARCH, NET):
        return Search(count, name=name) if kind == SEARCH else Foresight(count, name=name)
    raise BadOption("bots.unknown", given=shortly(name), bots=", ".join(names()), most=f"{MOST_ROLLOUTS:,}")


def ask(bot: Bot, match: Match, seat: int, seed: int) -> Move:
    """The bot's move in a match, which it sees only as its seat could imagine it; `seed` is of the bot's dice."""
    world, dice = (int(key(np.uint64(seed), BOTS, 2 * match.plies + k)) for k in (0, 1))
    return match.find(seat, bot.choose(match.imagine(seat, world), seat, dice))
