"""A list that shows by a sign, and not by colour alone, which of its lines is chosen."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

HERE, ELSEWHERE = "❯ ", "  "


class Pointed(OptionList):
    """Lines to choose from; the chosen one begins with a sign."""

    DEFAULT_CSS = "Pointed { min-width: 12; }"

    def __init__(self, *lines: Text, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: list[Text] = []
        self.pointed: int | None = None
        self.fill(lines)

    def fill(self, lines: list[Text] | tuple[Text, ...], disabled: bool = False) -> None:
        """Other lines than before, none of them chosen."""
        self.clear_options()
        self.pointed = None
        self.lines = list(lines)
        self.add_options([Option(self._line(i), disabled=disabled) for i in range(len(lines))])

    def change(self, i: int, line: Text) -> None:
        """Another text in a line."""
        self.lines[i] = line
        self.replace_option_prompt_at_index(i, self._line(i))

    def _line(self, i: int) -> Text:
        sign = Text(HERE if i == self.pointed else ELSEWHERE, "bold")
        return Text.assemble(sign, self.lines[i])

    def watch_highlighted(self, highlighted: int | None) -> None:
        super().watch_highlighted(highlighted)
        before, self.pointed = self.pointed, highlighted
        for i in {before, highlighted} - {None}:
            if i is not None and i < len(self.lines) and i < self.option_count:
                self.replace_option_prompt_at_index(i, self._line(i))
