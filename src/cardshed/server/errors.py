"""Errors as people and programs get them: a status, a key with parameters, and one sentence."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from cardshed.engine.errors import CardshedError, IllegalMove, UnknownGame
from cardshed.engine.messages import Message, shortly
from cardshed.learn.guide import BadGuide
from cardshed.learn.puzzles import NoPuzzle
from cardshed.server.store import Unavailable
from cardshed.tables.decision import Refused
from cardshed.tables.table import Broken


class Problem(BaseModel):
    """What was wrong."""

    key: str
    params: dict[str, Any]
    text: str


class Failure(BaseModel):
    """The answer to what cannot be done."""

    error: Problem


# What HTTP calls refusals; the others are 409.
STATUS = {
    "key": 401,
    "ticket": 403, "not_seated": 403, "barred": 403, "not_owner": 403,
    "no_table": 404, "no_game": 404,
    "seats": 422, "level": 422, "seat": 422, "link": 422,
    "often": 429,
    "many_tables": 503, "busy": 503, "compiling": 503, "failed": 503,
}  # fmt: skip


def status_of(problem: CardshedError) -> int:
    if isinstance(problem, Refused):
        return STATUS.get(problem.message.key.removeprefix("server.refused."), 409)
    if isinstance(problem, Unavailable):
        return 503
    if isinstance(problem, UnknownGame | NoPuzzle | BadGuide):
        return 404
    return 409 if isinstance(problem, Broken | IllegalMove) else 422


def told(message: Message) -> dict[str, Any]:
    return {"error": {**message.json(), "text": message.say()}}


def not_understood(problem: ValidationError | Any) -> Message:
    """A message that does not fit its model: the first thing that is wrong with it."""
    first = problem.errors()[0]
    place = ".".join(str(step) for step in first["loc"]) or "message"
    return Message("server.refused.form", place=shortly(place, most=80), why=shortly(first["msg"], most=160))
