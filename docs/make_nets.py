"""Draw how the shipped nets grew strong, and write the tables of `docs/nets.md` from their cards:
`python -m docs.make_nets`. The log of a net's training is kept as `docs/curves/net-of-GAME.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cardshed
import cardshed.train  # its catalogue tells what is written in a picture
from cardshed.bots.net import CARD, FILE
from cardshed.engine.game import Game
from cardshed.engine.messages import Message
from cardshed.train.curve import curve

DOCS = Path(__file__).parent
CURVES, PICTURES, PAGE = DOCS / "curves", DOCS / "pictures", DOCS / "nets.md"
BEGIN, END = "<!-- made by docs/make_nets.py -->\n", "<!-- until here -->\n"


def shipped() -> list[Game]:
    """The games that come with a net."""
    return [game for game in map(cardshed.game, cardshed.games()) if (game.folder / FILE).exists()]


def card_of(game: Game) -> dict[str, Any]:
    card: dict[str, Any] = json.loads((game.folder / CARD).read_text(encoding="utf-8"))
    return card


def log_of(game: Game) -> list[dict[str, float]]:
    """All examinations of the training that made the net."""
    log: list[dict[str, float]] = json.loads((CURVES / f"net-of-{game.name}.json").read_text(encoding="utf-8"))["log"]
    return log


def picture_of(game: Game) -> Path:
    return PICTURES / f"net-of-{game.name}.svg"


def drawn(game: Game) -> str:
    title = Message("train.curve", game=game.title).say()
    return curve(title, [(one["minutes"], one["share"], one["error"]) for one in log_of(game)])


def figures(game: Game) -> str:
    """The card as two tables: what made the net, and how strong it is."""
    card = card_of(game)
    examined, shape = card["examined"], card["shape"]
    trunk = f"a trunk of {shape['width']} with {shape['trunk']} more layers"
    layers = f"{trunk}, a head of {shape['narrow']} with {shape['head']}"
    made = {
        "command": f"`{card['command']}`", "made": f"{card['made']}, {card['device']}", "seed": f"{card['seed']}",
        "minutes": f"{card['minutes']:g}", "games": f"{card['games']:,}", "choices": f"{card['choices']:,}",
        "shape": layers, "parameters": f"{card['parameters']:,}",
        "bytes": f"{(game.folder / FILE).stat().st_size:,}",
    }  # fmt: skip
    rows = [f"| {game.title} | |", "|--|--|", *(f"| {name} | {told} |" for name, told in made.items())]
    rows += ["", f"| players | opponents beaten | first, alone | games against `{examined['against']}` |"]
    rows.append("|--|--|--|--|")
    for players, one in examined["players"].items():
        beaten = f"{one['beaten']:.3f} ± {one['interval']:.3f}"
        rows.append(f"| {players} | {beaten} | {100 * one['first']:.1f} % | {examined['games']:,} |")
    return "\n".join(["", *rows, "", ""])


def page(whole: str) -> str:
    """The page with its made part replaced."""
    before, _, rest = whole.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "".join(figures(game) for game in shipped()) + END + after


if __name__ == "__main__":
    for game in shipped():
        picture_of(game).write_text(drawn(game), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
