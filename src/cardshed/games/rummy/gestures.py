"""Gestures of Rummy: several small steps that people make in one go (see engine/matches/gesture.py).

`lay 3C-9C`, `lay 7S 7H 7D, 9C 10C 2S`, `lay set 7S 2S 2H JR`, `lay 6S 7S to 1`, `lay 2S to 1 low`; and any moves with
commas between: `take 7S, lay 7S 7H 7D, discard KH`. Each may be done in several ways, one of which may be legal where
others are not (a card that must be used first, naturals that must come before wilds).
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import combinations

from cardshed.engine.errors import Ambiguous, BadCards
from cardshed.engine.kernel import Row
from cardshed.engine.messages import shortly

from . import codes
from .melds import ACE, NATURALS, RUN, lowest_rank
from .notation import WORDS, cards, meld_at, name, new_meld, read, say

LAYING = ("lay", "set", "run")
LAY_OFF = re.compile(r"(.+) (?:to|on) (\d+)(?: (low|high|set))?", re.IGNORECASE)

Way = list[int]


def gesture(text: str) -> list[list[str]]:
    """The clauses of a gesture; lays of new melds beside each other may be made in any order."""
    clauses = [clause.strip() for clause in re.split(r"[,;]", text) if clause.strip()]
    if not clauses:
        raise BadCards(say("nothing"))
    if any(clause.lower() == "draw" for clause in clauses[:-1]):
        raise BadCards(say("after_draw"))
    blocks: list[list[str]] = []
    laying = False  # the clause before began a new meld
    for clause in clauses:
        word, _, rest = clause.partition(" ")
        told = clause if word.lower() in (*WORDS, "lay") else f"lay {clause}" if laying else clause
        begins = told.split()[0].lower() in LAYING and not LAY_OFF.fullmatch(rest)
        if begins and laying:
            blocks[-1].append(told)
        else:
            blocks.append([told])
        laying = begins
    # A number may mean a meld of this very gesture, so then all is done as told.
    if any(LAY_OFF.search(clause) for block in blocks for clause in block):
        return [[clause] for block in blocks for clause in block]
    return blocks


def ways(s: Row, seat: int, clause: str) -> list[Way]:
    word, _, rest = clause.partition(" ")
    if word.lower() not in LAYING:
        return [[read(clause)]]
    if off := LAY_OFF.fullmatch(rest):
        return _lay_off(s, cards(off[1]), meld_at(off[2]), (off[3] or "").lower())
    word = word.lower()
    first, _, others = rest.strip().partition(" ")
    if word == "lay" and first.lower() in ("set", "run"):
        word, rest = first.lower(), others
    named = cards(rest)
    if not named:
        raise BadCards(say("which_cards", word=word))
    if len(named) < 3:
        raise BadCards(say("too_few", cards=shortly(rest)))
    naturals = [c for c in named if c < NATURALS]
    named = sorted(named) if len(naturals) == len(named) else named
    if word == "lay" and len(naturals) == 1 and len(named) <= 4:
        # rummy-42: what can be neither is refused for what it lacks, before anybody is asked which of the two it is.
        both = sets = _on(s, _set(named))
        with suppress(BadCards):
            both = sets + _on(s, _run(named))
        if both is sets:
            return sets
        raise Ambiguous(say("set_or_run", cards=" ".join(map(name, named))), (), both)
    if word == "lay":
        word = "set" if len(naturals) != 1 and len({c // 4 for c in naturals}) < 2 else "run"
    return _on(s, _set(named) if word == "set" else _run(named))


def _on(s: Row, found: list[Way]) -> list[Way]:
    """Ways to lay a meld, as the next one of this table."""
    new = int(s.on_table)
    return [[code | new << codes.MELD_AT if k else code for k, code in enumerate(way)] for way in found]


def _set(named: list[int]) -> list[Way]:
    """Any three cards first, then the others."""
    if len(named) > (6 if all(c >= NATURALS for c in named) else 4):
        raise BadCards(say("set_too_large", cards=" ".join(map(name, named))))
    found = []
    for three in combinations(named, 3):
        rest = [_addition(c, codes.NO_SIDE) for c in named if c not in three]
        found.append([new_meld(codes.LAY_SET, list(three)), *rest])
    return found


def _run(named: list[int]) -> list[Way]:
    """Any three neighbours first, then the others outwards."""
    if len(named) > 12 or min(named) >= NATURALS:
        raise BadCards(say("no_run", cards=" ".join(map(name, named))))
    found = []
    for low in range(len(named) - 2):
        if min(named[low : low + 3]) >= NATURALS:
            continue  # rummy-5: three wilds alone are no run
        first = new_meld(codes.LAY_RUN, named[low : low + 3])
        up = [_addition(c, codes.HIGH_END) for c in named[low + 3 :]]
        down = [_addition(c, codes.LOW_END) for c in reversed(named[:low])]
        found += [[first, *up, *down], [first, *down, *up]]
    return found


def _lay_off(s: Row, named: list[int], m: int, end: str) -> list[Way]:
    """Cards on a meld of the table: on a run the first ones may go below it and the others above."""
    at = m << codes.MELD_AT
    if m >= s.on_table or s.kind[m] < RUN:
        return [[_addition(c, codes.NO_SIDE) | at for c in named]]
    if end not in ("low", "high") and min(named) >= NATURALS:
        # rummy-7: the player names the place of a wild, unless there is but one.
        if s.low[m] > lowest_rank(s) and s.high[m] < ACE:
            raise BadCards(say("which_end", card=" ".join(map(name, named)), number=m + 1))
        end = "low" if s.high[m] == ACE else "high"
    found = []
    for below in range(len(named) + 1):
        if (end == "low" and below < len(named)) or (end == "high" and below > 0):
            continue
        down = [_addition(c, codes.LOW_END) | at for c in reversed(named[:below])]
        up = [_addition(c, codes.HIGH_END) | at for c in named[below:]]
        found += [[*up, *down], [*down, *up]] if up and down else [[*up, *down]]
    return found


def _addition(c: int, side: int) -> int:
    """A card on a meld whose number is still to be told; a natural finds its place itself."""
    return int(codes.move_on(codes.ADD, c, 0, side if c >= NATURALS else codes.NO_SIDE))
