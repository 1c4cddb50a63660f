"""A person's own results: matches, wins and points by game and by opponent. Nobody else is told them."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterable, Sequence
from typing import Any

COLUMNS = ("ended", "game", "players", "deals", "place", "won", "points", "opponents", "house_rules", "table")


def told(results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Sums by game with sums by opponent, and each match."""
    counted = [_own(result) for result in results if result["counts"]]
    games = []
    for name in dict.fromkeys(result["game"] for result in counted):
        own = [result for result in counted if result["game"] == name]
        against = sorted({other for result in own for other in _keys(result)})
        others = [
            _sum([result for result in own if other in _keys(result)]) | {"bot": other[0], "name": other[1]}
            for other in against
        ]
        games.append(_sum(own) | {"game": name, "title": own[0]["title"], "opponents": others})
    return {"games": games, "matches": counted}


def table(results: Iterable[dict[str, Any]]) -> str:
    """All matches as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for result in results:
        if result["counts"]:
            writer.writerow([_cell(value) for value in _row(_own(result))])
    return out.getvalue()


def _own(result: dict[str, Any]) -> dict[str, Any]:
    """A result as its person sees it."""
    seat, payoff = result["seat"], result["payoff"]
    place = 1 + sum(other > payoff[seat] for other in payoff)
    opponents = [
        {"seat": p, "bot": bot, "name": name, "points": points}
        for p, (bot, name, points) in enumerate(zip(result["levels"], result["names"], result["points"], strict=True))
        if p != seat
    ]
    kept = {name: result[name] for name in ("table", "ended", "game", "title", "options", "deals")}
    return kept | {"place": place, "won": place == 1, "points": result["points"][seat], "opponents": opponents}


def _keys(result: dict[str, Any]) -> set[tuple[str, str]]:
    """Whom a match was against: the level of a bot, or the name of a person."""
    return {(other["bot"] or "", "" if other["bot"] else other["name"] or "") for other in result["opponents"]}


def _sum(results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    wins, points = (sum(result[name] for result in results) for name in ("won", "points"))
    return {"matches": len(results), "wins": wins, "points": points}


def _row(result: dict[str, Any]) -> list[Any]:
    ended = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(result["ended"]))
    others = "; ".join(f"{other['name'] or other['bot'] or ''} {other['points']}" for other in result["opponents"])
    house = " ".join(f"{name}={value}" for name, value in result["options"].items())
    players, won = len(result["opponents"]) + 1, int(result["won"])
    place, points = result["place"], result["points"]
    return [ended, result["game"], players, result["deals"], place, won, points, others, house, result["table"]]


def _cell(value: Any) -> Any:
    """A name that a spreadsheet would take for a formula is told as text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value
