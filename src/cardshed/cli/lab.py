"""`cardshed lab`: what a rule does to the game, as a page, as tables, compared."""

from __future__ import annotations

import shlex
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardshed.cli.words import GameName, House, Players, can_be_written, house_rules, number, progress_bar
from cardshed.engine.messages import Message

if TYPE_CHECKING:
    from cardshed.lab.plan import Plan

lab = typer.Typer(
    no_args_is_help=True, help="What a rule does to the game: reports of many games, as a page and as tables."
)

Games = Annotated[
    int, typer.Option("-n", "--games", parser=number, metavar="NUMBER", help="How many games, such as 1e4.")
]
Bots = Annotated[
    str | None,
    typer.Option(
        help="One bot for all seats, or one per seat with commas; also your own. If not given, the net that comes with "
        "the game; where there is none, medium in a report and greedy elsewhere."
    ),
]
Seed = Annotated[str, typer.Option("--seed", "-s", help="The seed of deals and bots, in hexadecimal.")]
Cores = Annotated[int | None, typer.Option("--cores", min=1, help="How many cores; all if not given.")]
Device = Annotated[str, typer.Option(help="cpu, or cuda for random, greedy and net.")]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="auto|ADDRESS", help="Work on a Ray cluster instead of this machine alone."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what was stopped.")]
Tables = Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the numbers there, as .csv or .parquet.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where the page is written; lab-, compare- or tune-GAME.html if not given."),
]
Spoken = Annotated[str, typer.Option(help="The language of the page: en or vi.")]


@lab.command()
def report(
    game: GameName,
    games: Games = 500,
    players: Players = None,
    bots: Bots = None,
    seed: Seed = "0",
    option: House = None,
    out: Out = None,
    tables: Tables = None,
    raw: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write every game as a line there, as .csv or .parquet.")
    ] = None,
    cores: Cores = None,
    device: Device = "cpu",
    ray: Ray = None,
    resume: Resume = False,
    skill: Annotated[int, typer.Option(min=0, help="Deals for each step of the ladder of bots; 0 for none.")] = 60,
    language: Spoken = "en",
) -> None:
    """Play many games and write a page that says whether the game is fair, long, deep and exciting."""
    from cardshed.lab import tables as tidy
    from cardshed.lab.crew import Crew
    from cardshed.lab.examining import examine

    run = Run("lab", game, games, players, bots, seed, option, out, tables, usual="medium")
    lines = None
    if raw is not None:
        can_be_written(raw)
        lines = tidy.Games(raw)
    found = examine(
        run.plan, crew=Crew(cores, ray), device=device, skill=skill, file=run.kept, resume=resume, raw=lines,
        language=language, bars=progress_bar,
    )  # fmt: skip
    study = found.study
    if study.games:
        run.write(found)
        run.write_tables(tidy.measures(study))
    if lines and study.games == games:
        lines.end()
        print(Message("lab.written", file=str(raw)).say())
    run.end(study.interrupted, study.games, games)


@lab.command()
def compare(
    game: GameName,
    rules: Annotated[
        list[str],
        typer.Argument(
            metavar="RULES...",
            help="Sets of house rules, such as melds=paired8 melds=full14, or cards=9,rounds=1, or cards='9|10|11'; "
            "one alone is compared with the book.",
        ),
    ],
    games: Games = 2000,
    players: Players = None,
    bots: Bots = None,
    seed: Seed = "0",
    option: House = None,
    watch: Annotated[
        str, typer.Option(help="The measure that decides when to stop, such as turns or opener.")
    ] = "turns",
    out: Out = None,
    tables: Tables = None,
    cores: Cores = None,
    device: Device = "cpu",
    ray: Ray = None,
    resume: Resume = False,
    language: Spoken = "en",
) -> None:
    """Play the same deals by several sets of rules, and write a page that says what changes and what is noise."""
    from cardshed.lab import comparing
    from cardshed.lab import tables as tidy
    from cardshed.lab.compared import Compared
    from cardshed.lab.crew import Crew

    run = Run("compare", game, games, players, bots, seed, option, out, tables)
    with progress_bar(games, run.title) as tell:
        told = comparing.compare(
            run.plan, comparing.rule_sets(rules), watched=watch, crew=Crew(cores, ray), progress=tell, file=run.kept,
            resume=resume, device=device,
        )  # fmt: skip
    if told.games:
        shown = Compared(told, language)
        for line in shown.watched().found:
            print(line)
        run.write(shown)
        run.write_tables(tidy.changes(told))
    run.end(told.interrupted, told.games, games)


@lab.command()
def tune(
    game: GameName,
    target: Annotated[
        list[str], typer.Option("--target", metavar="MEASURE=NUMBER", help="What is wanted, such as length=25.")
    ],
    over: Annotated[
        list[str],
        typer.Option("--over", metavar="NAME=VALUES", help="What may change: cards=9..13, or pass='soft|hard'."),
    ],
    games: Games = 2000,
    players: Players = None,
    bots: Bots = None,
    seed: Seed = "0",
    option: House = None,
    out: Out = None,
    tables: Tables = None,
    cores: Cores = None,
    device: Device = "cpu",
    ray: Ray = None,
    resume: Resume = False,
    language: Spoken = "en",
) -> None:
    """Find the house rules that come closest to what is wanted, and write a page that shows what they cost."""
    from cardshed.lab import tables as tidy
    from cardshed.lab import tuning
    from cardshed.lab.crew import Crew
    from cardshed.lab.tuned import TunedPage

    run = Run("tune", game, games, players, bots, seed, option, out, tables)
    wanted, values = tuning.targets(target, run.plan.players), tuning.ranges(over)
    tuned = tuning.candidates(run.plan, wanted, values)
    every = tuning.all_games(tuned.tried, games)
    with progress_bar(every, run.title) as tell:
        tuning.search(
            tuned, run.plan, crew=Crew(cores, ray), progress=tell, file=run.kept, resume=resume, device=device
        )
    if tuned.best:
        shown = TunedPage(tuned, run.plan, language)
        for name, want in wanted.items():
            print(*shown.section(name, want).found, sep="\n")
        run.write(shown)
        run.write_tables(tidy.tried(tuned))
    run.end(tuned.interrupted, tuned.played, every)


class Run:
    """What the three commands have in common: what is played, and where it is written."""

    def __init__(
        self, kind: str, game: str, games: int, players: int | None, bots: str | None, seed: str,
        option: list[str] | None, out: Path | None, tables: Path | None, usual: str = "greedy",
    ) -> None:  # fmt: skip
        import cardshed
        from cardshed.lab import tables as tidy
        from cardshed.lab.plan import make_plan

        found = cardshed.game(game)
        self.title = found.title
        self.page = out or Path(f"{kind}-{found.name}.html")
        self.tables = tables
        for file in filter(None, (self.page, tables)):
            can_be_written(file)
            tidy.can_write(file)
        seated = [name.strip() for name in bots.split(",")] if bots else []
        self.plan: Plan = make_plan(
            found, games, players=players, bots=seated if len(seated) > 1 else bots, options=house_rules(option),
            seed=seed, usual=usual,
        )  # fmt: skip
        self.kept = self.page.with_suffix(".part.npz")

    def write(self, shown: Any) -> None:
        command = shlex.join(["cardshed", *sys.argv[1:]])
        self.page.write_text(shown.html(command, f"{date.today()}"), encoding="utf-8")
        print(Message("lab.written", file=str(self.page)).say())

    def write_tables(self, lines: list[dict[str, Any]]) -> None:
        from cardshed.lab import tables as tidy

        if self.tables is not None:
            tidy.write(lines, self.tables)
            print(Message("lab.written", file=str(self.tables)).say())

    def end(self, interrupted: bool, done: int, wanted: int) -> None:
        """Say that it was stopped, or forget what was kept to go on."""
        if not interrupted:
            self.kept.unlink(missing_ok=True)
            return
        print(f"cardshed: {Message('lab.stopped', done=f'{done:,}', wanted=f'{wanted:,}')}", file=sys.stderr)
        raise typer.Exit(130)
