"""A game is a row: the whole state of a match as one record of a NumPy structured array."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, cast

import numpy as np
import numpy.typing as npt

from cardshed.engine.core import cache
from cardshed.engine.core.places import of_text
from cardshed.engine.errors import BadGame
from cardshed.engine.kernel import PLAIN, Row, Rows
from cardshed.engine.options import Number, Option

T = TypeVar("T")
More = TypeVarTuple("More")
Field = tuple[str, npt.DTypeLike] | tuple[str, npt.DTypeLike, int]

HEAD: tuple[Field, ...] = (
    ("seed", np.uint64),  # of all chance in this match; only chance.py reads it
    ("match_key", np.uint64, 2),  # in its place where it is not zero; only chance.py reads it
    ("players", np.int32),
    ("deal_no", np.int32),  # deals, rounds or hands finished so far
    ("plies", np.int32),  # moves made in the match; the engine counts them
    ("turns", np.int32),  # turns taken in the match; a turn may be several moves
)

PADDING = "padding"

# In plain Python a field of such a name would silently read NumPy's own attribute.
FORBIDDEN = frozenset(name for name in dir(np.record) if not name.startswith("_"))


class Seen(np.record):  # type: ignore[misc]  # NumPy lets records be subclassed; its stubs do not know
    """A row to look at, not to touch. Its fields are plain numbers and lists, read many times quicker than a record's;
    kernels take it for the record that it is."""

    __getattribute__ = object.__getattribute__

    def __getattr__(self, name: str) -> Any:
        """All fields are read when the first one is asked for."""
        if name in vars(self) or name not in (self.dtype.names or ()):
            raise AttributeError(name)
        values = (value.tolist() if isinstance(value, np.ndarray) else value for value in self.item())
        vars(self).update(zip(self.dtype.names or (), values, strict=True))
        return vars(self)[name]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: a match changes by its moves alone")


@lru_cache(64)
def _seen_type(row: np.dtype[np.record]) -> np.dtype[Seen]:
    return cast("np.dtype[Seen]", np.dtype((Seen, row)))


def seen(rows: Rows) -> Row:
    """The first of some rows, to be looked at."""
    if PLAIN:
        return rows[0]  # there the rules are Python, and count on NumPy's numbers
    return cast(Row, rows.view(_seen_type(rows.dtype))[0])


def copied(rows: Rows) -> Rows:
    """As `rows.copy()`, which goes from field to field: that takes twenty times as long."""
    return np.frombuffer(bytearray(rows.tobytes()), rows.dtype)


def once(tell: Callable[[Row, *More], T]) -> Callable[[Row, *More], T]:
    """For what a table tells of a row whoever looks: the first who asks has it made, the others are given the same."""

    @wraps(tell)
    def told(s: Row, *more: *More) -> T:
        if not isinstance(s, Seen):
            return tell(s, *more)
        known = vars(s).setdefault("", {})  # a name that no field has
        place = (tell, more)
        if place not in known:
            known[place] = tell(s, *more)
        return cast("T", known[place])

    return told


def row_type(source: str, options: Sequence[Option], *fields: Field) -> np.dtype[np.record]:
    """The row of a game: the head, a field per house rule, and the game's own fields (name, type[, length]).

    `source` is the `__file__` of the rules. A hash of it, and of all that it and the tallies beside it import, becomes
    part of the type (as the title of the first field), so that two games never share a type and an edited rule never
    meets kernels compiled before.
    """
    rules = sys._getframe(1).f_globals
    folder = Path(source).resolve().parent
    own = [*_house_rules(options), *fields]
    seen: set[str] = {PADDING, *(name for name, *_ in HEAD)}
    for name, *_ in own:
        if name in FORBIDDEN or name in seen:
            why = "engine.row.forbidden" if name in FORBIDDEN else "engine.row.twice"
            at = of_text(source, rf"""\(\s*['"]{name}['"]""") or folder.name
            raise BadGame(why, name=name, place=at)
        seen.add(name)
    widest_first = sorted(own, key=lambda field: -np.dtype(field[1]).itemsize)
    (seed, seed_type), *head = HEAD  # type: ignore[misc]
    # Compiled kernels name the modules of the rules, so a game that is installed and also used from its folder is two.
    marker = f"{folder.name} {rules['__name__']} {cache.rules_of(folder)}"
    described: list[Any] = [((marker, seed), seed_type), *head, *widest_first]
    # With the widest fields first only the end can have a gap. NumPy does not copy gaps, and the bytes of a row must be
    # a function of the game alone, so the gap is a field.
    used = np.dtype(described).itemsize
    if gap := np.dtype(described, align=True).itemsize - used:
        described.append((PADDING, np.uint8, (gap,)))
    return cast("np.dtype[np.record]", np.dtype((np.record, np.dtype(described, align=True))))


def _house_rules(options: Sequence[Option]) -> list[Field]:
    """A field for each option, or for all those that lie side by side."""
    single: list[Field] = [(option.at, option.dtype) for option in options if option.place is None]
    beside = Counter(option.at for option in options if option.place is not None)
    return [*single, *((name, Number.dtype, length) for name, length in beside.items())]
