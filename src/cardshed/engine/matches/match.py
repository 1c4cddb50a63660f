"""The object people hold: one match, small, exact, unsurprising."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import Any

from cardshed.engine.core.seeds import read_seed, written
from cardshed.engine.errors import Ambiguous, BadCards, IllegalMove, refused_as
from cardshed.engine.matches import carrier
from cardshed.engine.matches.carrier import Row, Rows, seen
from cardshed.engine.matches.game import Game, Seed
from cardshed.engine.matches.usual import whole_view
from cardshed.engine.messages import Message, shortly

FIXED = ("players", "seed", "options", "version")  # what a match has for all of its moves


@dataclass(slots=True, eq=False, repr=False)
class Move:
    """A move of a seat at a certain moment of a match. Two are equal when their seat and code are."""

    game: Game
    rows: Rows
    seat: int
    code: int
    _row: Row | None = None

    @property
    def row(self) -> Row:
        """The table before it."""
        if self._row is None:
            self._row = seen(self.rows)
        return self._row

    @property
    def text(self) -> str:
        """As people type it and records keep it."""
        return self.game.table.text(self.code)

    @property
    def kind(self) -> str:
        return self.game.table.group(self.row, self.seat, self.code)

    @property
    def label(self) -> Message:
        """As a button or a log says it."""
        return self.game.table.label(self.row, self.seat, self.code)

    @property
    def parts(self) -> tuple[int, ...]:
        """The ids of what it consists of: cards, places, buttons."""
        return carrier.parts(self.game, self.rows, self.seat, self.code)

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of its parts."""
        return tuple(self.game.table.part(part) for part in self.parts)

    @property
    def quiet(self) -> bool:
        """Whether a player should notice it without being shown."""
        return self.kind in getattr(self.game.table, "QUIET", ())

    def json(self) -> dict[str, Any]:
        parts, label = list(self.cards), self.label.json()
        return {"text": self.text, "kind": self.kind, "parts": parts, "label": label, "quiet": self.quiet}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.seat, self.code) == (other.seat, other.code)

    def __hash__(self) -> int:
        return hash((self.seat, self.code))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text!r}>"


class Match:
    """A match of a game. Begin one with `game.match(...)`, `game.position(...)` or `cardshed.replay(text)`."""

    def __init__(
        self,
        game: Game,
        history: list[Rows],
        moves: Sequence[tuple[int, int]] = (),
        position: dict[str, Any] | None = None,
        imagined: bool = False,
    ) -> None:
        self.game = game
        self.version = game.version  # of the rules; a record may be of an earlier one
        self.imagined = imagined  # a world that never was; it has no record
        self.position = position  # what was laid out by hand at the start, if anything was
        self._history = history  # the table before each move, and now; no row in it is ever changed
        self._moves = list(moves)  # (seat, code)
        self._acting = carrier.acting(self.rows)
        self._legal: dict[int, list[Move]] = {}
        self._points: list[int] | None = None
        self._row: Row | None = None
        self._deals: dict[str, dict[str, Any]] = {}
        self._looked = 1  # so much of the history was searched for ends of deals

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.plies} moves"
        return f"<Match {self.game.name}, {self.players} players, {state}>"

    # --- what stands on the table -----------------------------------------------------------------

    @property
    def rows(self) -> Rows:
        """The true state as an array of one row; look, do not touch."""
        return self._history[-1]

    @property
    def row(self) -> Row:
        """The true state, to be looked at."""
        if self._row is None:
            self._row = seen(self.rows)
        return self._row

    @cached_property
    def players(self) -> int:
        return int(self.row.players)

    @cached_property
    def seed(self) -> int:
        """Or the key, where the match has one; hidden from every seat until the end."""
        return carrier.seed(self.row)

    @cached_property
    def options(self) -> dict[str, str | int]:
        """Every house rule with its value."""
        return self.game.settings(self.row)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now, () when the match is over."""
        return tuple(p for p in range(self.players) if self._acting >> p & 1)

    @property
    def over(self) -> bool:
        return self._acting == 0

    @property
    def deal_no(self) -> int:
        """Deals, rounds or hands finished so far."""
        return int(self.row.deal_no)

    def deal_at(self, plies: int) -> int:
        """The deal that was played after so many moves."""
        return int(self._history[plies]["deal_no"][0])

    @property
    def deals(self) -> dict[str, dict[str, Any]]:
        """JSON-ready: how each deal that is over ended, by its number: the points then, and the sentence."""
        ended = {}
        for i in range(self._looked, len(self._history)):
            if self._history[i]["deal_no"][0] > self._history[i - 1]["deal_no"][0]:
                view = self.at(i).view(None)
                points, last = [seat["points"] for seat in view["seats"]], view["last_deal"]
                ended[str(view["deal"])] = {"points": points, "sentence": last and last["sentence"]}
        self._looked = len(self._history)
        if ended:
            self._deals = self._deals | ended  # who was told of the deals before keeps them as they were
        return self._deals

    @property
    def plies(self) -> int:
        """Moves made since this match began or was laid out."""
        return len(self._moves)

    @property
    def points(self) -> list[int]:
        """The game's own points so far; more is better."""
        if self._points is None:
            self._points = carrier.points(self.rows, self.players)
        return list(self._points)

    @property
    def payoff(self) -> list[float] | None:
        """Once over: for each seat the share of opponents beaten, ties half."""
        return carrier.payoff(self.rows, self.players) if self.over else None

    # --- moves ------------------------------------------------------------------------------------

    def legal(self, seat: int) -> list[Move]:
        """Every legal move of a seat; none if it may not act."""
        seat = self._seat(seat)
        known = self._legal.get(seat)
        if known is None:
            codes = carrier.legal(self.game, self.rows, seat) if self._acting >> seat & 1 else []
            known = self._legal[seat] = [Move(self.game, self.rows, seat, code, self.row) for code in codes]
        return list(known)

    def play(self, seat: int, move: Move | str) -> Move:
        """Play a move, or what its text names; an illegal one raises IllegalMove and changes nothing."""
        played = self.find(seat, move)
        rows, self._acting = carrier.played(self.rows, played.seat, played.code)
        self._history.append(rows)
        self._moves.append((played.seat, played.code))
        self._forget()
        return played

    def play_all(self, seat: int, text: str) -> list[Move]:
        """Make a gesture, which may be several moves, such as laying a long run: all of it, or nothing."""
        if not hasattr(self.game.table, "gesture") or not isinstance(text, str):
            return [self.play(seat, text)]
        from cardshed.engine.matches.gesture import make

        self._may_act(seat)
        before, after = self.plies, make(self, self._seat(seat), text)
        self._history, self._moves, self._acting = after._history, after._moves, after._acting
        self._forget()
        return self.moves[before:]

    def play_many(self, moves: Iterable[tuple[int, str]]) -> int:
        """Play moves that have been played before, as seats and texts, in one compiled call: up to the first that is
        not legal, or that only the position or a gesture explains. Returns how many were played."""
        table, seats, codes = self.game.table, [], []
        gestures = hasattr(table, "gesture")
        with suppress(BadCards):
            for seat, text in moves:
                code = table.read(text)
                if gestures and table.text(code) != text:
                    break
                codes.append(code)
                seats.append(self._seat(seat))
        if not codes:
            return 0
        after = carrier.replayed(self.game, self.rows, seats, codes)
        self._history += after
        self._moves += list(zip(seats, codes, strict=True))[: len(after)]
        self._acting = carrier.acting(self.rows)
        self._forget()
        return len(after)

    def find(self, seat: int, move: Move | str) -> Move:
        """The legal move that is meant; IllegalMove with the reason if there is none."""
        seat = self._may_act(seat)
        code = move.code if isinstance(move, Move) else self._read(seat, move)
        for offered in self.legal(seat):
            if offered.code == code:
                return offered
        reason = self.game.table.why_not(self.row, seat, code)
        raise IllegalMove(reason)

    def why_not(self, seat: int, move: Move | str) -> Message | None:
        """The reason why a move cannot be played now; None if it can."""
        try:
            self.find(seat, move)
        except IllegalMove as reason:
            return reason.message
        return None

    def timeout_move(self, seat: int) -> Move:
        """The least harmful legal move, for a player who is absent (X-9)."""
        offered = self.legal(seat)
        if not offered:
            raise IllegalMove("engine.move.turn", seat=seat, seats=list(self.acting))
        code = self.game.table.timeout_move(self.row, seat, [move.code for move in offered])
        return Move(self.game, self.rows, seat, code)

    def undo(self) -> Move:
        """Take the last move back; returns it."""
        if not self._moves:
            raise IllegalMove("engine.move.nothing_to_undo")
        self._history.pop()
        self._acting = carrier.acting(self.rows)
        self._forget()
        self._looked = min(self._looked, len(self._history))
        if str(self.deal_no + 1) in self._deals:
            self._deals = {number: told for number, told in self._deals.items() if int(number) <= self.deal_no}
        return Move(self.game, self.rows, *self._moves.pop())

    def copy(self) -> Match:
        """Another match at the same moment with the same past; playing one does not touch the other."""
        other = self._another(list(self._history), self._moves)
        other._deals, other._looked = self._deals, self._looked
        other._legal, other._row, other._points = dict(self._legal), self._row, self._points
        return other

    def at(self, plies: int) -> Match:
        """The match as it stood after so many moves."""
        if not 0 <= plies <= self.plies:
            raise IllegalMove("engine.move.past", given=shortly(plies), plies=self.plies)
        return self._another(self._history[: plies + 1], self._moves[:plies])

    def _another(self, history: list[Rows], moves: list[tuple[int, int]]) -> Match:
        other = Match(self.game, history, moves, self.position, self.imagined)
        vars(other).update({name: vars(self)[name] for name in FIXED if name in vars(self)})
        return other

    @property
    def moves(self) -> list[Move]:
        """All moves made so far, each as of its moment."""
        return [Move(self.game, rows, *move) for rows, move in zip(self._history, self._moves, strict=False)]

    @property
    def sealed(self) -> int:
        """How many of the last moves are sealed: choices made together with others who have yet to choose."""
        sealed, acting = 0, self._acting
        for rows, (seat, _) in zip(self._history[-2::-1], self._moves[::-1], strict=False):
            before = carrier.acting(rows)
            if not acting or before != acting | 1 << seat or acting >> seat & 1:
                break
            sealed, acting = sealed + 1, before
        return sealed

    def told(self, seat: int | None) -> list[Move | None]:
        """The moves as a seat was told them; None for a choice of another that is still sealed."""
        moves = self.moves
        hidden = range(len(moves) - self.sealed, len(moves))
        return [None if i in hidden and move.seat != seat else move for i, move in enumerate(moves)]

    # --- who may know what ------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """JSON-ready: all that this seat may know, nothing else; None is an onlooker."""
        if seat is not None:
            self._seat(seat)
        row, points = self.row, self.points
        own: list[Move] = self.legal(seat) if seat is not None else []
        return {
            "game": self.game.name,
            "version": self.version,
            "players": self.players,
            "seat": seat,
            "options": self.options,
            "deal": self.deal_no,
            "plies": int(row.plies),
            "over": self.over,
            "acting": list(self.acting),
            "points": points,
            "payoff": self.payoff,
            **whole_view(self.game.table.view(row, seat), points),
            "moves": [move.json() for move in own],
        }

    def reveal(self) -> dict[str, Any]:
        """JSON-ready: everything, the seed included."""
        return {**self.view(None), **self.game.table.reveal(self.row), "seed": written(self.seed)}

    def imagine(self, seat: int, seed: Seed = None) -> Match:
        """A match that this seat could not tell from the real one: all that is hidden from it is drawn anew."""
        other = Match(self.game, [carrier.imagined(self.rows, self._seat(seat), read_seed(seed))], imagined=True)
        other.version = self.version
        return other

    # --- keeping ----------------------------------------------------------------------------------

    def record(self) -> str:
        """The match as text, like PGN; `cardshed.replay` reads it."""
        from cardshed.engine.matches.record import write

        return write(self)

    # --- inner ------------------------------------------------------------------------------------

    def _forget(self) -> None:
        """What was worked out for the table as it stood."""
        self._legal.clear()
        self._row = self._points = None

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, Integral) or not 0 <= seat < self.players:
            raise IllegalMove("engine.seat", number=shortly(seat), last=self.players - 1)
        return int(seat)

    def _may_act(self, seat: int) -> int:
        seat = self._seat(seat)
        if self.over:
            raise IllegalMove("engine.move.over")
        if not self._acting >> seat & 1:
            sealed = self.sealed and seat in [p for p, _ in self._moves[-self.sealed :]]
            key = "engine.move.chosen" if sealed else "engine.move.turn"
            raise IllegalMove(key, seat=seat, seats=list(self.acting))
        return seat

    def _read(self, seat: int, text: str) -> int:
        if not isinstance(text, str):
            raise IllegalMove("engine.move.kind", given=shortly(text))
        with refused_as(IllegalMove):
            try:
                return self.game.table.read(text)
            except Ambiguous as several:
                return self.meant(seat, several)

    def meant(self, seat: int, several: Ambiguous) -> int:
        """The one of several moves that is legal now; if none is, any of them for which there is no other reason."""
        meant = [move.code for move in self.legal(seat) if move.code in several.codes]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise IllegalMove(several.message)
        reasons = [self.game.table.why_not(self.row, seat, code) for code in several.codes]
        if all(reason == reasons[0] for reason in reasons):
            return several.codes[0]
        raise IllegalMove("engine.move.neither", one=reasons[0], other=reasons[1])
