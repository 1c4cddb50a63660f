"""Crazy Eights as people see it."""

from typing import Any

from cardshed.engine.deck import SYMBOLS, Deck
from cardshed.engine.errors import BadCards, BadPosition
from cardshed.engine.kernel import Row
from cardshed.engine.messages import Message, sentences, shortly

from . import rules

say = sentences(__name__)
DECK = Deck("A 2 3 4 5 6 7 8 9 10 J Q K".split(), "SCDH")
PARTS = (*map(DECK.name, range(rules.CARDS)), "draw", "pass", *DECK.suits)
part = PARTS.__getitem__


def text(move: int) -> str:
    named = move // rules.NAMES
    return part(move % rules.NAMES) + (f" {DECK.suits[named - 1]}" if named else "")


def read(text: str) -> int:
    card, _, suit = text.strip().partition(" ")
    if card.lower() in ("draw", "pass") and not suit:
        return PARTS.index(card.lower())
    c = DECK.card(card)
    if bool(suit) != (c >> 2 == rules.EIGHT):
        raise BadCards(say("no_eight" if suit else "name_a_suit", card=shortly(card)))
    return c + rules.NAMES * (DECK.card(f"A{suit.strip()}") % 4 + 1) if suit else c


def view(s: Row, seat: int | None) -> dict[str, Any]:
    seats, over = range(int(s.players)), s.turn < 0
    counts = [int(s.hands[p]).bit_count() for p in seats]
    left = rules.CARDS - sum(counts) - int(s.pile).bit_count()
    prompt = "over" if over else "you" if s.turn == seat else "other"
    on = {"seat": int(s.turn), "card": DECK.face(int(s.top)), "suit": SYMBOLS[DECK.suits[s.suit]]}
    hands = [{"id": "hand", "seat": p, "cards": DECK.json(s.hands[p])} for p in seats if p == seat or over]
    lying = {"top": 1 << int(s.top), "pile": int(s.pile) & ~(1 << int(s.top))}
    return {
        "prompt": say(f"prompt.{prompt}", **on).json(),
        "notes": [say("stock", n=left).json()],
        "seats": [{"cards": n} for n in counts],
        "stock": left,
        "suit": DECK.suits[s.suit],
        "zones": [*hands, *({"id": id, "seat": None, "cards": DECK.json(cards)} for id, cards in lying.items())],
    }


def why_not(s: Row, seat: int, move: int) -> Message:
    if move in (rules.DRAW, rules.PASS):
        return say(f"why.{part(move)}")
    card, on = move % rules.NAMES, {"suit": SYMBOLS[DECK.suits[s.suit]], "rank": DECK.ranks[s.top >> 2]}
    return say("why.no_match" if int(s.hands[seat]) >> card & 1 else "why.not_held", card=DECK.face(card), **on)


def set_up(s: Row, hands: list[str], pile: str, suit: str = "", turn: int = 0) -> None:
    """The hands, the open cards with the top one last, the suit that an eight has named; the rest is the stock."""
    s.pile, s.top, s.turn = DECK.cards(pile), DECK.card(pile[-3:]), turn
    s.suit = DECK.card(f"A{suit}") % 4 if suit else s.top % 4
    held = [DECK.cards(hand) for hand in hands]
    apart = sum(int(cards).bit_count() for cards in (*held, s.pile)) == sum((*held, int(s.pile))).bit_count()
    if len(held) != s.players or turn not in range(len(held)) or not all(held) or not apart:
        raise BadPosition(say("position"))
    s.hands[: len(held)] = held
