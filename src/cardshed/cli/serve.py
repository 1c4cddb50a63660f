"""`cardshed serve`: tables for people and programs elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from cardshed.cli.at_once import HOME, PORT


def serve(
    host: Annotated[str, Option(help="The address to listen at; 0.0.0.0 lets others in.")] = HOME,
    port: Annotated[int, Option(min=0, max=65535, help="The port; 0 takes a free one.")] = PORT,
    database: Annotated[
        str | None, Option(metavar="URL", help="Such as postgresql+asyncpg://user@host/name; SQLite if not given.")
    ] = None,
    data: Annotated[
        Path | None, Option(metavar="FOLDER", file_okay=False, help="Where SQLite lies; your data folder if not given.")
    ] = None,
    game: Annotated[
        list[str] | None, Option(help="The folder of a game of your own; can be given several times.")
    ] = None,
    only: Annotated[
        list[str] | None, Option(metavar="NAME", help="Serve this game and not all; can be given several times.")
    ] = None,
    origin: Annotated[
        list[str] | None, Option(metavar="URL", help="A page elsewhere that may open sockets here.")
    ] = None,
    behind_proxy: Annotated[
        list[str] | None,
        Option(metavar="ADDRESS", help="A reverse proxy that is believed who asks through it, such as 127.0.0.1."),
    ] = None,
    grace: Annotated[float, Option(min=0, metavar="SECONDS", help="How long someone may be gone.")] = 60.0,
    threads: Annotated[int | None, Option(min=1, help="How many bots think at once; one per core.")] = None,
) -> None:
    """Serve tables at which people and programs play: a page, HTTP and sockets."""
    import cardshed
    from cardshed.engine.errors import BadGame
    from cardshed.games import registry
    from cardshed.server.running import Config
    from cardshed.server.serving import data_folder, serve
    from cardshed.server.store import default_url

    own = [cardshed.game(folder) for folder in game or []]
    for one in own:
        if registry.named(one.name) is not one:
            raise BadGame("cli.serve.name", folder=str(one.folder), name=one.name)
    url = database or default_url(data or data_folder())
    wanted = [registry.named(name).name for name in only] if only else cardshed.games()
    names = tuple(dict.fromkeys([*wanted, *(one.name for one in own)]))
    origins, proxies = frozenset(origin or ()), frozenset(behind_proxy or ())
    serve(Config(url, names, origins, proxies, grace=grace, threads=threads), host, port)
