"""From things that are picked to moves that are meant, for any game: a move consists of parts, and a part stands for a
card that lies somewhere on the table, or goes without saying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

View = Mapping[str, Any]
Move = Mapping[str, Any]


@dataclass(frozen=True)
class Thing:
    """Something on the table that can be picked."""

    zone: str
    card: Mapping[str, Any]
    number: int  # of those that are equal

    @property
    def id(self) -> str:
        """What it is, whichever of its equals."""
        return f"{self.zone} {self.card['name']}"

    @property
    def parts(self) -> set[str]:
        """All that it can be in a move."""
        return {self.card["name"], *(change["name"] for change in self.card.get("changes", ()))}


class Selection:
    """What a seat may pick in a view, and what it has picked."""

    def __init__(self, view: View, picked: Sequence[Thing] = ()) -> None:
        self.moves: list[Move] = [move for move in view["moves"] if not move["quiet"]]
        self.things = list(_things(view))
        self.ids = {part: thing.id for thing in reversed(self.things) for part in thing.parts}
        self.picked = [thing for thing in picked if thing in self.things]

    @property
    def hand(self) -> list[Thing]:
        return [thing for thing in self.things if thing.zone == "hand"]

    def wants(self, move: Move) -> list[str]:
        """What has to be picked for a move."""
        return [self.ids[part] for part in move["parts"] if part in self.ids]

    def fits(self, move: Move) -> bool:
        """Whether all that is picked belongs to a move."""
        return not Counter(thing.id for thing in self.picked) - Counter(self.wants(move))

    @property
    def whole(self) -> list[Move]:
        """The moves that are just what is picked."""
        return [move for move in self.fitting if len(self.wants(move)) == len(self.picked)] if self.picked else []

    @property
    def fitting(self) -> list[Move]:
        """The moves to which all that is picked belongs; if nothing is, those that need nothing to be picked."""
        if not self.picked:
            return [move for move in self.moves if not self.wants(move)]
        return [move for move in self.moves if self.wants(move) and self.fits(move)]

    @property
    def playable(self) -> set[str]:
        """What belongs to some move together with what is picked."""
        return {id for move in self.moves if self.fits(move) for id in self.wants(move)}

    def toggle(self, thing: Thing) -> None:
        (self.picked.remove if thing in self.picked else self.picked.append)(thing)

    def stage(self, move: Move) -> None:
        """Pick all that a move needs."""
        rest = [*self.picked, *(thing for thing in self.things if thing not in self.picked)]
        self.picked = []
        for id in self.wants(move):
            found = next((thing for thing in rest if thing.id == id), None)
            if found is not None:
                rest.remove(found)
                self.picked.append(found)

    @property
    def text(self) -> str:
        """What is picked, as somebody would write it, to be told why it is no move."""
        return " ".join(thing.card["name"] for thing in self.picked)


def _things(view: View) -> Iterator[Thing]:
    """The own hand, and other cards that belong to some move."""
    offered = {part for move in view["moves"] if not move["quiet"] for part in move["parts"]}
    zones = [zone for zone in view["zones"] if zone["id"] == "hand" and zone["seat"] == view["seat"]]
    own = (None, view["seat"])
    zones += [zone for zone in view["zones"] if zone["id"] not in ("hand", "trick", "played") and zone["seat"] in own]
    for zone in zones:
        seen: Counter[str] = Counter()
        for card in zone["cards"]:
            seen[card["name"]] += 1
            thing = Thing(zone["id"], card, seen[card["name"]])
            if zone["id"] == "hand" or thing.parts & offered:
                yield thing
