"""What comes in over HTTP or a socket, checked before anything sees it: a model for each command of a table, made of
the command itself, and models for what is asked of the server.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, create_model

from cardshed.tables.commands import COMMANDS, NAME, PHRASES, Command

BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")  # letters by which nothing is shown


def _printable(text: str) -> str:
    told = unicodedata.normalize("NFC", " ".join(text.split()))  # else two names could look alike
    accents = "".join("x" if unicodedata.combining(char) else "-" for char in told)  # each on a letter, and no towers
    if not text.isprintable() or not told or BLANK.search(text) or accents.startswith("x") or "xxx" in accents:
        raise ValueError("must be printable and not empty")
    return told


Name = Annotated[str, StringConstraints(min_length=1, max_length=NAME), AfterValidator(_printable)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=600), AfterValidator(_printable)]
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
Hash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]
Number = Annotated[int, Field(ge=0, le=2**53, strict=True)]
SeatNumber = Annotated[int, Field(ge=0, le=15, strict=True)]
After = Annotated[int, Field(ge=0, le=10_000_000, strict=True, description="how many events you knew of (table.n)")]

# What a field of a command may be; each name means the same in all of them.
FIELDS: dict[str, Any] = {
    "name": Name, "seat": SeatNumber, "ticket": Secret, "text": Text, "after": After, "yes": bool,
    "phrase": Literal[PHRASES], "hash": Hash, "nonce": Nonce, "bar": bool,
}  # fmt: skip


class Form(BaseModel):
    """What comes in has nothing beside what is named."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Asked(Form):
    """A command as it is sent."""

    type: str
    id: Number | None = Field(default=None, description="sent back with the answer on a socket")

    def command(self) -> Command:
        given = {name: getattr(self, name) for name in type(self).model_fields if name not in Asked.model_fields}
        return COMMANDS[self.type](**given)


def _model(kind: str, command: type[Command]) -> type[Asked]:
    """The model of a command: its fields with what they may be."""
    fields: dict[str, Any] = {"type": (Literal[kind], kind)}
    for field in dataclasses.fields(command):  # type: ignore[arg-type]  # all commands are dataclasses
        needed = field.default is dataclasses.MISSING
        fields[field.name] = (FIELDS[field.name], ...) if needed else (FIELDS[field.name] | None, field.default)
    return create_model(command.__name__, __base__=Asked, __doc__=command.__doc__, **fields)


MODELS = {kind: _model(kind, command) for kind, command in COMMANDS.items()}
_any: Any = Annotated[reduce(or_, MODELS.values()), Field(discriminator="type")]
reader: TypeAdapter[Asked] = TypeAdapter(_any)

Level = Annotated[str, StringConstraints(max_length=20)]


class Try(Form):
    """A move, or a gesture of several, as text."""

    text: Text


class PlayOn(Form):
    """A seat to play on from, against bots."""

    seat: SeatNumber
    name: Name = "Guest"
    fill: Literal["easy", "medium", "hard", "expert"] = "medium"
    pace: Literal["slow", "normal", "instant"] = "normal"


class NewTable(Form):
    """A table to be made."""

    game: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    players: Annotated[int, Field(ge=1, le=16, strict=True)] | None = None
    options: Annotated[dict[str, str | int], Field(max_length=64)] = {}
    seats: list[Level | None] | None = Field(
        default=None,
        max_length=16,
        description="for each seat the level of a bot, or null for a person; if left out, all but yours are bots",
    )
    seat: SeatNumber | None = Field(default=0, description="your own seat; null if you only set the table")
    name: Name = "Guest"
    fill: Literal["easy", "medium", "hard", "expert"] = "medium"
    private: bool = True
    timer: Annotated[float, Field(ge=0, le=86_400)] = 0.0
    knock: bool = Field(default=True, description="you are asked before a late comer is promised a seat")
    hash: Hash | None = Field(default=None, description="of your nonce for the shuffle")
    pace: Literal["slow", "normal", "instant"] = "normal"
