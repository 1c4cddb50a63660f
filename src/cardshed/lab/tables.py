"""The numbers behind a page as tidy tables: a line for each measure, or for each game."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cardshed.engine.core.playout import COUNTS
from cardshed.engine.errors import CardshedError
from cardshed.lab.comparing import Comparison
from cardshed.lab.measures import headlines
from cardshed.lab.plan import Plan
from cardshed.lab.playing import Watched
from cardshed.lab.study import Study
from cardshed.lab.tuning import Tuned

PARQUET = ".parquet"

Line = dict[str, Any]


class NoLines(CardshedError):
    """The lines of earlier games are not where they were written."""


def measures(study: Study) -> list[Line]:
    """Every measure with its interval."""
    return [{**_named(name), **asdict(study[name]), "games": study.games} for name in study.sums.names]


def changes(comparison: Comparison) -> list[Line]:
    """Every measure by every set of rules, beside the first of them; intervals are right for each alone."""
    lines = []
    for k, study in enumerate(comparison.studies[1:], 1):
        for name in study.sums.names:
            one = comparison.change(k, name)
            found = {"game": study.game.name, "rules": _rules(study), **_named(name)}
            found |= {"before": one.before, "after": one.after}
            found |= {f"difference_{end}": value for end, value in asdict(one.difference).items()}
            lines.append({**found, "clear": one.clear, "factor": one.factor, "games": study.games})
    return lines


def tried(tuned: Tuned) -> list[Line]:
    """The headlines of every set of rules that is left, the closest first."""
    lines = []
    for one in tuned.best:
        for name in headlines(one.study.plan.players):
            found = {"rules": _rules(one.study), "distance": one.distance, "measure": name}
            lines.append({**found, **asdict(one.study[name]), "games": one.study.games})
    return lines


def games(plan: Plan, watched: Watched) -> dict[str, list[Any]]:
    """Every game of a part as it was counted: columns, for a data frame."""
    numbers = range(watched.first, watched.first + len(watched))
    sheets = watched.sheets
    columns: dict[str, list[Any]] = {"game": list(numbers), "seed": [f"{plan.game_seed(i):016x}" for i in numbers]}
    columns |= {name: sheets.counts[:, k].tolist() for k, name in enumerate(COUNTS)}
    columns["opener"] = watched.opener.tolist()
    for p in range(plan.players):
        columns |= {f"points_{p}": sheets.points[:, p].tolist(), f"payoff_{p}": sheets.payoff[:, p].tolist()}
    return columns | {f"tally_{name}": sheets.tallies[:, k].tolist() for k, name in enumerate(plan.open().tallies)}


class Games:
    """Writes every game while it is played, as CSV; at the end it becomes Parquet, if the name says so.

    A run that goes on after a stop keeps the lines of the games it has, and no others.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.parquet = file.suffix == PARQUET
        self.csv = file.with_name(file.name + ".csv") if self.parquet else file
        if self.parquet:
            _pyarrow(file)

    def begin(self, plan: Plan, games: int) -> None:
        self.plan, self.begun = plan, games > 0 and self.csv.exists()
        if games and not self.begun:
            raise NoLines("lab.raw.lost", file=str(self.csv))
        if self.begun:
            with self.csv.open("r+", encoding="utf-8", newline="") as lines:
                for _ in range(games + 1):
                    if not lines.readline().endswith("\n"):
                        raise NoLines("lab.raw.lost", file=str(self.csv))
                lines.truncate(lines.tell())
        else:
            self.csv.write_text("", encoding="utf-8")

    def add(self, watched: Watched) -> None:
        columns = games(self.plan, watched)
        with self.csv.open("a", encoding="utf-8", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            if not self.begun:
                writer.writerow(columns)
                self.begun = True
            writer.writerows(zip(*columns.values(), strict=True))

    def end(self) -> None:
        """All games are there."""
        if not self.parquet:
            return
        _pyarrow(self.file)
        from pyarrow import csv as reader
        from pyarrow import parquet, string

        how = reader.ConvertOptions(column_types={"seed": string()})
        lines = reader.open_csv(self.csv, convert_options=how)
        with lines, parquet.ParquetWriter(self.file, lines.schema) as out:
            for batch in lines:
                out.write_batch(batch)
        self.csv.unlink()


def write(lines: Sequence[Line], file: Path) -> None:
    """As CSV, or as Parquet by the name's ending."""
    if file.suffix == PARQUET:
        pyarrow = _pyarrow(file)
        from pyarrow import parquet

        parquet.write_table(pyarrow.Table.from_pylist(list(lines)), file)
        return
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(lines[0]) if lines else [])
        writer.writeheader()
        writer.writerows(lines)


def can_write(file: Path) -> None:
    """Refuse what could not be written in the end, before anything is played for it."""
    if file.suffix == PARQUET:
        _pyarrow(file)


def _pyarrow(file: Path) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise CardshedError("lab.parquet", file=str(file)) from None
    return pyarrow


def _named(measure: str) -> Line:
    kind, _, of = measure.partition(":")
    return {"measure": kind, "of": of}


def _rules(study: Study) -> str:
    return ",".join(f"{name}={value}" for name, value in study.plan.options.items())
