"""The own hand, and what else can be picked: arrows walk along it, figures and letters find a card, a click picks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from cardshed.terminal.look import CELL, QUIET, Look, sum_up
from cardshed.terminal.selection import Thing

PICKED, CURSOR, PLAYABLE, OTHER = "bold yellow", "bold reverse", "", "dim"
Hit = tuple[int, int]  # the column behind a thing, and which thing it is


class Hand(Widget, can_focus=True):
    """Cards in rows that fit, other things below in lines. A picked card is raised and marked, and so is the one where
    the player stands, so that colour alone says nothing."""

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
        self.names: Mapping[str, str] = {}
        self.look: Look = Look()

    def show(
        self, things: Sequence[Thing], picked: Sequence[Thing], playable: set[str], names: Mapping[str, str], look: Look
    ) -> None:
        """What lies there, the hand first; `names` are those of the other places."""
        self.things, self.picked = list(things), list(picked)
        self.playable, self.names, self.look = playable, names, look
        self.at = max(0, min(self.at, len(self.things) - 1))
        self.refresh(layout=True)

    # --- how it looks -----------------------------------------------------------------------------

    def laid(self, width: int) -> tuple[list[Text], list[list[Hit]]]:
        """All lines, and with each where things begin and end."""
        most = max(1, (width - 1) // CELL)
        hand = [i for i, thing in enumerate(self.things) if thing.zone == "hand"]
        lines: list[Text] = []
        hits: list[list[Hit]] = []
        for begin in range(0, len(hand), most):
            row = hand[begin : begin + most]
            drawn = self._boxes(row)
            lines += drawn
            hits += [[(CELL * (k + 1), i) for k, i in enumerate(row)]] * len(drawn)
        for zone in dict.fromkeys(thing.zone for thing in self.things if thing.zone != "hand"):
            line, hit = Text(f"{self.names.get(zone, zone)}: ", QUIET), list[Hit]()
            for i, thing in enumerate(self.things):
                if thing.zone == zone:
                    piece = self._piece(i, thing)
                    if line.cell_len + piece.cell_len > width:
                        lines.append(line)
                        hits.append(hit)
                        line, hit = Text("  "), []
                    line.append_text(piece)
                    hit.append((line.cell_len, i))
            lines.append(line)
            hits.append(hit)
        return lines, hits

    def _edge(self, i: int) -> tuple[bool, bool, str]:
        """Whether a thing is picked, whether the player stands there, and how its edge is drawn."""
        thing = self.things[i]
        picked, here = thing in self.picked, self.has_focus and i == self.at
        return picked, here, CURSOR if here else PICKED if picked else PLAYABLE if thing.id in self.playable else OTHER

    def _boxes(self, row: list[int]) -> list[Text]:
        cells: list[list[Text]] = []
        for i in row:
            picked, here, edge = self._edge(i)
            last = i == row[-1]
            box = self.look.box(self.things[i].card, edge, last)
            wide = CELL + last
            if picked:
                cells.append([*box, Text(("‹▲›" if here else "▲").center(wide), PICKED)])
            else:
                cells.append([Text(("▼" if here else "").center(wide)), *box])
        return [sum_up(line) for line in zip(*cells, strict=True)]

    def _piece(self, i: int, thing: Thing) -> Text:
        """Something that is not in the hand: ‹here›, [picked]."""
        picked, here, edge = self._edge(i)
        left, right = ("‹", "›") if here else (" ", " ")
        inner = self.look.face(thing.card)
        face = inner.plain.strip()
        text = f"[{face}]" if picked else f" {face} "
        return Text(f"{left}{text}{right}", edge or inner.style)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return max(1, len(self.laid(width)[0]))

    def render(self) -> Text:
        return Text("\n").join(self.laid(self.content_size.width)[0])

    # --- what is done -----------------------------------------------------------------------------

    def walk(self, step: int) -> None:
        if self.things:
            self.at = (self.at + step) % len(self.things)

    def jump(self) -> None:
        """To the first thing of the next place."""
        if self.things:
            zones = list(dict.fromkeys(thing.zone for thing in self.things))
            wanted = zones[(zones.index(self.things[self.at].zone) + 1) % len(zones)]
            self.at = next(i for i, thing in enumerate(self.things) if thing.zone == wanted)

    def choose(self) -> None:
        if self.things:
            self.post_message(self.Picked(self.things[self.at]))

    def seek(self, sign: str) -> bool:
        """Pick the next card on which that figure or letter is written; if all are picked, put one back."""
        found = [i for i, thing in enumerate(self.things) if sign_of(thing) == sign.upper()]
        if not found:
            return False
        here = self.things[self.at].zone
        free = [i for i in found if self.things[i] not in self.picked]
        near = [i for i in free if self.things[i].zone == here]
        self.at = (near or free or found[::-1])[0]
        self.choose()
        return True

    def on_click(self, event: events.Click) -> None:
        _, hits = self.laid(self.content_size.width)
        row, column = event.y, event.x - 1
        if 0 <= row < len(hits) and hits[row]:
            self.at = next((i for end, i in hits[row] if column < end), hits[row][-1][1])
            self.choose()


def sign_of(thing: Thing) -> str:
    """The key for a card: its figure, 0 for a ten, or its first letter."""
    found = re.search(r"\d+|[^\W_]", str(thing.card["face"]))
    written = found[0] if found else ""
    return "0" if written == "10" else written.upper()
