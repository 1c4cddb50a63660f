"""`cardshed lab compare`: several sets of rules on the same deals."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from cardshed.cli.lab.run import Run
from cardshed.cli.lab.words import Bots, Cores, Device, Games, Out, Ray, Resume, Seed, Spoken, Tables
from cardshed.cli.long import Bar
from cardshed.cli.words import GameName, House, Players


def compare(
    game: GameName,
    rules: Annotated[
        list[str],
        Argument(
            metavar="RULES...",
            help="Sets of house rules, such as melds=paired8 melds=full14, or cards=9,rounds=1, or cards='9|10|11', or "
            "the folder of another game, such as a copy with a rule changed; one alone is compared with the book.",
        ),
    ],
    games: Games = 2000, players: Players = None, bots: Bots = None, seed: Seed = "0", option: House = None,
    watch: Annotated[
        str, Option(help="The measure that decides when to stop, such as turns or opener.")
    ] = "turns",
    out: Out = None, tables: Tables = None, cores: Cores = None, device: Device = "cpu", ray: Ray = None,
    resume: Resume = False, language: Spoken = "en",
) -> None:  # fmt: skip
    """Play the same deals by several sets of rules, and write a page that says what changes and what is noise."""
    from cardshed.lab import comparing
    from cardshed.lab import tables as tidy
    from cardshed.lab.compared import Compared
    from cardshed.lab.crew import Crew

    run = Run("compare", game, games, players, bots, seed, option, out, tables)
    with run:
        with Bar(games, run.title) as tell:
            told = comparing.compare(
                run.plan, comparing.rule_sets(rules), watched=watch, crew=Crew(cores, ray), progress=tell,
                file=run.kept, resume=resume, device=device,
            )  # fmt: skip
        if told.games:
            shown = Compared(told, language)
            for line in shown.watched().found:
                print(line)
            run.write_page(shown)
            run.write_tables(tidy.changes(told))
        run.end(told.interrupted, told.games, games)
