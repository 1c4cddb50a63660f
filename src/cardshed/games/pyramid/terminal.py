"""Pyramid: the meld cards, those that were used turned over, and the number to meet."""

from __future__ import annotations

from rich.text import Text

from cardshed.terminal.look import Card, Look, View, flow, sum_up
from cardshed.terminal.speech import Speech

COLOURS = {"red": "bold red", "black": "bold"}
SIGNS = {"red": "▲", "black": "△"}
SIGNED = {"set": "=", "run": "≺"}  # equal numbers, rising numbers


class Pyramid(Look):
    def face(self, card: Card) -> Text:
        return Text(str(card["face"]), COLOURS.get(card.get("colour", ""), "bold"))

    def melds(self, view: View) -> list[Text]:
        """Each meld card as its colour and shape, such as ▲=3; used ones are crossed out."""
        told = []
        for meld in view.get("meld_cards", ()):
            size = meld["size"]
            name = f"{SIGNS[meld['colour']]}{SIGNED[meld['shape']] if size > 1 else ''}{size}"
            name += "*" if meld["special"] else ""
            told.append(Text(f"({name})", "dim strike") if meld["used"] else Text(f"[{name}]", COLOURS[meld["colour"]]))
        return told

    def middle(self, view: View, say: Speech, width: int) -> list[Text]:
        trick = self.trick(view, say, width)
        if trick and view.get("target"):
            trick[-2] = sum_up([trick[-2], Text(f"  ≥ {view['target']}", "bold dark_orange")])
        return [*flow(self.melds(view), width, gap=2), *trick]


look = Pyramid()
