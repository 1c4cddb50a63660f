"""Pyramid as people see it: views, labels, reasons; its notation and positions have files of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from cardshed.engine.deck import winners
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Row, i64
from cardshed.engine.messages import Message
from cardshed.engine.options import Settings
from cardshed.engine.row import once

from . import codes, house_rules, knowledge, notation
from .melds import MAY_DISCARD, MAY_END_TRICK, MELDS, Meld
from .notation import cards_in, faces, hand, meld_of, part, read, say, text, wild_cards
from .positions import set_up

__all__ = ["part", "read", "set_up", "text"]  # told elsewhere

ROLLOUTS = (80, 400, 2_000, 10_000)
# The kinds of moves that a phase asks for, by its number.
ASKED = ((codes.KEEP, codes.TRADE), (codes.ADD_WILDS,), (codes.MELD, codes.PASS), (codes.END,), (codes.THROW,))
CHOICES = (None, "keep", *(f"trade {notation.card_name(c)}" for c in notation.WILDS))  # by UNDECLARED and the others
WORLDS = 0  # the search is as strong as what looks ahead with the net: docs/nets.md


def check(players: int, settings: Settings) -> None:
    deck = sum(int(settings[name]) for name in house_rules.COPIES)
    if players * int(settings["cards"]) > deck:
        raise BadOption(say("deck_too_small", players=players, each=settings["cards"], deck=deck))


# --- moves ---------------------------------------------------------------------------------------


def group(s: Row, seat: int, move: int) -> str:
    kind = codes.kind_of(move)
    return meld_of(move).name if kind == codes.MELD else notation.WORDS[kind]


def label(s: Row, seat: int, move: int) -> Message:
    kind, cards = codes.kind_of(move), cards_in(move)
    if kind == codes.MELD:
        return meld_in_words(move)
    if kind == codes.END:
        return say("label.end" if codes.what_of(move) else "label.go_on")
    if kind in (codes.ADD_WILDS, codes.THROW) and not cards:
        return say(f"label.{notation.WORDS[kind]}.nothing")
    return say(f"label.{notation.WORDS[kind]}", cards=faces(cards))


def meld_in_words(move: int) -> Message:
    return say("meld", name=meld_name(meld_of(move)), cards=faces(cards_in(move)))


def meld_name(meld: Meld) -> Message:
    return say(f"meld.{meld.name}")


# --- views ---------------------------------------------------------------------------------------


def view(s: Row, seat: int | None) -> dict[str, Any]:
    seats = range(int(s.players))
    zones: list[dict[str, Any]] = []
    if seat is not None:
        zones.append(_zone("hand", seat, hand(s, seat)))
        # What a seat passed on in a trade it still knows, wherever it went.
        zones += [_zone("known", p, hand(s, p)) for p in seats if p != seat and knowledge.knows(s, seat, p)]
    shedding = bool(s.starter >= 0)
    # What this seat has declared while others have not: only its own choice is told.
    own_choice = CHOICES[int(s.choice[seat])] if seat is not None and s.phase == codes.DECLARE else None
    return {
        "prompt": prompt(s, seat).json(),
        "notes": [note.json() for note in _notes(s)],
        "phase": ("declare", "add", "shed", "end", "discard", "over")[int(s.phase)],
        "trick": meld_in_words(int(s.meld)).json() if s.meld else None,
        "target": number(s) if shedding else None,
        "meld_cards": _meld_cards(s),
        "own_choice": own_choice,
        "seats": [_seat(s, p) for p in seats],
        "zones": zones + _open_zones(s),
        "starter": int(s.starter) if shedding else None,
        "red_three": int(s.three) if s.three >= 0 else None,
        "passes": int(s.passes),
        "rounds": int(house_rules.rounds(s)),
        "last_deal": _last_round(s),
    }


@once
def _open_zones(s: Row) -> list[dict[str, Any]]:
    seats = range(int(s.players))
    return [
        _zone("trick", int(s.owner) if s.meld else None, cards_in(int(s.meld))),
        *(_zone("front", p, wild_cards(s.front, p)) for p in seats),
        *(_zone("wilds", p, wild_cards(s.wilds, p)) for p in seats),
        *(_zone("played", p, notation.naturals(s.played[p])) for p in seats),
    ]


def reveal(s: Row) -> dict[str, Any]:
    seats = range(int(s.players))
    dealt = sum(int(s.hands[p]) + int(s.played[p]) for p in seats)
    choices = [CHOICES[int(s.choice[p])] for p in seats]
    hands = [_zone("hand", p, hand(s, p)) for p in seats]
    undealt = _zone("undealt", None, notation.naturals(int(s.deck) - dealt))
    return {"zones": [*hands, *_open_zones(s), undealt], "choices": choices}


def number(s: Row) -> int:
    """The number to meet."""
    return int(s.target) + codes.LOWEST_NUMBER


def prompt(s: Row, viewer: int | None) -> Message:
    """The sentence in the middle of the table: what lies there and what would beat it."""
    if s.phase == codes.OVER:
        best = winners(s.standing, int(s.players))
        shared = ".shared" if len(best) > 1 else ""
        return say(f"prompt.over{shared}", seats=best, n=int(s.score[best[0]]))
    if s.phase == codes.DECLARE:
        waiting = [p for p in range(int(s.players)) if int(s.declaring) >> p & 1]
        if viewer in waiting:
            return say("prompt.declare.you")
        return say("prompt.declare", n=len(waiting), seats=waiting)
    seat = int(s.turn)
    you = ".you" if seat == viewer else ""
    if s.phase == codes.SHED and not s.meld:
        return say(f"prompt.lead{you}", seat=seat)
    asked = ("declare", "add", "answer", "end", "discard")[int(s.phase)]
    what = meld_in_words(int(s.meld)) if s.meld else None
    left = int(s.offered) & ~int(s.used)
    free = [meld_name(MELDS[t]) for t in range(len(MELDS)) if left >> t & 1 and fits_target(s, t)]
    if asked == "answer" and not free:
        asked = "none_fits" if left else "none_free"
    return say(f"prompt.turn.{asked}{you}", seat=seat, what=what, number=number(s), melds=free)


def fits_target(s: Row, t: int) -> bool:
    """Whether a meld of that kind can meet the number at all: no run goes beyond 10."""
    return not MELDS[t].run or int(s.target) + MELDS[t].size <= codes.VALUES


@once
def _notes(s: Row) -> list[Message]:
    """What everybody should know now: the meld cards of this table, and where the red 3 is."""
    if s.phase == codes.OVER:
        return []
    used = [meld_name(MELDS[t]) for t in range(len(MELDS)) if int(s.used) >> t & 1]
    notes = [say("used", melds=used)] if used else []
    if not used:
        offered = [meld_name(MELDS[t]) for t in range(len(MELDS)) if int(s.offered) >> t & 1]
        notes.append(say("melds", melds=offered))
    if s.three >= 0:
        notes.append(say("red_three", seat=int(s.three)))
    return notes


@once
def _meld_cards(s: Row) -> list[dict[str, Any]]:
    return [_meld_card(t, bool(int(s.used) >> t & 1)) for t in range(len(MELDS)) if int(s.offered) >> t & 1]


def _meld_card(t: int, used: bool) -> dict[str, Any]:
    meld = MELDS[t]
    return {
        "name": meld.name,
        "spoken": meld_name(meld).json(),
        "colour": notation.COLOURS[meld.colour],
        "shape": notation.SHAPES[meld.run],
        "size": meld.size,
        "special": special.json() if (special := _special(meld)) else None,
        "used": used,
    }


def _special(meld: Meld) -> Message | None:
    if meld.guests:
        return say("power.guest", n=meld.guests)
    if meld.power == MAY_END_TRICK:
        return say("power.end")
    return say("power.discard") if meld.power == MAY_DISCARD else None


def _zone(name: str, seat: int | None, cards: Sequence[int]) -> dict[str, Any]:
    return {"id": name, "seat": seat, "cards": [_card(c) for c in cards]}


@cache
def _card(c: int) -> dict[str, Any]:
    colour, value = notation.COLOURS[notation.colour_of(c)], c % codes.VALUES + codes.LOWEST_NUMBER
    key = "wild" if c in notation.WILDS else "card"
    spoken = say(key, colour=say(f"colour.{colour}"), number=value)
    return {
        "name": notation.card_name(c),
        "face": notation.face(c),
        "spoken": spoken.json(),
        "colour": colour,
        "number": None if c in notation.WILDS else value,
    }


@once
def _seat(s: Row, p: int) -> dict[str, Any]:
    front, held = faces(wild_cards(s.front, p)), faces(wild_cards(s.wilds, p))
    notes = [say("front", cards=front)] if front else []
    notes += [say("in_hand", cards=held)] if held else []
    declared = bool(s.phase == codes.DECLARE and s.choice[p])
    notes += [say("declared")] if declared else []
    notes += [say("passed")] if s.locked >> p & 1 else []
    keeps = s.phase == codes.DECLARE and not declared and not int(s.declaring) >> p & 1
    notes += [say("keeps")] if keeps else []  # pyramid-15
    out = 0 < int(s.place[p]) < int(s.players)
    notes += [say("place", place=int(s.place[p]))] if out else []
    return {
        "cards": int(s.left[p]),
        "wilds_in_front": len(wild_cards(s.front, p)),
        "points": int(s.score[p]),
        "place": int(s.place[p]) or None,
        "declared": declared,
        "locked": bool(s.locked >> p & 1),
        "out": out,
        "holds_hand_of": int(s.origin[p]),
        "notes": [note.json() for note in notes],
    }


@once
def _last_round(s: Row) -> dict[str, Any] | None:
    if not s.deal_no:
        return None
    points = [int(s.last_round[p]) for p in range(int(s.players))]
    told = [say("points", seat=p, points=points[p]) for p in range(int(s.players))]
    said = say("round_over", number=int(s.deal_no), points=told)
    return {"points": points, "sentence": said.json()}


# --- reasons -------------------------------------------------------------------------------------


def why_not(s: Row, seat: int, move: int) -> Message:
    kind = codes.kind_of(move)
    if kind not in ASKED[int(s.phase)]:
        return say(f"why.phase.{int(s.phase)}" if s.phase != codes.SHED or s.meld else "why.lead")
    if kind == codes.PASS:
        return say("why.leader_passes")
    if kind in (codes.TRADE, codes.ADD_WILDS):
        return say("why.not_in_front", cards=faces(_missing(move, wild_cards(s.front, seat))))
    if missing := _missing(move, hand(s, seat)):
        return say("why.not_held", cards=faces(missing))
    t = codes.what_of(move)
    if not int(s.offered) >> t & 1:
        return say("why.not_offered", meld=meld_name(MELDS[t]))
    if int(s.used) >> t & 1:
        return say("why.used", meld=meld_name(MELDS[t]))
    return _too_low(s, move)


def _missing(move: int, there: Sequence[int]) -> list[int]:
    return sorted((Counter(cards_in(move)) - Counter(there)).elements(), key=notation.by_value)


def _too_low(s: Row, move: int) -> Message:
    """The lowest number does not meet the target; a wild may be what makes it low (pyramid-28)."""
    meld = meld_of(move)
    highest_start = codes.VALUES - meld.size
    if meld.run and int(s.target) > highest_start:
        top = highest_start + codes.LOWEST_NUMBER
        return say("why.no_such_run", size=meld.size, low=top, number=number(s))
    return say("why.too_low", low=int(codes.lowest_of(i64(move), -1)) + codes.LOWEST_NUMBER, number=number(s))


def timeout_move(s: Row, seat: int, moves: Sequence[int]) -> int:
    """X-8, X-9, X-13: keep, pass, add and throw nothing, end nothing; a leader plays the lowest single."""

    def harm(move: int) -> tuple[int, ...]:
        kind, cards = codes.kind_of(move), cards_in(move)
        quiet = kind in (codes.PASS, codes.KEEP) or (kind != codes.MELD and not cards and not codes.what_of(move))
        return (not quiet, len(cards), *(value for c in cards for value in notation.by_value(c)))

    return min(moves, key=harm)
