"""What can be asked of a table, over HTTP or a socket: one model for each, checked before anything sees it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

PHRASES = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "oops", "thinking", "your_turn", "wow", "good_game",
    "smile", "laugh", "sad", "clap", "heart", "sleepy",
)  # fmt: skip


NAME = 24  # characters of a name at most


def _printable(text: str) -> str:
    if not text.isprintable() or not text.strip():
        raise ValueError("must be printable and not empty")
    return " ".join(text.split())


Name = Annotated[str, StringConstraints(min_length=1, max_length=NAME), AfterValidator(_printable)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=600), AfterValidator(_printable)]
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
SeatNumber = Annotated[int, Field(ge=0, le=15, strict=True)]
After = Annotated[int, Field(ge=0, le=10_000_000, strict=True, description="how many events you knew of (table.n)")]


class Command(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    type: str
    id: Annotated[int, Field(ge=0, le=2**53, strict=True)] | None = Field(
        default=None, description="sent back with the answer on a socket"
    )


class Sit(Command):
    """Take a free seat, or with a ticket your own seat on another device."""

    type: Literal["sit"] = "sit"
    name: Name | None = None
    seat: SeatNumber | None = None
    ticket: Secret | None = None


class Leave(Command):
    """Give your seat up; a bot plays on."""

    type: Literal["leave"] = "leave"


class Away(Command):
    """Let a bot play for you; the seat stays yours."""

    type: Literal["away"] = "away"


class Back(Command):
    """Take your seat back from the bot."""

    type: Literal["back"] = "back"


class Start(Command):
    """Begin now; bots sit down where nobody does."""

    type: Literal["start"] = "start"


class Move(Command):
    """Play a move, or a gesture of several, as text."""

    type: Literal["move"] = "move"
    text: Text
    after: After


class Undo(Command):
    """Go back to your last decision, or ask the others whether you may."""

    type: Literal["undo"] = "undo"
    after: After


class Answer(Command):
    """Answer whoever asks for an undo."""

    type: Literal["answer"] = "answer"
    yes: bool
    after: After


class Say(Command):
    """One of the phrases and signs that everybody understands."""

    type: Literal["say"] = "say"
    phrase: Literal[PHRASES]  # type: ignore[valid-type]


class Ticket(Command):
    """A one-time link that takes your seat to another device. Show it to nobody."""

    type: Literal["ticket"] = "ticket"


class Rematch(Command):
    """A new table for the same people."""

    type: Literal["rematch"] = "rematch"


class Hint(Command):
    """What a strong bot would think about in your place."""

    type: Literal["hint"] = "hint"


class Sync(Command):
    """On a socket: the whole state again, because a change was missed."""

    type: Literal["sync"] = "sync"


COMMANDS: tuple[type[Command], ...] = (
    Sit, Leave, Away, Back, Start, Move, Undo, Answer, Say, Ticket, Rematch, Hint
)  # fmt: skip
AnyCommand = Annotated[
    Sit | Leave | Away | Back | Start | Move | Undo | Answer | Say | Ticket | Rematch | Hint | Sync,
    Field(discriminator="type"),
]
reader: TypeAdapter[Any] = TypeAdapter(AnyCommand)


Level = Annotated[str, StringConstraints(max_length=20)]


class Try(BaseModel):
    """A move, or a gesture of several, as text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Text


class PlayOn(BaseModel):
    """A seat to play on from, against bots."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seat: SeatNumber
    name: Name = "Guest"
    fill: Literal["easy", "medium", "hard", "expert"] = "medium"
    pace: Literal["slow", "normal", "instant"] = "normal"


class NewTable(BaseModel):
    """A table to be made."""

    model_config = ConfigDict(extra="forbid", frozen=True)

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
    pace: Literal["slow", "normal", "instant"] = "normal"
