"""`cardshed cache`: the compiled rules that are kept on this machine."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from cardshed.engine.messages import Message


def cache(
    empty: Annotated[
        bool, Option("--empty", help="Remove all of it; the next commands compile again what they need.")
    ] = False,
) -> None:
    """Where the compiled rules are kept, and how large they are; they can be removed."""
    from cardshed.engine.core import cache as kept

    folder, (n, size) = str(kept.root()), kept.size()
    megabytes = f"{size / 1e6:.1f}"
    if empty:
        kept.empty()
        print(Message("cli.cache.emptied", n=n, folder=folder, megabytes=megabytes))
    else:
        print(Message("cli.cache.holds", n=n, folder=folder, megabytes=megabytes))
