"""Before the table: which game, how many, which bots, which house rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static

import cardshed
from cardshed.bots.levels import LEVELS
from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.game import Game
from cardshed.engine.messages import Message
from cardshed.terminal.keeping import Kept, all_kept
from cardshed.terminal.pointed import Pointed
from cardshed.terminal.sheets import LEAVE, RULES, Sheet, keys_line, pressed
from cardshed.terminal.speech import Speech, capital

T = TypeVar("T")

CHOOSE = ("page.play", "screen.choose")
LEFT = 5  # matches that were left, offered before the games


@dataclass
class Wish:
    """A table that somebody wants."""

    game: Game
    players: int
    bots: str
    options: dict[str, Any]


class Listing(Screen[T]):
    """Lines of which one is chosen; at first that is the first one."""

    CSS = """
    #heading { height: auto; padding: 1 2; text-style: bold; }
    #about { height: auto; padding: 0 2; color: $text-muted; }
    #problem { height: auto; padding: 0 2; color: $warning; }
    OptionList { height: 1fr; border: none; padding: 0 1; }
    """

    def on_mount(self) -> None:
        self.query_one(Pointed).highlighted = 0

    def action_choose(self) -> None:
        self.query_one(Pointed).action_select()


class MenuScreen(Listing[str | Kept]):
    """Matches that were left, and the games; what was chosen is given back."""

    BINDINGS: ClassVar[list[BindingType]] = pressed({"r": "rules", "q,escape": "leave"})

    def __init__(self, say: Speech) -> None:
        super().__init__()
        self.say = say
        names = cardshed.games()
        left = (kept for kept in all_kept() if kept.record.game in names)
        self.choices: list[Kept | Game] = [*islice(left, LEFT), *(cardshed.game(name) for name in names)]

    def compose(self) -> ComposeResult:
        yield Static(f"Cardshed · {self.say('page.front.games')}", id="heading")
        yield Pointed(*(self.line(one) for one in self.choices))
        yield Static(keys_line({"⏎": CHOOSE, "r": RULES, "q": LEAVE}, self.say))

    def line(self, one: Kept | Game) -> Text:
        if isinstance(one, Kept):
            title = cardshed.game(one.record.game).title
            left = f"{datetime.fromtimestamp(one.file.stat().st_mtime):%Y-%m-%d %H:%M}"
            said = self.say(Message("cli.table.left", game=title, left=left, n=len(one.record.moves)))
            return Text(f"↩ {said}\n", "yellow")
        text = Text(f"{one.title}\n", "bold")
        text.append(f"  {one.facts.pitched(self.say.language)}\n", "dim")
        return text

    @property
    def at(self) -> Kept | Game:
        return self.choices[self.query_one(Pointed).highlighted or 0]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        one = self.choices[event.option_index]
        self.dismiss(one if isinstance(one, Kept) else one.name)

    def action_rules(self) -> None:
        game = cardshed.game(self.at.record.game) if isinstance(self.at, Kept) else self.at
        self.app.push_screen(Sheet(game.title, markdown=game.rules))

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
    presets: dict[str, dict[Any, Any]] = field(default_factory=dict)  # by other rows: what each value makes of them

    def __post_init__(self) -> None:
        self.by_book = self.usual

    @property
    def value(self) -> Any:
        return self.values[self.at]


class SetupScreen(Listing[Wish | None]):
    """Players, bots and house rules of a new table: up and down walk, left and right choose, Enter begins."""

    BINDINGS: ClassVar[list[BindingType]] = pressed(
        {"left": "turn(-1)", "right": "turn(1)", "r": "rules", "q,escape": "leave"}
    )

    def __init__(self, game: Game, say: Speech) -> None:
        super().__init__()
        self.game = game
        self.say = say
        self.rows = self._rows()

    def _rows(self) -> list[Row]:
        say, game = self.say, self.game
        players = list(game.players)
        usual = players.index(game.facts.usual)
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

            presets: dict[str, dict[Any, Any]] = {}
            for value, others in option.get("presets", {}).items():
                for name, other in others.items():
                    presets.setdefault(name, {})[value] = other
            rows.append(Row(option["name"], say(option["meaning"]), values, at, at, shown, presets))
        return rows

    def compose(self) -> ComposeResult:
        yield Static(self.game.title, id="heading")
        yield Static(self.game.facts.pitched(self.say.language), id="about")
        yield Static(id="problem")
        yield Pointed(*(self.line(row) for row in self.rows))
        change, home = ("cli.table.change", "screen.turn(1)"), ("page.home", "screen.leave")
        keys = {"◂ ▸": change, "⏎": CHOOSE, "r": RULES, "q": home}
        yield Static(keys_line(keys, self.say))

    def line(self, row: Row) -> Text:
        text = Text(f"{capital(row.said)}: ")
        text.append(f"◂ {row.shown(row.value)} ▸", "bold" if row.at == row.usual else "bold yellow")
        return text

    def action_turn(self, step: int) -> None:
        options = self.query_one(Pointed)
        row = self.rows[options.highlighted or 0]
        row.at = (row.at + step) % len(row.values)
        self.preset(row)
        for i, shown in enumerate(self.rows):
            if shown is row or shown.name in row.presets:
                options.change(i, self.line(shown))

    def preset(self, row: Row) -> None:
        """What a whole set of rules says of single ones."""
        for other in self.rows:
            if other.name in row.presets:
                value = row.presets[other.name].get(row.value, other.values[other.by_book])
                other.at = other.usual = other.values.index(value)

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
