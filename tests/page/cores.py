"""A core for the page alone: the phone that it stands for runs neither the server and its bots nor these tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.processes import WORKER


@contextmanager
def page_alone() -> Iterator[None]:
    """As long as it lasts, what runs the pages has one core, and all else that we have started shares the others; where
    there is only one, or no way to ask for it, nothing is changed."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
    if len(cores) < 2:
        yield
        return
    own = cores[WORKER % len(cores)]
    begun = [(pid, "--type=renderer" in command) for pid, command in processes()]
    try:
        for pid, renders in begun:
            for thread in threads(pid):
                place(thread, {own} if renders and thread == pid else set(cores) - {own})
        yield
    finally:
        for pid, _ in begun:
            for thread in threads(pid):
                place(thread, set(cores))


def processes() -> Iterator[tuple[int, str]]:
    """This process and all that have come from it, each with its command."""
    parents = {int(path.name): parent(path) for path in Path("/proc").iterdir() if path.name.isdigit()}
    ours = {os.getpid()}
    while more := {pid for pid, above in parents.items() if above in ours} - ours:
        ours |= more
    for pid in ours:
        with suppress(OSError):
            yield pid, Path(f"/proc/{pid}/cmdline").read_text(errors="replace")


def parent(path: Path) -> int:
    try:
        return int((path / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # it has ended meanwhile
        return 0


def threads(pid: int) -> list[int]:
    try:
        return [int(path.name) for path in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return []


def place(thread: int, cores: set[int]) -> None:
    with suppress(OSError):
        os.sched_setaffinity(thread, cores)
