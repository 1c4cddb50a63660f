"""The full-screen program: `cardshed play` and `cardshed join`."""

from __future__ import annotations

import gc
import logging
from collections.abc import Sequence

from textual import work
from textual.app import App

import cardshed
from cardshed import bots
from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.match import Match
from cardshed.terminal import keeping
from cardshed.terminal.menu import MenuScreen, SetupScreen
from cardshed.terminal.plain import seat_by_seat
from cardshed.terminal.sitting import PACE, AtHome, Sitting
from cardshed.terminal.speech import Speech, capital
from cardshed.terminal.table_screen import TableScreen


class Terminal(App[None]):
    """A table, or the menu that leads to one."""

    TITLE = "Cardshed"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, say: Speech, sitting: Sitting | None = None) -> None:
        super().__init__()
        self.say = say
        self.sitting = sitting

    @work
    async def on_mount(self) -> None:
        """From the menu to a table, to another one, and back."""
        logging.getLogger("cardshed").addHandler(logging.NullHandler())  # nothing is printed over the table
        gc.freeze()  # what is loaded by now stays: to look through it again and again would stop the table for 0.1 s
        while True:
            if self.sitting is None:
                self.sitting = await self.choose()
            self.sitting = await self.push_screen_wait(TableScreen(self.sitting, self.say))

    async def choose(self) -> AtHome:
        """A table that somebody wants: a new one, or one that was left."""
        while True:
            chosen = await self.push_screen_wait(MenuScreen(self.say))
            if isinstance(chosen, keeping.Kept):
                try:
                    return at_home(chosen.match(), chosen.seat, chosen.opponents, self.say)
                except CardshedError as problem:  # it was played by rules that are no more
                    self.notify(capital(self.say(problem.message)), severity="warning")
                    continue
            wish = await self.push_screen_wait(SetupScreen(cardshed.game(chosen), self.say))
            if wish is not None:
                match = wish.game.match(wish.players, None, wish.options)
                return at_home(match, 0, wish.bots, self.say)


def at_home(
    match: Match, seat: int, opponents: str | Sequence[str], say: Speech, pace: float = PACE, dice: int | None = None
) -> AtHome:
    """Sit down among bots. The match is kept after every change, so that nothing is lost however it is left."""
    names = seat_by_seat(opponents, match.players, seat)
    seated = [bots.find(name, guarded=True) for name in names]
    table = AtHome(match, seat, seated, say("cli.table.you"), pace, dice)
    table.keep = lambda now: keeping.keep(now, seat, names)
    return table
