"""What a bot is, and how it is asked."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from cardshed.bots.simple import Simple
from cardshed.engine.chance import BOTS, key
from cardshed.engine.errors import BadOption
from cardshed.engine.match import Match, Move
from cardshed.engine.playout import POLICIES


class Bot(Protocol):
    name: str

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        """One of the seat's legal moves. What the seat cannot know is drawn at random in this match; so is the seed."""


def names() -> list[str]:
    return list(POLICIES)


def bot(name: str) -> Bot:
    if name not in POLICIES:
        raise BadOption("engine.bots.unknown", given=name, bots=", ".join(names()))
    return Simple(name)


def ask(bot: Bot, match: Match, seat: int, seed: int) -> Move:
    """The bot's move in a match, which it sees only as its seat could imagine it; `seed` is of the bot's dice."""
    world, dice = (int(key(np.uint64(seed), BOTS, 2 * match.plies + k)) for k in (0, 1))
    return match.find(seat, bot.choose(match.imagine(seat, world), seat, dice))
