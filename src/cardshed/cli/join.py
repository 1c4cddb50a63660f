"""`cardshed join`: a seat at a table on a server."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Exit, Option

from cardshed.cli.words import Language


def join(
    link: Annotated[str, Argument(metavar="LINK", help="The link of a table, as its page shows it.")],
    name: Annotated[str, Option(help="Your name at the table.")] = "Guest",
    key: Annotated[
        str | None, Option(help="The key of a seat that is yours already; the one from last time if not given.")
    ] = None,
    watch: Annotated[bool, Option("--watch", help="Look on, without a seat.")] = False,
    language: Language = None,
) -> None:
    """Take a seat at a table on a server, with friends in browsers or terminals."""
    import asyncio
    from contextlib import AsyncExitStack

    from cardshed.terminal.app import Terminal
    from cardshed.terminal.joining import joined
    from cardshed.terminal.speech import Speech

    async def sit() -> int:
        say = Speech(language)
        async with AsyncExitStack() as places:
            app = Terminal(say, await joined(link, name, say.language, places, key, watch))
            await app.run_async()
            return app.return_code or 0

    raise Exit(asyncio.run(sit()))
