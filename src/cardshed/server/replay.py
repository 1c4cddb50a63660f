"""A finished match to be looked at again, move by move."""

from __future__ import annotations

from typing import Any

from cardshed.changes import changes
from cardshed.engine.matches.match import Match
from cardshed.tables.table import Table

UNTOLD = ("moves", "seed")  # of a view: what nobody can do any more, and what the record tells


def replay(table: Table, seat: int | None) -> dict[str, Any]:
    """The table before the first move, and with each move what it changed: as a seat saw it, or with all hands open."""
    match = table.finished
    first = before = _seen(match.at(0), seat)
    steps = []
    for i, move in enumerate(match.moves):
        now = _seen(match.at(i + 1), seat)
        steps.append({"seat": move.seat, "label": move.label.json(), "changes": changes(before, now)})
        before = now
    return {"first": first, "steps": steps}


def _seen(match: Match, seat: int | None) -> dict[str, Any]:
    told = match.reveal() if seat is None else match.view(seat)
    return {name: value for name, value in told.items() if name not in UNTOLD}
