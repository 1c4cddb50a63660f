"""A table at a plain text prompt: line by line, so it works in a pipe and with a screen reader."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cardshed import bots
from cardshed.bots.own import warm_up
from cardshed.engine.chance import BOTS, key
from cardshed.engine.core.seeds import SEEDS
from cardshed.engine.errors import BadPlayers, IllegalMove
from cardshed.engine.matches.match import Match, Move
from cardshed.engine.messages import Message, catalogue
from cardshed.terminal import keeping

HINTS = 3  # moves that a hint tells of


class PlainTable:
    """One person at `seat`, bots at the others. It shows views and knows no game."""

    def __init__(self, match: Match, seat: int, opponents: Sequence[bots.Bot], names: Sequence[str], dice: int) -> None:
        self.match = match
        self.seat = seat
        self.bots = opponents  # one for each seat; the person's own is never asked
        self.names = names
        self.dice = dice  # the seed of what bots choose
        self.unsaid: list[str] = []  # sealed choices, said when all have chosen
        self.decided: list[int] = []  # the move before which each gesture of the person was made
        self.keep: Callable[[Match], None] = lambda now: None  # called with the match after every change
        self.lying = self.trick_lies()
        self.shown = -1  # the move before which the table was last shown

    def run(self) -> None:
        """Play until the match is over or the person leaves."""
        say(Message("cli.play.welcome", game=self.match.game.title))
        self.tell_deals(since=0)  # a deal may be won before anyone moves
        while not self.match.over:
            seat = self.match.acting[0]
            if self.seat not in self.match.acting:
                self.play(seat, bots.ask(self.bots[seat], self.match, seat, self.dice))
            elif not self.ask():
                say(Message("cli.resume.kept" if self.match.plies else "cli.play.left"), self.names)
                return
        self.show()
        points = zip(self.names, self.match.points, strict=True)
        say(Message("cli.play.points", points=[f"{name}: {own}" for name, own in points]))

    def ask(self) -> bool:
        """Let the person do one thing; False if they leave."""
        if self.shown != self.match.plies:
            self.show()
            self.shown = self.match.plies
        try:
            line = input("> ").strip()
        except EOFError:
            return False
        word = line.lower()
        if any(word == move.text.lower() for move in self.match.legal(self.seat)):
            self.try_move(line)  # a move may be called q
            return True
        if word in ("quit", "q", "exit"):
            return False
        if word in ("help", "h", "?", ""):
            say(Message("cli.play.help", example=self.match.legal(self.seat)[0].text), self.names)
        elif word == "moves":
            for move in self.match.legal(self.seat):
                label = move.label.say(names=self.names)
                print(f"  {move.text}" if label == move.text else f"  {move.text:24} {label}")
        elif word == "hint":
            self.hint()
        elif word == "undo":
            self.undo()
        elif word == "rules":
            print(self.match.game.rules)
        elif word == "record":
            say(Message("cli.play.no_record"))
        else:
            self.try_move(line)
        return True

    def hint(self) -> None:
        """The best move and its rivals, as a strong search sees them."""
        offered = self.match.legal(self.seat)
        if len(offered) == 1:
            say(Message("cli.play.hint.only", move=offered[0].text))
            return
        best, *others = bots.hint(self.match, self.seat, self.dice).opinions[:HINTS]
        say(Message("cli.play.hint", move=best.move.text, share=f"{100 * best.value:.0f}"))
        for other in others:
            rival = Message("cli.play.hint.rival", move=other.move.text, share=f"{100 * other.value:.0f}")
            print(f"  {rival}")

    def try_move(self, line: str) -> None:
        finished = self.match.deal_no
        try:
            before = self.match.plies
            moves = self.match.play_all(self.seat, line)
        except IllegalMove as problem:
            say(problem.message, self.names)
            return
        self.decided.append(before)
        self.tell(moves, finished)

    def play(self, seat: int, move: Move) -> None:
        finished = self.match.deal_no
        self.tell([self.match.play(seat, move)], finished)

    def tell(self, moves: Sequence[Move], finished: int) -> None:
        """What was played; sealed choices when all have chosen."""
        self.keep(self.match)
        self.unsaid += [f"  {self.names[move.seat]}: {move.label.say(names=self.names)}" for move in moves]
        if not self.match.sealed:
            print("\n".join(self.unsaid))
            self.unsaid.clear()
        lay, self.lying = self.lying, self.trick_lies()
        if self.match.deal_no > finished:
            self.tell_deals(since=finished)
        elif lay and not self.lying:
            print(f"  {Message('cli.play.cleared').say()}")

    def trick_lies(self) -> bool:
        """Whether a trick lies on the table that the next player has to beat."""
        return bool(self.match.view(None).get("trick"))

    def tell_deals(self, since: int) -> None:
        """How the last deal ended, if one has since so many were finished."""
        last = self.match.view(self.seat).get("last_deal")
        if self.match.deal_no > since and last:
            print(f"  {spoken(last['sentence'], self.names)}")

    def undo(self) -> None:
        """Back to the person's own last decision."""
        if not self.decided:
            say(Message("engine.move.nothing_to_undo"), self.names)
            return
        begun = self.decided.pop()
        while self.match.plies > begun:
            self.match.undo()
        self.keep(self.match)
        self.unsaid.clear()
        self.lying = self.trick_lies()

    def show(self) -> None:
        view = self.match.view(self.seat)
        print()
        for seat in view["seats"]:
            print(self._seat(seat))
        for note in view["notes"]:
            print(spoken(note, self.names))
        for zone in view["zones"]:
            if zone["id"] == "hand" and zone["cards"]:
                cards, own = " ".join(card["face"] for card in zone["cards"]), zone["seat"] == self.seat
                whose = Message("cli.play.hand.of", seat=zone["seat"], cards=cards)
                say(Message("cli.play.hand", cards=cards) if own else whose, self.names)
        print(spoken(view["prompt"], self.names))

    def _seat(self, seat: dict[str, Any]) -> str:
        points = seat["points"]
        line = Message(
            "cli.play.seat.point" if points == 1 else "cli.play.seat", seat=seat["seat"], n=seat["cards"], points=points
        )
        return ", ".join([line.say(names=self.names), *(spoken(note, self.names) for note in seat["notes"])])


def say(message: Message, names: Sequence[str] | None = None) -> None:
    print(message.say(names=names))


def spoken(told: dict[str, Any], names: Sequence[str]) -> str:
    """A message that came as JSON, in words."""
    return Message.read(told).say(names=names)


def seat_by_seat(opponents: str | Sequence[str], players: int, seat: int) -> list[str]:
    """A bot's name for each seat, from one for all or one for each opponent; at the person's own it is never asked."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise BadPlayers("cli.play.bots", given=len(names), n=players - 1)
    return [*names[:seat], names[0], *names[seat:]]


def dice_of(match: Match, again: bool) -> int:
    """The seed of what bots choose: that of the match decides it, if it is to be played again just so."""
    return int(key(np.uint64(match.seed % SEEDS), BOTS, 0)) if again else secrets.randbits(64)


def play(match: Match, seat: int, opponents: str | Sequence[str], again: bool = False) -> None:
    """Sit a person down among bots; `again` lets the seed of the match decide what bots choose, too."""
    named = seat_by_seat(opponents, match.players, seat)
    seated = [bots.find(name, guarded=True) for name in named]
    warm_up(match, named)
    you = catalogue("en", "cli")["cli.play.you"]
    names = [you if p == seat else f"{seated[p].name.capitalize()} {p}" for p in range(match.players)]
    table = PlainTable(match, seat, seated, names, dice_of(match, again))
    table.keep = lambda now: keeping.keep(now, seat, named)
    try:
        table.run()
    except KeyboardInterrupt:
        print(file=sys.stderr)
