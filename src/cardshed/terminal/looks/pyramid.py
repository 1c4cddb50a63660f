"""Pyramid: the meld cards, those that were used turned over, and the number to meet."""

from __future__ import annotations

from rich.text import Text

from cardshed.terminal.looks.any import QUIET, Card, Look, View, sum_up, zone_of
from cardshed.terminal.speech import Speech

COLOURS = {"red": "bold red", "black": "bold"}
SIGNS = {"red": "▲", "black": "△"}
SIGNED = {"set": "=", "run": "≺"}  # equal numbers, rising numbers


class Pyramid(Look):
    def face(self, card: Card) -> Text:
        return Text(str(card["face"]), COLOURS.get(card.get("colour", ""), "bold"))

    def melds(self, view: View) -> Text:
        """Each meld card as its colour and shape, such as ▲=3; used ones are crossed out."""
        told = []
        for meld in view.get("meld_cards", ()):
            size = meld["size"]
            name = f"{SIGNS[meld['colour']]}{SIGNED[meld['shape']] if size > 1 else ''}{size}"
            name += "*" if meld["special"] else ""
            told.append(Text(f"({name})", "dim strike") if meld["used"] else Text(f"[{name}]", COLOURS[meld["colour"]]))
        return Text("  ").join(told)

    def middle(self, view: View, say: Speech) -> list[Text]:
        lines = [self.melds(view)]
        trick = zone_of(view, "trick")
        if trick and trick["cards"]:
            row = self.row(trick["cards"])
            meet = ["", f"  ≥ {view['target']}" if view.get("target") else "", ""]
            lines.append(Text(say("page.played_by", seat=trick["seat"]), QUIET))
            lines += [sum_up([line, Text(more, "bold dark_orange")]) for line, more in zip(row, meet, strict=True)]
        return lines
