"""A real server in a process of its own, and a gateway before it that loses what it is told to lose."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as gate
from websockets.exceptions import ConnectionClosed

from tests.conftest import PROOF
from tests.processes import environment

SECONDS = 180.0  # until a game is compiled, on a busy machine


class Served:
    """`cardshed serve` on its own database; it can be killed and begun again at the same address."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, and wait until people can play."""
        program = "cardshed" if PROOF else "tests.server.dealt"
        command = [sys.executable, "-m", program, "serve", "--port", str(self.port), "--data", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *self.options], env=environment(), stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + SECONDS
        while not self._ready():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(self.log())
            time.sleep(0.05)

    def kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/ready", timeout=5) as answer:
                return set(json.loads(answer.read())["games"].values()) == {"ready"}
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """A server that runs, and is gone afterwards."""
    served = Served(folder, *options)
    try:
        served.start()
        yield served
    finally:
        served.kill()


PASS, DROP, CUT = "pass", "drop", "cut"
Fate = Callable[[str, dict[str, Any]], str]  # what becomes of a message that goes "in" to the server or "out" of it


@asynccontextmanager
async def gateway(target: str, fate: Fate) -> AsyncIterator[str]:
    """The address of a gateway to a server's sockets: it passes messages on, or changes, drops or is cut by one."""

    async def handle(outer: ServerConnection) -> None:
        assert outer.request is not None
        headers = {"authorization": outer.request.headers["authorization"]}
        async with connect(f"ws{target.removeprefix('http')}{outer.request.path}", additional_headers=headers) as inner:
            ways = [relay(outer, inner, "in"), relay(inner, outer, "out")]
            await asyncio.wait([asyncio.create_task(way) for way in ways], return_when=asyncio.FIRST_COMPLETED)
            outer.transport.abort()

    async def relay(
        source: ServerConnection | ClientConnection, sink: ServerConnection | ClientConnection, way: str
    ) -> None:
        with suppress(ConnectionClosed):
            async for text in source:
                chosen = fate(way, json.loads(text))
                if chosen == CUT:
                    return
                if chosen != DROP:
                    await sink.send(text if chosen == PASS else chosen)

    async with gate(handle, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
