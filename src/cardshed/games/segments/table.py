"""Segments as people see it: names, notation, views, reasons, positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from cardshed.engine.cards import total
from cardshed.engine.deck import packed, seats_after, values, winners
from cardshed.engine.errors import BadCards, BadOption, BadPosition, refused_as
from cardshed.engine.kernel import Row, i64
from cardshed.engine.messages import Message, sentences, shortly
from cardshed.engine.options import Settings
from cardshed.engine.row import once

from . import rules

say = sentences(__name__)
ROLLOUTS = (40, 200, 1_000, 5_000)
PASS = "pass"


def check(players: int, settings: Settings) -> None:
    need, deck = players * int(settings["cards"]), 10 * int(settings["copies"])
    if need > deck:
        raise BadOption(say("deck_too_small", players=players, each=settings["cards"], deck=deck))
    for k in range(1, players + 1):
        if int(settings[f"segments_{k}"]) > int(settings["limit"]):
            raise BadOption(say("over_the_limit", option=f"segments_{k}", limit=settings["limit"]))


# --- notation: `7 7`, `1>7 7`, `pass` ------------------------------------------------------------


def is_pass(move: int) -> bool:
    return bool(rules.digit_of(i64(move)) == rules.NO_DIGIT)


def text(move: int) -> str:
    if is_pass(move):
        taken = move >> rules.TAKEN_AT
        return f"{PASS} {taken - 1}" if taken else PASS
    shown = int(rules.digit_of(i64(move)))
    return " ".join(card_name(d, shown) for d in values(rules.cards_of(i64(move))))


def card_name(printed: int, shown: int) -> str:
    return str(shown) if printed == shown else f"{printed}>{shown}"


def read(text: str) -> int:
    words = text.lower().replace(",", " ").split()
    if words[:1] == [PASS]:
        if len(words) == 1:
            return rules.PASS
        if len(words) > 2 or words[1] not in tuple("012345"):
            raise BadCards(say("no_pass", text=shortly(text)))
        return rules.PASS + (int(words[1]) + 1 << rules.TAKEN_AT)
    printed, shown = [], set()
    for word in words:
        old, arrow, new = word.partition(">")
        new = new if arrow else old
        if not (len(old) == len(new) == 1 and old in "0123456789" and new in "0123456789"):
            raise BadCards(say("no_card", text=shortly(word)))
        printed.append(int(old))
        shown.add(int(new))
    if not printed:
        raise BadCards(say("no_cards"))
    if len(shown) > 1:
        raise BadCards(say("different", text=shortly(text)))
    if len(printed) > rules.MOST_CARDS:
        raise BadCards(say("too_many"))
    return packed(printed) + (shown.pop() << rules.DIGIT_AT)


def part(part: int) -> str:
    if part < rules.PART_PASS:
        return card_name(*divmod(part, rules.DIGITS))
    return PASS if part == rules.PART_PASS else f"{PASS} {part - rules.PART_PASS - 1}"


def group(s: Row, seat: int, move: int) -> str:
    if is_pass(move):
        return PASS
    return "single" if rules.size_of(i64(move)) == 1 else "set"


def label(s: Row, seat: int, move: int) -> Message:
    if is_pass(move):
        return say("pass", n=int(rules.taken_by(s, seat, i64(move))))
    return play_in_words(s, move)


def play_in_words(s: Row, move: int) -> Message:
    """A play as people say it, with its price where it has one."""
    cards, cost = text(move).replace(">", "→"), int(rules.cost_of(s, i64(move)))
    said = say("set", n=int(rules.size_of(i64(move))), digit=int(rules.digit_of(i64(move))), cards=cards)
    return say("paid", play=said, n=cost) if cost else said


# --- views ---------------------------------------------------------------------------------------


def view(s: Row, seat: int | None) -> dict[str, Any]:
    zones = [] if seat is None else [_zone(s, "hand", seat, s.hands[seat])]
    return {
        "prompt": prompt(s, seat).json(),
        "trick": play_in_words(s, int(s.field)).json() if s.field else None,
        "seats": [_seat(s, p) for p in range(int(s.players))],
        "zones": zones + _open_zones(s),
        "starter": int(s.starter),
        "limit": int(s.limit),
        "passes": int(s.passes),
        "last_deal": _last_round(s),
    }


@once
def _open_zones(s: Row) -> list[dict[str, Any]]:
    shown = int(rules.digit_of(s.field)) if s.field else None
    lying = [] if shown is None else [_card(int(s.glyphs), d, shown) for d in values(rules.cards_of(s.field))]
    played = [_zone(s, "played", p, s.played[p]) for p in range(int(s.players))]
    return [{"id": "trick", "seat": int(s.owner) if s.field else None, "cards": lying}, *played]


def reveal(s: Row) -> dict[str, Any]:
    players = range(int(s.players))
    hands = [_zone(s, "hand", p, s.hands[p]) for p in players]
    dealt = sum(int(s.hands[p]) + int(s.played[p]) for p in players)
    return {"zones": [*hands, *_open_zones(s), _zone(s, "undealt", None, int(rules.whole_deck(s)) - dealt)]}


def prompt(s: Row, viewer: int | None) -> Message:
    """The sentence in the middle of the table: what lies there and what would beat it."""
    if s.turn < 0:
        best = winners(s.standing, int(s.players))
        shared = ".shared" if len(best) > 1 else ""
        return say(f"prompt.over{shared}", seats=best, n=int(s.score[best[0]]))
    seat = int(s.turn)
    you = ".you" if seat == viewer else ""
    if not s.field:
        return say(f"prompt.lead{you}", seat=seat)
    what, size, digit = play_in_words(s, int(s.field)), int(rules.size_of(s.field)), int(rules.digit_of(s.field))
    higher = "wanted.none_higher" if digit == 9 else "wanted.higher"
    wanted = say(higher, count=size, digit=digit, more=size + 1)
    most = int(rules.most_taken(s, seat))
    taken = say("taken" if s.pass_segments == rules.MUST else "taken.up_to", count=most)
    return say(f"prompt.answer{you}", seat=seat, what=what, wanted=wanted, taken=taken)


def _zone(s: Row, name: str, seat: int | None, counts: int) -> dict[str, Any]:
    return {"id": name, "seat": seat, "cards": [_card(int(s.glyphs), d, d) for d in values(counts)]}


@cache
def _card(glyphs: int, printed: int, shown: int) -> dict[str, Any]:
    """A card: its digit, the segments lit on it, and what it can become at which price."""
    key = "card" if printed == shown else "card.changed"
    return {
        "name": card_name(printed, shown),
        "face": card_name(printed, shown),
        "spoken": say(key, digit=printed, to=shown).json(),
        "printed": printed,
        "shown": shown,
        "lit": "".join(sorted(lit(glyphs, printed))),
        "changed": "".join(sorted(lit(glyphs, printed) ^ lit(glyphs, shown))),
        "changes": [
            change(glyphs, printed, d)
            for d in range(rules.DIGITS)
            if printed == shown and _price(glyphs, printed, d) not in (0, rules.NEVER)
        ],
    }


def change(glyphs: int, printed: int, digit: int) -> dict[str, Any]:
    """What a card can become: blue lights segments, black darkens them (segments-5)."""
    return {
        "name": card_name(printed, digit),
        "to": digit,
        "price": _price(glyphs, printed, digit),
        "colour": "blue" if lit(glyphs, printed) < lit(glyphs, digit) else "black",
    }


def lit(glyphs: int, digit: int) -> frozenset[str]:
    return rules.glyph(digit, glyphs == rules.STANDARD)


def _price(glyphs: int, old: int, new: int) -> int:
    return int(rules.PRICES[glyphs, old, new])


@once
def _seat(s: Row, p: int) -> dict[str, Any]:
    left = int(total(s.hands[p]))
    return {
        "cards": left,
        "segments": int(s.segments[p]),
        "points": int(s.score[p]),
        "round_points": int(rules.round_points(s, p, -1)) if s.turn >= 0 else int(s.last_round[p]),
        "out": left == 0,
        "notes": [say("held", n=int(s.segments[p])).json()],
    }


@once
def _last_round(s: Row) -> dict[str, Any] | None:
    if s.last_out[0] < 0:
        return None  # none is finished, or the position was laid out by hand
    points = [int(s.last_round[p]) for p in range(int(s.players))]
    said = say("round_over", number=int(s.deal_no), points=points)
    return {"points": points, "parts": [_parts(s, p) for p in range(len(points))], "sentence": said.json()}


def _parts(s: Row, p: int) -> list[dict[str, Any]]:
    """What the points of a seat in the last round are made of. segments-16 to segments-18."""
    cards, segments = int(s.left_over[p]), int(s.unspent[p])
    found = [
        (int(s.first_out) if s.last_out[0] == p else 0, say("part.first")),
        (int(s.second_out) if s.last_out[1] == p else 0, say("part.second")),
        (-cards, say("part.cards", n=cards)),
        (-(segments // 2), say("part.segments", n=segments)),
        (int(s.none_left) if not segments else 0, say("part.none")),
    ]
    return [{"points": points, "sentence": why.json()} for points, why in found if points]


# --- reasons -------------------------------------------------------------------------------------


def why_not(s: Row, seat: int, move: int) -> Message:
    if is_pass(move):
        if not s.field:
            return say("why.leader_passes")
        if s.pass_segments == rules.MUST:
            return say("why.must_take", n=int(rules.most_taken(s, seat)))
        return say("why.take", n=int(rules.most_taken(s, seat)))
    hand, cards = Counter(values(s.hands[seat])), Counter(values(rules.cards_of(i64(move))))
    if missing := cards - hand:
        return say("why.not_held", cards=" ".join(str(d) for d in sorted(missing.elements())))
    shown = int(rules.digit_of(i64(move)))
    for d in cards:
        if _price(int(s.glyphs), d, shown) == rules.NEVER:
            return say("why.no_change", digit=d, to=shown)
    cost, purse = int(rules.cost_of(s, i64(move))), int(s.segments[seat])
    if cost > purse:
        return say("why.too_dear", n=cost, purse=purse)
    size, wanted = int(rules.size_of(i64(move))), int(rules.size_of(s.field))
    if size not in (wanted, wanted + 1):
        return say("why.number", n=wanted, more=wanted + 1)
    lying = int(rules.digit_of(s.field))
    return say("why.too_low" if lying < 9 else "why.none_higher", digit=lying, more=wanted + 1)


def timeout_move(s: Row, seat: int, moves: Sequence[int]) -> int:
    """X-9, X-13: pass if that is allowed, taking nothing that one need not; else the lowest single, unchanged."""
    passes = [move for move in moves if is_pass(move)]
    if passes:
        return min(passes)
    return min(moves, key=lambda m: (rules.size_of(i64(m)), rules.cost_of(s, i64(m)), rules.digit_of(i64(m)), m))


# --- positions -----------------------------------------------------------------------------------


def set_up(
    s: Row, hands: Sequence[str] = (), segments: Sequence[int] = (), field: str = "", by: int | None = None,
    turn: int = 0, passes: int = 0, starter: int | None = None, points: Sequence[int] | None = None,
    out_first: int | None = None, rounds: int = 0,
) -> None:  # fmt: skip
    """A position within a round: hands as digits, segments, the play to beat (`7 7`, `1>7 7`) and who made it.

    Cards not named are shared out as played, so that every seat was dealt its number. `rounds` are those finished.
    """
    players = int(s.players)
    seats = range(players)
    if isinstance(hands, str) or len(hands) != players or len(segments) != players:
        raise BadPosition(say("position.count", players=players))
    held = [Counter(int(sign) for sign in hand.replace(",", " ").split()) for hand in hands]
    if any(not 0 <= d <= 9 for hand in held for d in hand):
        raise BadPosition(say("position.digits"))
    if any(not 0 <= n <= s.limit for n in segments):
        raise BadPosition(say("position.segments", limit=int(s.limit)))
    if bool(field) != (by is not None) or any(p is not None and p not in seats for p in (by, starter, out_first)):
        raise BadPosition(say("position.by", last=players - 1))
    with refused_as(BadPosition):
        lying = read(field) if field else 0
    if field and (is_pass(lying) or rules.cost_of(s, i64(lying)) > s.limit):
        raise BadPosition(say("position.field"))
    if turn not in seats or not held[turn] or turn == by:
        raise BadPosition(say("position.turn", seat=turn if turn in seats else 0))
    empty = [p for p in seats if not held[p]]
    if empty != ([] if out_first is None else [out_first]) or (empty and s.outs == 1):
        raise BadPosition(say("position.out"))
    answering = [p for p in seats if held[p] and p != by]
    if not 0 <= passes < max(1, len(answering)) or (passes and not field):
        raise BadPosition(say("position.passes"))
    if by is not None:
        due = seats_after(by, players, empty)[passes]
        if due != turn:
            raise BadPosition(say("position.order", seat=due))
    if not 0 <= rounds < s.rounds or (points is not None and len(points) != players):
        raise BadPosition(say("position.rounds", rounds=int(s.rounds), players=players))
    gone = [Counter(values(rules.cards_of(i64(lying)))) if p == by else Counter[int]() for p in seats]
    _share_out(s, held, gone)
    for p in seats:
        s.hands[p], s.played[p] = packed(held[p]), packed(gone[p])
        s.segments[p] = segments[p]
        s.score[p] = points[p] if points is not None else 0
        s.last_round[p] = s.left_over[p] = s.unspent[p] = s.standing[p] = 0
    s.field, s.owner, s.turn, s.passes = lying, -1 if by is None else by, turn, passes
    s.starter = turn if starter is None else starter
    s.out_first, s.deal_no = -1 if out_first is None else out_first, rounds
    s.last_out[:], s.seen[:] = -1, 0


def _share_out(s: Row, held: list[Counter[int]], gone: list[Counter[int]]) -> None:
    """Give each seat as many played cards as it must have had."""
    spare = Counter({d: int(s.copies) for d in range(rules.DIGITS)})
    for pile in [*held, *gone]:
        spare.subtract(pile)
    if any(n < 0 for n in spare.values()):
        over = next(d for d, n in sorted(spare.items()) if n < 0)
        raise BadPosition(say("position.copies", digit=over, copies=int(s.copies)))
    rest = sorted(spare.elements())
    for p in range(len(held)):
        missing = int(s.cards) - held[p].total() - gone[p].total()
        if missing < 0:
            raise BadPosition(say("position.dealt", seat=p, each=int(s.cards)))
        # From all over the deck, so that what is left to others is mixed.
        for _ in range(missing):
            gone[p][rest.pop(len(rest) * (p + 1) // (len(held) + 1))] += 1
