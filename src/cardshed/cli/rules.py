"""`cardshed rules`: those of a game, to be read."""

from __future__ import annotations

import sys

from cardshed.cli.words import GameName


def rules(game: GameName) -> None:
    """Show the rules of a game."""
    import cardshed

    text = cardshed.game(game).rules
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text)
