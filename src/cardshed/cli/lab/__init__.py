"""`cardshed lab`: what a rule does to the game, as a page, as tables, compared."""

from __future__ import annotations

import typer

from cardshed.cli.lab import compare, report, tune

app = typer.Typer(
    no_args_is_help=True, help="What a rule does to the game: reports of many games, as a page and as tables."
)

app.command()(report.report)
app.command()(compare.compare)
app.command()(tune.tune)
