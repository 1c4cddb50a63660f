"""The words of the terminal: the catalogues of the page and of the games, in the language of the terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from cardshed.engine.errors import BadOption
from cardshed.engine.messages import Message, catalogue, languages
from cardshed.tables import bot_name


def spoken_here() -> str:
    """The language of the terminal, or English."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        found = os.environ.get(name, "")[:2].lower()
        if found:
            return found if found in languages() else "en"
    return "en"


class Speech:
    """Says messages and what came as JSON, with the players' names."""

    def __init__(self, language: str | None = None, names: Sequence[str] = ()) -> None:
        if language and language not in languages():
            raise BadOption("cli.language", given=language, languages=", ".join(languages()))
        self.language = language or spoken_here()
        self.names = list(names)

    def __call__(self, what: Message | Mapping[str, Any] | str, /, **params: Any) -> str:
        if isinstance(what, str):
            what = Message(what, **params)
        elif not isinstance(what, Message):
            what = Message.read(dict(what))
        return what.say(self.language, self.names or None)

    def either(self, own: str, common: str) -> str:
        """The first of two keys if there is a sentence for it, such as a game's own, or else the second."""
        return own if own in catalogue(self.language, own.partition(".")[0]) else common

    def meet(self, table: Mapping[str, Any]) -> None:
        """Learn the names at a table."""
        self.names = [self._name(seat) for seat in table["seats"]]

    def _name(self, seat: Mapping[str, Any]) -> str:
        if seat["name"]:
            return str(seat["name"])
        if seat["bot"]:
            return self(bot_name(seat["seat"]))
        return self("seat", number=seat["seat"] + 1)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
