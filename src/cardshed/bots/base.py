"""What a bot is, and how it is asked."""

from __future__ import annotations

from typing import Protocol

from cardshed.bots.simple import Simple
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
    """The bot's move in a match, which it gets to see only as its seat could imagine it."""
    return match.find(seat, bot.choose(match.imagine(seat, seed), seat, seed))
