"""A game: its compiled rules and what its table tells people, behind one object."""

from __future__ import annotations

import copy
import importlib
import inspect
from collections.abc import Mapping, Sequence
from functools import cached_property
from numbers import Integral
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from cardshed.engine.core.places import of_module
from cardshed.engine.core.seeds import KEYS, read_seed
from cardshed.engine.errors import BadGame, BadOption, BadPlayers, BadPosition
from cardshed.engine.matches import carrier
from cardshed.engine.matches.carrier import Row, Rows
from cardshed.engine.matches.facts import facts_in, read_facts
from cardshed.engine.matches.usual import OPTIONAL, whole_table
from cardshed.engine.messages import Message, first_word, shortly
from cardshed.engine.options import Option, Settings, describe, differing, found_in, resolve

if TYPE_CHECKING:
    from cardshed.engine.matches.match import Match


class Table(Protocol):
    """What a game tells in ordinary Python, in its `table.py`. `s` is a row that nobody changes.

    What usual.py answers may be left out. A game may also tell `QUIET`, the kinds of moves that a page must not point
    out, gestures (see gesture.py), `ROLLOUTS`, how many each level of the search has for a move, and `WORLDS`, in how
    many an expert with a net tries a move out (see bots/levels.py).
    """

    def check(self, players: int, settings: Settings) -> None:
        """Refuse house rules that do not go together (BadOption)."""

    def text(self, move: int) -> str:
        """A move as people type it and records keep it; needs no position."""

    def read(self, text: str) -> int:
        """The move that a text names; BadCards if it names none, Ambiguous if only the position can tell which."""

    def part(self, part: int) -> str:
        """The name of a part of a move: a card or place as people type it, or a button."""

    def group(self, s: Row, seat: int, move: int) -> str:
        """The kind of a move, as a short name."""

    def label(self, s: Row, seat: int, move: int) -> Message:
        """A move as a button or a log says it."""

    def view(self, s: Row, seat: int | None) -> dict[str, Any]:
        """All that a seat may know (None: an onlooker), copied in, JSON-ready.

        A client counts on `prompt` (a message), `notes` (messages about the table), `seats` (each with seat, cards,
        points, locked, notes), `zones` (each with id, seat or None, cards; a card with name, face, spoken, and the name
        is that of its part in a move) and `last_deal` (None, or with a sentence); what a game adds beside them is its
        own look's business. `notes`, `last_deal` and all of a seat but `cards` may be left out.
        """

    def reveal(self, s: Row) -> dict[str, Any]:
        """All that is hidden, JSON-ready."""

    def why_not(self, s: Row, seat: int, move: int) -> Message:
        """Why a move that is not legal is not."""

    def timeout_move(self, s: Row, seat: int, moves: Sequence[int]) -> int:
        """The least harmful of the legal moves, for a player who is absent (X-9)."""

    def set_up(self, s: Row, **position: Any) -> None:
        """Lay out a position by hand on a dealt row; BadPosition if it is impossible."""


Seed = int | str | None  # a number, or as people write one; None for any
HouseRules = Mapping[str, object] | None  # those that differ from the book's, by name

TOLD = tuple(name for name in Table.__dict__ if not name.startswith("_"))


class Game:
    """`game.match(...)` begins a match; `.players`, `.options` and `.rules` say what there is to choose and to read."""

    def __init__(
        self, name: str, rules: ModuleType, table: ModuleType, folder: Path, tallies: ModuleType | None = None
    ) -> None:
        carrier.take_on(rules, tallies)
        self.built_in = carrier.is_ours(folder)
        for told in TOLD:
            if not hasattr(table, told) and told not in OPTIONAL:
                raise BadGame("engine.game.table", file=of_module(table), what=told)
        self.name = name
        self.word = first_word(str(rules.__package__), name, folder / "messages")  # of the keys of its sentences
        self.folder = folder
        self.code = rules
        self.table = cast(Table, whole_table(table, trusted=self.built_in))
        self.facts = read_facts(folder) or facts_in(rules, table)
        self.title = self.facts.title
        self.version: int = rules.VERSION
        self.earlier: Mapping[int, Settings] = getattr(rules, "EARLIER", {})  # versions that can still be played
        self.players = range(self.facts.players[0], self.facts.players[1] + 1)
        self.options: tuple[Option, ...] = rules.OPTIONS
        self.row: Any = rules.ROW  # the type of its rows
        self.moves: int = carrier.room(rules)  # the room that a buffer of moves must have
        self.parts: int = rules.PARTS  # how many different parts moves are made of
        self.longest: int = rules.LONGEST  # the most parts of one move
        self.observation: tuple[tuple[str, int], ...] = rules.OBSERVATION
        by_parts = (("parts", self.parts),)
        self.encoding: tuple[tuple[str, int], ...] = rules.ENCODING if hasattr(rules, "encode") else by_parts
        self.tallies: tuple[str, ...] = tallies.TALLIES if tallies else ()  # what the lab counts
        self.happenings = frozenset(getattr(tallies, "HAPPENINGS", ()))  # those of them that are nobody's doing
        self._ready = False

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def rules(self) -> str:
        """The rules for people, as Markdown."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def module(self, name: str) -> ModuleType | None:
        """A module of the game's folder beside its rules, if it has one of that name."""
        there = (self.folder / f"{name}.py").is_file()
        return importlib.import_module(f"{self.code.__package__}.{name}") if there else None

    @property
    def emblem(self) -> str:
        """A drawing of 220 by 132, as SVG; empty if the game has none."""
        path = self.folder / "emblem.svg"
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def describe_options(self) -> list[dict[str, Any]]:
        """The house rules for menus, JSON-ready."""
        return [describe(self.word, option) for option in self.options]

    # --- beginning --------------------------------------------------------------------------------

    def match(self, players: int | None = None, seed: Seed = None, options: HouseRules = None) -> Match:
        """A new match, dealt. Without a seed the operating system's generator chooses one."""
        from cardshed.engine.matches.match import Match

        rows = self.blank(players, seed, options)
        self.ready()
        carrier.deal(rows)
        return Match(self, [rows])

    def position(self, players: int | None = None, options: HouseRules = None, seed: Seed = 0, **laid: Any) -> Match:
        """A match that stands at a position laid out by hand; each game says what can be given."""
        return self.lay_out(players, options, seed, laid)

    def lay_out(self, players: int | None, options: HouseRules, seed: Seed, position: dict[str, Any]) -> Match:
        from cardshed.engine.matches.match import Match

        rows = self.match(players, seed, options).rows
        position = copy.deepcopy(position)
        words = list(inspect.signature(self.table.set_up).parameters)[1:]
        for word in position:
            if word not in words:
                key = "engine.position.word" if words else "engine.position.none"
                raise BadPosition(key, word=shortly(word), words=", ".join(words), game=self.title)
        try:
            self.table.set_up(rows[0], **position)
        except (TypeError, ValueError, AttributeError, OverflowError) as problem:
            raise BadPosition("engine.position", why=shortly(problem, most=200)) from problem
        return Match(self, [rows], position=position)

    def blank(self, players: int | None, seed: Seed, options: HouseRules, games: int = 1) -> Rows:
        """Rows with seed, players and house rules set, not dealt yet."""
        count = self.facts.usual if players is None else players
        low, high = self.players[0], self.players[-1]
        if isinstance(count, bool) or not isinstance(count, Integral) or count not in self.players:
            raise BadPlayers("engine.players", game=self.title, given=shortly(players), low=low, high=high)
        if options is not None and not isinstance(options, Mapping):
            raise BadOption("engine.options", given=shortly(options))
        settings = resolve(self.options, options or {})
        self.table.check(int(count), settings)
        return carrier.blank(self, int(count), read_seed(seed, KEYS), settings, games)

    def settings(self, s: Row) -> Settings:
        """Every house rule of a row with its value."""
        return {option.name: found_in(s, option) for option in self.options}

    def given(self, s: Row, version: int | None = None) -> Settings:
        """The fewest house rules that say, under a version of the rules, what the row plays by."""
        return differing(self.options, self.settings(s), self.usual(version or self.version) or {})

    def usual(self, version: int) -> Settings | None:
        """The house rules that a version of the rules had without saying so; None if it cannot be played here."""
        return {} if version == self.version else self.earlier.get(version)

    # --- compiling --------------------------------------------------------------------------------

    def ready(self) -> None:
        """As the carrier makes it, once."""
        if not self._ready:
            carrier.ready(self)
            self._ready = True

    compiling = carrier.compiling
    move_buffer = carrier.move_buffer


def piece_names(pieces: Sequence[tuple[str, int]]) -> dict[str, slice]:
    """Where each declared piece of an observation or encoding lies."""
    where: dict[str, slice] = {}
    at = 0
    for name, length in pieces:
        where[name] = slice(at, at + length)
        at += length
    return where
