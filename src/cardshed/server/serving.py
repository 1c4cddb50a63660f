"""Running the server: settings from the command line, one uvicorn, an orderly end."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import uvicorn

from cardshed.engine.errors import CardshedError
from cardshed.server import garbage, logs
from cardshed.server.app import make_app
from cardshed.server.running import Config
from cardshed.server.store import Store

log = logging.getLogger(__name__)

BACKLOG = 2048  # connections that may wait to be let in
LAST_WORDS = 5  # seconds that open requests have when the server is told to stop


def listening(host: str, port: int) -> socket.socket:
    """The address to serve at, taken before anything else is done."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as problem:
        found.close()
        raise CardshedError("server.address", host=host, port=port, why=problem.strerror or str(problem)) from None
    return found


def free_port(host: str, wanted: int) -> int:
    """The port that is wanted, or 0 for any if it is taken."""
    try:
        listening(host, wanted).close()
    except CardshedError:
        return 0
    return wanted


def serve(
    config: Config, host: str, port: int, log_level: int = logging.INFO, ready: Callable[[str], None] = lambda url: None
) -> None:
    """Serve until told to stop. `ready` is told the address as soon as whoever comes there is let in, in a thread of
    its own."""
    asyncio.run(_try_database(config.database))
    logs.set_up(log_level)
    with listening(host, port) as taken:
        url = f"http://{host}:{taken.getsockname()[1]}"
        log.info("serving", extra={"url": url})
        settings = uvicorn.Config(
            make_app(config),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=list(config.proxies),
            ws_max_size=config.limits.message * 4,  # in bytes; the limit is in characters
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=LAST_WORDS,
            lifespan="on",
        )
        garbage.put_off()
        _Telling(settings, lambda: ready(url)).run(sockets=[taken])


class _Telling(uvicorn.Server):
    """Tells when it has begun: not before, since only then does Ctrl-C end it in order."""

    def __init__(self, settings: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(settings)
        self.tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        threading.Thread(target=self.tell, daemon=True).start()


async def _try_database(url: str) -> None:
    """A database that cannot be used is told in a sentence before anything is served."""
    await (await Store.open(url)).close()


def data_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("cardshed", appauthor=False)
