"""The command line, `cardshed --help`: a file for each command, which imports what it needs when it is called."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Annotated

from typer import Context, Exit, Option, Typer

from cardshed.cli import at_once, lab
from cardshed.cli.games import in_short
from cardshed.games import registry

# Each has a file of its name, in the order in which --help shows them.
COMMANDS = "games rules play join simulate arena replay analyse puzzles serve verify perft train new cache".split()

app = Typer(
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Cardshed, a workshop for card games: play them, simulate them, look into them. "
    "Without a command it sets a table on this machine and opens it in the browser.",
    epilog="Games:\n\n" + "\n\n".join(f"{name}: {in_short(name)}" for name in registry.names()),
)

for name in COMMANDS:
    app.command()(getattr(import_module(f"cardshed.cli.{name}"), name))
app.add_typer(lab.app, name="lab")


@app.callback()
def about(
    context: Context,
    version: Annotated[bool, Option("--version", help="Print the version and exit.", is_eager=True)] = False,
) -> None:
    if version:
        import cardshed

        print(cardshed.__version__)
        raise Exit
    if context.invoked_subcommand is None:
        at_once.play_in_browser()


def main() -> None:
    """Run a command; what goes wrong is one sentence on stderr."""
    gc.set_threshold(100_000)  # modules are no garbage: to look for some takes a sixth of a command's start
    from cardshed.engine.errors import CardshedError

    try:
        app()
    except CardshedError as problem:
        print(f"cardshed: {problem}", file=sys.stderr)
        sys.exit(2)
