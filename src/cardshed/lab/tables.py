"""The numbers behind a page as tidy tables: a line for each measure, or for each game."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cardshed.engine.errors import CardshedError
from cardshed.engine.playout import COUNTS
from cardshed.lab.playing import Watched
from cardshed.lab.study import Study

Line = dict[str, Any]


class NoParquet(CardshedError):
    """What writes Parquet is not installed."""


def measures(study: Study) -> list[Line]:
    """Every measure with its interval."""
    lines = []
    for name in study.sums.names:
        one = study[name]
        kind, _, of = name.partition(":")
        lines.append(
            {"measure": kind, "of": of, "mean": one.mean, "low": one.low, "high": one.high, "games": study.games}
        )
    return lines


def games(study: Study, watched: Watched) -> Iterator[Line]:
    """Every game of a part, as it was counted."""
    tallies = study.game.tallies
    for i in range(len(watched)):
        line: Line = {"game": watched.first + i, "seed": f"{study.plan.game_seed(watched.first + i):016x}"}
        line |= {name: int(watched.counts[i, k]) for k, name in enumerate(COUNTS)}
        line["opener"] = int(watched.opener[i])
        for p in range(study.plan.players):
            line |= {f"points_{p}": int(watched.points[i, p]), f"payoff_{p}": float(watched.payoff[i, p])}
        yield line | {f"tally_{name}": int(watched.tallies[i, k]) for k, name in enumerate(tallies)}


def write(lines: Sequence[Line], file: Path) -> None:
    """As CSV, or as Parquet by the name's ending."""
    if file.suffix == ".parquet":
        _write_parquet(lines, file)
        return
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(lines[0]) if lines else [])
        writer.writeheader()
        writer.writerows(lines)


def _write_parquet(lines: Sequence[Line], file: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise NoParquet("lab.parquet", file=str(file)) from None
    parquet.write_table(pyarrow.Table.from_pylist(list(lines)), file)
