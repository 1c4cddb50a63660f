"""How games look in a terminal, in coloured letters: the middle of the table and the faces of cards. A game without
`terminal.py` in its folder is shown as any game: what lies there place by place, cards as boxes with what is written on
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from cardshed.engine.errors import UnknownGame
from cardshed.games import registry
from cardshed.terminal.speech import Speech

Card = Mapping[str, Any]
Zone = Mapping[str, Any]
View = Mapping[str, Any]

SUITS = {"♠": "bold", "♥": "bold red", "♦": "bold dodger_blue2", "♣": "bold green3", "★": "bold magenta"}
QUIET = "dim"
UNSEEN = ("hand", "played", "known")  # places that are shown elsewhere, or are no news
CELL = 4  # columns of a card whose right side lies under the next


class Look:
    """What a game without a look of its own is shown by."""

    def face(self, card: Card) -> Text:
        """What is written on a card, in three columns at most."""
        face = str(card["face"])
        return Text(face, next((style for sign, style in SUITS.items() if sign in face), "bold"))

    def inner(self, card: Card) -> list[Text]:
        """What stands within the edges of a card."""
        face = self.face(card)
        face.pad_right(max(0, CELL - 1 - face.cell_len))
        return [face]

    def box(self, card: Card, edge: str = "", last: bool = True) -> list[Text]:
        """A card as lines; all but the last of a row lie under the next one."""
        inner = self.inner(card)
        lines = [Text("╭───", edge), *(sum_up([Text("│", edge), line]) for line in inner), Text("╰───", edge)]
        ends = f"╮{'│' * len(inner)}╯"
        return [sum_up([line, Text(end, edge)]) for line, end in zip(lines, ends, strict=True)] if last else lines

    def row(self, cards: Sequence[Card], edge: str = "") -> list[Text]:
        """Cards side by side."""
        rows = [self.box(card, edge, last=i == len(cards) - 1) for i, card in enumerate(cards)]
        return [sum_up(parts) for parts in zip(*rows, strict=True)]

    def middle(self, view: View, say: Speech, width: int) -> list[Text]:
        """What lies in the middle of the table, as lines that are no wider than that."""
        lines: list[Text] = []
        for zone in view["zones"]:
            if zone["id"] not in UNSEEN and zone["cards"]:
                lines += self.place(zone, self.name(zone, view, say), width)
        return lines + self.notes(view, say)

    def name(self, zone: Zone, view: View, say: Speech) -> str:
        if zone["id"] == "trick":
            return say("page.played_by", seat=zone["seat"])
        name = self.place_name(zone, view, say)
        return name if zone["seat"] is None else f"{name} · {say.names[zone['seat']]}"

    def place_name(self, zone: Zone, view: View, say: Speech) -> str:
        """What a place is called, whosever it is."""
        named = say.either(f"{view['game']}.zone.{zone['id']}", "")
        return say(f"{view['game']}.zone.{zone['id']}") if named else str(zone["id"])

    def place(self, zone: Zone, name: str, width: int) -> list[Text]:
        """A zone under its name, in rows that fit."""
        most = max(1, (width - 1) // CELL)
        rows = [zone["cards"][i : i + most] for i in range(0, len(zone["cards"]), most)]
        return [Text(name, QUIET), *(line for row in rows for line in self.row(row))]

    def trick(self, view: View, say: Speech, width: int) -> list[Text]:
        """What lies to be beaten, and who played it."""
        trick = zone_of(view, "trick")
        if trick is None or not trick["cards"]:
            return []
        return self.place(trick, self.name(trick, view, say), width)

    def notes(self, view: View, say: Speech) -> list[Text]:
        said = " · ".join(say(note) for note in view.get("notes", ()))
        return [Text(said, QUIET)] if said else []


def look_of(game: str) -> Look:
    """The look of the game of that name; any game's, if it is only known where the table is."""
    try:
        module = registry.named(game).module("terminal")
    except UnknownGame:
        module = None
    return module.look if module else Look()


def flow(parts: Sequence[Text], width: int, gap: int = 3) -> list[Text]:
    """Pieces side by side, in as few lines as hold them."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + gap + part.cell_len <= width:
            lines[-1] = sum_up([lines[-1], Text(" " * gap), part])
        else:
            lines.append(part)
    return lines


def sum_up(parts: Iterable[Text]) -> Text:
    line = Text()
    for part in parts:
        line.append_text(part)
    return line


def zone_of(view: View, id: str) -> Zone | None:
    return next((zone for zone in view["zones"] if zone["id"] == id), None)
