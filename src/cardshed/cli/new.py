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
    like: Annotated[
        str | None, Option(metavar="GAME", help="Begin with a copy of this game, by its name or folder.")
    ] = None,
) -> None:
    """Begin a game of your own: a folder with a small one that already plays and is tested, or with a copy of one."""
    from cardshed.games.new import copy, write

    if like is None:
        print(Message("cli.new.written", folder=str(write(name, folder))))
        return
    made, left_out = copy(name, folder, like)
    print(Message("cli.new.copied", folder=str(made), like=like))
    if left_out:
        print(Message("cli.new.left_out", folder=str(made), like=like, files=left_out))
