"""A match that was left is kept as a record, and gone on with by `cardshed play --resume`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from cardshed.engine.errors import CardshedError
from cardshed.engine.game import Game
from cardshed.engine.match import Match
from cardshed.engine.record import parse, replay, write
from cardshed.games import registry

FILE = "terminal.shed"


class NothingKept(CardshedError):
    """There is no match to go on with."""


@dataclass(frozen=True)
class Kept:
    match: Match
    seat: int
    bots: list[str]  # for each seat; at the person's own it is never asked


def file() -> Path:
    return user_data_path("cardshed", appauthor=False) / FILE


def keep(match: Match, seat: int, bots: Sequence[str]) -> None:
    """Keep a match that is not over; one that is needs no keeping any more."""
    path = file()
    if match.over:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(write(match, {"seat": str(seat), "opponents": ",".join(bots)}), encoding="utf-8")
    os.replace(fresh, path)  # all of it, or what was there


def kept(game: Game | None = None) -> Kept:
    """The match that was left last; NothingKept if there is none. One of a game of your own needs that game: what a
    record names never runs code."""
    path = file()
    if not path.exists():
        raise NothingKept("cli.resume.none")
    record = parse(path.read_text(encoding="utf-8"))
    match = replay(record, game if game and game.name == record.game else registry.named(record.game))
    try:
        return Kept(match, int(record.head["seat"]), record.head["opponents"].split(","))
    except (KeyError, ValueError):
        raise NothingKept("cli.resume.broken", file=str(path)) from None
