"""How the commands of the lab are told what to play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from cardshed.cli.words import number

Games = Annotated[int, Option("-n", "--games", parser=number, metavar="NUMBER", help="How many games, such as 1e4.")]
Bots = Annotated[
    str | None,
    Option(
        help="One bot for all seats, or one per seat with commas; also your own. If not given, the net that comes with "
        "the game; where there is none, medium in a report and greedy elsewhere."
    ),
]
Seed = Annotated[str, Option("--seed", "-s", help="The seed of deals and bots, in hexadecimal.")]
Cores = Annotated[int | None, Option("--cores", min=1, help="How many cores; all if not given.")]
Device = Annotated[str, Option(help="cpu, or cuda for random, greedy and net.")]
Ray = Annotated[
    str | None, Option("--ray", metavar="auto|ADDRESS", help="Work on a Ray cluster instead of this machine alone.")
]
Resume = Annotated[bool, Option("--resume", help="Go on with what was stopped.")]
Tables = Annotated[Path | None, Option(metavar="FILE", help="Also write the numbers there, as .csv or .parquet.")]
Out = Annotated[
    Path | None,
    Option(metavar="FILE", help="Where the page is written; lab-, compare- or tune-GAME.html if not given."),
]
Spoken = Annotated[str, Option(help="The language of the page: en or vi.")]
