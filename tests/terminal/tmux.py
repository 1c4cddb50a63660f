"""A real terminal for a program: tmux, where keys are typed and the screen is read."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.processes import ROOT, environment

MISSING = "there is no tmux: apt-get install tmux"
PATIENCE = 60.0  # seconds, on a busy machine


class Pane:
    def __init__(self, socket: str) -> None:
        self.socket = socket

    def _tmux(self, *words: str) -> str:
        return subprocess.run(["tmux", "-L", self.socket, *words], capture_output=True, text=True, check=True).stdout

    def type(self, *keys: str) -> None:
        self._tmux("send-keys", "-t", "t", *keys)

    @property
    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-t", "t")

    def wait(self, seen: Callable[[str], bool], what: str = "") -> str:
        end = time.monotonic() + PATIENCE
        while not seen(screen := self.screen):
            assert time.monotonic() < end, f"not to be seen: {what}\n{screen}"
            time.sleep(0.05)
        return screen


def follow_hint(pane: Pane, turn: str) -> str:
    """Do what a strong bot would, when it is one's turn, as `turn` on the screen tells; returns the screen just before
    the move was made. What was typed just before a change of the table may say nothing, and is typed again."""
    pane.wait(lambda screen: turn in screen, "the own turn")
    pane.type("h")
    end, again = time.monotonic() + PATIENCE, time.monotonic() + 3
    while " % " not in (screen := pane.screen):
        assert time.monotonic() < end, screen
        if time.monotonic() > again and turn in screen:
            pane.type("h")
            again += 3
        time.sleep(0.05)
    pane.type("Enter")
    chosen = pane.wait(lambda screen: " % " not in screen, "the table again")
    pane.type("p" if "The bot would choose: pass" in chosen else "Enter")
    return chosen


@contextmanager
def program(data: Path, command: str, size: tuple[int, int] = (80, 24)) -> Iterator[Pane]:
    """A terminal in which a command runs; what cardshed keeps is kept in a folder of the caller's."""
    if shutil.which("tmux") is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    socket = f"cardshed-{uuid.uuid4().hex[:8]}"
    env = environment(XDG_DATA_HOME=str(data), LANG="C.UTF-8", LC_ALL="C.UTF-8")
    wide, high = map(str, size)
    begin = [
        "tmux",
        "-L",
        socket,
        "-u",
        "new-session",
        "-d",
        "-s",
        "t",
        "-x",
        wide,
        "-y",
        high,
        f"{command}; sleep 600",
    ]
    subprocess.run(begin, env=env, cwd=ROOT, check=True)
    try:
        yield Pane(socket)
    finally:
        subprocess.run(["tmux", "-L", socket, "kill-server"], check=False, capture_output=True)


def terminal(data: Path, *arguments: str, size: tuple[int, int] = (80, 24)) -> AbstractContextManager[Pane]:
    """A terminal in which cardshed runs."""
    return program(data, " ".join(map(shlex.quote, [sys.executable, "-m", "cardshed", *arguments])), size)
