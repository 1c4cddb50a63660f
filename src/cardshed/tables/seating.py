"""Who sits where: what people ask for before and beside the play, and what the owner of a table may do.

From the start of a deal a key holds at most one seat of it, ever. So who comes late is a guest, sees what an onlooker
sees, and sits down when the next deal begins; at once only if all who sit agree.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from cardshed.tables import commands as c
from cardshed.tables.decision import Decision, Refused, event, own_seat
from cardshed.tables.events import Event
from cardshed.tables.fair import hashed
from cardshed.tables.table import COMMITTING, SHOWING, Guest, Table

TICKET_SECONDS = 600.0

Deciders = dict[type[c.Command], Callable[..., Decision]]


def let_in(table: Table, person: str | None, address: str | None) -> None:
    """Refuse who is barred; key and address come as hashes."""
    if table.shuts_out(person, address):
        raise Refused("server.refused.barred")


def ask_alone(table: Table, person: str | None, is_here: Callable[[str], bool]) -> None:
    """Refuse a guest as long as another from the same place waits for an answer: many keys are made in a moment."""
    if any(not guest.promised and guest.person != person and is_here(guest.person) for guest in table.guests.values()):
        raise Refused("server.refused.one_knock")


def barred_from(table: Table, address: str, now: float) -> Event | None:
    return None if address in table.addresses else event("address", None, now, address=address)


def seated_by_itself(table: Table, now: float) -> Event | None:
    """A match begins when nobody is missing, the shuffle goes on when all have done their part, a guest sits down when
    all agree."""
    all_want_to = bool(table.ready) and table.ready >= set(table.people)
    if not table.begun and (all_want_to or not any(seat.free for seat in table.seats)):
        return event("start", None, now)
    if table.shuffling is not None and not table.shuffled_without():
        return shuffled_on(table, now)
    for p, guest in table.guests.items():
        agreed = bool(table.people) and guest.agreed >= set(table.people)
        if agreed and table.stage == "playing" and guest.promised and table.may_sit_down(p, guest.person):
            return event("sit", p, now, person=guest.person, name=guest.name)
    return None


def shuffled_on(table: Table, now: float) -> Event:
    """The shuffle goes on without those who have not done their part yet."""
    return event("show" if table.shuffling == COMMITTING else "deal", None, now)


def heir(table: Table, here: list[int]) -> int | None:
    """The seat of whoever has sat there longest of those who are here, but for the owner of the table."""
    others = [p for p, owner in table.owners if p in here and owner != table.host]
    return min(others, key=lambda p: table.seats[p].since, default=None)


# --- sitting down --------------------------------------------------------------------------------


def _sit(table: Table, person: str | None, command: c.Sit, now: float) -> Decision:
    if person is None:
        raise Refused("server.refused.key")
    if command.ticket is not None:
        return _sit_by_ticket(table, person, command, now)
    own, asked = table.seat_of(person), table.guest_of(person)
    if own is not None:
        return Decision(None, {"seat": own, "guest": False})
    if table.stage == "over":
        raise Refused("server.refused.over")
    if asked is not None and command.seat in (None, asked):
        return Decision(None, {"seat": asked, "guest": True})
    held = table.held.get((table.deal, person)) if table.begun and person not in table.removed else None
    if held is not None and not table.may_sit_down(held, person):
        held = None
    free = [p for p, seat in enumerate(table.seats) if seat.free and (p not in table.guests or p == held)]
    likely = held if held in free else free[0] if free else None
    wanted = likely if command.seat is None else command.seat
    if wanted is None:
        raise Refused("server.refused.full")
    if wanted not in free:
        raise Refused("server.refused.taken", seat=wanted)
    if not table.begun or wanted == held:
        name = _told_apart(table, command.name)
        more = {"hash": command.hash} if command.hash and not table.begun else {}
        return Decision(event("sit", wanted, now, person=person, name=name, **more), {"seat": wanted, "guest": False})
    promised = not table.facts.setting.knock or not table.people or table.host == person
    knock = event("knock", wanted, now, person=person, name=_told_apart(table, command.name), promised=promised)
    return Decision(knock, {"seat": wanted, "guest": True})


def _told_apart(table: Table, name: str | None) -> str:
    """A name that nobody else at the table has: a number is put to one that is taken."""
    name, others = name or "Guest", {*(seat.name for seat in table.seats), *(g.name for g in table.guests.values())}
    numbered = (f"{name[: c.NAME - 3]} {k}" for k in range(2, len(others) + 2))
    return next(one for one in (name, *numbered) if one not in others)


def _sit_by_ticket(table: Table, person: str, command: c.Sit, now: float) -> Decision:
    ticket = hashed(command.ticket or "")
    seat, until = table.tickets.get(ticket, (-1, 0.0))
    if seat < 0 or now > until:
        raise Refused("server.refused.ticket")
    if table.seat_of(person) not in (None, seat):
        raise Refused("server.refused.seated")
    if not table.may_hold(seat, person, table.deal):
        raise Refused("server.refused.one_hand")
    more = {"hash": command.hash} if command.hash and not table.begun else {}
    told = {"person": person, "name": table.seats[seat].name, "ticket": ticket}
    return Decision(event("sit", seat, now, **told, **more), {"seat": seat, "guest": False})


def _ticket(table: Table, person: str | None, _: c.Ticket, now: float) -> Decision:
    seat, ticket = own_seat(table, person), secrets.token_urlsafe(24)
    until = now + TICKET_SECONDS
    return Decision(event("ticket", seat, now, ticket=hashed(ticket), until=until), {"ticket": ticket, "until": until})


def _leave(table: Table, person: str | None, _: c.Leave, now: float) -> Decision:
    if (asked := table.guest_of(person)) is not None:
        return Decision(event("dismiss", asked, now), {})
    seat = own_seat(table, person)
    return Decision(None if table.stage == "over" else event("leave", seat, now), {})  # the record keeps who played


def _away(table: Table, person: str | None, _: c.Away, now: float) -> Decision:
    seat = own_seat(table, person)
    return Decision(None if table.seats[seat].away else event("away", seat, now, why="asked"), {})


def _back(table: Table, person: str | None, _: c.Back, now: float) -> Decision:
    seat = own_seat(table, person)
    return Decision(event("back", seat, now) if table.seats[seat].away else None, {})


# --- beginning -----------------------------------------------------------------------------------


def _start(table: Table, person: str | None, command: c.Start, now: float) -> Decision:
    if table.begun:
        own_seat(table, person)
        return Decision(None, {"started": True})
    if person is not None and person == table.host and command.yes:
        return Decision(event("start", table.seat_of(person), now), {"started": True})
    seat = own_seat(table, person)
    if command.yes and {*table.ready, seat} >= set(table.people):
        return Decision(event("start", seat, now), {"started": True})
    known = command.yes == (seat in table.ready)  # the last of them to say so begins
    return Decision(None if known else event("ready", seat, now, yes=command.yes), {"started": False})


def _commit(table: Table, person: str | None, command: c.Commit, now: float) -> Decision:
    seat = own_seat(table, person)
    if table.hashes.get(seat) == command.hash:
        return Decision(None, {})
    if table.match or table.shuffling == SHOWING or (table.shuffling and seat in table.hashes):
        raise Refused("server.refused.shuffled")
    return Decision(event("commit", seat, now, hash=command.hash), {})


def _reveal(table: Table, person: str | None, command: c.Reveal, now: float) -> Decision:
    seat = own_seat(table, person)
    if table.nonces.get(seat) == command.nonce:
        return Decision(None, {})
    if table.shuffling != SHOWING or seat in table.nonces:
        raise Refused("server.refused.shuffled")
    if table.hashes.get(seat) != hashed(command.nonce):
        raise Refused("server.refused.nonce")
    return Decision(event("reveal", seat, now, nonce=command.nonce), {})


# --- guests --------------------------------------------------------------------------------------


def _guest(table: Table, seat: int) -> Guest:
    if seat not in table.guests:
        raise Refused("server.refused.no_guest")
    return table.guests[seat]


def _admit(table: Table, person: str | None, command: c.Admit, now: float) -> Decision:
    if table.host is not None:
        _only_the_owner(table, person)
    else:
        own_seat(table, person)
    guest = _guest(table, command.seat)
    if not command.yes:
        return Decision(event("dismiss", command.seat, now), {})
    return Decision(None if guest.promised else event("admit", command.seat, now), {})


def _agree(table: Table, person: str | None, command: c.Agree, now: float) -> Decision:
    seat, guest = own_seat(table, person), _guest(table, command.seat)
    if not guest.promised:
        raise Refused("server.refused.not_admitted")
    if not table.may_hold(command.seat, guest.person, table.deal):
        raise Refused("server.refused.one_hand")
    if not table.may_sit_down(command.seat, guest.person):
        raise Refused("server.refused.taken_back")
    return Decision(None if seat in guest.agreed else event("agree", seat, now, guest=command.seat), {})


# --- the owner of the table ----------------------------------------------------------------------


def _only_the_owner(table: Table, person: str | None) -> None:
    if person is None or person != table.host:
        raise Refused("server.refused.not_owner")


def _another(table: Table, person: str | None, seat: int) -> str:
    """Who sits at a seat, or asks for it, as the owner of the table names them."""
    _only_the_owner(table, person)
    guest = table.guests.get(seat)
    other = guest.person if guest else table.seats[seat].owner if seat < len(table.seats) else None
    if other is None:
        raise Refused("server.refused.nobody")
    if other == person:
        raise Refused("server.refused.yourself")
    return other


def _remove(table: Table, person: str | None, command: c.Remove, now: float) -> Decision:
    other = _another(table, person, command.seat)
    if table.stage == "over":
        raise Refused("server.refused.over")
    return Decision(event("remove", command.seat, now, person=other, bar=command.bar), {})


def _mute(table: Table, person: str | None, command: c.Mute, now: float) -> Decision:
    other = _another(table, person, command.seat)
    known = command.yes == (other in table.muted)
    return Decision(None if known else event("mute", command.seat, now, person=other, yes=command.yes), {})


def _handover(table: Table, person: str | None, command: c.Handover, now: float) -> Decision:
    other = _another(table, person, command.seat)
    if command.seat in table.guests:
        raise Refused("server.refused.nobody")
    return Decision(event("host", command.seat, now, person=other), {})


def _close(table: Table, person: str | None, _: c.Close, now: float) -> Decision:
    _only_the_owner(table, person)
    if table.stage == "over":
        raise Refused("server.refused.over")
    return Decision(event("close", None, now), {})


SEATING: Deciders = {
    c.Sit: _sit, c.Leave: _leave, c.Away: _away, c.Back: _back, c.Ticket: _ticket, c.Start: _start, c.Commit: _commit,
    c.Reveal: _reveal, c.Admit: _admit, c.Agree: _agree, c.Remove: _remove, c.Mute: _mute, c.Handover: _handover,
    c.Close: _close,
}  # fmt: skip
