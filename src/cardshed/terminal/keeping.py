"""What is kept between two evenings: matches that were left, each as a record, and the keys of one's seats on servers.

`cardshed play --resume` goes on with the match that was left last, `cardshed join LINK` finds one's own seat again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from cardshed.engine.core.seeds import written
from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match
from cardshed.engine.matches.record import Record, parse, replay, write
from cardshed.games import registry


class NothingKept(CardshedError):
    """There is no match to go on with."""


@dataclass(frozen=True)
class Kept:
    """A match that was left."""

    file: Path
    record: Record

    @property
    def seat(self) -> int:
        return int(self.record.head["seat"])

    @property
    def opponents(self) -> list[str]:
        """The bots at the other seats."""
        return self.record.head["opponents"].split(",")

    def match(self, game: Game | None = None) -> Match:
        """As it was left. A game of one's own has to be given: what a record names never runs code."""
        return replay(self.record, game or registry.named(self.record.game))


def folder() -> Path:
    return user_data_path("cardshed", appauthor=False)


def keep(match: Match, seat: int, bots: Sequence[str]) -> None:
    """Keep a match that is not over, with the bot at each seat; one that is over needs no keeping any more."""
    path = folder() / "matches" / f"{match.game.name}-{written(match.seed)}.shed"
    if match.over:
        path.unlink(missing_ok=True)
    else:
        opponents = ",".join(name for p, name in enumerate(bots) if p != seat)
        _put(path, write(match, {"seat": str(seat), "opponents": opponents}))


def all_kept() -> Iterator[Kept]:
    """The matches that were left, the last one first; files that are none are passed over."""
    for path in _files():
        with suppress(CardshedError):
            yield _read(path)


def last_kept(game: Game | None = None) -> Kept:
    """The match that was left last, of a game if one is given; NothingKept if there is none, or if it is no match."""
    for path in _files():
        if game is None or path.name.startswith(f"{game.name}-"):
            return _read(path)
    raise NothingKept("cli.resume.none")


def _files() -> list[Path]:
    return sorted((folder() / "matches").glob("*.shed"), key=lambda path: -path.stat().st_mtime)


def _read(path: Path) -> Kept:
    kept = Kept(path, parse(path.read_text(encoding="utf-8", errors="replace")))
    try:
        if kept.seat < 0 or not kept.opponents:
            raise ValueError
    except (KeyError, ValueError):
        raise NothingKept("cli.resume.broken", file=str(path)) from None
    return kept


# --- keys ----------------------------------------------------------------------------------------


def key_for(server: str) -> str | None:
    """The key by which one's seats on a server are one's own, if one was there before."""
    return _keys().get(server)


def keep_key(server: str, key: str) -> None:
    _put(folder() / "keys.json", json.dumps(_keys() | {server: key}, indent=1, sort_keys=True), secret=True)


def _keys() -> dict[str, str]:
    try:
        found = json.loads((folder() / "keys.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(server): str(key) for server, key in found.items()} if isinstance(found, dict) else {}


def _put(path: Path, text: str, secret: bool = False) -> None:
    """Write a file: all of it, or what was there stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}.new")
    fresh.touch(mode=0o600 if secret else 0o644)
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)
