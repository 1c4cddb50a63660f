"""`cardshed lab tune`: the house rules that come closest to what is wanted."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from cardshed.cli.lab.run import Run
from cardshed.cli.lab.words import Bots, Cores, Device, Games, Out, Ray, Resume, Seed, Spoken, Tables
from cardshed.cli.long import Bar
from cardshed.cli.words import GameName, House, Players


def tune(
    game: GameName,
    target: Annotated[
        list[str], Option("--target", metavar="MEASURE=NUMBER", help="What is wanted, such as length=25.")
    ],
    over: Annotated[
        list[str],
        Option("--over", metavar="NAME=VALUES", help="What may change: cards=9..13, or pass='soft|hard'."),
    ],
    games: Games = 2000, players: Players = None, bots: Bots = None, seed: Seed = "0", option: House = None,
    out: Out = None, tables: Tables = None, cores: Cores = None, device: Device = "cpu", ray: Ray = None,
    resume: Resume = False, language: Spoken = "en",
) -> None:  # fmt: skip
    """Find the house rules that come closest to what is wanted, and write a page that shows what they cost."""
    from cardshed.lab import tables as tidy
    from cardshed.lab import tuning
    from cardshed.lab.crew import Crew
    from cardshed.lab.tuned import TunedPage

    run = Run("tune", game, games, players, bots, seed, option, out, tables)
    wanted, values = tuning.targets(target, run.plan.players), tuning.ranges(over)
    tuned = tuning.candidates(run.plan, wanted, values)
    every = tuning.all_games(tuned.tried, games)
    with run:
        with Bar(every, run.title) as tell:
            crew = Crew(cores, ray)
            tuning.search(tuned, run.plan, crew=crew, progress=tell, file=run.kept, resume=resume, device=device)
        if tuned.best:
            shown = TunedPage(tuned, run.plan, language)
            for name, want in wanted.items():
                print(*shown.section(name, want).found, sep="\n")
            run.write_page(shown)
            run.write_tables(tidy.tried(tuned))
        run.end(tuned.interrupted, tuned.played, every)
