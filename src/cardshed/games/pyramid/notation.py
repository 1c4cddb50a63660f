"""How cards and moves of Pyramid are written: `5R 5R`, `run 5R WR`, `trade WR`, `add WR WB`, `discard 7B`, `end`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cardshed.engine.deck import values
from cardshed.engine.errors import Ambiguous, BadCards
from cardshed.engine.kernel import Row, i64
from cardshed.engine.messages import sentences, shortly

from . import codes
from .melds import MELDS, NAMES, Meld

say = sentences(__name__)

LETTERS = "RB"  # by colour
COLOURS = ("red", "black")
WILDS = (codes.PART_WILD, codes.PART_WILD + 1)  # a card is told by its part
WORDS = ("pass", "keep", "trade", "add", "end", "discard")  # by the kind of move
GO_ON = "go on"
NONE = "nothing"
SHAPES = ("set", "run")


def card_name(c: int) -> str:
    if c in WILDS:
        return "W" + LETTERS[c - codes.PART_WILD]
    return f"{c % codes.VALUES + codes.LOWEST_NUMBER}{LETTERS[c // codes.VALUES]}"


CARDS = {card_name(c): c for c in range(codes.PART_WILD + 2)}


def by_value(c: int) -> tuple[int, int]:
    """The order of a hand: by value, red before black, wilds last."""
    return (codes.VALUES, c) if c in WILDS else (c % codes.VALUES, c)


def naturals(cards: int) -> list[int]:
    """Numbered cards, low to high."""
    return sorted(values(cards), key=by_value)


def hand(s: Row, p: int) -> list[int]:
    return naturals(s.hands[p]) + wild_cards(s.wilds, p)


def wild_cards(counts: Any, p: int) -> list[int]:
    """Wilds of a seat, in hand or in front, as cards."""
    return [c for colour, c in enumerate(WILDS) for _ in range(int(counts[2 * p + colour]))]


def cards_in(move: int) -> list[int]:
    """All cards that a move plays, adds or throws."""
    wilds = [c for colour, c in enumerate(WILDS) for _ in range(int(codes.wilds_of(i64(move), colour)))]
    return naturals(codes.cards_of(i64(move))) + wilds


def names(cards: Sequence[int]) -> str:
    return " ".join(card_name(c) for c in cards)


def face(c: int) -> str:
    """A card as people see it: red cards have a full triangle, black ones an outlined one."""
    return card_name(c)[:-1] + "▲△"[colour_of(c)]


def faces(cards: Sequence[int]) -> str:
    return " ".join(face(c) for c in cards)


def meld_of(move: int) -> Meld:
    return MELDS[codes.what_of(move)]


def fitting(cards: Sequence[int]) -> list[int]:
    """The melds, by number, that cards could be, whatever is on the table."""
    return [t for t, meld in enumerate(MELDS) if fits(meld, cards)]


def fits(meld: Meld, cards: Sequence[int]) -> bool:
    if len(cards) != meld.size or sum(colour_of(c) != meld.colour for c in cards) > meld.guests:
        return False
    values = [c % codes.VALUES for c in cards if c not in WILDS]
    if meld.run:
        return len(set(values)) == len(values) and (not values or max(values) - min(values) < meld.size)
    return len(set(values)) <= 1


def colour_of(c: int) -> int:
    return c - codes.PART_WILD if c in WILDS else c // codes.VALUES


def code(kind: int, cards: Sequence[int] = (), what: int = 0) -> int:
    """The move of that kind with these cards."""
    move = int(codes.simple_move(kind, what))
    for colour in (0, 1) if cards else ():
        values = [c % codes.VALUES for c in cards if c not in WILDS and colour_of(c) == colour]
        times = max(Counter(values).values(), default=0)
        move |= int(codes.naturals(colour, sum(1 << v for v in set(values)), times))
        move |= int(codes.wilds(colour, cards.count(WILDS[colour])))
    return move


def text(move: int) -> str:
    kind, cards = codes.kind_of(move), cards_in(move)
    if kind == codes.MELD:
        meld, found = meld_of(move), fitting(cards)
        if len(found) == 1:
            return names(cards)
        alike = [t for t in found if MELDS[t].run == meld.run]
        return f"{SHAPES[meld.run] if len(alike) == 1 else meld.name} {names(cards)}"
    if kind == codes.END and not codes.what_of(move):
        return GO_ON
    said = [WORDS[kind], names(cards)] if cards else [WORDS[kind]]
    return f"{WORDS[kind]} {NONE}" if kind in (codes.ADD_WILDS, codes.THROW) and not cards else " ".join(said)


def read(text: str) -> int:
    plain = " ".join(text.lower().replace(",", " ").split())
    if plain == GO_ON:
        return code(codes.END)
    first, _, rest = plain.partition(" ")
    if first in WORDS:
        return _read_plain(WORDS.index(first), rest, plain)
    named = first in SHAPES or first in NAMES
    cards = read_cards(rest if named else plain)
    if not cards:
        raise BadCards(say("no_cards"))
    found = fitting(cards)
    if first in SHAPES:
        found = [t for t in found if MELDS[t].run == (first == "run")]
    elif named:
        found = [t for t in found if MELDS[t].name == first]
    if not found:
        raise BadCards(say("no_meld", cards=shortly(names(cards))))
    meant = [code(codes.MELD, cards, t) for t in found]
    if len(meant) > 1:
        raise Ambiguous(say("set_or_run", cards=names(cards)), meant)
    return meant[0]


def _read_plain(kind: int, rest: str, plain: str) -> int:
    """A move that is no meld: a word, and the cards it needs."""
    cards = read_cards("" if rest == NONE and kind in (codes.ADD_WILDS, codes.THROW) else rest)
    asked = {codes.TRADE: (1, 1), codes.ADD_WILDS: (0, codes.LONGEST - 1), codes.THROW: (0, 1)}
    fewest, most = asked.get(kind, (0, 0))
    only_wilds = kind == codes.THROW or all(c in WILDS for c in cards)
    if not (fewest <= len(cards) <= most and only_wilds and max(Counter(cards).values(), default=0) <= 15):
        raise BadCards(say(f"form.{WORDS[kind]}", text=shortly(plain)))
    return code(kind, cards, int(kind == codes.END))


def read_cards(text: str) -> list[int]:
    found = []
    for word in text.upper().split():
        if word not in CARDS:
            raise BadCards(say("no_card", text=shortly(word)))
        found.append(CARDS[word])
    return sorted(found, key=by_value)


def part(part: int) -> str:
    if part < codes.PART_MELD:
        return card_name(part)
    if part < codes.PART_BUTTON:
        return NAMES[part - codes.PART_MELD]
    return GO_ON if part == codes.PART_GO_ON else WORDS[part - codes.PART_BUTTON]
