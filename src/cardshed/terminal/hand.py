"""The own hand, and what else can be picked: arrows walk along it, a click picks."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from cardshed.terminal.looks import look_of
from cardshed.terminal.looks.any import CELL, Look, sum_up
from cardshed.terminal.selection import Thing

PICKED, CURSOR, PLAYABLE, OTHER = "bold yellow", "bold reverse", "", "dim"
RAISED = 1  # lines by which a picked card stands out


class Hand(Widget, can_focus=True):
    """Cards in rows that fit; a picked one is raised and marked, so that colour alone says nothing."""

    DEFAULT_CSS = "Hand { height: auto; padding: 0 1; }"
    at: reactive[int] = reactive(0)

    class Picked(Message):
        """A thing was chosen, to be picked or put back."""

        def __init__(self, thing: Thing) -> None:
            super().__init__()
            self.thing = thing

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.things: list[Thing] = []
        self.picked: list[Thing] = []
        self.playable: set[str] = set()
        self.look: Look = look_of("")

    def show(self, things: Sequence[Thing], picked: Sequence[Thing], playable: set[str], look: Look) -> None:
        self.things, self.picked, self.playable, self.look = list(things), list(picked), playable, look
        self.at = max(0, min(self.at, len(self.things) - 1))
        self.refresh(layout=True)

    @property
    def most(self) -> int:
        """Cards in a row."""
        return max(1, (self.size.width - 3) // CELL) if self.size.width else 18

    def rows(self) -> list[list[Thing]]:
        hand = [thing for thing in self.things if thing.zone == "hand"]
        rows = [hand[i : i + self.most] for i in range(0, len(hand), self.most)]
        others = [thing for thing in self.things if thing.zone != "hand"]
        return [*rows, *(others[i : i + self.most] for i in range(0, len(others), self.most))]

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return max(1, len(self.rows())) * (self.look.high + RAISED)

    def render(self) -> Text:
        lines: list[Text] = []
        for row in self.rows():
            lines += self._row(row)
        return Text("\n").join(lines)

    def _row(self, row: list[Thing]) -> list[Text]:
        cells: list[list[Text]] = []
        for i, thing in enumerate(row):
            picked, here = thing in self.picked, self.has_focus and self.things.index(thing) == self.at
            edge = CURSOR if here else PICKED if picked else PLAYABLE if thing.id in self.playable else OTHER
            last = i == len(row) - 1
            box = self.look.box(thing.card, edge, last)
            wide = CELL + last
            mark = Text(("▲" if picked else " ").center(wide), PICKED)
            cells.append([*box, mark] if picked else [Text(" " * wide), *box])
        return [sum_up(line) for line in zip(*cells, strict=True)]

    def walk(self, step: int) -> None:
        if self.things:
            self.at = (self.at + step) % len(self.things)

    def choose(self) -> None:
        if self.things:
            self.post_message(self.Picked(self.things[self.at]))

    def on_click(self, event: events.Click) -> None:
        row, column = event.y // (self.look.high + RAISED), (event.x - 1) // CELL
        rows = self.rows()
        if 0 <= row < len(rows) and rows[row]:
            thing = rows[row][max(0, min(column, len(rows[row]) - 1))]
            self.at = self.things.index(thing)
            self.choose()
