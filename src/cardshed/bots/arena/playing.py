"""What an arena's worker does: it plays games between bots, and whoever breaks the rules forfeits.

Rules that are broken themselves (BadGame) are no bot's fault, and end the arena.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardshed.bots import own
from cardshed.bots.arena.plan import Plan
from cardshed.bots.base import Bot, ask
from cardshed.bots.own import find, told
from cardshed.bots.workers import SPAWN, Died
from cardshed.engine.core.verbs import must_end
from cardshed.engine.errors import BadGame, CardshedError, IllegalMove
from cardshed.engine.matches.match import Match, Move
from cardshed.engine.messages import Message
from cardshed.games import registry

NOBODY = -1
ASKED_NS, GAME, SEAT, PLIES = range(4)  # the places of a watch; processes share the monotonic clock
LATE = "bots.forfeit.late"


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


class Broken(CardshedError):
    """A bot did what it may not."""


class Watched:
    """A bot that others can see thinking: `watch` tells who is being asked, also to the process that may end it."""

    def __init__(self, bot: Bot, watch: Any, limit: float) -> None:
        self.name = bot.name
        self.bot = bot
        self.watch = watch
        self.limit = limit

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        begun = self.watch[ASKED_NS] = time.monotonic_ns()
        self.watch[SEAT] = seat
        try:
            answer = self.bot.choose(match, seat, seed)
        except BadGame:
            raise
        except BaseException as problem:
            raise Broken("bots.forfeit.raised", what=told(problem)) from problem
        finally:
            self.watch[SEAT] = NOBODY
        if time.monotonic_ns() - begun > self.limit * 1e9:
            raise Broken(LATE, limit=f"{self.limit:g}")
        return answer


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
            return forfeited(match.players, seat, match.plies, broken.message)
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


class Player:
    """Plays the games of a plan in a worker. Its watch lies in shared memory, where its parent sees who hangs."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.watch = SPAWN.RawArray("q", [0, 0, NOBODY, 0])
        self.ours: dict[str, Bot] | None = None

    def __call__(self, numbers: list[int]) -> tuple[list[tuple[int, Outcome]], float]:
        """The outcomes of the games with these numbers, and the seconds they took."""
        plan, game = self.plan, registry.game(self.plan.game)
        if self.ours is None:
            self.ours = warm_up(plan)
        done, begun = [], time.monotonic()
        for number in numbers:
            self.watch[GAME] = number
            names = [plan.entrants[entrant] for entrant in plan.seats(number)]
            bots = [self.ours.get(name) or find(name) for name in names]
            dice = [plan.dice(number, seat) for seat in range(plan.players)]
            match = game.match(plan.players, plan.deal_seed(plan.place(number)[0]), plan.options)
            done.append((number, play_game(match, bots, dice, plan.limit, self.watch)))
        return done, time.monotonic() - begun

    def overdue(self) -> Died | None:
        """When a bot has been thinking about one question for too long."""
        late = self.watch[SEAT] != NOBODY and time.monotonic_ns() - self.watch[ASKED_NS] > self.plan.limit * 1e9
        return Died(LATE, limit=f"{self.plan.limit:g}") if late else None

    def fault(self) -> tuple[int, int, int] | None:
        """The game, the seat and the moves made, if a bot was thinking when the process ended."""
        game, seat, plies = (self.watch[place] for place in (GAME, SEAT, PLIES))
        self.watch[SEAT] = NOBODY
        return None if seat == NOBODY else (game, seat, plies)


def warm_up(plan: Plan) -> dict[str, Bot]:
    """Our own bots, compiled or loaded from the disk before anyone takes their time."""
    match = registry.game(plan.game).match(plan.players, 0, plan.options)
    return own.warm_up(match, plan.entrants)
