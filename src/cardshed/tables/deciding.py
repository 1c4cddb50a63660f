"""What may happen at a table: each command of a person becomes an event, or is refused with a reason."""

from __future__ import annotations

from cardshed.engine.errors import IllegalMove
from cardshed.engine.matches.match import Match
from cardshed.tables import commands as c
from cardshed.tables.decision import Decision, Refused, event, own_seat
from cardshed.tables.events import Event
from cardshed.tables.seating import SEATING, Deciders, seated_by_itself
from cardshed.tables.table import Table, Turn

FREE = 5  # undos in a row of which nobody is asked
WORLDS = 16  # that are looked at to see whether somebody saw something new


def decide(table: Table, person: str | None, command: c.Command, now: float) -> Decision:
    """What a person's command comes to; Refused with the reason if it may not be. Moves are tried when applied."""
    if table.stage == "closed":
        raise Refused("server.refused.closed")
    return _DECIDERS[type(command)](table, person, command, now)


def follow_up(table: Table, now: float) -> Event | None:
    """What happens by itself: a match begins when nobody is missing, guests sit down when all agree, and an undo comes
    when nobody is left to ask."""
    if table.stage == "closed":
        return None
    if (seated := seated_by_itself(table, now)) is not None:
        return seated
    if table.asked and not table.waited_for:
        return event("undo", table.asked.seat, now, to=table.asked.plies)
    return None


# --- playing -------------------------------------------------------------------------------------


def _move(table: Table, person: str | None, command: c.Move, now: float) -> Decision:
    seat = own_seat(table, person)
    own = [turn for turn in table.turns if turn.n >= command.after and turn.by == "person"]
    if any((turn.seat, turn.text) == (seat, command.text) for turn in own):
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
    seat = own_seat(table, person)
    match = table.playing
    if match.over:
        raise Refused("server.refused.over")
    _still_open(table, command.after)
    last = _last_decision(table, seat)
    if any(len(match.at(k).acting) > 1 for k in range(last.plies, match.plies)):  # choices made together
        raise Refused("server.refused.sealed")
    if _is_free(table, match, seat, last):
        return Decision(event("undo", seat, now, to=last.plies), {"undone": True})
    known = (table.asked and table.asked.seat == seat) or table.asks.get(seat, -1) >= command.after
    return Decision(None if known else event("ask", seat, now, to=last.plies), {"undone": False})


def _last_decision(table: Table, seat: int) -> Turn:
    """Made by who sits there now, and in a deal that nobody who sits here saw from another seat."""
    since = table.seats[seat].since
    own = [turn for turn in table.turns if turn.seat == seat and turn.by == "person" and turn.n >= since]
    if not own:
        raise Refused("server.refused.nothing_to_undo")
    deal = table.playing.deal_at(own[-1].plies)
    if any(not table.may_hold(p, owner, deal) for p, owner in table.owners):
        raise Refused("server.refused.other_hand")
    return own[-1]


def _is_free(table: Table, match: Match, seat: int, last: Turn) -> bool:
    """Free if no other person sits there; or if no other seat has acted since, and the asker saw nothing new. But not
    again and again: the others could never make a move."""
    since = max((turn.n for turn in table.turns if turn.seat != seat), default=0)
    free = last.n >= since and table.kinds[since:].count("undo") < FREE
    return table.people == [seat] or (free and _foreseen(match.at(last.plies), match, seat))


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
    seat = own_seat(table, person)
    asked = table.asked
    if asked is None or asked.seat == seat:
        raise Refused("server.refused.not_asked")
    if command.after <= asked.n:
        raise Refused("server.refused.late")
    _still_open(table, command.after)
    if command.yes and table.waited_for in ([], [seat]):
        return Decision(event("undo", asked.seat, now, to=asked.plies), {"undone": True})
    known = command.yes and seat in table.agreed
    return Decision(None if known else event("answer", seat, now, yes=command.yes), {"undone": False})


def _say(table: Table, person: str | None, command: c.Say, now: float) -> Decision:
    seat = own_seat(table, person)
    if person in table.muted:
        raise Refused("server.refused.muted")
    return Decision(event("say", seat, now, phrase=command.phrase), {})


_DECIDERS: Deciders = {**SEATING, c.Move: _move, c.Undo: _undo, c.Answer: _answer, c.Say: _say}
