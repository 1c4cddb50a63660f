"""Parcels: the shelf of storage with what it allows, the parcels that were sent."""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from cardshed.terminal.look import QUIET, Card, Look, View, zone_of
from cardshed.terminal.speech import Speech

BOX = "bold dark_goldenrod"
SHELF = range(1, 9)
SLOT = 5  # columns for each number


class Parcels(Look):
    def face(self, card: Card) -> Text:
        return Text(f" {card['face']}", BOX)

    def shelf(self, view: View) -> list[Text]:
        """A column for each number, as high as there are parcels of it."""
        storage = zone_of(view, "storage")
        counts = Counter(int(card["face"]) for card in storage["cards"]) if storage else Counter[int]()
        lines = []
        for level in range(max(counts.values(), default=1), 0, -1):
            line = Text()
            for value in SHELF:
                line.append(f"[{value}]".center(SLOT) if counts[value] >= level else " " * SLOT, BOX)
            lines.append(line)
        lines.append(Text("▔" * SLOT * len(SHELF), "dark_goldenrod"))
        lines.append(Text("".join(str(value).center(SLOT) for value in SHELF), QUIET))
        return lines

    def middle(self, view: View, say: Speech, width: int) -> list[Text]:
        lines = self.shelf(view)
        if view["seat"] not in view["acting"]:  # to whom it is said, with what is to be done
            lines.append(Text(say(view["allowed"]), "bold"))
        return [*lines, *self.trick(view, say, width), *self.notes(view, say)]


look = Parcels()
