"""How the games look in a terminal: the middle of the table and the faces of cards, in coloured letters."""

from __future__ import annotations

from cardshed.terminal.looks.any import Look
from cardshed.terminal.looks.parcels import Parcels
from cardshed.terminal.looks.pyramid import Pyramid
from cardshed.terminal.looks.rummy import Rummy
from cardshed.terminal.looks.segments import Segments

LOOKS: dict[str, type[Look]] = {"parcels": Parcels, "pyramid": Pyramid, "rummy": Rummy, "segments": Segments}


def look_of(game: str) -> Look:
    return LOOKS.get(game, Look)()
