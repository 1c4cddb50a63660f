"""`cardshed` without a command: a table on this machine, in the browser."""

from __future__ import annotations

from cardshed.engine.messages import Message

PORT = 8000
HOME = "127.0.0.1"
FIRST = "thirteen"  # the game at whose table newcomers sit down


def play_in_browser() -> None:
    """Serve on this machine alone, and open a table in the browser."""
    import logging

    import cardshed
    from cardshed.server.running import Config
    from cardshed.server.serving import data_folder, free_port, serve
    from cardshed.server.store import default_url

    games = sorted(cardshed.games(), key=lambda name: name != FIRST)  # made ready in this order
    config = Config(default_url(data_folder()), tuple(games))
    serve(config, HOME, free_port(HOME, PORT), log_level=logging.WARNING, ready=open_browser)


def open_browser(url: str) -> None:
    import webbrowser

    opened = webbrowser.open(f"{url}/play/{FIRST}")
    print(Message("cli.serving.opened" if opened else "cli.serving.open", url=url), flush=True)
