"""Gestures of Rummy: several small steps that people make in one go.

`lay 3C-9C`, `lay 7S 7H 7D, 9C 10C 2S`, `lay set 7S 2S 2H JR`, `lay 6S 7S to 1`; and any moves with commas between:
`take 7S, lay 7S 7H 7D, discard KH`. A gesture is a list of clauses; each may be done in several ways, one of which may
be legal where others are not (a card that must be used first, naturals that must come before wilds).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, islice, permutations, product

from cardshed.engine.errors import Ambiguous, BadCards
from cardshed.engine.kernel import Row, i64
from cardshed.engine.messages import shortly
from cardshed.games.rummy import codes
from cardshed.games.rummy.melds import MOST_MELDS, NATURALS, RUN
from cardshed.games.rummy.notation import WORDS, card_of, cards, laid, name, new_meld, read

LAYS = (codes.LAY_SET, codes.LAY_RUN)
MOST_WAYS = 2_600
LAY_OFF = re.compile(r"(.+) (?:to|on) (\d+)", re.IGNORECASE)

Step = tuple[int, int]  # a move code, and 1 if it goes to the clause's own new meld


def gesture(s: Row, seat: int, text: str) -> Iterator[list[int]]:
    """All ways to make the gesture that a text tells, as moves one after the other."""
    clauses = [clause.strip() for clause in re.split(r"[,;]", text) if clause.strip()]
    if not clauses:
        raise BadCards("rummy.nothing")
    word, _, rest = clauses[0].partition(" ")
    if len(clauses) == 1 and word.lower() == "lay" and (one := LAY_OFF.fullmatch(rest)) and len(cards(one[1])) == 1:
        return iter([[read(f"add {one[1]} to {one[2]}")]])
    ways: list[list[list[Step]]] = []
    lays: list[int] = []
    for i, clause in enumerate(clauses):
        word, _, rest = clause.partition(" ")
        if i and clauses[i - 1].lower() == "draw":
            raise BadCards("rummy.after_draw")
        if word.lower() in ("lay", "set", "run") or (i - 1 in lays and word.lower() not in WORDS):
            lays.append(i)
            told = word.lower() in ("lay", "set", "run")
            ways.append(list(_lay(s, word.lower() if told else "lay", rest.strip() if told else clause)))
        else:
            ways.append([[(code, 0)] for code in _meanings(clause, alone=len(clauses) == 1)])
    return islice(_in_all_orders(s, lays, ways), MOST_WAYS)


def _meanings(clause: str, alone: bool) -> list[int]:
    """The moves that a clause can mean; a text of its own is asked back if it means several."""
    try:
        return [read(clause)]
    except Ambiguous as several:
        if alone:
            raise
        return list(several.codes)


def _in_all_orders(s: Row, lays: list[int], ways: list[list[list[Step]]]) -> Iterator[list[int]]:
    """The lay with the card that must be used first, then as told, then the lays in any order."""

    def uses_must(i: int) -> bool:
        return any(_holds(code, int(s.must)) for way in ways[i][:1] for code, _ in way)

    for i in lays:
        # Melds are best begun with the card that must be used, else with naturals.
        ways[i].sort(key=lambda way: (not _holds(way[0][0], int(s.must)), _wilds(way[0][0])))
    first = sorted(lays, key=lambda i: not uses_must(i))
    for order in [tuple(first), tuple(lays), *islice(permutations(lays), 24)]:
        places = dict(zip(lays, order, strict=True))
        chosen = product(*(ways[places.get(i, i)] for i in range(len(ways))))
        yield from (_numbered(int(s.on_table), way) for way in islice(chosen, MOST_WAYS // 26))


def _holds(code: int, c: int) -> bool:
    return c in (laid(code) if codes.kind_of(i64(code)) in LAYS else [card_of(code)])


def _wilds(code: int) -> int:
    return sum(c >= NATURALS for c in laid(code)) if codes.kind_of(i64(code)) in LAYS else 0


def _numbered(melds: int, chosen: tuple[list[Step], ...]) -> list[int]:
    """The steps with the number that each new meld will have."""
    steps = []
    for way in chosen:
        for code, own in way:
            steps.append(code | melds << codes.MELD_AT if own else code)
        melds += any(codes.kind_of(i64(code)) in LAYS for code, _ in way)
    return steps


def _lay(s: Row, word: str, rest: str) -> Iterator[list[Step]]:
    """The ways to lay cards: as a new set or run, or off on a meld."""
    if off := LAY_OFF.fullmatch(rest):
        if len(off[2]) > 2 or not 1 <= int(off[2]) <= MOST_MELDS:
            raise BadCards("rummy.no_such_meld", number=shortly(off[2]))
        return _lay_off(s, cards(off[1]), int(off[2]) - 1)
    first, _, others = rest.partition(" ")
    if word == "lay" and first.lower() in ("set", "run"):
        word, rest = first.lower(), others
    named = cards(rest)
    if not named:
        raise BadCards("rummy.which_cards", word=word)
    if len(named) < 3:
        raise BadCards("rummy.too_few", cards=shortly(rest))
    if word == "lay":
        ranks = {c // 4 for c in named if c < NATURALS}
        naturals = sum(c < NATURALS for c in named)
        if naturals == 1:
            raise BadCards("rummy.set_or_run", cards=" ".join(map(name, named)))
        word = "set" if len(ranks) < 2 else "run"
    return _set(named) if word == "set" else _run(named)


def _set(named: list[int]) -> Iterator[list[Step]]:
    if len(named) > (6 if all(c >= NATURALS for c in named) else 4):
        raise BadCards("rummy.set_too_large", cards=" ".join(map(name, named)))
    for three in combinations(named, 3):
        rest = [c for c in named if c not in three]
        yield [(new_meld(codes.LAY_SET, list(three)), 0), *((_addition(c, codes.NO_SIDE), 1) for c in rest)]


def _run(named: list[int]) -> Iterator[list[Step]]:
    """Any three neighbours first, then the others outwards."""
    if len(named) > 12 or min(named) >= NATURALS:
        raise BadCards("rummy.no_run", cards=" ".join(map(name, named)))
    for low in range(len(named) - 2):
        if min(named[low : low + 3]) >= NATURALS:
            continue  # rummy-5: three wilds alone are no run
        up = [(_addition(c, codes.HIGH_END), 1) for c in named[low + 3 :]]
        down = [(_addition(c, codes.LOW_END), 1) for c in reversed(named[:low])]
        first = (new_meld(codes.LAY_RUN, named[low : low + 3]), 0)
        yield [first, *up, *down]
        if up and down:
            yield [first, *down, *up]


def _lay_off(s: Row, named: list[int], m: int) -> Iterator[list[Step]]:
    """Cards on a meld of the table: on a run the first ones may go below it and the others above."""
    for below in range(len(named) + 1 if m < s.on_table and s.kind[m] >= RUN else 1):
        down = [_addition(c, codes.LOW_END) for c in reversed(named[:below])]
        up = [_addition(c, codes.HIGH_END) for c in named[below:]]
        if m < s.on_table and s.kind[m] < RUN:
            up = [_addition(c, codes.NO_SIDE) for c in named]
        yield [(code | m << codes.MELD_AT, 0) for code in [*up, *down]]
        if up and down:
            yield [(code | m << codes.MELD_AT, 0) for code in [*down, *up]]


def _addition(c: int, side: int) -> int:
    """A card on a meld whose number is still to be told; a natural finds its place itself."""
    return int(codes.move_on(codes.ADD, c, 0, side if c >= NATURALS else codes.NO_SIDE))
