"""Who sits around the table, and what has to be known at once: an undo that is asked for, a bot that sits in, somebody
who comes late, a rematch, a lost connection."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from cardshed.terminal import people
from cardshed.terminal.look import flow
from cardshed.terminal.sheets import sentence
from cardshed.terminal.sitting import State
from cardshed.terminal.speech import Speech, capital

HURRY = 10  # seconds from which a clock is marked


def seats(state: State, say: Speech, width: int, now: float) -> list[Text]:
    """All players with what is known of them, side by side where they fit."""
    table, view = state["table"], state["view"]
    return flow([_seat(who, view, table, say, now) for who in table["seats"]], width)


def _seat(who: dict[str, Any], view: dict[str, Any] | None, table: dict[str, Any], say: Speech, now: float) -> Text:
    p = who["seat"]
    turn = view is not None and p in view["acting"]
    name = capital(say.names[p])
    if p == table["you"] and say.names[p] != say("cli.table.you"):
        name += f" ({say('page.seat.me')})"
    line = Text()
    line.append("▶ " if turn else "  ", "bold yellow")
    line.append(name, "bold" if turn else "")
    if turn and table["deadline"]:
        left = max(0, round(table["deadline"] - now))
        line.append(f"  {left // 60}:{left % 60:02}", "bold red" if left < HURRY else "bold")
    for mark in ("owner", "muted", "ready"):
        if who[mark] and not (mark == "ready" and view is not None):
            line.append(f"  {say(f'page.seat.{mark}')}", "dim")
    if absent := _absent(who, say, begun=view is not None):
        line.append(f"  {absent}", "yellow")
    if view is None:
        return line
    seat = view["seats"][p]
    facts = [say("page.seat.cards", n=seat["cards"]), say("page.seat.points", n=seat["points"])]
    line.append("  " + " · ".join([*facts, *(say(note) for note in seat["notes"])]), "dim")
    return line


def _absent(who: dict[str, Any], say: Speech, begun: bool) -> str:
    """Why somebody who should sit there does not."""
    if who["free"] and not begun:
        return say("page.seat.free")
    if not who["person"]:
        return "" if begun or not who["bot"] else say("page.seat.bot", level=say(f"page.level.{who['bot']}"))
    if who["away"]:
        return say(f"page.seat.{who['away']}")
    return "" if who["here"] else say("page.seat.offline")


def since(state: State, say: Speech, width: int) -> Text:
    """What the others did since one's own last move, as much of the end of it as fits a line."""
    told: list[str] = []
    for entry in reversed(state["log"].values()):
        if entry["kind"] != "move" or entry.get("undone"):
            continue
        if entry["seat"] == state["table"]["you"]:
            break
        told.insert(0, sentence(entry, say))
    line = " · ".join(told)
    return Text(line if len(line) <= width else f"…{line[1 - width :]}", "italic")


def banners(state: State, say: Speech, connected: bool) -> list[str]:
    """What has to be known at once, with the keys that answer it."""
    table, told = state["table"], []
    me, asked = table["you"], table["undo"]
    if not connected:
        told.append(say("page.reconnecting"))
    if me is not None and table["seats"][me]["away"]:
        told.append(f"{say('page.away')} [B] {say('page.take_back')}")
    if asked and me in asked["waiting"]:
        told.append(f"{say('page.undo.asks', seat=asked['seat'])} [Y] {say('page.allow')}  [N] {say('page.refuse')}")
    if asked and me == asked["seat"]:
        told.append(say("page.undo.asked"))
    told += people.news(table, say)
    if table["stage"] == "closed":
        told.append(f"{say('page.closed')} {say('page.closed.text')}")
    if table["rematch"]:
        told.append(say("page.rematch.there"))
    return told
