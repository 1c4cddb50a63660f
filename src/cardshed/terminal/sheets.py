"""What can be laid over the table to be read: rules, log, scores, the end of a deal, the keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static

from cardshed.terminal.sitting import State
from cardshed.terminal.speech import Speech, capital

CSS = """
Sheet, Choosing { align: center middle; }
.sheet {
    width: 90%; max-width: 100; height: auto; max-height: 90%;
    min-width: 16; min-height: 3; border: round $accent; padding: 0 1; background: $surface;
}
"""


# What several screens tell of their keys, for `keys_line`.
RULES, LEAVE = ("page.menu.rules", "screen.rules"), ("cli.table.quit", "screen.leave")


def pressed(keys: Mapping[str, str]) -> list[BindingType]:
    """What keys do. The screen tells of them itself; Tab is ours before it leads to the next widget."""
    return [Binding(key, action, show=False, priority="tab" in key) for key, action in keys.items()]


class Sheet(ModalScreen[None]):
    """Something to be read; Enter, Escape or q closes it."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = pressed({"escape,enter,q,space": "close"})

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


def log_lines(state: State, say: Speech) -> list[Text]:
    """What happened, oldest first."""
    told = ((entry, sentence(entry, say)) for entry in state["log"].values())
    return [Text(capital(text), "strike dim" if entry.get("undone") else "") for entry, text in told if text]


def sentence(entry: dict[str, Any], say: Speech) -> str:
    """Something that happened, in words."""
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
    if kind == "knock" and entry["promised"]:
        kind = "promised"
    if kind == "mute" and not entry["yes"]:
        kind = "unmute"
    return say(f"page.log.{kind}", seat=seat, name=entry.get("name") or "")


def scores(state: State, say: Speech) -> Table:
    """The points of all, who leads first."""
    table = Table(box=None, padding=(0, 2))
    table.add_column(say("page.player"))
    table.add_column(say("page.results.points"), justify="right")
    view = state["view"]
    for seat in sorted(view["seats"], key=lambda seat: -view["points"][seat["seat"]]):
        table.add_row(capital(say.names[seat["seat"]]), str(seat["points"]))
    return table


def result(state: State, say: Speech) -> tuple[str, RenderableType]:
    """How a deal, or the match, ended."""
    view, game = state["view"], state["table"]["game"]
    over = state["table"]["stage"] == "over"
    title = say("page.sheet.match" if over else say.either(f"{game}.page.sheet.round", "page.sheet.round"))
    last = view.get("last_deal")
    said = say(last["sentence"]) if last else ""
    end = say(view["prompt"]) if over else ""
    lines = [capital(line) for line in (said, end) if line]
    return title, Group(Text("\n".join(lines)), Text(), scores(state, say))


def keys_line(words: dict[str, tuple[str, str]], say: Speech) -> Text:
    """Keys and what they do, for the last line of the screen; a click does the same."""
    line = Text()
    for key, (what, action) in words.items():
        click = Style(meta={"@click": action})
        line.append(f" {key}", Style(bold=True) + click)
        line.append(f" {say(what)} ", Style(dim=True) + click)
    return line


def keys_sheet(say: Speech) -> Table:
    """All keys of the table."""
    table = Table(box=None, show_header=False, padding=(0, 2))
    for name in ("arrows", "space", "enter", "p", "h", "u", "s", "l", "r", "escape", "question"):
        table.add_row(Text(say(f"page.key.{name}"), "bold"), say(f"page.key.{name}.does"))
    for key, what in (
        ("↑ ↓", "cli.table.choose"), ("Tab", "cli.table.jump"), ("2 … 9, 0, A, J, K, ⇧Q", "cli.table.seek"),
        ("O", "page.menu.scores"), ("C", "page.tool.phrases"), ("I", "page.menu.invite"), ("T", "page.people"),
        ("Q", "cli.table.quit"),
    ):  # fmt: skip
        table.add_row(Text(key, "bold"), say(what))
    return table
