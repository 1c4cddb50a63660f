"""One game between bots, as the arena has it played: whoever breaks the rules forfeits.

Rules that are broken themselves (BadGame) are no bot's fault, and end the arena.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardshed.bots.base import Bot, ask
from cardshed.bots.own import told
from cardshed.engine.core.verbs import must_end
from cardshed.engine.errors import BadGame, IllegalMove
from cardshed.engine.matches.match import Match, Move
from cardshed.engine.messages import Message

NOBODY = -1
ASKED, GAME, SEAT, PLIES = range(4)  # the places of a watch


@dataclass(frozen=True)
class Forfeit:
    seat: int
    why: Message


@dataclass(frozen=True)
class Outcome:
    payoff: list[float]  # the share of opponents beaten
    points: list[int] | None  # the game's own; None if it was not played to its end
    plies: int
    forfeit: Forfeit | None = None


class Broken(Exception):
    """A bot did what it may not."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.key)
        self.why = why


class Watched:
    """A bot that others can see thinking: `watch` tells who is being asked, also to the process that may end it."""

    def __init__(self, bot: Bot, watch: Any, limit: float) -> None:
        self.name = bot.name
        self.bot = bot
        self.watch = watch
        self.limit = limit

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        begun = time.monotonic()
        self.watch[SEAT] = seat
        self.watch[ASKED] += 1
        try:
            answer = self.bot.choose(match, seat, seed)
        except BadGame:
            raise
        except BaseException as problem:
            raise Broken(Message("bots.forfeit.raised", what=told(problem))) from problem
        finally:
            self.watch[SEAT] = NOBODY
        if time.monotonic() - begun > self.limit:
            raise Broken(too_late(self.limit))
        return answer


def too_late(limit: float) -> Message:
    return Message("bots.forfeit.late", limit=f"{limit:g}")


def play_game(match: Match, bots: Sequence[Bot], dice: Sequence[int], limit: float, watch: Any) -> Outcome:
    """Play a match to its end, or until somebody forfeits; each seat has a bot and dice of its own."""
    watched = [Watched(bot, watch, limit) for bot in bots]
    while not match.over:
        seat = match.acting[0]
        watch[PLIES] = match.plies
        try:
            match.play(seat, ask(watched[seat], match, seat, dice[seat]))
            must_end(match.rows[0])
        except Broken as broken:
            return forfeited(match.players, seat, match.plies, broken.why)
        except IllegalMove as problem:
            return forfeited(match.players, seat, match.plies, Message("bots.forfeit.illegal", why=problem.message))
        except BadGame:
            raise
        except Exception as problem:  # an answer that is no move, and cannot even be said
            return forfeited(match.players, seat, match.plies, Message("bots.forfeit.raised", what=told(problem)))
    return Outcome(match.payoff or [], match.points, match.plies)


def forfeited(players: int, seat: int, plies: int, why: Message) -> Outcome:
    """Who forfeits has beaten nobody; the others have beaten it, and are equal among themselves."""
    other = (1 + (players - 2) / 2) / (players - 1)
    return Outcome([0.0 if p == seat else other for p in range(players)], None, plies, Forfeit(seat, why))
