"""How games, seeds, house rules and files are given to commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, BadParameter, Option

GameName = Annotated[str, Argument(metavar="GAME", help="A game's name, or the folder of a game of your own.")]
Players = Annotated[int | None, Option("--players", "-p", help="How many seats; the game's usual number if not given.")]
Seed = Annotated[str | None, Option("--seed", "-s", help="The seed of all chance, in hexadecimal; drawn if not given.")]
House = Annotated[
    list[str] | None, Option("--option", "-o", metavar="NAME=VALUE", help="A house rule; can be given several times.")
]
Record = Annotated[Path, Argument(exists=True, dir_okay=False, readable=True, help="A record, *.shed.")]
OwnGame = Annotated[str | None, Option("--game", help="The folder of the record's game, if it is one of your own.")]
Language = Annotated[str | None, Option("--language", help="Speak en or vi; the terminal's language if not given.")]
AsJson = Annotated[bool, Option("--json", help="Print JSON.")]


def number(text: str | int) -> int:
    """Whole numbers as people write them: 1000000, 1_000_000, 1e6."""
    try:
        value = float(str(text).replace("_", ""))
    except ValueError:
        raise BadParameter(f"{text} is not a number") from None
    if not 1 <= value < 1e15 or value != int(value):
        raise BadParameter(f"{text} is not a whole number of 1 or more")
    return int(value)


def house_rules(given: list[str] | None) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in given or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadParameter(f"{pair}: write a house rule as NAME=VALUE, for example match=5")
        options[name.strip()] = value.strip()
    return options


def can_be_written(file: Path) -> None:
    """Refuse a file in a folder that is not there, before anything is played for it."""
    if not file.parent.is_dir():
        raise BadParameter(f"There is no folder {file.parent} for {file.name}; make it first")


def in_terminal() -> bool:
    """Whether a person sits there, and not a pipe."""
    return sys.stdin.isatty() and sys.stdout.isatty()
