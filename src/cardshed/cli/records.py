"""The records that commands are given: which match one tells of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardshed.engine.messages import shortly

if TYPE_CHECKING:
    from cardshed.engine.matches.match import Match
    from cardshed.engine.matches.record import Record


def replayed(file: Path, game: str | None) -> tuple[Match, Record]:
    """The match that a record tells of, and the record. What that names never runs code: a folder must be named by the
    person."""
    import cardshed
    from cardshed.engine.errors import BadRecord, UnknownGame
    from cardshed.engine.matches import record

    text = file.read_text(encoding="utf-8", errors="replace")
    read = record.parse(text)
    name = read.game
    if game is not None:
        own = cardshed.game(game)
        if own.name != name:
            raise BadRecord("cli.replay.another", theirs=shortly(name), ours=own.name)
        return cardshed.replay(text, own), read
    try:
        return cardshed.replay(text), read
    except UnknownGame:
        folder, games = folder_of(name, file), ", ".join(cardshed.games())
        raise UnknownGame("cli.replay.own", game=shortly(name), games=games, folder=folder) from None


def folder_of(name: str, file: Path) -> str:
    """Where the folder of a record's game seems to lie: here or beside the record; else a path to be filled in."""
    places = [base / way for base in (Path(), file.parent) for way in (".", "..", name)]
    near = [place for place in places if place.resolve().name == name and (place / "rules.py").is_file()]
    return str(near[0]) if near else f"path/to/{shortly(name)}"
