"""Guided deals: a deal with a fixed deck in which the player makes the moves and is told each rule when it matters.

A guide is a file `guide.toml` beside a game's rules. It says how the deal begins, and then step by step what happens:

    players = 2
    seat = 0                                     # the player's
    seed = 7                                     # or a position, as `game.position` takes it:
    position = { hands = ["3S 5H", "4S 6D"] }
    options = { cards = 5 }                      # house rules

    [[step]]                                     # something to read
    say = "..."
    [[step]]                                     # a move of the player's
    say = "..."
    do = "3S"
    wrong = "..."                                # said when another legal move is tried
    [[step]]                                     # a move of another
    by = 1
    do = "4S"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match
from cardshed.engine.messages import shortly

FILE = "guide.toml"
LANGUAGE = "en"  # that guides are written in
HEAD = {"players": int, "seat": int, "seed": int, "position": dict, "options": dict, "step": list}
STEP = {"say": str, "do": str, "by": int, "wrong": str}


class BadGuide(CardshedError):
    """A guided deal that cannot be played."""


@dataclass(frozen=True)
class Step:
    """Something to read, or a move with what is said before it."""

    say: str = ""
    do: str = ""  # the text of the move, or of a gesture; nothing to do if empty
    by: int | None = None  # who makes it; the player if nobody is named
    wrong: str = ""


@dataclass(frozen=True)
class Guide:
    game: Game
    begin: Match
    seat: int
    steps: tuple[Step, ...]

    def walk(self) -> Iterator[tuple[Match, Step]]:
        """Each step with the match before it; at last the match as it ends, with nothing to say."""
        match = self.begin.copy()
        for number, step in enumerate(self.steps):
            yield match.copy(), step
            if step.do:
                try:
                    match.play_all(self.seat if step.by is None else step.by, step.do)
                except CardshedError as problem:
                    raise BadGuide("learn.guide.move", file=_place(self.game), number=number + 1, why=problem) from None
        yield match, Step()

    def at(self, number: int) -> tuple[Match, Step]:
        """A step by its number, from 0."""
        for i, found in enumerate(self.walk()):
            if i == number < len(self.steps):
                return found
        raise BadGuide("learn.guide.step", given=number, last=len(self.steps) - 1)


def has(game: Game) -> bool:
    return (game.folder / FILE).exists()


def read(game: Game) -> Guide:
    """The guided deal of a game; BadGuide if there is none, or if it cannot be read."""
    path = game.folder / FILE
    if not path.exists():
        raise BadGuide("learn.guide.none", game=game.title)
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadGuide("learn.guide.toml", file=_place(game), why=shortly(problem, most=200)) from None
    _check(game, told, HEAD, "")
    if not told.get("step"):
        raise BadGuide("learn.guide.empty", file=_place(game))
    for number, step in enumerate(told["step"], 1):
        _check(game, step, STEP, f"step {number}: ")
    players, options, seed = told.get("players"), told.get("options"), told.get("seed", 0)
    if "position" in told:
        begin = game.lay_out(players, options, seed, told["position"])
    else:
        begin = game.match(players, seed, options)
    seat = told.get("seat", 0)
    if not 0 <= seat < begin.players:
        raise BadGuide("learn.guide.seat", file=_place(game), given=seat, last=begin.players - 1)
    return Guide(game, begin, seat, tuple(Step(**step) for step in told["step"]))


def _check(game: Game, told: Any, known: dict[str, type], where: str) -> None:
    for name, value in told.items() if isinstance(told, dict) else [("", told)]:
        if name not in known:
            raise BadGuide("learn.guide.word", file=_place(game), where=where, word=name, words=", ".join(known))
        if not isinstance(value, known[name]) or isinstance(value, bool):
            raise BadGuide("learn.guide.kind", file=_place(game), where=where, word=name, kind=known[name].__name__)


def _place(game: Game) -> str:
    return f"{game.folder.name}/{FILE}"
