"""Guided deals and puzzles as they are told to the page: a table as any other, with what is to be learnt at it."""

from __future__ import annotations

import itertools
from datetime import date
from typing import Any

from cardshed.bots.analysis import spoken
from cardshed.changes import changes
from cardshed.engine.errors import IllegalMove
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match
from cardshed.learn import guide, puzzles
from cardshed.tables import bot_name
from cardshed.tables.events import Facts, Setting
from cardshed.tables.table import Table

OPPONENTS = "medium"
YOU = "you"


def guided(game: Game) -> dict[str, Any]:
    """A guided deal: the table before the first step, and with each step what it changes."""
    found = guide.read(game)
    first = before = found.begin.view(found.seat)
    steps = []
    walk = list(found.walk())
    for (match, step), (then, _) in itertools.pairwise(walk):
        now = then.view(found.seat)
        seat = None if not step.do else found.seat if step.by is None else step.by
        labels = [move.label.json() for move in then.moves[match.plies :]]
        told = {"say": step.say, "seat": seat, "do": step.do, "wrong": step.wrong, "labels": labels}
        steps.append(told | {"changes": changes(before, now)})
        before = now
    table = _table(found.begin, found.seat)
    for seat in table["seats"]:  # a guide is written in one language and calls the others by their names there
        seat["name"] = None if seat["person"] else bot_name(seat["seat"]).say(guide.LANGUAGE)
    return {"table": table, "first": first, "steps": steps}


def tried(match: Match, seat: int, text: str) -> dict[str, Any]:
    """What somebody tried: the moves that it comes to, or why it cannot be played."""
    at = match.copy()
    try:
        return {"moves": [move.text for move in at.play_all(seat, text)]}
    except IllegalMove as problem:
        return {"moves": [], "why": problem.message.json()}


def tried_in_guide(game: Game, number: int, text: str) -> dict[str, Any]:
    """Whether a try is what a step of a guided deal asks for."""
    found = guide.read(game)
    match, step = found.at(number)
    told = tried(match, found.seat, text)
    return told | {"right": bool(step.do) and told["moves"] == tried(match, found.seat, step.do)["moves"] != []}


def puzzle(game: Game, number: int) -> dict[str, Any]:
    """A puzzle with its solution: who looks it up cheats nobody else."""
    found = puzzles.numbered(game, number)
    match = found.match()
    values = [{"move": match.find(found.seat, text).json(), "value": value} for text, value in found.values.items()]
    return {
        "number": number,
        "count": len(puzzles.read(game)),
        "aim": found.aim,
        "table": _table(match, found.seat),
        "view": match.view(found.seat),
        "answer": found.answer,
        "values": values,
        "line": spoken(match, [(seat, text) for seat, text in found.line]),
    }


def of_day(game: Game, day: date) -> dict[str, Any]:
    return puzzle(game, puzzles.of_day(game, day)) | {"day": day.isoformat()}


def _table(match: Match, seat: int) -> dict[str, Any]:
    """What is told of the table itself, as if the person sat there among bots."""
    levels = tuple(None if p == seat else OPPONENTS for p in range(match.players))
    setting = Setting(levels, OPPONENTS, practice=True)
    table = Table(Facts.of(match, setting, 0.0), match.game)
    table.match = match
    table.seats[seat].owner = YOU
    return table.about(seat, [seat], 0) | {"stage": "playing"}
