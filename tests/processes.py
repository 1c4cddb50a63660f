"""Running Python anew, for what only another process can show."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path

from cardshed.engine.kernel import PLAIN

ROOT = Path(__file__).resolve().parent.parent
QUICKER = "import gc; gc.set_threshold(100_000)\n"  # to look for garbage among modules takes a sixth of a short life
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))  # which of those that share the tests


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])} | more


def python(source: str, *, check: bool = True, **more: str) -> subprocess.CompletedProcess[str]:
    """Run some lines of Python in a process of their own."""
    done = subprocess.run(
        [sys.executable, "-c", QUICKER + source], env=environment(**more), capture_output=True, text=True, timeout=300
    )
    assert not check or done.returncode == 0, done.stderr
    return done


def plain_python(source: str) -> list[str]:
    """What some lines print where nothing is compiled: in this process if that is so, else in one of their own."""
    if not PLAIN:
        return python(source, NUMBA_DISABLE_JIT="1").stdout.splitlines()
    with redirect_stdout(io.StringIO()) as out:
        exec(source, {})
    return out.getvalue().splitlines()


@contextmanager
def started(
    *arguments: str, program: tuple[str, str] = ("-m", "cardshed"), **more: str
) -> Iterator[subprocess.Popen[str]]:
    """The command line in a group of processes of its own, which hears Ctrl-C even if we were started in the back,
    and is gone afterwards."""
    process = subprocess.Popen(
        [sys.executable, *program, *arguments],
        env=environment(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
