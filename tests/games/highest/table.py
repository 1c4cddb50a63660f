from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardshed.engine.deck import members
from cardshed.engine.errors import BadCards, BadPosition
from cardshed.engine.kernel import Row
from cardshed.engine.messages import Message
from cardshed.engine.options import Settings

TITLE = "Highest"
USUAL_PLAYERS = 2


def check(players: int, settings: Settings) -> None:
    pass


def text(move: int) -> str:
    return str(move + 1)


def read(text: str) -> int:
    if not text.strip().isdecimal() or not 1 <= int(text) <= 12:
        raise BadCards("highest.no_card", text=text)
    return int(text) - 1


def part(part: int) -> str:
    return text(part)


def group(s: Row, seat: int, move: int) -> str:
    return "card"


def label(s: Row, seat: int, move: int) -> Message:
    return Message("highest.card", card=text(move))


def cards(packed: int) -> list[dict[str, Any]]:
    spoken = [Message("highest.card", card=text(c)).json() for c in members(packed)]
    return [
        {"part": c, "name": text(c), "face": text(c), "spoken": s} for c, s in zip(members(packed), spoken, strict=True)
    ]


def view(s: Row, seat: int | None) -> dict[str, Any]:
    zones = [] if seat is None else [{"id": "hand", "seat": seat, "cards": cards(s.hands[seat])}]
    zones += [{"id": "trick", "seat": p, "cards": cards(s.trick[p])} for p in range(int(s.players))]
    zones.append({"id": "gone", "seat": None, "cards": cards(s.gone)})
    seats = [
        {"seat": p, "cards": int(s.hands[p]).bit_count(), "points": int(s.score[p]), "locked": False, "notes": []}
        for p in range(int(s.players))
    ]
    return {"prompt": Message("highest.prompt").json(), "notes": [], "seats": seats, "zones": zones, "last_deal": None}


def reveal(s: Row) -> dict[str, Any]:
    hands = [{"id": "hand", "seat": p, "cards": cards(s.hands[p])} for p in range(int(s.players))]
    return {"zones": [*hands, *view(s, None)["zones"]]}


def why_not(s: Row, seat: int, move: int) -> Message:
    return Message("highest.not_held", card=text(move))


def timeout_move(s: Row, seat: int, moves: Sequence[int]) -> int:
    return min(moves)


def set_up(s: Row, hands: Sequence[str] = ()) -> None:
    if len(hands) != s.players:
        raise BadPosition("highest.hands")
    for p, hand in enumerate(hands):
        s.hands[p] = sum(1 << read(word) for word in hand.split())
