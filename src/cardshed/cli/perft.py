"""`cardshed perft`: sequences of moves, counted."""

from __future__ import annotations

import time
from typing import Annotated

from typer import Option

from cardshed.cli.long import Long
from cardshed.cli.words import GameName, House, Players, house_rules


def perft(
    game: GameName,
    depth: Annotated[int, Option("--depth", "-d", min=1, max=64, help="How many moves deep.")] = 4,
    players: Players = None,
    seed: Annotated[str, Option("--seed", "-s", help="The seed of the deal, in hexadecimal.")] = "0",
    option: House = None,
) -> None:
    """Count the sequences of moves from a deal, depth by depth."""
    import cardshed
    from cardshed.engine.kit.perft import perft

    with Long():
        match = cardshed.game(game).match(players, seed, house_rules(option))
        for level in range(1, depth + 1):
            begun = time.perf_counter()
            nodes = perft(match, level)
            print(f"{level:3}  {nodes:>16,}  {time.perf_counter() - begun:8.2f} s", flush=True)
