"""Rummy as people see it: views, labels, reasons; notation, gestures and positions have files of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from cardshed.engine.deck import members, winners
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Row, i64
from cardshed.engine.messages import Message
from cardshed.engine.options import Settings
from cardshed.engine.row import once

from . import codes, features, rules
from .gestures import gesture, ways
from .house_rules import END_HAND, NEVER, OFF, OWN_MELDS, OWNER, WHOLE_PILE
from .melds import ACE, FIRST_ACE, NATURALS, RUN, WILD_SET, fits, lowest_rank, penalty, room, worth
from .notation import TOLD, WORDS, face, faces, laid, name, part, read, say, text
from .owing import can_swap, takes_wilds
from .positions import set_up

__all__ = ["gesture", "part", "read", "set_up", "text", "ways"]  # told elsewhere

ROLLOUTS = (60, 300, 1_500, 7_500)
WORLDS = 400
QUIET = (WORDS[codes.CALL],)  # to notice it is a player's own affair
LAYS = (codes.LAY_SET, codes.LAY_RUN)
STEPS = (*LAYS, codes.ADD, codes.SWAP)


def check(players: int, settings: Settings) -> None:
    deck = 4 * int(settings["ranks"]) + int(settings["twos"]) + int(settings["jokers"])
    if 2 * int(settings["cards"]) + 2 > deck:
        raise BadOption(say("deck_too_small", each=settings["cards"], deck=deck))


# --- moves ---------------------------------------------------------------------------------------


def group(s: Row, seat: int, move: int) -> str:
    return WORDS[codes.kind_of(move)]


def label(s: Row, seat: int, move: int) -> Message:
    kind, c = codes.kind_of(move), codes.card_of(move)
    if kind in LAYS:
        cards, points = " ".join(face(c) for c in laid(move)), int(features.points_of(s, i64(move)))
        if all(c >= NATURALS for c in laid(move)):
            return say("label.wilds", cards=cards, points=points)
        return say(f"label.new.{WORDS[kind]}", cards=cards, points=points)
    if kind in (codes.ADD, codes.CALL):
        end = ("", ".low", ".high")[codes.side_of(move)]
        meld, points = meld_name(s, codes.meld_of(move)), int(features.points_of(s, i64(move)))
        return say(f"label.on.{WORDS[kind]}{end}", card=face(c), meld=meld, points=points)
    if kind == codes.SWAP:
        wild = face(codes.second_of(move))
        return say("label.swap", card=face(c), wild=wild, meld=meld_name(s, codes.meld_of(move)))
    if kind == codes.TAKE:
        brought = pile(s)[pile(s).index(c) :] if c in pile(s) else []
        return say("label.take", n=len(brought), card=face(c))
    if kind == codes.DISCARD:
        return say("label.discard", card=face(c))
    return say(f"label.plain.{WORDS[kind]}")


def meld_name(s: Row, m: int) -> Message:
    """A meld by its number and cards."""
    return say("meld", number=m + 1, cards=" ".join(face(c) for c in in_meld(s, m)))


def pile(s: Row) -> list[int]:
    """The discard pile, oldest first."""
    return [int(c) for c in s.pile[: int(s.piled)]]


def in_meld(s: Row, m: int) -> list[int]:
    """The cards of a meld; those of a run in their places."""
    return sorted(members(s.melds[m]), key=lambda c: (place(s, c) if s.kind[m] >= RUN else 0, c))


def place(s: Row, c: int) -> int:
    """The rank that a card on the table has or stands for."""
    return int(s.stands[c - NATURALS]) if c >= NATURALS else c // 4


# --- views ---------------------------------------------------------------------------------------


def view(s: Row, seat: int | None) -> dict[str, Any]:
    zones: list[dict[str, Any]] = []
    if seat is not None:
        zones.append(_zone("hand", seat, members(s.hands[seat])))
    for p in range(codes.SEATS):
        if p != seat:
            # The opponent may be sure of more than what everybody saw.
            zones.append(_zone("known", p, members(s.known[p] if seat is None else s.sure[p])))
    return {
        "prompt": prompt(s, seat).json(),
        "notes": [note.json() for note in _notes(s)],
        "phase": ("asked", "draw", "lay", "over")[int(s.phase)],
        "seats": [_seat(s, p) for p in range(codes.SEATS)],
        "zones": zones + _open_zones(s),
        "stock": len(members(s.stock)),
        "must": name(int(s.must)) if s.must >= 0 else None,
        "owed": int(s.due),
        "window": bool(s.window),
        "dealer": int(s.dealer),
        "goal": int(s.goal),
        "last_deal": _last_hand(s),
    }


@once
def _open_zones(s: Row) -> list[dict[str, Any]]:
    return [_zone("pile", None, pile(s)), *(_meld_zone(s, m) for m in range(int(s.on_table)))]


def reveal(s: Row) -> dict[str, Any]:
    hands = [_zone("hand", p, members(s.hands[p])) for p in range(codes.SEATS)]
    return {"zones": [*hands, *view(s, None)["zones"], _zone("stock", None, members(s.stock))]}


def prompt(s: Row, viewer: int | None) -> Message:
    """The sentence in the middle of the table: what is asked, and what is owed."""
    if s.phase == codes.OVER:
        best = winners(s.standing, codes.SEATS)
        return say("prompt.over", n=len(best), seats=best, points=[int(p) for p in s.score])
    seat = int(s.turn)
    you = ".you" if seat == viewer else ""
    if s.phase == codes.ASKED:
        return say(f"prompt.asked{you}", seat=seat, card=face(pile(s)[-1]))
    if s.phase == codes.TO_DRAW:
        if rules.can_draw(s):
            return say(f"prompt.draw{you}", seat=seat)
        if s.stock_empty == END_HAND:
            return say(f"prompt.ending{you}", seat=seat)
        return say(f"prompt.empty{you}", seat=seat)
    if s.must >= 0:
        return say(f"prompt.must{you}", seat=seat, card=face(int(s.must)))
    if s.due:
        return say(f"prompt.owes{you}", seat=seat, n=int(s.due))
    return say(f"prompt.lay{you}", seat=seat)


@once
def _notes(s: Row) -> list[Message]:
    """The table in words, for those who do not see it: the melds, the pile and the stock."""
    if s.phase == codes.OVER:
        return []
    notes = [say("meld.of", seat=int(s.owner[m]), meld=meld_name(s, m)) for m in range(int(s.on_table))]
    lying = " ".join(face(c) for c in pile(s))
    return [*notes, say("pile" if lying else "pile.empty", cards=lying, stock=len(members(s.stock)))]


def _zone(zone: str, seat: int | None, cards: Sequence[int]) -> dict[str, Any]:
    return {"id": zone, "seat": seat, "cards": [_card(c) for c in cards]}


@cache
def _card(c: int) -> dict[str, Any]:
    return TOLD[c] | {"wild": c >= NATURALS}


def _meld_zone(s: Row, m: int) -> dict[str, Any]:
    kind = int(s.kind[m])
    cards = []
    for c in in_meld(s, m):
        layer = 0 if int(s.laid[0]) >> c & 1 else 1
        rank = place(s, c)
        stands = None if c < NATURALS or kind == WILD_SET else ("3 4 5 6 7 8 9 10 J Q K A".split())[rank]
        cards.append(_card(c) | {"layer": layer, "points": int(worth(s, kind, rank)), "stands_for": stands})
    return {
        "id": "meld",
        "seat": int(s.owner[m]),
        "cards": cards,
        "name": part(codes.PART_MELD + m),
        "number": m + 1,
        "kind": "set" if kind < WILD_SET else "wilds" if kind == WILD_SET else "run",
    }


@once
def _seat(s: Row, p: int) -> dict[str, Any]:
    known = faces(int(s.known[p]))
    notes = [say("on_table", points=int(s.gained[p]))] if s.gained[p] and s.phase != codes.OVER else []
    notes += [say("known", cards=known)] if known else []
    return {
        "cards": len(members(s.hands[p])),
        "points": int(s.score[p]),
        "on_table": int(s.gained[p]),
        "initial_lay": bool(s.initial >> p & 1),
        "notes": [note.json() for note in notes],
    }


@once
def _last_hand(s: Row) -> dict[str, Any] | None:
    if not s.deal_no:
        return None
    seats = range(codes.SEATS)
    told = [_hand_points(s, p) for p in seats]
    key = "hand_over" if s.went_out >= 0 else "hand_over.nobody"
    said = say(key, number=int(s.deal_no), seat=int(s.went_out), points=told)
    return {
        "points": [int(p) for p in s.last_hand],
        "went_out": int(s.went_out) if s.went_out >= 0 else None,
        "laid": [_counted("laid", p, {c: _laid_for(s, c) for c in members(s.laid_down[p])}) for p in seats],
        "left_over": [
            _counted("left_over", p, {c: -int(penalty(s, i64(1 << c))) for c in members(s.left_over[p])}) for p in seats
        ],
        "sentence": said.json(),
    }


def _laid_for(s: Row, c: int) -> int:
    """What a card counted that lay on the table when the last hand ended."""
    return int(s.last_worth[c - FIRST_ACE]) if c >= FIRST_ACE else int(worth(s, RUN, c // 4))


def _counted(zone: str, seat: int, points: dict[int, int]) -> dict[str, Any]:
    """Cards with what each counts."""
    return {"id": zone, "seat": seat, "cards": [_card(c) | {"points": n} for c, n in points.items()]}


def _hand_points(s: Row, p: int) -> Message:
    """The points of a seat in the last hand, and the cards that cost some."""
    left = faces(int(s.left_over[p]))
    return say("points_left" if left else "points", seat=p, points=int(s.last_hand[p]), cards=left)


# --- reasons -------------------------------------------------------------------------------------


def why_not(s: Row, seat: int, move: int) -> Message:
    kind, c = codes.kind_of(move), codes.card_of(move)
    if s.phase == codes.ASKED and kind != codes.CALL:
        return say("why.asked")
    if s.phase == codes.TO_DRAW and kind in (*STEPS, codes.DISCARD, codes.DECLINE):
        return say("why.draw_first")
    if s.phase == codes.TO_LAY and kind in (codes.DRAW, codes.TAKE, codes.STOP, codes.DECLINE):
        return say("why.drawn_already")
    if kind == codes.CALL:
        return _why_no_call(s, seat, c, codes.meld_of(move))
    if kind == codes.DRAW:
        return say("why.stock_empty")
    if kind == codes.STOP:
        return say("why.stock_left")
    if kind == codes.TAKE:
        if c not in pile(s):
            return say("why.not_in_pile", card=face(c))
        if not s.stock and s.stock_empty == END_HAND:
            return say("why.hand_ends")
        return say("why.no_use", card=face(c))
    missing = [x for x in in_move(move) if not int(s.hands[seat]) >> x & 1]
    if missing:
        return say("why.not_held", cards=" ".join(face(x) for x in missing))
    return _why_no_step(s, seat, move)


def _why_no_call(s: Row, seat: int, c: int, m: int) -> Message:
    if s.rummy_call == OFF:
        return say("why.no_calls")
    if not s.window:
        return say("why.window_closed")
    if s.rummy_scope == WHOLE_PILE and c not in pile(s):
        return say("why.not_in_pile", card=face(c))
    if s.rummy_scope != WHOLE_PILE and c not in pile(s)[-1:]:
        return say("why.not_callable", card=face(c))
    if m >= s.on_table:
        return say("why.no_meld", number=m + 1)
    if c >= NATURALS and s.owner[m] != seat:
        return say("why.own_melds_only")
    if s.rummy_melds == OWN_MELDS and s.owner[m] != seat:
        return say("why.call_on_own")
    return say("why.no_fit", card=face(c), meld=meld_name(s, m))


def _why_no_step(s: Row, seat: int, move: int) -> Message:
    """Why cards that are held cannot be laid, added, swapped or thrown."""
    kind, c, m = codes.kind_of(move), codes.card_of(move), codes.meld_of(move)
    if kind == codes.DISCARD:
        return _debt(s)
    if kind in LAYS:
        if kind == codes.LAY_RUN and not lowest_rank(s) <= codes.laid_low(move):
            return say("why.no_such_run")
        return _debt(s) if s.must >= 0 or s.due else say("why.naturals", n=int(s.naturals))
    if m >= s.on_table:
        return say("why.no_meld", number=m + 1)
    if kind == codes.SWAP:
        x = codes.second_of(move)
        if s.wild_swap == NEVER:
            return say("why.no_swaps")
        if s.wild_swap == OWNER and s.owner[m] != seat:
            return say("why.swap_own")
        if x < NATURALS or not int(s.melds[m]) >> x & 1 or c >= NATURALS or not can_swap(s, seat, c, x - NATURALS, m):
            return say("why.no_swap", card=face(c), wild=face(x), meld=meld_name(s, m))
        return _debt(s)
    if c >= NATURALS and not takes_wilds(s, seat, int(s.kind[m]), int(s.owner[m])):
        return say("why.own_melds_only")
    if not _has_place(s, c, m, codes.side_of(move)):
        return say("why.no_fit", card=face(c), meld=meld_name(s, m))
    if s.must >= 0 or s.due:
        return _debt(s)
    return say("why.with_natural")


def _has_place(s: Row, c: int, m: int, side: int) -> bool:
    if c < NATURALS:
        return bool(fits(s, m, c))
    if s.kind[m] < RUN:
        return side == codes.NO_SIDE and room(s, int(s.kind[m]), len(members(s.melds[m]))) > 0
    if side == codes.LOW_END:
        return bool(s.low[m] > lowest_rank(s))
    return bool(side == codes.HIGH_END and s.high[m] < ACE)


def _debt(s: Row) -> Message:
    if s.must >= 0:
        return say("why.must", card=face(int(s.must)))
    return say("why.owes", n=int(s.due))


def in_move(move: int) -> list[int]:
    """The cards that a step uses."""
    return laid(move) if codes.kind_of(move) in LAYS else [codes.card_of(move)]


def timeout_move(s: Row, seat: int, moves: Sequence[int]) -> int:
    """X-9, X-13, rummy-39: decline, draw or end; use the card that must be used; discard the dearest natural."""
    kinds = [codes.kind_of(move) for move in moves]
    for harmless in ((codes.DRAW, codes.DECLINE), (codes.STOP,)):
        for move, kind in zip(moves, kinds, strict=True):
            if kind in harmless:
                return move
    discards = [(codes.card_of(move), move) for move, kind in zip(moves, kinds, strict=True) if kind == codes.DISCARD]
    if discards:
        return min(discards, key=lambda one: (one[0] >= NATURALS, -int(penalty(s, 1 << one[0])), one[0]))[1]
    return min(moves, key=lambda move: s.must not in in_move(move))
