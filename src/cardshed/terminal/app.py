"""The full-screen program: `cardshed play` and `cardshed join`."""

from __future__ import annotations

from collections.abc import Sequence

from textual import work
from textual.app import App

import cardshed
from cardshed import bots
from cardshed.engine.match import Match
from cardshed.terminal import keeping
from cardshed.terminal.menu import MenuScreen, SetupScreen, Wish
from cardshed.terminal.plain import seat_by_seat
from cardshed.terminal.sitting import PACE, AtHome, Sitting
from cardshed.terminal.speech import Speech
from cardshed.terminal.table_screen import TableScreen


class Terminal(App[None]):
    """A table, or the menu that leads to one."""

    TITLE = "Cardshed"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, say: Speech, sitting: Sitting | None = None) -> None:
        super().__init__()
        self.say = say
        self.sitting = sitting

    def on_mount(self) -> None:
        if self.sitting is not None:
            self.push_screen(TableScreen(self.sitting, self.say))
        else:
            self.choose()

    @work
    async def choose(self) -> None:
        """From the menu to a table."""
        wish: Wish | None = None
        while wish is None:
            name = await self.push_screen_wait(MenuScreen(self.say))
            wish = await self.push_screen_wait(SetupScreen(cardshed.game(name), self.say))
        match = wish.game.match(wish.players, None, wish.options)
        self.sitting = at_home(match, 0, wish.bots, self.say)
        await self.push_screen(TableScreen(self.sitting, self.say))


def at_home(
    match: Match, seat: int, opponents: str | Sequence[str], say: Speech, pace: float = PACE, dice: int | None = None
) -> AtHome:
    """Sit down among bots. The match is kept after every change, so that nothing is lost however it is left."""
    names = seat_by_seat(opponents, match.players, seat)
    seated = [bots.find(name, guarded=True) for name in names]
    table = AtHome(match, seat, seated, say("cli.play.you"), pace, dice)
    table.keep = lambda now: keeping.keep(now, seat, names)
    return table
