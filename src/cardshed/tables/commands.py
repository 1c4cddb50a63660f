"""What can be asked of a table. What comes from outside is checked where it comes in (server/asked.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import dataclass_transform

PHRASES = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "oops", "thinking", "your_turn", "wow", "good_game",
    "smile", "laugh", "sad", "clap", "heart", "sleepy",
)  # fmt: skip

NAME = 24  # characters of a name at most


@dataclass_transform(frozen_default=True)
class Command:
    """Something that a person wants to happen; each kind of it is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Sit(Command):
    """Take a free seat, or with a ticket your own seat on another device."""

    name: str | None = None
    seat: int | None = None
    ticket: str | None = None
    hash: str | None = None


class Leave(Command):
    """Give your seat up; a bot plays on. A guest asks for no seat any more."""


class Away(Command):
    """Let a bot play for you; the seat stays yours."""


class Back(Command):
    """Take your seat back from the bot."""


class Start(Command):
    """Begin now, with bots where nobody sits: if you own the table, or all who sit want to."""

    yes: bool = True


class Commit(Command):
    """The hash of a nonce that you will mix into the shuffle, if you did not send it when you sat down."""

    hash: str


class Reveal(Command):
    """Your nonce, once the shuffle asks for it."""

    nonce: str


class Admit(Command):
    """Promise the guest who asks for a seat that it is theirs from the next deal on, or send them away."""

    seat: int
    yes: bool


class Agree(Command):
    """Let the guest to whom a seat is promised play at once, if all who sit agree."""

    seat: int


class Remove(Command):
    """As the owner of the table, take somebody's seat away, or do not let them in again at all."""

    seat: int
    bar: bool = False


class Mute(Command):
    """As the owner of the table, let nobody hear what somebody says, or everybody again."""

    seat: int
    yes: bool


class Handover(Command):
    """As the owner of the table, make somebody else its owner."""

    seat: int


class Close(Command):
    """As the owner of the table, close it for good."""


class Move(Command):
    """Play a move, or a gesture of several, as text."""

    text: str
    after: int


class Undo(Command):
    """Go back to your last decision, or ask the others whether you may."""

    after: int


class Answer(Command):
    """Answer whoever asks for an undo."""

    yes: bool
    after: int


class Say(Command):
    """One of the phrases and signs that everybody understands."""

    phrase: str


class Ticket(Command):
    """A one-time link that takes your seat to another device. Show it to nobody."""


class Rematch(Command):
    """A new table for the same people, and for guests to whom a seat was promised."""

    hash: str | None = None


class Hint(Command):
    """What a strong bot would think about in your place."""


class Sync(Command):
    """On a socket: the whole state again, because a change was missed."""


COMMANDS: dict[str, type[Command]] = {command.__name__.lower(): command for command in Command.__subclasses__()}


def kind_of(command: Command) -> str:
    """What a command is called on the wire."""
    return type(command).__name__.lower()
