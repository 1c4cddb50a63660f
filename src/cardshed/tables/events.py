"""What is fixed when a table is made, and what happens there afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardshed.engine.matches.match import Match
from cardshed.tables import fair


@dataclass(frozen=True)
class Event:
    """Something that happened at a table. Events are numbered from 0; nothing changes or deletes one."""

    kind: str
    seat: int | None
    body: dict[str, Any]
    at: float  # seconds since 1970

    @property
    def place(self) -> int:
        """The seat at which it happened, where it did at one."""
        assert self.seat is not None
        return self.seat


@dataclass(frozen=True)
class Setting:
    """How a table is set up."""

    seats: tuple[str | None, ...]  # the level of the bot that sits there, or None: a place for a person
    fill: str = "medium"  # the level of bots that sit in for people
    private: bool = True  # found by its link alone
    timer: float = 0.0  # seconds for a move; 0 is none
    pace: str = "normal"  # of the bots
    uploaded: bool = False  # a record somebody brought
    practice: bool = False  # played on from a moment of another match; it counts for nothing
    host: str | None = None  # the hash of the key of who owns the table
    knock: bool = True  # the owner is asked before a late comer is promised a seat

    def json(self) -> dict[str, Any]:
        return {**vars(self), "seats": list(self.seats)}


@dataclass(frozen=True)
class Facts:
    """What is fixed when a table is made."""

    id: str
    game: str
    rules: int  # the version of the game's rules
    players: int
    options: dict[str, Any]  # the house rules that differ from the book's
    seed: int  # 0 where the key is made of the secret and of what people add to it
    salt: str  # or the secret; see fair.py
    setting: Setting
    made: float
    before: tuple[Event, ...] = field(default=())  # events that it begins with, such as who is seated already

    @classmethod
    def of(cls, match: Match, setting: Setting, made: float, id: str = "", salt: str = "") -> Facts:
        """Of a match that was begun elsewhere."""
        given = match.game.given(match.row, match.version)
        return cls(id, match.game.name, match.version, match.players, given, match.seed, salt, setting, made)

    @property
    def commitment(self) -> str:
        return fair.commitment(self.salt, self.seed, self.game, self.rules, self.players, self.options)


@dataclass(frozen=True)
class Summary:
    """How a match stands after an event, to be listed."""

    state: str  # waiting, playing, over or closed
    listed: bool
    told: dict[str, Any]
    people: frozenset[str] = frozenset()
    results: dict[str, dict[str, Any]] = field(default_factory=dict)  # once it is over: how, for each person
