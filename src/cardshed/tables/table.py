"""A table: what its events come to. There is no web, no clock and no database in it.

`apply` folds events in; `state` tells a seat, or an onlooker, all that it may know. What may happen next is decided in
seating.py and deciding.py.
"""

from __future__ import annotations

import copy
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from cardshed.engine.core.seeds import written
from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match, Move
from cardshed.engine.matches.record import write
from cardshed.engine.messages import Message
from cardshed.tables import fair
from cardshed.tables.events import Event, Facts, Summary

LOG = 60  # events that a state tells of; all moves are in the record
DECIDING = ("start", "deal", "move", "undo")  # the kinds of events after which there is another choice than before

# The shuffle between the start and the first deal: people commit themselves to a nonce, then show it.
COMMITTING, SHOWING = "commit", "show"

# From where somebody looks: a seat, a person who has none but is told more than others, or an onlooker.
Eye = int | str | None


@dataclass
class Seat:
    """Who sits there. A person who owns a seat keeps it while a bot plays for them."""

    level: str  # of the bot that plays if no person does
    takeable: bool  # by anyone, while nobody owns it
    owner: str | None = None  # the hash of the owner's key
    name: str | None = None
    away: str | None = None  # why a bot plays for the owner: asked, or gone
    since: int = 0  # the event by which the owner sat down

    @property
    def by_person(self) -> bool:
        return self.owner is not None and self.away is None

    @property
    def free(self) -> bool:
        return self.takeable and self.owner is None


@dataclass(frozen=True)
class Guest:
    """Who came late and asks for a seat."""

    person: str
    name: str
    promised: bool  # it is theirs from the next deal on
    agreed: frozenset[int] = frozenset()  # the seats whose people would let them play at once


@dataclass(frozen=True)
class Turn:
    """A move that stands: the event that made it, and how many moves there were before."""

    n: int
    seat: int
    plies: int
    by: str  # person, bot or timer
    text: str
    at: float
    took: float  # seconds since the move before, or since the choice was opened anew


@dataclass(frozen=True)
class Asked:
    """A seat asks the others for an undo: the event, and how many moves it would leave."""

    n: int
    seat: int
    plies: int


class Broken(CardshedError):
    """A table that cannot be shown or played on here."""


class Table:
    """A match of a game from the first seat taken to the last move."""

    def __init__(self, facts: Facts, game: Game) -> None:
        usual = game.usual(facts.rules)
        if usual is None:
            raise Broken("server.table.rules", game=game.title, theirs=facts.rules, ours=game.version)
        self.facts = facts
        self.game = game
        self.options = usual | facts.options  # the house rules as they are said today
        self.kinds: list[str] = []  # of the events so far
        self.match: Match | None = None  # from the first deal on
        self.plies = 0  # moves of it that are folded in; more may have been played ahead
        self.turns: list[Turn] = []
        self.began = facts.made  # when the match was last dealt or taken back
        self.asked: Asked | None = None  # what the people are asked for now
        self.asks: dict[int, int] = {}  # the last event by which each seat asked
        self.agreed: set[int] = set()
        self.tickets: dict[str, tuple[int, float]] = {}  # by their hash: the seat, and until when
        self.rematch: str | None = None
        self.log: dict[int, dict[str, Any]] = {}
        self.commitment = facts.commitment
        self.host = facts.setting.host  # the hash of the key of who owns the table
        self.hosted = facts.made  # since when
        self.guests: dict[int, Guest] = {}  # by the seat they ask for, in the order in which they came
        self.held: dict[tuple[int, str], int] = {}  # the seat that a person has held in a deal
        self.unseen = 0  # the first deal of which nobody saw anything that was taken back
        self.witnesses: set[str] = set()  # who sat there whenever something was
        self.ready: set[int] = set()  # the seats whose people want to begin
        self.muted: set[str] = set()
        self.removed: set[str] = set()
        self.barred: set[str] = set()
        self.addresses: set[str] = set()  # of those who are barred, as hashes
        self.closed = False
        self.shuffling: str | None = None  # what people are asked to do, between the start and the first deal
        self.hashes: dict[int, str] = {}  # of the nonces to which seats have committed themselves
        self.adding: dict[int, str] = {}  # the names of who did; somebody else may sit there later
        self.nonces: dict[int, str] = {}
        setting = facts.setting
        self.seats = [Seat(level or setting.fill, level is None) for level in setting.seats]

    # --- what happened ----------------------------------------------------------------------------

    def after(self, event: Event) -> Table:
        """The table as it would be after an event; IllegalMove if that is a move which is not legal."""
        other = copy.copy(self)
        vars(other).update((name, copy.copy(v)) for name, v in vars(self).items() if isinstance(v, list | dict | set))
        other.seats = [copy.copy(seat) for seat in self.seats]
        other.match = self.match and self.match.copy()
        other.apply(event)
        return other

    def apply(self, event: Event) -> None:
        """Fold the next event in."""
        getattr(self, f"_{event.kind}")(event)
        self._count(event)

    @classmethod
    def built(cls, facts: Facts, game: Game, events: Sequence[Event]) -> Table:
        """A table from all of its events. Moves are played many at a time; what the log forgets is not even told."""
        table = cls(facts, game)
        ahead: list[Move] = []  # moves that are played already, each for one event
        for i, event in enumerate(events):
            if event.kind == "move" and not ahead:
                ahead = table._play_ahead(events[i:])
            if event.kind == "move" and ahead:
                assert table.match is not None
                told = ahead[:1] if i >= len(events) - LOG else []
                table._moved(event, table.plies + 1, told)
                table._count(event)
                del ahead[0]
            else:
                table.apply(event)
        return table

    def _play_ahead(self, events: Sequence[Event]) -> list[Move]:
        """Play the moves up to the next undo, as far as that can be done in one go."""
        match = self.playing
        moves = (one for one in takewhile(lambda one: one.kind != "undo", events) if one.kind == "move")
        played = match.play_many((move.place, move.body["text"]) for move in moves)
        return match.moves[match.plies - played :]

    def _count(self, event: Event) -> None:
        self.log.pop(self.n - LOG, None)
        self.kinds.append(event.kind)

    def _sit(self, event: Event) -> None:
        seat, person, at = self.seats[event.place], event.body["person"], event.place
        if "ticket" in event.body:  # the same person, with another key
            self.host = person if self.host == seat.owner else self.host
            self.muted |= {person} if seat.owner in self.muted else set()
        else:
            self._settle(at)
            self.guests.pop(at, None)  # who came back to the own seat goes before who was promised it
        seat.owner, seat.name, seat.away = person, event.body["name"], None
        self.asked = None  # a key that saw another hand of the deal to which an undo would lead might sit there now
        self._dismiss_guest(person)
        if "hash" in event.body:
            self._commit(event)
        if self.begun:
            self.held.setdefault((self.deal, person), at)
        self._tear_tickets(at)
        self._note(event, name=seat.name)

    def _settle(self, seat: int) -> None:
        """Somebody else sits there now, and has agreed to nothing that was asked before."""
        self.seats[seat].since = self.n
        self.guests = {p: replace(guest, agreed=frozenset()) for p, guest in self.guests.items()}

    def _leave(self, event: Event) -> None:
        seat, at = self.seats[event.place], event.place
        self._note(event, name=seat.name)
        seat.owner = seat.name = seat.away = None
        seat.takeable = True
        self.ready.discard(at)
        if not self.begun:
            self.hashes.pop(at, None)
        self._tear_tickets(at)
        self._ask_no_more(at)

    # --- guests, and the owner of the table ---

    def _knock(self, event: Event) -> None:
        told = event.body
        self._dismiss_guest(told["person"])
        self.guests[event.place] = Guest(told["person"], told["name"], told["promised"])
        self._note(event, name=told["name"], promised=told["promised"])

    def _admit(self, event: Event) -> None:
        self.guests[event.place] = replace(self.guests[event.place], promised=True)
        self._note(event, name=self.guests[event.place].name)

    def _agree(self, event: Event) -> None:
        guest = self.guests[event.body["guest"]]
        self.guests[event.body["guest"]] = replace(guest, agreed=guest.agreed | {event.place})
        self._note(event, name=guest.name)

    def _dismiss(self, event: Event) -> None:
        self._note(event, name=self.guests.pop(event.place).name)

    def _remove(self, event: Event) -> None:
        person = event.body["person"]
        self.removed.add(person)
        if event.body["bar"]:
            self.barred.add(person)
        if self.guest_of(person) == event.seat:
            self._dismiss(replace(event, kind="dismiss"))
        elif self.seats[event.place].owner == person:
            self.removed |= self._who_held(event.place)  # the keys by which the seat came here
            self._leave(replace(event, kind="leave"))

    def _who_held(self, seat: int) -> set[str]:
        """Who would come back to a seat of this deal."""
        return {who for (deal, who), p in self.held.items() if (deal, p) == (self.deal, seat) and who != self.host}

    def _address(self, event: Event) -> None:
        self.addresses.add(event.body["address"])

    def _mute(self, event: Event) -> None:
        (self.muted.add if event.body["yes"] else self.muted.discard)(event.body["person"])
        if event.seat is not None:  # else in the match before
            self._note(event, yes=event.body["yes"])

    def _host(self, event: Event) -> None:
        self.host, self.hosted = event.body["person"], event.at
        self._note(event)

    def _close(self, event: Event) -> None:
        self.closed, self.asked = True, None
        self._note(event)

    def _dismiss_guest(self, person: str) -> None:
        self.guests = {p: guest for p, guest in self.guests.items() if guest.person != person}

    # --- beginning ---

    def _away(self, event: Event) -> None:
        self.seats[event.place].away = event.body["why"]
        self._note(event)
        self._ask_no_more(event.seat)

    def _back(self, event: Event) -> None:
        self.seats[event.place].away = None
        self._note(event)

    def _ready(self, event: Event) -> None:
        (self.ready.add if event.body["yes"] else self.ready.discard)(event.place)

    def _start(self, event: Event) -> None:
        self._note(event)
        self.shuffling, self.began = COMMITTING, event.at
        if not (event.body.get("commit") and fair.is_secret(self.facts.salt)):
            self._show(event)

    def _commit(self, event: Event) -> None:
        if fair.is_secret(self.facts.salt):  # a table of 0.1 has committed itself to its seed, and takes no nonces
            self.hashes[event.place] = event.body["hash"]
            self.adding[event.place] = event.body.get("name") or self.seats[event.place].name or ""

    def _show(self, event: Event) -> None:
        self.shuffling, self.began = SHOWING, event.at
        if not self.hashes:
            self._deal(event)

    def _reveal(self, event: Event) -> None:
        self.nonces[event.place] = event.body["nonce"]

    def _deal(self, event: Event) -> None:
        """The first deal; the others are dealt by moves."""
        facts, self.began = self.facts, event.at
        made = fair.is_secret(facts.salt)
        seed = fair.match_key(facts.salt, self.hashes, self.nonces) if made else facts.seed
        self.match, self.shuffling = self.game.match(facts.players, seed, self.options), None
        self.match.version = facts.rules
        self._next_deal()

    def _next_deal(self) -> None:
        """Guests sit down, and from now on everybody holds a seat of this deal."""
        for p, guest in list(self.guests.items()):
            if guest.promised and self.seats[p].free and self.may_sit_down(p, guest.person):
                seat = self.seats[p]
                seat.owner, seat.name, seat.away, seat.since = guest.person, guest.name, None, self.n
                self.guests.pop(p)
        for p, owner in self.owners:
            self.held.setdefault((self.deal, owner), p)

    # --- playing ---

    def _move(self, event: Event) -> None:
        match, seat = self.playing, event.place
        assert seat is not None
        text, by = event.body["text"], event.body["by"]
        made = match.play_all(seat, text) if by == "person" else [match.play(seat, text)]
        self._moved(event, match.plies, made)

    def _moved(self, event: Event, plies: int, made: list[Move]) -> None:
        text, by, before = event.body["text"], event.body["by"], self.deal
        since = max([self.began, *(turn.at for turn in self.turns[-1:])])
        self.turns.append(Turn(self.n, event.place, self.plies, by, text, event.at, max(0.0, event.at - since)))
        self.plies = plies
        self.asked = None
        if self.deal > before and not self.playing.at(plies).over:
            self._next_deal()
        self._note(event, by=by, labels=[move.label.json() for move in made])

    def _undo(self, event: Event) -> None:
        to = event.body["to"]
        by_leave = self.asked or len(self.people) == 1  # else the asker saw nothing new, and has no new time to think
        if by_leave:
            here = {owner for _, owner in self.owners}
            self.witnesses = here if self.deal >= self.unseen else here & self.witnesses
            self.unseen = max(self.unseen, self.deal + 1)
        self.match, self.plies = self.playing.at(to), to
        for p, owner in self.owners:  # perhaps an earlier deal, in which some of them did not sit yet
            self.held.setdefault((self.deal, owner), p)
        opened = event.at
        while self.turns and self.turns[-1].plies >= to:
            undone = self.turns.pop()
            opened = undone.at - undone.took
            if undone.n in self.log:
                self.log[undone.n] = self.log[undone.n] | {"undone": True}
        self.began = event.at if by_leave else opened
        self.asked = None
        self._note(event)

    def _ask(self, event: Event) -> None:
        self.asked, self.agreed = Asked(self.n, event.place, event.body["to"]), set()
        self.asks[event.place] = self.n
        self._note(event)

    def _answer(self, event: Event) -> None:
        if event.body["yes"]:
            self.agreed.add(event.place)
        else:
            self.asked = None
        self._note(event, yes=event.body["yes"])

    def _ticket(self, event: Event) -> None:
        self.tickets[event.body["ticket"]] = (event.place, event.body["until"])

    def _rematch(self, event: Event) -> None:
        self.rematch = event.body["table"]
        self._note(event)

    def _say(self, event: Event) -> None:
        phrase = event.body["phrase"]
        self._note(event, phrase=phrase, labels=[Message(f"server.phrase.{phrase}").json()])

    def _ask_no_more(self, seat: int | None) -> None:
        """A seat without a person asks for nothing."""
        if self.asked and self.asked.seat == seat:
            self.asked = None

    def _tear_tickets(self, seat: int | None) -> None:
        """A seat that changes hands is not to be had by what its last owner gave out."""
        self.tickets = {ticket: given for ticket, given in self.tickets.items() if given[0] != seat}

    def _note(self, event: Event, **more: Any) -> None:
        self.log[self.n] = {"kind": event.kind, "seat": event.seat, "at": round(event.at, 3), **more}

    # --- how it stands ----------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Events so far."""
        return len(self.kinds)

    @property
    def turn_began(self) -> float:
        """Since when the choice that is open has been; those who chose in secret since did not open another one."""
        sealed = self.match.sealed if self.match else 0
        return max([self.began, *(turn.at for turn in self.turns[: len(self.turns) - sealed][-1:])])

    def same_choice(self, since: int) -> bool:
        """Whether the choice that was open after so many events still is: of those who choose together, some may have
        chosen in secret since."""
        sealed = self.match.sealed if self.match else 0
        chosen = {turn.n for turn in self.turns[len(self.turns) - sealed :]}
        return not any(self.kinds[n] in DECIDING for n in range(since, self.n) if n not in chosen)

    @property
    def playing(self) -> Match:
        """The match; Broken before it has begun."""
        if self.match is None:
            raise Broken("server.table.waiting")
        return self.match

    @property
    def finished(self) -> Match:
        """The match; Broken before it is over."""
        if self.match is None or not self.match.over:
            raise Broken("server.table.not_over")
        return self.match

    @property
    def begun(self) -> bool:
        """Who comes now comes late."""
        return self.match is not None or self.shuffling is not None

    @property
    def stage(self) -> str:
        if self.match is not None and self.match.over:
            return "over"
        return "closed" if self.closed else "playing" if self.match else "waiting"

    @property
    def deal(self) -> int:
        """The deal that is being played."""
        return self.match.deal_at(self.plies) if self.match else 0

    @property
    def owners(self) -> list[tuple[int, str]]:
        """The seats that people own, and the hashes of their keys."""
        return [(p, seat.owner) for p, seat in enumerate(self.seats) if seat.owner is not None]

    def may_hold(self, seat: int, person: str, deal: int) -> bool:
        """Whether a person has held no other seat of a deal, nor of one after it that was taken back."""
        return all(p == seat for (one, who), p in self.held.items() if who == person and one >= deal)

    def may_sit_down(self, seat: int, person: str) -> bool:
        """Whether somebody may join the deal that is being played: not if those who sit saw more of it than stands."""
        seen = self.deal < self.unseen and person not in self.witnesses
        return not seen and self.may_hold(seat, person, self.deal)

    def shuts_out(self, person: str | None, address: str | None) -> bool:
        """Whether somebody is barred: by the key, or who neither sits there nor owns the table, by the address."""
        known = person is not None and (person == self.host or self.seat_of(person) is not None)
        return person in self.barred or (not known and address in self.addresses)

    def guest_of(self, person: str | None) -> int | None:
        """The seat that a guest asks for."""
        return next((p for p, guest in self.guests.items() if guest.person == person), None)

    def eye_of(self, person: str | None) -> Eye:
        """From where a person looks."""
        seat = self.seat_of(person)
        known = person == self.host or self.guest_of(person) is not None
        return seat if seat is not None else person if known else None

    def shuffled_without(self) -> list[int]:
        """The seats whose people have not yet done their part in the shuffle."""
        if self.shuffling == COMMITTING:
            return [p for p in self.people if self.seats[p].by_person and p not in self.hashes]
        return [p for p in self.hashes if p not in self.nonces]

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits."""
        own = (p for p, owner in self.owners if person is not None and hmac.compare_digest(owner, person))
        return next(own, None)

    @property
    def people(self) -> list[int]:
        """The seats that people own."""
        return [p for p, seat in enumerate(self.seats) if seat.owner is not None]

    def deadline(self, awake: float) -> float | None:
        """When the time for the choice that is open now runs out; none is lost until the table was awake."""
        if self.stage != "playing" or not self.facts.setting.timer:
            return None
        return max(self.turn_began, awake) + self.facts.setting.timer

    @property
    def waited_for(self) -> list[int]:
        """The seats whose people have yet to answer: not who is away, unless what was played there is taken back."""
        if self.asked is None:
            return []
        undone = {turn.seat for turn in self.turns if turn.plies >= self.asked.plies}
        asked = [p for p in self.people if p != self.asked.seat and (self.seats[p].by_person or p in undone)]
        return [p for p in asked if p not in self.agreed]

    # --- what is told -----------------------------------------------------------------------------

    def state(self, eye: Eye, here: list[int], onlookers: int, awake: float = 0.0) -> dict[str, Any]:
        """All that a seat may know, or an onlooker; `here` are the seats whose people are connected, and clocks run
        since the table was awake."""
        seat = eye if isinstance(eye, int) else None
        told = {"table": self.about(eye, here, onlookers, awake), "log": self._told_log(seat)}
        return told | {"deals": self.match.deals if self.match else {}, "view": self.match and self.match.view(seat)}

    def about(self, eye: Eye, here: list[int], onlookers: int, awake: float = 0.0) -> dict[str, Any]:
        """The table itself: who sits there, how it is set up, what is being asked."""
        facts, setting = self.facts, self.facts.setting
        seat = eye if isinstance(eye, int) else None
        person = eye if isinstance(eye, str) else self.seats[seat].owner if seat is not None else None
        asked = self.asked and {"seat": self.asked.seat, "waiting": self.waited_for}
        return {
            "id": facts.id,
            "game": facts.game,
            "title": self.game.title,
            "players": facts.players,
            "options": self.options,
            "private": setting.private,
            "timer": setting.timer,
            "pace": setting.pace,
            "stage": self.stage,
            "n": self.n,
            "you": seat,
            "guest": self.guest_of(person),
            "owner": person is not None and person == self.host,
            "knock": setting.knock,
            "seats": [self._told_seat(p, here) for p in range(facts.players)],
            "onlookers": onlookers,
            "deadline": self.deadline(awake),
            "undo": asked,
            "rematch": self.rematch,
            "shuffle": self._told_shuffle(),
        }

    def _told_shuffle(self) -> dict[str, Any]:
        """What everybody was committed to; from the end on, what it was made of. A seat that has a hash and no nonce
        did not show it."""
        over = self.match is not None and self.match.over
        return {
            "commitment": self.commitment if self.facts.salt else None,
            "asked": self.shuffling,
            "hashes": {str(p): hashed for p, hashed in self.hashes.items()},
            "nonces": {str(p): nonce for p, nonce in self.nonces.items()},
            "names": {str(p): self.adding[p] for p in self.hashes},
            "salt": self.facts.salt if over else None,
            "seed": written(self.match.seed) if self.match is not None and over else None,
        }

    def _told_seat(self, p: int, here: list[int]) -> dict[str, Any]:
        seat = self.seats[p]
        bot = seat.level if not seat.by_person and (self.match or not seat.takeable) else None
        told = {"seat": p, "name": seat.name, "person": seat.owner is not None, "bot": bot, "away": seat.away}
        guest = self.guests.get(p)
        asks = guest and {"name": guest.name, "promised": guest.promised, "agreed": sorted(guest.agreed)}
        return {
            **told,
            "here": p in here,
            "free": seat.free and guest is None,
            "guest": asks,
            "owner": seat.owner is not None and seat.owner == self.host,
            "ready": p in self.ready,
            "muted": seat.owner in self.muted,
        }

    def _told_log(self, seat: int | None) -> dict[str, Any]:
        """What happened last; a choice of another that is still sealed is told without what it was."""
        hidden = self.turns[len(self.turns) - self.match.sealed :] if self.match else []
        sealed = {turn.n for turn in hidden if turn.seat != seat}
        return {str(n): entry | {"labels": None} if n in sealed else entry for n, entry in self.log.items()}

    def summary(self) -> Summary:
        """How the match stands, to be listed: nothing that anyone may not know."""
        facts = self.facts
        told = {
            "game": facts.game,
            "title": self.game.title,
            "players": facts.players,
            "names": [seat.name if seat.owner else None if seat.free else seat.level for seat in self.seats],
            "people": len(self.people),
            "free": sum(seat.free and p not in self.guests for p, seat in enumerate(self.seats)),
            "deals": self.match.deal_no if self.match else 0,
            "points": self.match.points if self.match else None,
            "uploaded": facts.setting.uploaded,
            "practice": facts.setting.practice,
        }
        people = frozenset(seat.owner for seat in self.seats if seat.owner)
        return Summary(self.stage, not facts.setting.private, told, people, self._results())

    def _results(self) -> dict[str, dict[str, Any]]:
        """How a match that is over ended for each person: by the hash of their key."""
        if self.match is None or not self.match.over:
            return {}
        facts, payoff = self.facts, self.match.payoff
        told = {
            "game": facts.game,
            "title": self.game.title,
            "options": self.options,
            "deals": self.match.deal_no,
            "points": self.match.points,
            "payoff": payoff,
            "names": [seat.name for seat in self.seats],
            "levels": [None if seat.owner else seat.level for seat in self.seats],
            "counts": not (facts.setting.uploaded or facts.setting.practice),
        }
        return {seat.owner: {**told, "seat": p} for p, seat in enumerate(self.seats) if seat.owner}

    def record(self) -> str:
        """The match as a `.shed` file with its players and the shuffle's proof. It holds the seed: once over."""
        match = self.finished
        salt = self.facts.salt
        notes = fair.notes(salt, self.commitment, self.hashes, self.nonces) if salt else {}
        notes |= {f"added {p}": self.adding[p] for p in self.hashes if self.adding[p] != self.seats[p].name}
        for p, seat in enumerate(self.seats):
            notes[f"name {p}"] = seat.name or Message("server.bot", level=seat.level).say()
        return write(match, {what: " ".join(text.replace("#", " ").split()) for what, text in notes.items()})
