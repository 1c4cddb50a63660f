"""A game as lines of text and as a picture, for people who watch an agent."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.match import Match
from cardshed.engine.messages import Message

MODES = ("human", "ansi", "rgb_array")
LINE, MARGIN, WIDE = 22, 16, 760
INK, PAPER, RED = (35, 48, 58), (251, 248, 241), (180, 55, 47)
LETTERS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "▲": "b", "△": "r", "→": ">"})


class NoPictures(CardshedError):
    """What draws pictures is not installed."""


def text_of(match: Match, seat: int | None = None) -> str:
    """The table as a seat sees it, or with all hands open."""
    view: dict[str, Any] = match.reveal() if seat is None else match.view(seat)
    names = [f"seat {p}" for p in range(match.players)]
    lines = [f"{match.game.title}, move {view['plies']}: {Message.read(view['prompt']).say('en', names)}"]
    for one in view["seats"]:
        notes = "".join(f", {Message.read(note).say('en', names)}" for note in one["notes"])
        turn = " *" if one["seat"] in view["acting"] else ""
        lines.append(f"seat {one['seat']}{turn}: {one['cards']} cards, {one['points']} points{notes}")
    for zone in view["zones"]:
        whose = "" if zone.get("seat") is None else f" of seat {zone['seat']}"
        faces = " ".join(str(card.get("face") or "?") for card in zone["cards"])
        if faces:
            lines.append(f"{zone['id']}{whose}: {faces}")
    return "\n".join(lines)


def picture_of(match: Match, seat: int | None = None) -> npt.NDArray[np.uint8]:
    """The same as a picture: height, width, three colours."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise NoPictures("envs.pictures") from None
    font: Any = ImageFont.load_default(15)
    lines = [line for whole in text_of(match, seat).split("\n") for line in _folded(whole, font)]
    image = Image.new("RGB", (WIDE, 2 * MARGIN + LINE * max(len(lines), 14)), PAPER)
    pen = ImageDraw.Draw(image)
    for i, line in enumerate(lines):
        pen.text((MARGIN, MARGIN + LINE * i), line, fill=RED if " *:" in line else INK, font=font)
    return np.asarray(image)


def _folded(line: str, font: Any) -> list[str]:
    """A line in pieces that fit."""
    found = [""]
    for word in line.translate(LETTERS).split(" "):
        longer = f"{found[-1]} {word}" if found[-1] else word
        if font.getlength(longer) <= WIDE - 2 * MARGIN or not found[-1]:
            found[-1] = longer
        else:
            found.append(f"    {word}")
    return found


def render(match: Match, mode: str | None, seat: int | None = None) -> str | npt.NDArray[np.uint8] | None:
    if mode == "rgb_array":
        return picture_of(match, seat)
    if mode == "ansi":
        return text_of(match, seat)
    if mode == "human":
        print(text_of(match, seat), end="\n\n", flush=True)
    return None
