"""The command line, `cardshed --help`: a file for each command, which imports what it needs when it is called."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cardshed.cli import (
    analyse,
    arena,
    at_once,
    cache,
    games,
    join,
    lab,
    new,
    perft,
    play,
    puzzles,
    replay,
    rules,
    serve,
    simulate,
    train,
    verify,
)

app = typer.Typer(
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Cardshed, a workshop for card games: play them, simulate them, look into them. "
    "Without a command it sets a table on this machine and opens it in the browser.",
)

# In the order in which --help shows them.
app.command()(games.games)
app.command()(rules.rules)
app.command()(play.play)
app.command()(join.join)
app.command()(simulate.simulate)
app.command()(arena.arena)
app.command()(replay.replay)
app.command()(analyse.analyse)
app.command()(puzzles.puzzles)
app.command()(serve.serve)
app.command()(verify.verify)
app.command()(perft.perft)
app.command()(train.train)
app.command()(new.new)
app.command()(cache.cache)
app.add_typer(lab.app, name="lab")


@app.callback()
def about(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
) -> None:
    if version:
        import cardshed

        print(cardshed.__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        at_once.play_in_browser()


def main() -> None:
    """Run a command; what goes wrong is one sentence on stderr."""
    from cardshed.engine.errors import CardshedError

    try:
        app()
    except CardshedError as problem:
        print(f"cardshed: {problem}", file=sys.stderr)
        sys.exit(2)
