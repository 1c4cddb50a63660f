"""Matches as text, in files `*.shed`: a head of `key: value` lines, an empty line, then a line per move.

    cardshed record 1
    game: thirteen
    rules: 1
    players: 4
    options: rules=southern match=5
    seed: 00000000000000ab

    2 3S 3H
    3 pass

The rules version is raised only when the same seed and moves give another game; `EARLIER` in the rules tells how older
ones go on. A move is the seat and the move's text. `#` begins a comment. Heads that Cardshed does not know are notes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from cardshed.engine.core.seeds import KEYS, read_seed, written
from cardshed.engine.errors import BadCards, BadRecord, CardshedError
from cardshed.engine.matches import carrier
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match
from cardshed.engine.messages import Message, shortly

FIRST_LINE = "cardshed record 1"
NEEDED = ("game", "rules", "players", "seed")
OURS = (*NEEDED, "options", "position", "points")
DIGITS = 9  # of seats and players; a number longer than this is none


@dataclass
class Record:
    """What a record says, not yet played."""

    head: dict[str, str]
    moves: list[tuple[int, int, str]] = field(default_factory=list)  # (line in the file, seat, text)

    @property
    def game(self) -> str:
        return self.head["game"]


def write(match: Match, notes: dict[str, str] | None = None) -> str:
    """A match as text; notes are further heads."""
    if match.imagined:
        raise BadRecord("engine.record.imagined")
    for name, note in (notes or {}).items():
        if not _can_stand(name, note):
            raise BadRecord("engine.record.note", name=shortly(name))
    game, row = match.game, match.row
    head = {"game": game.name, "rules": str(match.version), "players": str(match.players)}
    if given := game.given(row, match.version):
        head["options"] = " ".join(f"{name}={value}" for name, value in given.items())
    head["seed"] = written(match.seed)
    if match.position is not None:
        head["position"] = json.dumps(match.position, ensure_ascii=False, sort_keys=True)
    if match.over:
        head["points"] = " ".join(str(p) for p in match.points)
    head |= notes or {}
    lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in head.items()), ""]
    lines += [f"{move.seat} {move.text}" for move in match.moves]
    return "\n".join(lines) + "\n"


def parse(text: str) -> Record:
    """The record that a text holds; BadRecord names the line that is wrong."""
    if not isinstance(text, str):
        raise BadRecord("engine.record.text", given=shortly(text))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(plain.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines or lines[0][1] != FIRST_LINE:
        raise BadRecord("engine.record.first_line", wanted=FIRST_LINE)
    record = Record({})
    for number, line in lines[1:]:
        name, colon, value = line.partition(":")
        seat, _, move = line.partition(" ")
        if colon and not record.moves and not seat.isdecimal():
            if name.strip() in record.head:
                raise BadRecord("engine.record.twice", line=number, name=shortly(name.strip()))
            record.head[name.strip()] = value.strip()
        elif _is_number(seat) and move:
            record.moves.append((number, int(seat), move.strip()))
        else:
            raise BadRecord("engine.record.line", line=number, text=shortly(line))
    for name in NEEDED:
        if name not in record.head:
            raise BadRecord("engine.record.missing", name=name)
    return record


def replay(record: Record, game: Game) -> Match:
    """Play a record from its first move to its last, in one compiled call."""
    head = record.head
    usual = game.usual(int(head["rules"])) if _is_number(head["rules"]) else None
    if usual is None:
        raise BadRecord("engine.record.version", game=game.title, theirs=shortly(head["rules"]), ours=game.version)
    start = _start(record, game, usual)
    codes, seats = [], []
    for line, seat, text in record.moves:
        if seat >= start.players:
            why = Message("engine.seat", number=seat, last=start.players - 1)
            raise BadRecord("engine.record.move", line=line, why=why)
        seats.append(seat)
        try:
            codes.append(game.table.read(text))
        except BadCards as problem:
            raise BadRecord("engine.record.move", line=line, why=problem.message) from None
    after = carrier.replayed(game, start.rows, seats, codes)
    legal = len(after)
    match = Match(game, [start.rows, *after], list(zip(seats, codes, strict=True))[:legal], start.position)
    match.version = int(head["rules"])
    if legal < len(codes):
        line, seat, text = record.moves[legal]
        raise BadRecord("engine.record.move", line=line, why=match.why_not(seat, text))
    if "points" in head and not match.over:
        raise BadRecord("engine.record.unfinished")
    if "points" in head and head["points"].split() != [str(p) for p in match.points]:
        found = " ".join(str(p) for p in match.points)
        raise BadRecord("engine.record.points", theirs=shortly(head["points"]), ours=found)
    return match


def _start(record: Record, game: Game, usual: dict[str, Any]) -> Match:
    head = record.head
    pairs = (pair.partition("=") for pair in head.get("options", "").split())
    options = usual | {name: value for name, _, value in pairs}
    try:
        players = int(head["players"]) if _is_number(head["players"]) else -1
        seed = read_seed(head["seed"], KEYS)
        if "position" not in head:
            return game.match(players, seed, options)
        position: Any = json.loads(head["position"])
        if not isinstance(position, dict):
            raise BadRecord("engine.record.position")
        return game.lay_out(players, options, seed, position)
    except (json.JSONDecodeError, RecursionError):
        raise BadRecord("engine.record.position") from None
    except BadRecord:
        raise
    except CardshedError as problem:
        raise BadRecord("engine.record.head", why=problem.message) from None


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= DIGITS


def _can_stand(name: str, note: str) -> bool:
    """Whether a note is read back as it was given, and takes nothing's place."""
    if not name or not (name + note).isprintable():
        return False
    try:
        read = parse("\n".join([FIRST_LINE, *(f"{needed}:" for needed in OURS), f"{name}: {note}"]))
    except BadRecord:
        return False
    return not read.moves and set(read.head) == {*OURS, name} and read.head[name] == note
