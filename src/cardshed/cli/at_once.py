"""`cardshed` without a command: a table on this machine, in the browser."""

from __future__ import annotations

from cardshed.engine.messages import Message

PORT = 8000
HOME = "127.0.0.1"


def play_in_browser() -> None:
    """Serve on this machine alone, and open a table in the browser."""
    import logging

    from cardshed.games import registry
    from cardshed.server.running import Config
    from cardshed.server.serving import data_folder, free_port, serve
    from cardshed.server.store import default_url

    games = sorted(registry.names(), key=lambda name: name != registry.FIRST)  # made ready in this order
    config = Config(default_url(data_folder()), tuple(games))
    serve(config, HOME, free_port(HOME, PORT), log_level=logging.WARNING, ready=open_browser)


def open_browser(url: str) -> None:
    import webbrowser

    from cardshed.games import registry

    opened = webbrowser.open(f"{url}/play/{registry.FIRST}")
    print(Message("cli.serving.opened" if opened else "cli.serving.open", url=url), flush=True)
