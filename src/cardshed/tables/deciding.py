"""What may happen at a table: each command of a person becomes an event, or is refused with a reason."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cardshed.engine.errors import CardshedError, IllegalMove
from cardshed.engine.matches.match import Match
from cardshed.tables import commands as c
from cardshed.tables.events import Event
from cardshed.tables.table import Table, Turn

TICKET_SECONDS = 600.0
WORLDS = 16  # that are looked at to see whether somebody saw something new


class Refused(CardshedError):
    """A command that cannot be carried out now."""


@dataclass(frozen=True)
class Decision:
    """What follows from a command: an event, or none if it is true already; and what its sender is told."""

    event: Event | None
    reply: dict[str, Any]


def hashed(secret: str) -> str:
    """How secrets are kept: they are random and long, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def decide(table: Table, person: str | None, command: c.Command, now: float) -> Decision:
    """What a person's command comes to; Refused with the reason if it may not be. Moves are tried when applied."""
    return _DECIDERS[type(command)](table, person, command, now)


def follow_up(table: Table, now: float) -> Event | None:
    """What happens by itself: a match begins when nobody is missing, and an undo comes when nobody is left to ask."""
    if table.match is None and not any(seat.free for seat in table.seats):
        return event("start", None, now)
    if table.asked and not table.waited_for:
        return event("undo", table.asked.seat, now, to=table.asked.plies)
    return None


# --- seats ---------------------------------------------------------------------------------------


def _sit(table: Table, person: str | None, command: c.Sit, now: float) -> Decision:
    if person is None:
        raise Refused("server.refused.key")
    if command.ticket is not None:
        return _sit_by_ticket(table, person, command.ticket, now)
    own = table.seat_of(person)
    if own is not None:
        return Decision(None, {"seat": own})
    if table.stage == "over":
        raise Refused("server.refused.over")
    free = [p for p, seat in enumerate(table.seats) if seat.free]
    wanted = command.seat if command.seat is not None else free[0] if free else None
    if wanted is None:
        raise Refused("server.refused.full")
    if wanted not in free:
        raise Refused("server.refused.taken", seat=wanted)
    name = _told_apart(command.name or "Guest", [seat.name for seat in table.seats])
    return Decision(event("sit", wanted, now, person=person, name=name), {"seat": wanted})


def _told_apart(name: str, others: list[str | None]) -> str:
    """A name that nobody else at the table has: a number is put to one that is taken."""
    numbered = (f"{name[: c.NAME - 3]} {k}" for k in range(2, len(others) + 2))
    return next(one for one in (name, *numbered) if one not in others)


def _sit_by_ticket(table: Table, person: str, ticket: str, now: float) -> Decision:
    seat, until = table.tickets.get(hashed(ticket), (-1, 0.0))
    if seat < 0 or now > until:
        raise Refused("server.refused.ticket")
    if table.seat_of(person) not in (None, seat):
        raise Refused("server.refused.seated")
    name = table.seats[seat].name
    return Decision(event("sit", seat, now, person=person, name=name, ticket=hashed(ticket)), {"seat": seat})


def _leave(table: Table, person: str | None, _: c.Leave, now: float) -> Decision:
    seat = _own(table, person)
    return Decision(None if table.stage == "over" else event("leave", seat, now), {})  # the record keeps who played


def _away(table: Table, person: str | None, _: c.Away, now: float) -> Decision:
    seat = _own(table, person)
    return Decision(None if table.seats[seat].away else event("away", seat, now, why="asked"), {})


def _back(table: Table, person: str | None, _: c.Back, now: float) -> Decision:
    seat = _own(table, person)
    return Decision(event("back", seat, now) if table.seats[seat].away else None, {})


def _ticket(table: Table, person: str | None, _: c.Ticket, now: float) -> Decision:
    seat, ticket = _own(table, person), secrets.token_urlsafe(24)
    until = now + TICKET_SECONDS
    return Decision(event("ticket", seat, now, ticket=hashed(ticket), until=until), {"ticket": ticket, "until": until})


# --- playing -------------------------------------------------------------------------------------


def _start(table: Table, person: str | None, _: c.Start, now: float) -> Decision:
    seat = _own(table, person)
    return Decision(None if table.match else event("start", seat, now), {})


def _move(table: Table, person: str | None, command: c.Move, now: float) -> Decision:
    seat = _own(table, person)
    if any((turn.seat, turn.text) == (seat, command.text) for turn in table.turns if turn.n >= command.after):
        return Decision(None, {"already": True})  # it was sent again because its answer got lost
    _still_open(table, command.after)
    if table.seats[seat].away:
        raise Refused("server.refused.away")
    return Decision(event("move", seat, now, text=command.text, by="person"), {})


def _still_open(table: Table, after: int) -> None:
    """Refuse an answer to a choice that is not the open one any more."""
    if after > table.n:
        raise Refused("server.refused.future", n=table.n)
    if not table.same_choice(after):
        raise Refused("server.refused.late")


def _undo(table: Table, person: str | None, command: c.Undo, now: float) -> Decision:
    seat = _own(table, person)
    match = table.playing
    if match.over:
        raise Refused("server.refused.over")
    _still_open(table, command.after)
    last = _last_decision(table, seat)
    if _was_sealed(match, last.plies):
        raise Refused("server.refused.sealed")
    if _is_free(table, match, seat, last):
        return Decision(event("undo", seat, now, to=last.plies), {"undone": True})
    if (table.asked and table.asked.seat == seat) or table.asks.get(seat, -1) >= command.after:
        return Decision(None, {"undone": False})
    return Decision(event("ask", seat, now, to=last.plies), {"undone": False})


def _last_decision(table: Table, seat: int) -> Turn:
    own = [turn for turn in table.turns if turn.seat == seat and turn.by == "person"]
    if not own:
        raise Refused("server.refused.nothing_to_undo")
    return own[-1]


def _was_sealed(match: Match, plies: int) -> bool:
    """Whether a choice that several made together would be undone."""
    return any(len(match.at(k).acting) > 1 for k in range(plies, match.plies))


def _is_free(table: Table, match: Match, seat: int, last: Turn) -> bool:
    """Free if no other person sits there; or if none has acted since, and the asker saw nothing new."""
    if table.people == [seat]:
        return True
    if any(turn.by == "person" and turn.seat != seat for turn in table.turns if turn.n > last.n):
        return False
    return _foreseen(match.at(last.plies), match, seat)


def _foreseen(then: Match, match: Match, seat: int) -> bool:
    """Whether a seat sees just what it would in any other world that it could have imagined then."""
    view, since = match.view(seat), match.moves[then.plies :]
    for seed in range(WORLDS):
        world = then.imagine(seat, seed)
        try:
            for move in since:
                world.play(move.seat, move)
        except IllegalMove:
            return False
        if world.view(seat) != view:
            return False
    return True


def _answer(table: Table, person: str | None, command: c.Answer, now: float) -> Decision:
    seat = _own(table, person)
    asked = table.asked
    if asked is None or asked.seat == seat:
        raise Refused("server.refused.not_asked")
    if command.after <= asked.n:
        raise Refused("server.refused.late")
    _still_open(table, command.after)
    if command.yes and table.waited_for in ([], [seat]):
        return Decision(event("undo", asked.seat, now, to=asked.plies), {"undone": True})
    if command.yes and seat in table.agreed:
        return Decision(None, {"undone": False})
    return Decision(event("answer", seat, now, yes=command.yes), {"undone": False})


def _say(table: Table, person: str | None, command: c.Say, now: float) -> Decision:
    return Decision(event("say", _own(table, person), now, phrase=command.phrase), {})


# --- inner ---------------------------------------------------------------------------------------


def _own(table: Table, person: str | None) -> int:
    seat = table.seat_of(person)
    if seat is None:
        raise Refused("server.refused.not_seated")
    return seat


def event(kind: str, seat: int | None, now: float, **body: Any) -> Event:
    """Something that happens now."""
    return Event(kind, seat, body, now)


_DECIDERS: dict[type[c.Command], Callable[..., Decision]] = {
    c.Sit: _sit,
    c.Leave: _leave,
    c.Away: _away,
    c.Back: _back,
    c.Start: _start,
    c.Move: _move,
    c.Undo: _undo,
    c.Answer: _answer,
    c.Say: _say,
    c.Ticket: _ticket,
}
