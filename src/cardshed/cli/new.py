"""`cardshed new`: a game of your own, begun."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardshed.engine.messages import Message


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called: small letters, digits and _.")],
    folder: Annotated[
        Path, typer.Option(file_okay=False, exists=True, help="Where its folder is made; here if not given.")
    ] = Path("."),
) -> None:
    """Begin a game of your own: a folder with a small one that already plays and is tested."""
    from cardshed.games.new import write

    print(Message("cli.new.written", folder=str(write(name, folder))))
