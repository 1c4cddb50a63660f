"""Puzzles: positions of simulated matches in which one move is clearly best, and not the one that comes to mind first.

They are kept in a file `puzzles.json` beside a game's rules, made by `cardshed puzzles`.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

import numpy as np

from cardshed.bots.base import ask
from cardshed.bots.levels import thinker_at
from cardshed.bots.search import A_FEW
from cardshed.engine.chance import GAMES, key
from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.game import Game, HouseRules
from cardshed.engine.matches.match import Match
from cardshed.engine.matches.record import parse, replay, write
from cardshed.engine.messages import shortly

FILE = "puzzles.json"
PLAYED_BY, SEEN_BY, PROVEN_BY = "medium", "hard", "expert"
CLEAR = 0.10  # by which share of the opponents the best move must be better than the next
PROOFS = 3  # times that it must be found, with other dice each time
FEWEST = 3  # moves to choose from
RIVALS = 4  # moves that the best is compared with, each with all rollouts of a strong bot
EACH = 2  # puzzles from one match at most
PATIENCE = 20_000  # choices in a row that are looked at in vain
ALIKE = 0.5  # the largest share of a collection whose answers are moves of one kind


class NoPuzzle(CardshedError):
    """There is no such puzzle."""


@dataclass(frozen=True)
class Puzzle:
    """A position and what the moves in it are worth, the best first."""

    game: Game
    record: str  # the match up to the choice
    seat: int
    values: dict[str, float]
    line: Sequence[Sequence[Any]]  # seats and moves: the best move and what is expected to follow

    @property
    def answer(self) -> str:
        return next(iter(self.values))

    @property
    def aim(self) -> str:
        """What the best move does: it keeps a lead that others lose, saves what can be saved, or wins more."""
        best, second = list(self.values.values())[:2]
        return "lead" if best >= 0.5 > second else "save" if best < 0.5 else "more"

    @property
    def kind(self) -> str:
        """Of the move that is best."""
        return self.match().find(self.seat, self.answer).kind

    def match(self) -> Match:
        return replay(parse(self.record), self.game)

    def json(self) -> dict[str, Any]:
        return {"record": self.record, "seat": self.seat, "values": self.values, "line": self.line}


def find(game: Game, seed: int, players: int | None = None, options: HouseRules = None) -> Iterator[Puzzle | None]:
    """Puzzles, match after match without end; None for each choice that is none, so that one can stop anywhere."""
    number = 0
    while True:
        own = int(key(np.uint64(seed), GAMES, number))
        yield from _in_match(game.match(players, own, options), own)
        number += 1


def collected(found: Iterator[Puzzle | None], n: int, patience: int = PATIENCE) -> Iterator[Puzzle]:
    """So many of the puzzles that are found, with answers of different kinds; fewer if too many choices are in vain."""
    kinds: Counter[str] = Counter()
    since = 0
    for puzzle in found:
        since += 1
        if puzzle is not None and kinds[puzzle.kind] < max(1, ALIKE * n):
            kinds[puzzle.kind] += 1
            since = 0
            yield puzzle
        if kinds.total() == n or since == patience:
            return


def _in_match(match: Match, seed: int) -> Iterator[Puzzle | None]:
    """The puzzles of the first deal of a match between bots."""
    bot = thinker_at(match.game, PLAYED_BY)
    found = 0
    while not match.over and match.deal_no == 0 and found < EACH:
        seat = match.acting[0]
        if len(match.acting) == 1 and len(match.legal(seat)) >= FEWEST:
            puzzle = _at(match, seat)
            found += puzzle is not None
            yield puzzle
        match.play(seat, ask(bot, match, seat, seed))


def _at(match: Match, seat: int) -> Puzzle | None:
    """The choice of a seat, if a strong bot always finds the same move and finds it clearly better than all others."""
    world = match.imagine(seat, match.plies)
    seen = thinker_at(match.game, SEEN_BY).explain(world, seat, 0)
    best = seen.best
    looked_at = {one.move.text: one.value for one in seen.opinions if one.visits >= A_FEW}
    if best.favoured or best.move.quiet or not _is_clear(looked_at | {best.move.text: best.value}, best.move.text):
        return None
    strong = thinker_at(match.game, PROVEN_BY)
    worth: dict[str, list[float]] = {}
    for dice in range(PROOFS):
        thought = strong.explain(world, seat, dice)
        if thought.best.move != best.move:
            return None
        shown = {one.move.text: one.move for one in thought.opinions[: RIVALS + 1]}
        values = {text: strong.weigh(world, seat, move, dice).best.value for text, move in shown.items()}
        if not _is_clear(values, best.move.text):
            return None
        for text, value in values.items():
            worth.setdefault(text, []).append(value)
    means = {text: round(sum(values) / len(values), 3) for text, values in worth.items()}
    if not _is_clear(means, best.move.text):  # against a rival that came up in some of the proofs only
        return None
    ranked = dict(sorted(means.items(), key=lambda one: -one[1]))
    return Puzzle(match.game, write(match), seat, ranked, thought.line)


def _is_clear(values: Mapping[str, float], best: str) -> bool:
    others = [value for text, value in values.items() if text != best]
    return bool(others) and values[best] - max(others) >= CLEAR


# --- kept ----------------------------------------------------------------------------------------


def has(game: Game) -> bool:
    """Whether there are puzzles of this game; those of the one whose folder was copied are none."""
    path = game.folder / FILE
    told = path.read_text(encoding="utf-8") if path.exists() else ""
    return bool(told) and ("\\ngame: " not in told or f"\\ngame: {game.name}\\n" in told)


@lru_cache(64)
def read(game: Game) -> list[Puzzle]:
    """The puzzles of a game; none if it has no file."""
    if not has(game):
        return []
    path = game.folder / FILE
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return [Puzzle(game, **one) for one in told]
    except (ValueError, TypeError) as problem:
        file = f"{game.folder.name}/{FILE}"
        raise NoPuzzle("learn.puzzle.file", file=file, why=shortly(problem, most=200)) from None


def text(puzzles: Sequence[Puzzle]) -> str:
    """What the file holds: a line for each puzzle."""
    lines = ",\n".join(json.dumps(puzzle.json(), ensure_ascii=False, separators=(",", ":")) for puzzle in puzzles)
    return f"[\n{lines}\n]\n"


def numbered(game: Game, number: int) -> Puzzle:
    """A puzzle by its number, from 1."""
    found = read(game)
    if not found:
        raise NoPuzzle("learn.puzzle.none", game=game.title)
    if not 1 <= number <= len(found):
        raise NoPuzzle("learn.puzzle.number", game=game.title, given=number, last=len(found))
    return found[number - 1]


def of_day(game: Game, day: date) -> int:
    """The number of a day's puzzle: all come in turn, in another order each time."""
    count = len(read(game))
    if not count:
        raise NoPuzzle("learn.puzzle.none", game=game.title)
    time, at = divmod(day.toordinal(), count)
    order = sorted(range(count), key=lambda i: hashlib.sha256(f"{game.name} {time} {i}".encode()).digest())
    return order[at] + 1
