"""A full disk under SQLite: it is said in a sentence, no half move is kept, and the server recovers by itself."""

from __future__ import annotations

import asyncio
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.conftest import counted
from tests.server.crowd import Crowd, Ledger, Refused, Serving, make_table, open_line
from tests.server.test_postgres import SAID, keys

TIMES = counted(quick=2, proof=30, plain=1)
SMALL = 40_000_000  # bytes of the small disk; the log that SQLite writes ahead has up to 4 MB
Full = Callable[[Serving, bool], None]  # makes the disk of a server full, or lets there be room again

pytestmark = [pytest.mark.server, pytest.mark.process]


@contextmanager
def limited(folder: Path) -> Iterator[Full]:
    """The system lets the process write to no file beyond a length."""

    def full(serving: Serving, yes: bool) -> None:
        assert serving.process is not None
        _, most = resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (1024 if yes else most, most))

    yield full


@contextmanager
def small(folder: Path) -> Iterator[Full]:
    """A disk of its own, which is filled to the last byte."""
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "cardshed", folder], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("a small disk can be mounted by root alone: run this test as root")
    ballast = folder / "ballast"

    def full(serving: Serving, yes: bool) -> None:
        if yes:
            with pytest.raises(OSError), ballast.open("wb", buffering=0) as file:
                while file.write(bytes(1024)):
                    pass
        else:
            ballast.unlink()

    try:
        yield full
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.parametrize("disk", [limited, small])
def test_a_full_disk_is_said_and_nothing_is_lost(
    disk: Callable[[Path], AbstractContextManager[Full]], tmp_path: Path
) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    database = f"sqlite+aiosqlite:///{folder / 'cardshed.sqlite'}"
    with disk(folder) as full:
        serving = Serving(database, tmp_path / "log")
        try:
            serving.start()
            asyncio.run(_filled_again_and_again(serving, Ledger(database), full))
        finally:
            serving.kill()
    assert serving.traces() == []


async def _filled_again_and_again(serving: Serving, ledger: Ledger, full: Full) -> None:
    await serving.ready()
    crowd = Crowd(ledger, seed=11)
    tables = [await crowd.open_table([[serving.url]] * people, bots) for people, bots in ((3, 0), (2, 1))]
    await crowd.all_play()
    for _ in range(TIMES):
        crowd.refused.clear()
        full(serving, True)
        await crowd.until(lambda: len(crowd.refused) >= 5, "the full disk is said")
        assert {(str(problem), problem.status) for problem in crowd.refused} == {(SAID, 503)}
        with pytest.raises(Refused, match="It could not be kept"):
            await make_table(serving.url, keys(11, 1)[0], game="thirteen")
        assert await says(serving) == "fails"
        looking = await open_line(serving.url, tables[0])  # what is kept can be looked at
        await looking.close()
        full(serving, False)
        await crowd.all_play()
        assert await says(serving) == "works"
    await crowd.leave()
    assert crowd.counted["lost connections"] == 0
    print(", ".join(f"{name}: {count}" for name, count in crowd.counted.items()))


async def says(serving: Serving) -> str:
    """What the status tells of the database."""
    async with httpx.AsyncClient() as web:
        return str((await web.get(f"{serving.url}/api/status")).json()["database"])
