"""`cardshed lab report`: one game looked at closely."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from cardshed.cli.lab.run import Run
from cardshed.cli.lab.words import Bots, Cores, Device, Games, Out, Ray, Resume, Seed, Spoken, Tables
from cardshed.cli.long import Bar
from cardshed.cli.words import GameName, House, Players, can_be_written
from cardshed.engine.messages import Message


def report(
    game: GameName,
    games: Games = 500, players: Players = None, bots: Bots = None, seed: Seed = "0", option: House = None,
    out: Out = None, tables: Tables = None,
    raw: Annotated[
        Path | None, Option(metavar="FILE", help="Also write every game as a line there, as .csv or .parquet.")
    ] = None,
    cores: Cores = None, device: Device = "cpu", ray: Ray = None, resume: Resume = False,
    skill: Annotated[int, Option(min=0, help="Deals for each step of the ladder of bots; 0 for none.")] = 60,
    language: Spoken = "en",
) -> None:  # fmt: skip
    """Play many games and write a page that says whether the game is fair, long, deep and exciting."""
    from cardshed.lab import tables as tidy
    from cardshed.lab.crew import Crew
    from cardshed.lab.examining import examine

    run = Run("lab", game, games, players, bots, seed, option, out, tables, usual="medium")
    lines = None
    if raw is not None:
        can_be_written(raw)
        lines = tidy.Games(raw)
    with run:
        found = examine(
            run.plan, crew=Crew(cores, ray), device=device, skill=skill, file=run.kept, resume=resume, raw=lines,
            language=language, bars=Bar,
        )  # fmt: skip
        study = found.study
        if study.games:
            run.write_page(found)
            run.write_tables(tidy.measures(study))
        if lines and study.games == games:
            lines.end()
            print(Message("lab.written", file=str(raw)).say())
        run.end(study.interrupted, study.games, games)
