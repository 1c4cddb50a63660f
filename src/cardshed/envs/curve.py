"""How the strength of a policy grows while it learns: exams now and then, told in lines and kept in a CSV file."""

from __future__ import annotations

import csv
from pathlib import Path
from time import process_time
from typing import NamedTuple, get_type_hints

from cardshed.engine.matches.game import HouseRules
from cardshed.envs.strength import Choose, strength

WEAK, STRONG = ("random", "greedy"), ("easy", "medium")  # against whom always, and against whom at the end


class Point(NamedTuple):
    """After so many steps and games, in so many seconds: what share of these opponents was beaten, and how sure."""

    game: str
    players: int
    options: str
    steps: int
    games: int
    seconds: float
    loss: float
    opponent: str
    deals: int
    beaten: float
    half: float  # of the 95 % interval


class Curve:
    """`due` says when it is time for an `exam`: before the first step, after the last, and `exams` - 1 times between,
    at distances that grow evenly, because most is learned at the beginning.

    Seconds are those of the processor, because a busy machine does not lengthen them; exams are not counted. The last
    exam is also against stronger bots, on as many deals as `ladder` says.
    """

    def __init__(
        self, game: str, players: int, options: HouseRules = None, *, steps: int, exams: int = 10,
        deals: int = 500, ladder: int = 0, path: str = "",
    ) -> None:  # fmt: skip
        self.game, self.players, self.options = game, players, options or {}
        self.steps, self.exams, self.passed = steps, exams, 0
        self.deals, self.ladder = deals, ladder
        self.path = Path(path) if path else None
        self.points: list[Point] = []
        self.spent, self.begun = 0.0, process_time()

    def due(self, steps: int) -> bool:
        return steps >= self.steps * (self.passed / self.exams) ** 2

    def exam(self, choose: Choose, steps: int, games: int, loss: float) -> None:
        """Measure how strong it is now."""
        self.spent += process_time() - self.begun
        against = dict.fromkeys(WEAK, self.deals)
        if self.ladder and steps >= self.steps:
            against |= dict.fromkeys(STRONG, self.ladder)
        rules = ";".join(f"{name}={value}" for name, value in self.options.items())
        told = f"{steps:>11,} steps {games:>9,} games {steps / max(self.spent, 1e-9):>7,.0f} steps/s  loss {loss:.4f}"
        for opponent, deals in against.items():
            found = strength(choose, self.game, opponent, self.players, self.options, deals)
            told += f"  {opponent} {found.mean:.3f} ± {found.half:.3f}"
            so_far = (steps, games, round(self.spent, 1), round(loss, 4))
            measured = (opponent, deals, round(found.mean, 4), round(found.half, 4))
            self.points.append(Point(self.game, self.players, rules, *so_far, *measured))
        print(told, flush=True)
        if self.path:
            write(self.path, self.points)
        self.passed += 1
        self.begun = process_time()


def write(path: Path, points: list[Point]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([Point._fields, *points])


def read(path: Path) -> list[Point]:
    kinds = get_type_hints(Point)
    with path.open(newline="", encoding="utf-8") as file:
        return [Point(**{name: kinds[name](text) for name, text in one.items()}) for one in csv.DictReader(file)]
