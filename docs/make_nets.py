"""Draw how the shipped nets grew strong, and write the tables of `docs/nets.md` from their cards:
`python -m docs.make_nets`. The log of a net's training is kept as `docs/curves/net-of-GAME.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cardshed
from cardshed.bots.net import CARD, FILE
from cardshed.engine.matches.game import Game
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


def table(head: str, rows: list[str]) -> str:
    return "\n".join([head, "|--" * (head.count("|") - 1) + "|", *rows, ""])


def made(game: Game) -> str:
    """What made a net, as a row."""
    card = card_of(game)
    shape = ", ".join(str(n) for n in card["shape"].values())
    numbers = f"{card['minutes']:g} | {card['games']:,} | {card['choices']:,} | {shape} | {card['parameters']:,}"
    return f"| {game.title} | {numbers} | {(game.folder / FILE).stat().st_size:,} |"


def strong(game: Game) -> list[str]:
    """How strong it is, a row for each number of players."""
    examined = card_of(game)["examined"]
    return [
        f"| {game.title} | {players} | {one['beaten']:.3f} ± {one['interval']:.3f} | {100 * one['first']:.1f} % |"
        for players, one in examined["players"].items()
    ]


def figures() -> str:
    """The cards as three tables: what made the nets, by which command, and how strong they are."""
    games = shipped()
    cards = [card_of(game) for game in games]
    commands = [f"| {card['made']}, {card['device']}, seed {card['seed']} | `{card['command']}` |" for card in cards]
    (examined,) = {(card["examined"]["games"], card["examined"]["against"]) for card in cards}
    return "\n".join(
        [
            "",
            table("| | minutes | games | choices | shape | parameters | bytes |", [made(game) for game in games]),
            table("| made | command |", commands),
            f"Alone among `{examined[1]}` players, {examined[0]:,} games each:\n",
            table("| | players | opponents beaten | first, alone |", [row for game in games for row in strong(game)]),
        ]
    )


def page(whole: str) -> str:
    """The page with its made part replaced."""
    before, _, rest = whole.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + figures() + "\n" + END + after


if __name__ == "__main__":
    for game in shipped():
        picture_of(game).write_text(drawn(game), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
