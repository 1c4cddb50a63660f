"""What can go wrong, each said in one sentence from the message catalogue."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cardshed.engine.messages import Message


class CardshedError(Exception):
    """Something a person asked for that cannot be; nothing has been changed."""

    def __init__(self, said: str | Message, **params: Any) -> None:
        super().__init__(said)
        self.message = said if isinstance(said, Message) else Message(said, **params)

    def __str__(self) -> str:
        try:
            return self.message.say()
        except CardshedError as speechless:  # its own sentence is missing, and that has one
            return str(speechless)


class BadGame(CardshedError):
    """A game's own code breaks the contract."""


class BrokenPromise(BadGame):
    """A verb wrote more than its game promises. Kernels raise it, so its parameters have no names, and how much was
    written is told before."""

    def __init__(self, key: str, place: str, promised: int) -> None:
        super().__init__(key, place=place, promised=promised, found=getattr(_told, "number", 0))


_told = threading.local()


def tell(number: int) -> None:
    """Leave a number with this thread for the error that is raised next; core/telling.py compiles it."""
    _told.number = number


class UnknownGame(CardshedError):
    pass


class BadOption(CardshedError):
    pass


class BadPlayers(CardshedError):
    pass


class BadSeed(CardshedError):
    pass


class BadCards(CardshedError):
    """A text that names no card."""


@contextmanager
def refused_as(kind: type[CardshedError]) -> Iterator[None]:
    """What names no card or move is refused in the same words as an error of another kind."""
    try:
        yield
    except BadCards as problem:
        raise kind(problem.message) from None


class Ambiguous(BadCards):
    """A text that names several moves, of which one may be legal; or a clause with ways to make it of two kinds."""

    def __init__(
        self, said: str | Message, codes: Sequence[int], ways: Sequence[Sequence[int]] = (), **params: Any
    ) -> None:
        super().__init__(said, **params)
        self.codes = codes
        self.ways = ways


class IllegalMove(CardshedError):
    pass


class BadPosition(CardshedError):
    pass


class BadRecord(CardshedError):
    pass


class NoDevice(CardshedError):
    pass
