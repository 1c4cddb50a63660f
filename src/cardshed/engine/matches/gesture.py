"""Gestures: several moves of one seat that a person makes in one go, such as laying a long run; all of them or none.

A way to make one is left at its first illegal step. Nothing may follow a step that shows something hidden, or a refusal
would tell it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from cardshed.engine.errors import Ambiguous, IllegalMove, refused_as
from cardshed.engine.matches import carrier
from cardshed.engine.matches.carrier import Row
from cardshed.engine.matches.match import Match, Move


class Gestures(Protocol):
    """What the table of a game with gestures tells. Both raise BadCards for a text that means nothing."""

    def gesture(self, text: str) -> list[list[str]]:
        """Blocks, made one after the other; the clauses of a block may be made in any order."""

    def ways(self, s: Row, seat: int, clause: str) -> list[list[int]]:
        """The ways to make a clause at this table, as moves; Ambiguous where only the position can tell."""


MOST_STEPS = 2_000  # tried for one gesture
MOST_TEXT = 500
GHOSTS = (1, 2)  # seeds of worlds that the seat could imagine


Worlds = tuple[Match, list[Match]]  # the match, and its ghosts


class _Search:
    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.tried = 0
        self.furthest: tuple[int, IllegalMove] | None = None

    def blocks(self, at: Match, ghosts: list[Match], blocks: Sequence[Sequence[str]], made: int) -> Match | None:
        """The match after all blocks, or None if no way is legal."""
        if not blocks:
            return at
        first, *later = blocks
        if not first:
            return self.blocks(at, ghosts, later, made)
        for i, clause in enumerate(first):
            rest = [*first[:i], *first[i + 1 :]]
            last = not rest and not later
            ways, question = self.ways(at, clause)
            for way in ways:
                after = self.steps(at, ghosts, way, made, last)
                found = after and self.blocks(after[0], after[1], [rest, *later], made + len(way))
                if found and question:
                    raise question
                if found:
                    return found
        return None

    def ways(self, at: Match, clause: str) -> tuple[Sequence[Sequence[int]], Ambiguous | None]:
        try:
            return cast(Gestures, at.game.table).ways(at.row, self.seat, clause), None
        except Ambiguous as several:
            return (several.ways, several) if several.ways else ([[at.meant(self.seat, several)]], None)

    def steps(self, at: Match, ghosts: list[Match], way: Sequence[int], made: int, last: bool) -> Worlds | None:
        """The match and its ghosts after the steps of one way; None at the first that is not legal."""
        at, ghosts = at.copy(), [ghost.copy() for ghost in ghosts]
        for k, code in enumerate(way):
            self.tried += 1
            if self.tried > MOST_STEPS:
                raise IllegalMove("engine.gesture.long")
            try:
                at.play(self.seat, Move(at.game, at.rows, self.seat, code))
            except IllegalMove as problem:
                if self.furthest is None or made + k > self.furthest[0]:
                    self.furthest = (made + k, problem)
                return None
            if last and k == len(way) - 1:
                break
            for ghost in ghosts:
                ghost.play(self.seat, Move(at.game, ghost.rows, self.seat, code))
                if _seen(ghost, self.seat) != _seen(at, self.seat):
                    raise IllegalMove("engine.gesture.shown")
        return at, ghosts


def make(match: Match, seat: int, text: str) -> Match:
    """The match after a gesture; IllegalMove with the reason of the way that went furthest if none is legal."""
    if len(text) > MOST_TEXT:
        raise IllegalMove("engine.gesture.long")
    with refused_as(IllegalMove):
        blocks = cast(Gestures, match.game.table).gesture(text)
        search = _Search(seat)
        alone = sum(map(len, blocks)) == 1
        ghosts = [] if alone else [match.imagine(seat, seed) for seed in GHOSTS]
        found = search.blocks(match, ghosts, blocks, 0)
    if found:
        return found
    raise search.furthest[1] if search.furthest else IllegalMove("engine.gesture.long")


def _seen(match: Match, seat: int) -> tuple[object, ...]:
    """What a seat knows, and whose turn it is."""
    return (match.acting, carrier.observed(match.game, match.rows, seat))
