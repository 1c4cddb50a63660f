"""Segments: digits drawn with their bars, those that were added as double ones, those taken away as dots."""

from __future__ import annotations

from rich.text import Text

from cardshed.terminal.look import CELL, Card, Look, View, zone_of
from cardshed.terminal.speech import Speech

LIT, ADDED, HIDDEN = "bold turquoise2", "bold dodger_blue2", "dim"
ADDED_SIGNS = {"_": "═", "|": "║"}
# Each line of a digit: the bar that stands at each of its places, and how it is drawn.
PLACES = (
    ((None, " "), ("a", "_"), (None, " ")),
    (("f", "|"), ("g", "_"), ("b", "|")),
    (("e", "|"), ("d", "_"), ("c", "|")),
)


class Segments(Look):
    def inner(self, card: Card) -> list[Text]:
        """The three lines of a digit as it is shown."""
        lit, changed = card.get("lit", ""), card.get("changed", "")
        lines = []
        for places in PLACES:
            line = Text()
            for bar, sign in places:
                if bar is None:
                    line.append(" ")
                elif bar in changed:  # added, or taken away
                    line.append("·" if bar in lit else ADDED_SIGNS[sign], HIDDEN if bar in lit else ADDED)
                else:
                    line.append(sign if bar in lit else " ", LIT)
            lines.append(line)
        return lines

    def middle(self, view: View, say: Speech, width: int) -> list[Text]:
        lines = self.trick(view, say, width)
        trick = zone_of(view, "trick")
        if lines and trick is not None:
            shown = (str(card["face"]).replace(">", "→").center(CELL) for card in trick["cards"])
            lines.append(Text("".join(shown), "bold"))
        return lines


look = Segments()
