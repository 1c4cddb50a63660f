"""What can be asked of a table. What comes from outside is checked where it comes in (server/asked.py)."""

from __future__ import annotations

from dataclasses import dataclass

PHRASES = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "oops", "thinking", "your_turn", "wow", "good_game",
    "smile", "laugh", "sad", "clap", "heart", "sleepy",
)  # fmt: skip

NAME = 24  # characters of a name at most


class Command:
    """Something that a person wants to happen."""


@dataclass(frozen=True)
class Sit(Command):
    """Take a free seat, or with a ticket your own seat on another device."""

    name: str | None = None
    seat: int | None = None
    ticket: str | None = None
    hash: str | None = None


@dataclass(frozen=True)
class Leave(Command):
    """Give your seat up; a bot plays on. A guest asks for no seat any more."""


@dataclass(frozen=True)
class Away(Command):
    """Let a bot play for you; the seat stays yours."""


@dataclass(frozen=True)
class Back(Command):
    """Take your seat back from the bot."""


@dataclass(frozen=True)
class Start(Command):
    """Begin now, with bots where nobody sits: if you own the table, or all who sit want to."""

    yes: bool = True


@dataclass(frozen=True)
class Commit(Command):
    """The hash of a nonce that you will mix into the shuffle, if you did not send it when you sat down."""

    hash: str


@dataclass(frozen=True)
class Reveal(Command):
    """Your nonce, once the shuffle asks for it."""

    nonce: str


@dataclass(frozen=True)
class Admit(Command):
    """Promise the guest who asks for a seat that it is theirs from the next deal on, or send them away."""

    seat: int
    yes: bool


@dataclass(frozen=True)
class Agree(Command):
    """Let the guest to whom a seat is promised play at once, if all who sit agree."""

    seat: int


@dataclass(frozen=True)
class Remove(Command):
    """As the owner of the table, take somebody's seat away, or do not let them in again at all."""

    seat: int
    bar: bool = False


@dataclass(frozen=True)
class Mute(Command):
    """As the owner of the table, let nobody hear what somebody says, or everybody again."""

    seat: int
    yes: bool


@dataclass(frozen=True)
class Handover(Command):
    """As the owner of the table, make somebody else its owner."""

    seat: int


@dataclass(frozen=True)
class Close(Command):
    """As the owner of the table, close it for good."""


@dataclass(frozen=True)
class Move(Command):
    """Play a move, or a gesture of several, as text."""

    text: str
    after: int


@dataclass(frozen=True)
class Undo(Command):
    """Go back to your last decision, or ask the others whether you may."""

    after: int


@dataclass(frozen=True)
class Answer(Command):
    """Answer whoever asks for an undo."""

    yes: bool
    after: int


@dataclass(frozen=True)
class Say(Command):
    """One of the phrases and signs that everybody understands."""

    phrase: str


@dataclass(frozen=True)
class Ticket(Command):
    """A one-time link that takes your seat to another device. Show it to nobody."""


@dataclass(frozen=True)
class Rematch(Command):
    """A new table for the same people, and for guests to whom a seat was promised."""

    hash: str | None = None


@dataclass(frozen=True)
class Hint(Command):
    """What a strong bot would think about in your place."""


@dataclass(frozen=True)
class Sync(Command):
    """On a socket: the whole state again, because a change was missed."""


COMMANDS: dict[str, type[Command]] = {command.__name__.lower(): command for command in Command.__subclasses__()}


def kind_of(command: Command) -> str:
    """What a command is called on the wire."""
    return type(command).__name__.lower()
