"""Nim as people see it."""

from typing import Any

from cardshed.engine.errors import BadCards
from cardshed.engine.kernel import Row
from cardshed.engine.messages import Message

TITLE = "Nim"
USUAL_PLAYERS = 2


def part(part: int) -> str:
    return f"take {part + 1}"


def text(move: int) -> str:
    return part(move)


def read(text: str) -> int:
    number = text.removeprefix("take ").strip()
    if not number.isdecimal():
        raise BadCards("nim.read")
    return int(number) - 1


def view(s: Row, seat: int | None) -> dict[str, Any]:
    stones: dict[str, Any] = {"id": "heap", "seat": None, "cards": []}
    return {"prompt": Message("nim.prompt", n=int(s.stones)).json(), "seats": [{"cards": 0}] * 2, "zones": [stones]}


def why_not(s: Row, seat: int, move: int) -> Message:
    return Message("nim.why", n=int(s.stones))
