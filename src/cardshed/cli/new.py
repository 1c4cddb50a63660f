"""`cardshed new`: a game of your own, begun."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from cardshed.engine.messages import Message


def new(
    name: Annotated[str, Argument(metavar="NAME", help="What the game is called: small letters, digits and _.")],
    folder: Annotated[
        Path, Option(file_okay=False, exists=True, help="Where its folder is made; here if not given.")
    ] = Path("."),
) -> None:
    """Begin a game of your own: a folder with a small one that already plays and is tested."""
    from cardshed.games.new import write

    print(Message("cli.new.written", folder=str(write(name, folder))))
