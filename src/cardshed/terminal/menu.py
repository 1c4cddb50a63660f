"""Before the table: which game, how many, which bots, which house rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

import cardshed
from cardshed.bots.levels import LEVELS
from cardshed.engine.errors import CardshedError
from cardshed.engine.game import Game
from cardshed.terminal.sheets import Sheet, keys_line
from cardshed.terminal.speech import Speech, capital

CSS = """
#heading { height: auto; padding: 1 2; text-style: bold; }
#about { height: auto; padding: 0 2; color: $text-muted; }
#problem { height: auto; padding: 0 2; color: $warning; }
OptionList { height: 1fr; border: none; padding: 0 1; }
"""


@dataclass
class Wish:
    """A table that somebody wants."""

    game: Game
    players: int
    bots: str
    options: dict[str, Any]


class MenuScreen(Screen[str]):
    """The games; the chosen one is given back."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, say: Speech) -> None:
        super().__init__()
        self.say = say
        self.games = [cardshed.game(name) for name in cardshed.games()]

    def compose(self) -> ComposeResult:
        yield Static(f"Cardshed · {self.say('page.front.games')}", id="heading")
        yield OptionList(*(Option(self.line(game)) for game in self.games))
        yield Static(keys_line({"⏎": "page.play", "R": "page.menu.rules", "Q": "cli.table.quit"}, self.say))

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def line(self, game: Game) -> Text:
        text = Text(f"{game.title}\n", "bold")
        text.append(f"  {self.say(f'{game.name}.page.pitch')}\n", "dim")
        return text

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.games[event.option_index].name)

    def action_rules(self) -> None:
        at = self.query_one(OptionList).highlighted or 0
        self.app.push_screen(Sheet(self.games[at].title, markdown=self.games[at].rules))

    def action_leave(self) -> None:
        self.app.exit()


@dataclass
class Row:
    """Something to choose: its values, and which one is chosen."""

    name: str
    said: str
    values: list[Any]
    at: int
    usual: int
    shown: Callable[[Any], str]

    @property
    def value(self) -> Any:
        return self.values[self.at]


class SetupScreen(Screen[Wish | None]):
    """Players, bots and house rules of a new table: up and down walk, left and right choose, Enter begins."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("r", "rules", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, game: Game, say: Speech) -> None:
        super().__init__()
        self.game = game
        self.say = say
        self.rows = self._rows()

    def _rows(self) -> list[Row]:
        say, game = self.say, self.game
        players = list(game.players)
        usual = players.index(game.table.USUAL_PLAYERS)
        rows = [
            Row("players", say("page.new.players"), players, usual, usual, str),
            Row("bots", say("cli.table.bots"), list(LEVELS), 1, 1, lambda level: say(f"page.level.{level}")),
        ]
        for option in game.describe_options():
            values = list(option["values"]) if "values" in option else list(range(option["low"], option["high"] + 1))
            at = values.index(option["default"])
            meanings = option.get("values", {})

            def shown(value: Any, meanings: dict[str, Any] = meanings) -> str:
                return say(meanings[value]) if value in meanings else str(value)

            rows.append(Row(option["name"], say(option["meaning"]), values, at, at, shown))
        return rows

    def compose(self) -> ComposeResult:
        yield Static(self.game.title, id="heading")
        yield Static(self.say(f"{self.game.name}.page.pitch"), id="about")
        yield Static(id="problem")
        yield OptionList(*(Option(self.line(row)) for row in self.rows))
        keys = {"◂ ▸": "cli.table.change", "⏎": "page.play", "R": "page.menu.rules", "Q": "page.home"}
        yield Static(keys_line(keys, self.say))

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def line(self, row: Row) -> Text:
        text = Text(f"{capital(row.said)}: ")
        text.append(f"◂ {row.shown(row.value)} ▸", "bold" if row.at == row.usual else "bold yellow")
        return text

    def action_turn(self, step: int) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        row = self.rows[at]
        row.at = (row.at + step) % len(row.values)
        options.replace_option_prompt_at_index(at, self.line(row))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        players, level, *house = self.rows
        options = {row.name: row.value for row in house if row.at != row.usual}
        try:
            self.game.blank(players.value, 0, options)
        except CardshedError as problem:
            self.query_one("#problem", Static).update(Text(self.say(problem.message)))
            return
        self.dismiss(Wish(self.game, players.value, level.value, options))

    def action_rules(self) -> None:
        self.app.push_screen(Sheet(self.game.title, markdown=self.game.rules))

    def action_leave(self) -> None:
        self.dismiss(None)
