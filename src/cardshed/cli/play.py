"""`cardshed play`: against bots, in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cardshed.cli.words import House, Language, Players, Seed, can_be_written, house_rules, in_terminal
from cardshed.engine.messages import Message

if TYPE_CHECKING:
    from cardshed.engine.matches.match import Match


def play(
    game: Annotated[
        str | None,
        Argument(metavar="[GAME]", help="A game's name, or the folder of a game of your own; a menu if not given."),
    ] = None,
    players: Players = None,
    seat: Annotated[int, Option(help="Your seat, from 0.")] = 0,
    bots: Annotated[
        str, Option(help="The bot at the other seats, such as easy or expert, or one for each of them: easy,hard")
    ] = "medium",
    seed: Seed = None,
    option: House = None,
    record: Annotated[Path | None, Option(metavar="FILE", help="Write the match there when it ends.")] = None,
    resume: Annotated[bool, Option("--resume", help="Go on with the match that was left last.")] = False,
    plain: Annotated[
        bool, Option("--plain", help="Line by line, for pipes and screen readers, instead of full-screen.")
    ] = False,
    language: Language = None,
) -> None:
    """Play against bots in the terminal, full-screen or with --plain at a prompt."""
    import cardshed
    from cardshed.games import registry
    from cardshed.terminal import keeping
    from cardshed.terminal import plain as prompt

    if record is not None:
        can_be_written(record)
    own = cardshed.game(game) if game else None
    named = [name.strip() for name in bots.split(",")]
    opponents: str | list[str] = named if len(named) > 1 else bots
    plain = plain or not in_terminal()
    if resume:
        left = keeping.last_kept(own)
        match, seat, opponents = left.match(own), left.seat, left.opponents
    elif own is None and not plain:
        full_screen(language)
        return
    else:
        match = (own or cardshed.game(registry.FIRST)).match(players, seed, house_rules(option))
    match.view(seat)  # refuses a seat that is not there
    if plain:
        prompt.play(match, seat, opponents, again=seed is not None)
    else:
        match = full_screen(language, match, seat, opponents, again=seed is not None) or match
    if record is not None:
        record.write_text(match.record(), encoding="utf-8")
        print(f"{Message('cli.play.kept', file=str(record))}")


def full_screen(
    language: str | None, match: Match | None = None, seat: int = 0, opponents: str | list[str] = "medium",
    again: bool = False,
) -> Match | None:  # fmt: skip
    """The full-screen table, or the menu that leads to one; returns the match as it was left."""
    from cardshed.terminal.app import Terminal, at_home
    from cardshed.terminal.plain import dice_of
    from cardshed.terminal.sitting import AtHome
    from cardshed.terminal.speech import Speech

    say = Speech(language)
    table = None if match is None else at_home(match, seat, opponents, say, dice=dice_of(match, again))
    app = Terminal(say, table)
    app.run()
    left = app.sitting.match if isinstance(app.sitting, AtHome) else None
    if left is not None and not left.over and left.plies:
        print(say("cli.resume.kept"))
    return left
