"""`cardshed arena`: bots against each other on the same deals."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from cardshed.cli.long import Bar, Long
from cardshed.cli.words import GameName, House, house_rules, number
from cardshed.engine.messages import Message


def arena(
    game: GameName,
    bots: Annotated[
        list[str], Argument(metavar="BOT...", help="Bots by name, or your own: module:name or path/to/file.py:name.")
    ],
    n: Annotated[
        int, Option("-n", "--deals", parser=number, metavar="NUMBER", help="How many deals, such as 2000.")
    ] = 200,
    players: Annotated[
        int | None,
        Option("--players", "-p", help="How many seats; as many as bots are named, or the game's usual number."),
    ] = None,
    seed: Annotated[str, Option("--seed", "-s", help="The seed of deals and bots, in hexadecimal.")] = "0",
    option: House = None,
    cores: Annotated[
        int | None, Option("--cores", "--threads", min=1, help="How many cores; all if not given.")
    ] = None,
    limit: Annotated[float, Option(metavar="SECONDS", help="How long a bot may think about a move.")] = 60.0,
    until_sure: Annotated[
        bool, Option("--until-sure", help="Stop as soon as the first two bots are told apart.")
    ] = False,
    json_file: Annotated[
        Path | None, Option("--json", metavar="FILE", help="Write settings and standings there.")
    ] = None,
    csv_file: Annotated[Path | None, Option("--csv", metavar="FILE", help="Write a line per game there.")] = None,
) -> None:
    """Let bots play the same deals from every seat, and rate them."""
    import cardshed
    from cardshed.bots.arena import run
    from cardshed.bots.arena.ladder import Ladder
    from cardshed.bots.arena.plan import make_plan
    from cardshed.terminal import ladder

    long = Long(json_file, csv_file)
    found, rules = cardshed.game(game), house_rules(option)
    plan = make_plan(found, bots, n, players=players, options=rules, seed=seed, limit=limit, until_sure=until_sure)
    with long:
        bar = Bar(plan.games, found.title)
        with bar as tell:
            results = run.play(plan, cores, tell, ladder.Forfeits(plan, bar.say))
        if results.games:
            told, lines = Ladder(results), io.StringIO(newline="")
            print(ladder.text(told, found.title))
            results.write_csv(lines)
            for file, text in ((json_file, json.dumps(told.json(), indent=2) + "\n"), (csv_file, lines.getvalue())):
                long.write(file, text, Message("cli.arena.kept", file=str(file)))
        long.interrupted = results.interrupted
        long.stopped_after("cli.arena.stopped", len(results.deals), n)
