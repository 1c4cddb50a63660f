"""What the commands have in common: how games, seeds and house rules are given, and a bar for long runs."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from cardshed.engine.core.progress import in_bar

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or the folder of a game of your own.")]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="How many seats; the game's usual number if not given.")
]
Seed = Annotated[
    str | None, typer.Option("--seed", "-s", help="The seed of all chance, in hexadecimal; drawn if not given.")
]
House = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A house rule; can be given several times."),
]
Record = Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="A record, *.shed.")]
OwnGame = Annotated[
    str | None, typer.Option("--game", help="The folder of the record's game, if it is one of your own.")
]
Language = Annotated[
    str | None, typer.Option("--language", help="Speak en or vi; the terminal's language if not given.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def number(text: str | int) -> int:
    """Whole numbers as people write them: 1000000, 1_000_000, 1e6."""
    try:
        value = float(str(text).replace("_", ""))
    except ValueError:
        raise typer.BadParameter(f"{text} is not a number") from None
    if not 1 <= value < 1e15 or value != int(value):
        raise typer.BadParameter(f"{text} is not a whole number of 1 or more")
    return int(value)


def house_rules(given: list[str] | None) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in given or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair}: write a house rule as NAME=VALUE, for example match=5")
        options[name.strip()] = value.strip()
    return options


def can_be_written(file: Path) -> None:
    """Refuse a file in a folder that is not there, before anything is played for it."""
    if not file.parent.is_dir():
        raise typer.BadParameter(f"There is no folder {file.parent} for {file.name}; make it first")


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


class progress_bar:
    """A bar for long runs, on a terminal only; called with the games finished since the last call."""

    def __init__(self, total: int, what: str) -> None:
        from rich.console import Console
        from rich.progress import Progress, TimeRemainingColumn

        columns = [*Progress.get_default_columns()[:-1], TimeRemainingColumn()]
        self.bar = Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
        self.task = self.bar.add_task(what, total=total)
        self.compiling = in_bar(lambda told: self.bar.update(self.task, description=told or what))

    def __enter__(self) -> Any:
        self.bar.start()
        if not self.bar.disable:
            self.compiling.__enter__()
        return lambda done: self.bar.advance(self.task, done)

    def __exit__(self, *_: object) -> None:
        if not self.bar.disable:
            self.compiling.__exit__(None, None, None)
        self.bar.stop()

    def say(self, line: str) -> None:
        """A line above the bar."""
        self.bar.console.print(line, markup=False, highlight=False, soft_wrap=True)
