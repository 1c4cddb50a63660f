"""What long commands share: a live bar, one Ctrl-C that costs nothing, what they write, and how they end."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType

import typer

from cardshed.cli.words import can_be_written
from cardshed.engine.core.progress import in_bar
from cardshed.engine.messages import Message

STOPPED = 130  # the exit status after Ctrl-C


class Long:
    """A long command. The files it will write are looked at before anything is done for them; a first Ctrl-C ends the
    work and lets what was done be told and written, and further ones are not heard."""

    def __init__(self, *files: Path | None) -> None:
        for file in filter(None, files):
            can_be_written(file)
        self.interrupted = False
        self.said = Message("cli.stopped")  # of a command that was stopped, as its last word
        self.open = ExitStack()

    def __enter__(self) -> Long:
        self.open.enter_context(heard_once())
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.open.close()
        if kind is KeyboardInterrupt or (kind is None and self.interrupted):
            print(f"cardshed: {self.said}", file=sys.stderr)
            raise typer.Exit(STOPPED)

    def bar(self, total: int, what: str) -> Bar:
        """A bar for work that Ctrl-C ends; the command goes on after it."""
        return Bar(total, what, self)

    def write(self, file: Path | None, text: str, told: Message, aside: bool = True) -> None:
        """Write a file, if one was asked for, and say so; aside, where others may read stdout."""
        if file is not None:
            file.write_text(text, encoding="utf-8", newline="")
            said = told.say()
            print(f"cardshed: {said}" if aside else said, file=sys.stderr if aside else sys.stdout)

    def stopped_after(self, told: str, done: int, wanted: int) -> None:
        """How far it is when it is stopped."""
        self.said = Message(told, done=f"{done:,}", wanted=f"{wanted:,}")


class Bar:
    """A bar for long work, on a terminal only; called with what was done since the last call. While Numba compiles it
    says so. By itself it is for work that answers Ctrl-C with what is finished, as arena and lab do."""

    def __init__(self, total: int, what: str, ended: Long | None = None) -> None:
        from rich.console import Console
        from rich.progress import Progress, TimeRemainingColumn

        columns = [*Progress.get_default_columns()[:-1], TimeRemainingColumn()]
        self.bar = Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
        self.task = self.bar.add_task(what, total=total)
        self.what = what
        self.ended = ended  # by Ctrl-C
        self.open = ExitStack()

    def __enter__(self) -> Callable[[int], None]:
        self.open.enter_context(self.bar)
        if not self.bar.disable:
            self.open.enter_context(in_bar(lambda told: self.bar.update(self.task, description=told or self.what)))
        return lambda done: self.bar.advance(self.task, done)

    def __exit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> bool:
        self.open.close()
        if kind is KeyboardInterrupt and self.ended is not None:
            self.ended.interrupted = True
            return True
        return False

    def say(self, line: str) -> None:
        """A line above the bar."""
        self.bar.console.print(line, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def heard_once() -> Iterator[None]:
    """Only the first Ctrl-C is heard: a second one, in impatience, would cost the table that the first asked for."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is signal.SIG_IGN:
        yield
        return

    def hear(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
