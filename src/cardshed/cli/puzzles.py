"""`cardshed puzzles`: positions where one move is clearly best."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from typer import BadParameter, Exit, Option

from cardshed.cli.long import Long
from cardshed.cli.words import GameName, House, Players, house_rules, number
from cardshed.engine.messages import Message


def puzzles(
    game: GameName,
    out: Annotated[Path, Option(metavar="FILE", dir_okay=False, help="Where to write them, such as puzzles.json.")],
    n: Annotated[int, Option("-n", parser=number, metavar="NUMBER", help="How many puzzles.")] = 30,
    players: Players = None,
    seed: Annotated[str, Option("--seed", "-s", help="The seed of the matches, in hexadecimal.")] = "0",
    option: House = None,
) -> None:
    """Find positions in matches between bots where one move is clearly best. The page sets them as puzzles."""
    import cardshed
    from cardshed.engine.core.seeds import read_seed
    from cardshed.learn import puzzles

    long = Long(out)
    if out.exists():
        raise BadParameter(f"{out} is there already; name another file, or remove it first")
    found = cardshed.game(game)
    kept: list[puzzles.Puzzle] = []
    with long:
        with long.bar(n, found.title) as tell:
            for puzzle in puzzles.collected(puzzles.find(found, read_seed(seed), players, house_rules(option)), n):
                kept.append(puzzle)
                tell(1)
        if kept:
            long.write(out, puzzles.text(kept), Message("cli.puzzles.kept", file=str(out), n=len(kept)), aside=False)
    if len(kept) < n:
        print(f"cardshed: {Message('cli.puzzles.few', choices=f'{puzzles.PATIENCE:,}')}", file=sys.stderr)
        raise Exit(1)
