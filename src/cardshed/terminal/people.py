"""Who comes to a table late, and what its owner may do about whom, as lists to choose from."""

from __future__ import annotations

from typing import Any

from cardshed.terminal.choosing import Choosing
from cardshed.terminal.speech import Speech, capital

Asked = tuple[str, dict[str, Any]]  # a command of docs/api.md


def sheet(table: dict[str, Any], say: Speech) -> Choosing | None:
    """All that can be asked about the people of a table: a choice gives back a command, or another list. None if there
    is nothing."""
    choices: list[tuple[str, Asked | Choosing]] = []
    for seat in table["seats"]:
        choices += _about_guest(seat, table, say) if seat["guest"] else []
    for seat in table["seats"]:
        if table["owner"] and seat["person"] and seat["seat"] != table["you"]:
            choices.append((f"{say.names[seat['seat']]} …", _managed(seat, say)))
    if table["owner"] and table["stage"] in ("waiting", "playing"):
        sure: list[tuple[str, Asked]] = [(say("page.owner.close.sure"), ("close", {}))]
        choices.append((say("page.owner.close"), Choosing(say("page.sheet.close"), sure, say("page.owner.close.text"))))
    return Choosing(say("page.people"), choices) if choices else None


def _about_guest(seat: dict[str, Any], table: dict[str, Any], say: Speech) -> list[tuple[str, Asked | Choosing]]:
    p, guest, me = seat["seat"], seat["guest"], table["you"]
    if p == table["guest"]:
        return [(say("page.guest.withdraw"), ("leave", {}))]
    found: list[tuple[str, Asked | Choosing]] = []
    if guest["promised"] and me is not None and me not in guest["agreed"]:
        found.append((f"{guest['name']}: {say('page.guest.now')}", ("agree", {"seat": p})))
    if table["owner"] and not guest["promised"]:
        found.append((f"{guest['name']}: {say('page.guest.admit')}", ("admit", {"seat": p, "yes": True})))
    if table["owner"]:
        found.append((f"{guest['name']}: {say('page.guest.refuse')}", ("admit", {"seat": p, "yes": False})))
        found.append((f"{guest['name']}: {say('page.owner.bar')}", ("remove", {"seat": p, "bar": True})))
    return found


def _managed(seat: dict[str, Any], say: Speech) -> Choosing:
    """What the owner may do about somebody who sits there."""
    p, muted = {"seat": seat["seat"]}, seat["muted"]
    choices = [
        (say("page.owner.unmute" if muted else "page.owner.mute"), ("mute", {**p, "yes": not muted})),
        (say("page.owner.remove"), ("remove", {**p, "bar": False})),
        (say("page.owner.bar"), ("remove", {**p, "bar": True})),
        (say("page.owner.handover"), ("handover", p)),
    ]
    return Choosing(capital(say.names[seat["seat"]]), choices, say("page.owner.remove.text"))


def news(table: dict[str, Any], say: Speech) -> list[str]:
    """What has to be known at once of those who come late, with the key that leads to an answer."""
    me, told = table["you"], []
    for seat in table["seats"]:
        guest = seat["guest"]
        if guest is None:
            continue
        if seat["seat"] == table["guest"]:
            over = "page.guest.rematch" if table["stage"] == "over" else "page.guest.promised"
            told.append(say(over if guest["promised"] else "page.guest.asked"))
        elif table["owner"] and not guest["promised"]:
            told.append(f"{say('page.guest.knocks', name=guest['name'])} [T] {say('page.guest.admit')}")
        elif guest["promised"] and me is not None and me not in guest["agreed"] and table["stage"] == "playing":
            told.append(f"{say('page.guest.comes', name=guest['name'])} [T] {say('page.guest.now')}")
    return told
