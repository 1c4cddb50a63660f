"""`cardshed lab`: what a rule does to the game, as a page, as tables, compared."""

from __future__ import annotations

import shlex
import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from cardshed.cli.words import GameName, House, Players, can_be_written, house_rules, number, progress_bar
from cardshed.engine.messages import Message

lab = typer.Typer(
    no_args_is_help=True, help="What a rule does to the game: reports of many games, as a page and as tables."
)

Games = Annotated[
    int, typer.Option("-n", "--games", parser=number, metavar="NUMBER", help="How many games, such as 1e4.")
]
Bots = Annotated[str, typer.Option(help="One bot for all seats, or one per seat with commas; also your own.")]
Seed = Annotated[str, typer.Option("--seed", "-s", help="The seed of deals and bots, in hexadecimal.")]
Cores = Annotated[int | None, typer.Option("--cores", min=1, help="How many cores; all if not given.")]
Device = Annotated[str, typer.Option(help="cpu, or cuda for random and greedy bots.")]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="auto|ADDRESS", help="Work on a Ray cluster instead of this machine alone."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what was stopped.")]


@lab.command()
def report(
    game: GameName,
    games: Games = 500,
    players: Players = None,
    bots: Bots = "medium",
    seed: Seed = "0",
    option: House = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the page is written; lab-GAME.html if not given.")
    ] = None,
    tables: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write all measures there, as .csv or .parquet.")
    ] = None,
    cores: Cores = None,
    device: Device = "cpu",
    ray: Ray = None,
    resume: Resume = False,
    skill: Annotated[int, typer.Option(min=0, help="Deals for each step of the ladder of bots; 0 for none.")] = 60,
    language: Annotated[str, typer.Option(help="The language of the page: en or vi.")] = "en",
) -> None:
    """Play many games and write a page that says whether the game is fair, long, deep and exciting."""
    import cardshed
    from cardshed.lab import tables as tidy
    from cardshed.lab.choosing import CHOICES, stakes
    from cardshed.lab.course import course
    from cardshed.lab.crew import Crew
    from cardshed.lab.plan import make_plan
    from cardshed.lab.report import Found
    from cardshed.lab.skill import LADDER, climb
    from cardshed.lab.study import play

    found = cardshed.game(game)
    page = out or Path(f"lab-{found.name}.html")
    for file in filter(None, (page, tables)):
        can_be_written(file)
    named = [name.strip() for name in bots.split(",")]
    plan = make_plan(
        found, games, players=players, bots=named if len(named) > 1 else bots, options=house_rules(option), seed=seed
    )
    kept = page.with_suffix(".study.npz")
    with progress_bar(games, found.title) as tell:
        study = play(plan, crew=Crew(cores, ray), progress=tell, file=kept, resume=resume, device=device)
    told = Found(study, language=language)
    if study.games and not study.interrupted:
        with progress_bar(len(study.traces), Message("lab.doing.course").say(language)) as tell:
            told.course = course(study, tell, cores)
        with progress_bar(CHOICES, Message("lab.doing.choices").say(language)) as tell:
            told.stakes = stakes(study, tell, cores)
        if skill:
            with progress_bar((len(LADDER) - 1) * skill, Message("lab.doing.skill").say(language)) as tell:
                told.steps = climb(study, deals=skill, progress=tell, workers=cores)
    if study.games:
        command = shlex.join(["cardshed", *sys.argv[1:]])
        page.write_text(told.html(command, f"{date.today()}"), encoding="utf-8")
        print(Message("lab.written", file=str(page)).say())
    if tables is not None:
        tidy.write(tidy.measures(study), tables)
        print(Message("lab.written", file=str(tables)).say())
    if study.interrupted:
        print(f"cardshed: {Message('lab.stopped', done=f'{study.games:,}', wanted=f'{games:,}')}", file=sys.stderr)
        raise typer.Exit(130)
    kept.unlink(missing_ok=True)


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
    bots: Bots = "greedy",
    seed: Seed = "0",
    watch: Annotated[
        str, typer.Option(help="The measure that decides when to stop, such as turns or opener.")
    ] = "turns",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the page is written; compare-GAME.html if not given.")
    ] = None,
    cores: Cores = None,
    ray: Ray = None,
    language: Annotated[str, typer.Option(help="The language of the page: en or vi.")] = "en",
) -> None:
    """Play the same deals by several sets of rules, and write a page that says what changes and what is noise."""
    import cardshed
    from cardshed.lab import comparing
    from cardshed.lab.compared import Compared
    from cardshed.lab.crew import Crew
    from cardshed.lab.plan import make_plan

    found = cardshed.game(game)
    page = out or Path(f"compare-{found.name}.html")
    can_be_written(page)
    named = [name.strip() for name in bots.split(",")]
    plan = make_plan(found, games, players=players, bots=named if len(named) > 1 else bots, seed=seed)
    with progress_bar(games, found.title) as tell:
        told = comparing.compare(plan, comparing.rule_sets(rules), watched=watch, crew=Crew(cores, ray), progress=tell)
    if told.games:
        shown = Compared(told, language)
        page.write_text(shown.html(shlex.join(["cardshed", *sys.argv[1:]]), f"{date.today()}"), encoding="utf-8")
        for line in shown.watched().found:
            print(line)
        print(Message("lab.written", file=str(page)).say())
    if told.interrupted:
        print(f"cardshed: {Message('lab.stopped', done=f'{told.games:,}', wanted=f'{games:,}')}", file=sys.stderr)
        raise typer.Exit(130)


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
    bots: Bots = "greedy",
    seed: Seed = "0",
    option: House = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the page is written; tune-GAME.html if not given.")
    ] = None,
    cores: Cores = None,
    ray: Ray = None,
    language: Annotated[str, typer.Option(help="The language of the page: en or vi.")] = "en",
) -> None:
    """Find the house rules that come closest to what is wanted, and write a page that shows what they cost."""
    import cardshed
    from cardshed.lab import tuning
    from cardshed.lab.crew import Crew
    from cardshed.lab.plan import make_plan
    from cardshed.lab.tuned import TunedPage

    found = cardshed.game(game)
    page = out or Path(f"tune-{found.name}.html")
    can_be_written(page)
    named = [name.strip() for name in bots.split(",")]
    plan = make_plan(
        found, games, players=players, bots=named if len(named) > 1 else bots, options=house_rules(option), seed=seed
    )
    wanted, values = tuning.targets(target, plan.players), tuning.ranges(over)
    with progress_bar(0, found.title) as tell:
        tuned = tuning.tune(plan, wanted, values, crew=Crew(cores, ray), progress=tell)
    if tuned.best:
        shown = TunedPage(tuned, plan, language)
        page.write_text(shown.html(shlex.join(["cardshed", *sys.argv[1:]]), f"{date.today()}"), encoding="utf-8")
        for name, want in wanted.items():
            print(shown.section(name, want).found[0])
        print(Message("lab.written", file=str(page)).say())
    if tuned.interrupted:
        raise typer.Exit(130)
