"""What a game's table need not tell: for each of these there is a usual answer, which its own takes the place of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import wraps
from types import ModuleType, SimpleNamespace
from typing import Any

from cardshed.engine.core.places import of_function
from cardshed.engine.errors import BadGame
from cardshed.engine.matches import carrier
from cardshed.engine.matches.carrier import Row
from cardshed.engine.messages import Message
from cardshed.engine.options import Settings


class UsualTable:
    """The table of a game that leaves some things out; they have the meaning that `Table` in game.py gives them."""

    def __init__(self, told: ModuleType) -> None:
        self._told = told

    def check(self, players: int, settings: Settings) -> None:
        """All house rules go together."""

    def group(self, s: Row, seat: int, move: int) -> str:
        """All moves are of one kind, but passing."""
        return "pass" if self._told.text(move) == "pass" else "move"

    def label(self, s: Row, seat: int, move: int) -> Message:
        """As people type it."""
        return Message("engine.move.text", text=self._told.text(move))

    def reveal(self, s: Row) -> dict[str, Any]:
        """The zones that only one seat sees, and those that all see."""
        shared = self._told.view(s, None)["zones"]
        own = [self._told.view(s, p)["zones"] for p in range(int(s.players))]
        return {"zones": [*(zone for zones in own for zone in zones if zone not in shared), *shared]}

    def why_not(self, s: Row, seat: int, move: int) -> Message:
        return Message("engine.move.not_legal", text=self._told.text(move))

    def timeout_move(self, s: Row, seat: int, moves: Sequence[int]) -> int:
        """What the greedy bot plays."""
        return carrier.best(s, seat, moves)

    def set_up(self, s: Row) -> None:
        """Nothing can be laid out but what the deal gives."""


MESSAGE = ("key", "params")  # as Message.json tells it
OPTIONAL = tuple(name for name in vars(UsualTable) if not name.startswith("_"))


def whole_table(told: ModuleType, trusted: bool = True) -> Any:
    """A table with the usual answers for what it leaves out; one that leaves nothing out is as it is.

    What one tells that is not trusted is looked at whenever it is asked for a view; ours are by the tests.
    """
    usual = UsualTable(told)
    answers = {name: getattr(usual, name) for name in OPTIONAL if not hasattr(told, name)}
    if not trusted:
        answers["view"] = _looked_at(told.view, told.part)
    return SimpleNamespace(**{**vars(told), **answers}) if answers else told


def _looked_at(view: Any, part: Any) -> Any:
    @wraps(view)
    def whole(s: Row, seat: int | None) -> dict[str, Any]:
        told: dict[str, Any] = view(s, seat)
        for lack in lacks(told, int(s.players)):
            raise BadGame("engine.game.view", place=of_function(view), what=lack)
        zones = [zone | {"cards": [_by_name(card, part) for card in zone["cards"]]} for zone in told["zones"]]
        return told | {"zones": zones}

    return whole


def _by_name(card: dict[str, Any], part: Any) -> dict[str, Any]:
    """A card by the name that it has in moves; games of before 0.2 tell the number of that part."""
    if not isinstance(card, dict) or "part" not in card:
        return card
    return {what: told for what, told in card.items() if what != "part"} | {"name": part(card["part"])}


def lacks(view: Any, players: int) -> Iterator[str]:
    """What a view does not tell although clients count on it, or tells as something else: `zones`, `seats[1].cards`."""
    yield from _keys_missing("", view, "prompt", "seats", "zones")
    yield from _keys_missing("prompt", view["prompt"], *MESSAGE)
    lists = {"seats": ("cards",), "zones": ("id", "seat", "cards"), "notes": MESSAGE}
    for name, keys in lists.items():
        told = view.get(name, ())
        if not isinstance(told, list | tuple):
            yield name
        for i, item in enumerate(told):
            yield from _keys_missing(f"{name}[{i}]", item, *keys)
    yield from (f"seats[{p}]" for p in range(len(view["seats"]), players))
    if view.get("last_deal") is not None:
        yield from _keys_missing("last_deal", view["last_deal"], "sentence")
        yield from _keys_missing("last_deal.sentence", view["last_deal"]["sentence"], *MESSAGE)


def _keys_missing(where: str, told: Any, *names: str) -> Iterator[str]:
    return (f"{where}.{name}".strip(".") for name in names if not isinstance(told, dict) or name not in told)


def whole_view(told: dict[str, Any], points: Sequence[int]) -> dict[str, Any]:
    """A view with what a table may leave out of it: notes, the last deal, and all but the cards of a seat."""
    seats = [_filled(seat, seat=p, points=points[p], locked=False, notes=[]) for p, seat in enumerate(told["seats"])]
    return _filled(told, notes=[], last_deal=None) | {"seats": seats}


def _filled(told: dict[str, Any], **usual: Any) -> dict[str, Any]:
    missing = {name: value for name, value in usual.items() if name not in told}
    return told | missing if missing else told
