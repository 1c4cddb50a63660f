"""Errors as people and programs get them: a status, a key with parameters, and one sentence."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from cardshed.engine.errors import CardshedError, IllegalMove, UnknownGame
from cardshed.engine.messages import Message, shortly
from cardshed.learn.guide import BadGuide
from cardshed.learn.puzzles import NoPuzzle
from cardshed.server.deciding import Refused
from cardshed.server.store import Unavailable
from cardshed.server.tables import Broken


class Problem(BaseModel):
    """What was wrong."""

    key: str
    params: dict[str, Any]
    text: str


class Failure(BaseModel):
    """The answer to what cannot be done."""

    error: Problem


def status_of(problem: CardshedError) -> int:
    if isinstance(problem, Refused):
        return problem.status
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
