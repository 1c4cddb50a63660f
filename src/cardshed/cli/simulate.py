"""`cardshed simulate`: many games between bots, summed up."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

from typer import Option

from cardshed.cli.long import Long
from cardshed.cli.words import AsJson, GameName, House, Players, house_rules, number


def simulate(
    game: GameName,
    n: Annotated[
        int, Option("-n", "--games", parser=number, metavar="NUMBER", help="How many games, such as 1e6.")
    ] = 10_000,
    players: Players = None,
    bots: Annotated[str, Option(help="One bot for all seats, or one per seat with commas.")] = "random",
    seed: Annotated[str, Option("--seed", "-s", help="The seed of the batch, in hexadecimal.")] = "0",
    option: House = None,
    threads: Annotated[int | None, Option(min=1, help="How many cores; all if not given.")] = None,
    device: Annotated[str, Option(help="cpu or cuda.")] = "cpu",
    as_json: AsJson = False,
) -> None:
    """Play many games between bots and sum them up."""
    import cardshed
    from cardshed.engine.core.simulate import batches
    from cardshed.terminal.summary import Summary

    found = cardshed.game(game)
    who: Any = bots.split(",") if "," in bots else bots
    summary = Summary(found)
    how: dict[str, Any] = {"players": players, "bots": who, "seed": seed, "options": house_rules(option)}
    how |= {"threads": threads, "device": device}
    with Long() as run:
        with run.bar(n, found.title) as tell:
            next(iter(batches(found, 1, **how)))  # compiles, and says what is wrong, before the clock starts
            begun = time.perf_counter()
            for batch in batches(found, n, progress=tell, **how):
                summary.add(batch)
                summary.seconds = time.perf_counter() - begun
        if summary.games:
            print(json.dumps(summary.json(), indent=2) if as_json else summary.text())
        run.stopped_after("cli.simulate.stopped", summary.games, n)
