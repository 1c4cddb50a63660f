"""My Game as people see it: names, what can be typed, views. All sentences stand in messages/en.json."""

from typing import Any

from cardshed.engine.deck import Deck
from cardshed.engine.kernel import Row
from cardshed.engine.messages import Message, sentences

from . import rules

say = sentences(__name__)

DECK = Deck("2 3 4 5 6 7 8 9 10 J Q K A".split(), "SCDH")


def part(part: int) -> str:
    """The name of a part of a move."""
    return "pass" if part == rules.PASS else DECK.name(part)


def text(move: int) -> str:
    """A move as people type it."""
    return part(move)


def read(text: str) -> int:
    """The move that a text names."""
    return rules.PASS if text.strip().lower() == "pass" else DECK.card(text)


def view(s: Row, seat: int | None) -> dict[str, Any]:
    """All that a seat may know, and nothing else; None is an onlooker."""
    prompt = "over" if s.turn < 0 else "lead" if s.top < 0 else "beat"
    zones = [] if seat is None else [{"id": "hand", "seat": seat, "cards": DECK.json(s.hands[seat])}]
    zones.append({"id": "played", "seat": None, "cards": DECK.json(s.played)})
    return {
        "prompt": say(prompt, card=DECK.face(max(0, int(s.top)))).json(),
        "seats": [{"cards": int(s.hands[p]).bit_count()} for p in range(int(s.players))],
        "zones": zones,
    }


def why_not(s: Row, seat: int, move: int) -> Message:
    """Why a move that is not legal is not."""
    if move == rules.PASS:
        return say("why.leader")
    held = int(s.hands[seat]) >> move & 1
    return say("why.too_low" if held else "why.not_held", card=DECK.face(move))
