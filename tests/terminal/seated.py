"""A person at the full-screen table, who acts by keys alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from textual.pilot import Pilot
from textual.widgets import OptionList

import cardshed
from cardshed import bots
from cardshed.terminal.app import Terminal
from cardshed.terminal.hand import Hand
from cardshed.terminal.sheets import Sheet
from cardshed.terminal.sitting import AtHome
from cardshed.terminal.speech import Speech
from cardshed.terminal.table_screen import TableScreen

SHORT: dict[str, dict[str, Any]] = {
    "thirteen": {"cards": 5, "match": 2},
    "pyramid": {"rounds_4": 1, "cards": 6},
    "parcels": {"rounds": 2, "cards_4": 4},
    "segments": {"rounds": 2, "cards": 5},
    "rummy": {"hands": 1, "turn_limit": 8},
}


def at_table(game: str, seed: int = 5, options: dict[str, Any] | None = None, language: str = "en") -> Terminal:
    match = cardshed.game(game).match(None, seed, SHORT.get(game) if options is None else options)
    table = AtHome(match, 0, [bots.bot("greedy")] * match.players, "Mai", pace=0.0, dice=3)
    return Terminal(Speech(language), table)


def table_of(app: Terminal) -> AtHome:
    assert isinstance(app.sitting, AtHome)
    return app.sitting


def text_of(app: Terminal) -> str:
    """What stands on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def turn(app: Terminal, pilot: Pilot[None]) -> TableScreen | None:
    """The table when it is the person's turn and that is shown; None at the end."""
    table = table_of(app)
    for _ in range(2000):
        if isinstance(app.screen, Sheet):
            await pilot.press("enter")
        elif table.match.over:
            return None
        elif table.match.acting == (0,) and isinstance(app.screen, TableScreen) and app.screen.shown is table.state:
            return app.screen
        await pilot.pause(0.005)
    raise AssertionError(f"nothing happens: {text_of(app)}")


async def make(screen: TableScreen, pilot: Pilot[None], move: dict[str, Any]) -> None:
    """Pick the cards of a move with arrows and space, choose it among those that fit, and play it."""
    hand = screen.query_one(Hand)
    wanted = Counter(screen.selection.wants(move))
    for i, thing in enumerate(list(hand.things)):
        if wanted[thing.id] > 0:
            wanted[thing.id] -= 1
            while hand.at != i:
                await pilot.press("right")
            await pilot.press("space")
    offered = [one["text"] for one in screen.offered()]
    assert move["text"] in offered, f"{move['text']} is not among {offered}"
    at = screen.query_one(OptionList).highlighted
    for _ in range(offered.index(move["text"]) + (at is None)):
        await pilot.press("down")
    await pilot.press("enter")


async def play(app: Terminal, pilot: Pilot[None], seed: int = 1, most: int = 400) -> int:
    """To the end of the match; returns how many choices were made."""
    dice, table = random.Random(seed), table_of(app)
    for choice in range(most):
        screen = await turn(app, pilot)
        if screen is None:
            return choice
        plies = table.match.plies
        await make(screen, pilot, dice.choice([m for m in table.state["view"]["moves"] if not m["quiet"]]))
        for _ in range(400):
            if table.match.plies != plies:
                break
            await pilot.pause(0.005)
        else:
            raise AssertionError(f"nothing came of it: {text_of(app)}")
    raise AssertionError("no end")
