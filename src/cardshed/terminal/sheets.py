"""What can be laid over the table: rules, log, scores, hints, the end of a deal."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option

from cardshed.terminal.selection import Move
from cardshed.terminal.sitting import State
from cardshed.terminal.speech import Speech, capital

BAR = 20  # columns of the bar that shows a value

CSS = """
Sheet, Hints { align: center middle; }
.sheet {
    width: 90%; max-width: 100; height: auto; max-height: 90%;
    border: round $accent; padding: 0 1; background: $surface;
}
"""


class Sheet(ModalScreen[None]):
    """Something to be read; Enter, Escape or q closes it."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space", "close", show=False)]

    def __init__(self, title: str, body: RenderableType = "", markdown: str = "") -> None:
        super().__init__()
        self.heading = title
        self.body = body
        self.markdown = markdown

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet") as sheet:
            sheet.border_title = self.heading
            yield Markdown(self.markdown) if self.markdown else Static(self.body)

    def action_close(self) -> None:
        self.dismiss()


class Hints(ModalScreen[Move | None]):
    """Moves with their values; the chosen one is picked on the table."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", show=False)]

    def __init__(self, title: str, text: str, opinions: list[dict[str, Any]], say: Speech) -> None:
        super().__init__()
        self.heading, self.text, self.opinions, self.say = title, text, opinions, say

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet") as sheet:
            sheet.border_title = self.heading
            yield Static(Text(self.text, "dim"))
            yield OptionList(*(Option(self.line(one)) for one in self.opinions))

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.highlighted = 0
        options.focus()

    def line(self, opinion: dict[str, Any]) -> Text:
        value = opinion["value"]
        bar = "█" * round(BAR * value)
        percent = self.say("page.hint.value", percent=round(100 * value))
        return Text(f"{percent:>6} {bar:<{BAR}} {capital(self.say(opinion['move']['label']))}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.opinions[event.option_index]["move"])

    def action_close(self) -> None:
        self.dismiss(None)


def hints(opinions: list[dict[str, Any]], say: Speech) -> Hints:
    return Hints(say("page.sheet.hint"), say("page.hint.text"), opinions, say)


def log_lines(state: State, say: Speech) -> list[Text]:
    """What happened, oldest first."""
    lines = []
    for entry in state["log"].values():
        text = _sentence(entry, say)
        if text:
            lines.append(Text(capital(text), "strike dim" if entry.get("undone") else ""))
    return lines


def _sentence(entry: dict[str, Any], say: Speech) -> str:
    kind, seat = entry["kind"], entry["seat"]
    if kind == "move":
        if not entry["labels"]:
            return say("page.log.sealed", seat=seat)
        what = ", ".join(say(label) for label in entry["labels"])
        return say("page.log.late" if entry["by"] == "timer" else "page.log.move", seat=seat, what=what)
    if kind == "say":
        return say("page.log.say", seat=seat, what=say(entry["labels"][0]))
    if kind == "answer":
        return say("page.log.agreed" if entry["yes"] else "page.log.refused", seat=seat)
    return say(f"page.log.{kind}", seat=seat, name=entry.get("name") or "")


def scores(state: State, say: Speech) -> Table:
    """The points of all, the most first."""
    table = Table(box=None, padding=(0, 2))
    table.add_column(say("page.player"))
    table.add_column(say("page.results.points"), justify="right")
    view = state["view"]
    for seat in sorted(view["seats"], key=lambda seat: -seat["points"]):
        table.add_row(say.names[seat["seat"]], str(seat["points"]))
    return table


def result(state: State, say: Speech) -> tuple[str, RenderableType]:
    """How a deal, or the match, ended."""
    from rich.console import Group

    view, game = state["view"], state["table"]["game"]
    over = state["table"]["stage"] == "over"
    title = say("page.sheet.match" if over else say.either(f"{game}.page.sheet.round", "page.sheet.round"))
    last = view.get("last_deal")
    said = say(last["sentence"]) if last else ""
    end = say(view["prompt"]) if over else ""
    return title, Group(Text("\n".join(filter(None, [said, end]))), Text(), scores(state, say))


def keys_line(words: dict[str, str], say: Speech) -> Text:
    """Keys and what they do, for the last line of the screen."""
    line = Text()
    for key, what in words.items():
        line.append(f" {key}", "bold")
        line.append(f" {say(what)} ", "dim")
    return line


def keys_sheet(say: Speech) -> Table:
    """All keys of the table."""
    table = Table(box=None, show_header=False, padding=(0, 2))
    for name in ("arrows", "space", "enter", "p", "h", "u", "s", "l", "r", "escape", "question"):
        table.add_row(Text(say(f"page.key.{name}"), "bold"), say(f"page.key.{name}.does"))
    for key, what in (("↑ ↓", "cli.table.choose"), ("O", "page.menu.scores"), ("Q", "cli.table.quit")):
        table.add_row(Text(key, "bold"), say(what))
    return table
