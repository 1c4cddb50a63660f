"""A list laid over the table from which one thing is chosen: what a hint tells, which pass, a phrase to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from cardshed.tables.commands import PHRASES
from cardshed.terminal.pointed import Pointed
from cardshed.terminal.selection import Move
from cardshed.terminal.sheets import CSS, pressed
from cardshed.terminal.speech import Speech, capital

BAR = 20  # columns of the bar that shows a value


class Choosing(ModalScreen[Any]):
    """Gives back what was chosen, or None."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = pressed({"escape,q": "close"})

    def __init__(self, title: str, choices: Sequence[tuple[str, Any]], text: str = "") -> None:
        super().__init__()
        self.heading, self.choices, self.text = title, choices, text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet") as sheet:
            sheet.border_title = self.heading
            if self.text:
                yield Static(Text(self.text, "dim"))
            yield Pointed(*(Text(line) for line, _ in self.choices))

    def on_mount(self) -> None:
        options = self.query_one(Pointed)
        options.highlighted = 0
        options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.choices[event.option_index][1])

    def action_close(self) -> None:
        self.dismiss(None)


def valued(value: float, what: str, say: Speech) -> str:
    """Something with its value, from 0 to 1, as a number and a bar."""
    bar = "█" * round(BAR * value)
    return f"{say('page.hint.value', percent=round(100 * value)):>6} {bar:<{BAR}} {what}"


def hints(opinions: Sequence[dict[str, Any]], say: Speech) -> Choosing:
    """Moves with what a strong bot makes of them; the chosen one is given back."""
    lines = [(valued(one["value"], capital(say(one["move"]["label"])), say), one["move"]) for one in opinions]
    return Choosing(say("page.sheet.hint"), lines, say("page.hint.text"))


def moves(title: str, offered: Sequence[Move], say: Speech) -> Choosing:
    return Choosing(title, [(capital(say(move["label"])), move) for move in offered])


def phrases(say: Speech) -> Choosing:
    return Choosing(say("page.tool.phrases"), [(say(f"server.phrase.{name}"), name) for name in PHRASES])


def first_steps(offered: Sequence[Move]) -> list[list[Move]]:
    """Moves by what they begin with: those that share all but what may follow, the shortest of each first."""
    groups: dict[tuple[str, ...], list[Move]] = {}
    for move in sorted(offered, key=lambda move: len(move["parts"])):
        begun = tuple(move["parts"])
        known = next((head for head in groups if head == begun[: len(head)]), begun)
        groups.setdefault(known, []).append(move)
    return list(groups.values())
