"""How cards and moves of Rummy are written: `take 7S`, `set 7C 7D 2S`, `run 3S 4S 5S`, `add 6S to 1`, `discard KH`."""

from __future__ import annotations

import re

from cardshed.engine.deck import Deck, members
from cardshed.engine.errors import Ambiguous, BadCards
from cardshed.engine.messages import sentences, shortly

from . import codes
from .melds import CARDS, JOKERS, MOST_MELDS, NATURALS, TWOS

say = sentences(__name__)

NATURAL_DECK = Deck(("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), ("S", "C", "D", "H"))
TWO_DECK = Deck(("2",), ("S", "C", "D", "H"))
JOKER_NAMES = ("JR", "JB")
JOKER_FACES = ("★R", "★B")

WORDS = ("draw", "take", "rummy", "set", "run", "add", "swap", "discard", "end", "no")  # by the kind of move
SIDES = ("set", "low", "high")  # where a wild goes; a natural has but one place
ON_MELD = re.compile(r"(\S+) (?:to|on) (\d+)(?: (set|low|high))?")
SWAPPED = re.compile(r"(\S+) for (\S+) in (\d+)")


JOKERS_TOLD = [
    {"name": name, "face": face, "spoken": say(f"joker.{name}").json()}
    for name, face in zip(JOKER_NAMES, JOKER_FACES, strict=True)
]
TOLD = [*NATURAL_DECK.told, *TWO_DECK.told, *JOKERS_TOLD]  # every card as a view tells it, by its number


def name(c: int) -> str:
    return str(TOLD[c]["name"])


def face(c: int) -> str:
    return str(TOLD[c]["face"])


def faces(cards: int) -> str:
    return " ".join(face(c) for c in members(cards))


def card(text: str) -> int:
    """The card that a text names, in any case and with letters or symbols."""
    plain = text.strip().upper()
    for faces_or_names in (JOKER_NAMES, JOKER_FACES):
        if plain in faces_or_names:
            return JOKERS + faces_or_names.index(plain)
    try:
        return TWOS + TWO_DECK.card(plain) if plain.startswith("2") else NATURAL_DECK.card(plain)
    except BadCards:
        raise BadCards(say("no_card", text=shortly(text))) from None


def cards(text: str) -> list[int]:
    """The cards that a text names, in its order; `3C-9C` are all of a suit from one to another."""
    found: list[int] = []
    for word in text.replace(",", " ").split():
        first, dash, last = word.partition("-")
        if not dash:
            found.append(card(word))
            continue
        if not first or not last:
            raise BadCards(say("no_range", text=shortly(word)))
        low, high = card(first), card(last)
        if max(low, high) >= NATURALS or (high - low) % 4 or high < low:
            raise BadCards(say("no_range", text=shortly(word)))
        found += range(low, high + 1, 4)
    for c in found:
        if found.count(c) > 1:
            raise BadCards("engine.card.twice", text=name(c))
    return found


def part(part: int) -> str:
    if part < CARDS:
        return name(part)
    if part < codes.PART_MELD + MOST_MELDS:
        return f"meld {part - codes.PART_MELD + 1}"
    if part < codes.PART_BUTTON:
        return SIDES[part - codes.PART_SIDE]
    return WORDS[part - codes.PART_BUTTON]


def laid(move: int) -> list[int]:
    """The cards of a new meld, in order."""
    return [codes.card_of(move), codes.second_of(move), codes.third_of(move)]


def text(move: int) -> str:
    kind = codes.kind_of(move)
    word, first = WORDS[kind], name(codes.card_of(move))
    if kind in (codes.LAY_SET, codes.LAY_RUN):
        return f"{word} {' '.join(name(c) for c in laid(move))}"
    if kind in (codes.ADD, codes.CALL):
        preposition = "to" if kind == codes.ADD else "on"
        side = f" {SIDES[codes.side_of(move)]}" if codes.card_of(move) >= NATURALS else ""
        return f"{word} {first} {preposition} {codes.meld_of(move) + 1}{side}"
    if kind == codes.SWAP:
        return f"{word} {first} for {name(codes.second_of(move))} in {codes.meld_of(move) + 1}"
    return f"{word} {first}" if kind in (codes.TAKE, codes.DISCARD) else word


def read(text: str) -> int:
    plain = " ".join(text.split())
    word, _, rest = plain.lower().partition(" ")
    if word not in WORDS:
        raise BadCards(say("no_move", text=shortly(plain))) if plain else BadCards(say("nothing"))
    kind = WORDS.index(word)
    if kind not in (codes.DRAW, codes.STOP, codes.DECLINE) and not rest:
        raise BadCards(say("which_cards", word=word))
    if kind in (codes.DRAW, codes.STOP, codes.DECLINE):
        if rest:
            raise BadCards(say("just_the_word", word=word))
        return int(codes.move_of(kind, 0, 0, 0))
    if kind in (codes.TAKE, codes.DISCARD):
        return int(codes.move_of(kind, card(rest), 0, 0))
    if kind in (codes.ADD, codes.CALL):
        return _read_addition(kind, rest)
    if kind == codes.SWAP:
        found = SWAPPED.fullmatch(rest)
        if not found:
            raise BadCards(say("form.swap", text=shortly(plain)))
        return int(codes.move_of(kind, card(found[1]), card(found[2]), 0)) | meld_at(found[3]) << codes.MELD_AT
    return new_meld(kind, cards(rest))


def new_meld(kind: int, named: list[int]) -> int:
    """The move that lays three cards as a set or, in their order, as a run."""
    wild = [c for c in named if c >= NATURALS]
    ranks = [c // 4 for c in named if c < NATURALS]
    if len(named) != 3:
        raise BadCards(say("three", cards=shortly(" ".join(map(name, named)))))
    if kind == codes.LAY_SET:
        if len(set(ranks)) > 1:
            raise BadCards(say("no_set", cards=" ".join(map(name, named))))
        return int(codes.move_of(kind, *sorted(named)))
    lows = {c // 4 - place for place, c in enumerate(named) if c < NATURALS}
    if len(wild) == 3 or len({c % 4 for c in named if c < NATURALS}) > 1 or len(lows) > 1:
        raise BadCards(say("no_run", cards=" ".join(map(name, named))))
    if not 0 <= min(lows) <= 9:
        raise BadCards(say("beyond", cards=" ".join(map(name, named))))
    return int(codes.move_of(kind, *named))


def _read_addition(kind: int, rest: str) -> int:
    found = ON_MELD.fullmatch(rest)
    if not found:
        raise BadCards(say(f"form.{WORDS[kind]}", text=shortly(rest)))
    c, m = card(found[1]), meld_at(found[2])
    if found[3]:
        if c < NATURALS:
            raise BadCards(say("no_side", card=name(c)))
        return int(codes.move_on(kind, c, m, SIDES.index(found[3])))
    meant = [int(codes.move_on(kind, c, m, side)) for side in range(3 if c >= NATURALS else 1)]
    if len(meant) > 1:
        raise Ambiguous(say("which_end", card=name(c), number=m + 1), meant)
    return meant[0]


def meld_at(number: str) -> int:
    if len(number) > 2 or not 1 <= int(number) <= MOST_MELDS:
        raise BadCards(say("no_such_meld", number=shortly(number)))
    return int(number) - 1
