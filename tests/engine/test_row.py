"""Row types: refused names, one type per game, and a layout that CUDA accepts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.np.numpy_support import from_dtype

import cardshed
from cardshed.engine.errors import BadGame
from cardshed.engine.kernel import PLAIN, Row
from cardshed.engine.options import Choice, Number
from cardshed.engine.row import FORBIDDEN, HEAD, Field, once, row_type, seen

HIGHEST = Path(__file__).parent.parent / "games" / "highest"
OPTIONS = (Choice("low_wins", ("no", "yes"), "test-1"), Number("laps", 3, 1, 9, "test-2"))
FIELDS: tuple[Field, ...] = (("flag", np.int8), ("hands", np.int64, 4), ("score", np.int16, 3), ("big", np.int32))


def folder_with_rules(parent: Path, name: str, source: str = "VERSION = 1\n") -> str:
    """The rules file of a new game folder."""
    folder = parent / name
    folder.mkdir(parents=True)
    path = folder / "rules.py"
    path.write_text(source, encoding="utf-8")
    return str(path)


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["size", "round", "take", "min", "max", "view", "base", "sort", "copy", "item", "data"]
)
def test_a_field_that_numpy_would_shadow_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    source = folder_with_rules(tmp_path, "shed")
    expected = f"A row field may not be called {name} (in shed): NumPy's records have an attribute of that name."
    with pytest.raises(BadGame) as caught:
        row_type(source, OPTIONS, (name, np.int8))
    assert str(caught.value) == expected
    with pytest.raises(BadGame) as caught:
        row_type(source, [Choice(name, ("a", "b"), "test-3")])
    assert str(caught.value) == expected


def test_every_public_attribute_of_a_record_is_refused(tmp_path: Path) -> None:
    """The reason for the list: such a field cannot be read by its name in plain Python."""
    source = folder_with_rules(tmp_path, "shed")
    for name in [name for name in dir(np.record) if not name.startswith("_")]:
        row = np.zeros(1, np.dtype((np.record, np.dtype([(name, np.int8)]))))[0]
        row[name] = 77
        assert not (isinstance(getattr(row, name), np.int8) and getattr(row, name) == 77), name
        assert name in FORBIDDEN
        with pytest.raises(BadGame, match=f"called {name} "):
            row_type(source, (), (name, np.int8))


def test_ordinary_names_can_be_read_and_written(tmp_path: Path) -> None:
    row: Any = np.zeros(1, row_type(folder_with_rules(tmp_path, "shed"), OPTIONS, *FIELDS))[0]
    for name in [*(field[0] for field in HEAD), "low_wins", "laps", "flag", "big"]:
        setattr(row, name, 3)
        assert np.all(getattr(row, name) == 3) and np.all(row[name] == 3)
    row.score[2] = 9
    assert row.score.tolist() == [0, 0, 9]


@pytest.mark.parametrize("name", ["seed", "players", "deal_no", "plies", "turns", "low_wins", "flag", "padding"])
def test_a_name_that_comes_twice_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    """Twice in the head and a field, in an option and a field, in two fields; `padding` fills the gap at the end."""
    with pytest.raises(BadGame) as caught:
        row_type(folder_with_rules(tmp_path, "shed"), OPTIONS, *FIELDS, (name, np.int64))
    assert str(caught.value) == f"The row of shed has two fields called {name}."


# --- one type per game ---------------------------------------------------------------------------


def same_type(one: np.dtype[np.record], two: np.dtype[np.record]) -> bool:
    """Asked of NumPy and of Numba, which must agree: plain Python dispatches on one, compiled code on the other."""
    equal = one == two
    assert (hash(one) == hash(two)) == equal
    assert (from_dtype(one) == from_dtype(two)) == equal
    assert (str(from_dtype(one)) == str(from_dtype(two))) == equal
    return equal


def test_two_games_with_the_same_fields_have_different_types(tmp_path: Path) -> None:
    one = row_type(folder_with_rules(tmp_path, "one"), OPTIONS, *FIELDS)
    two = row_type(folder_with_rules(tmp_path, "two"), OPTIONS, *FIELDS)
    assert one.names == two.names
    assert not same_type(one, two)


def test_two_games_of_one_name_with_different_rules_have_different_types(tmp_path: Path) -> None:
    one = row_type(folder_with_rules(tmp_path / "a", "shed", "VERSION = 1\n"), OPTIONS, *FIELDS)
    two = row_type(folder_with_rules(tmp_path / "b", "shed", "VERSION = 2\n"), OPTIONS, *FIELDS)
    assert not same_type(one, two)


def test_a_change_in_a_file_beside_the_rules_makes_another_type(tmp_path: Path) -> None:
    """If the rules can reach it: what only a table imports changes no type."""
    reached = "from .help import LIMIT\n"
    folders = [Path(folder_with_rules(tmp_path / name, "shed", reached)).parent for name in "abc"]
    for folder, limit, words in zip(folders, (3, 4, 3), ("one", "one", "two"), strict=True):
        (folder / "help.py").write_text(f"LIMIT = {limit}\n", encoding="utf-8")
        (folder / "table.py").write_text(f"WORD = '{words}'\n", encoding="utf-8")
    one, two, three = (row_type(str(folder / "rules.py"), OPTIONS, *FIELDS) for folder in folders)
    assert not same_type(one, two)
    assert same_type(one, three)


def test_the_same_game_asked_twice_has_one_type(tmp_path: Path) -> None:
    source = folder_with_rules(tmp_path, "shed")
    assert same_type(row_type(source, OPTIONS, *FIELDS), row_type(source, OPTIONS, *FIELDS))


def test_kernels_of_two_games_with_the_same_fields_carry_different_names(tmp_path: Path) -> None:
    """Numba names machine code by `mangling_args`; equal names would run one game's rules on the other's rows."""
    one = from_dtype(row_type(folder_with_rules(tmp_path, "one"), OPTIONS, *FIELDS))
    two = from_dtype(row_type(folder_with_rules(tmp_path, "two"), OPTIONS, *FIELDS))
    assert one.mangling_args != two.mangling_args


# --- layout --------------------------------------------------------------------------------------


def check_layout(row: np.dtype[np.record]) -> None:
    assert row.isalignedstruct and row.type is np.record
    fields = [(name, *row.fields[name][:2]) for name in row.names or ()] if row.fields else []
    assert [name for name, *_ in fields[:6]] == [field[0] for field in HEAD]
    widths = []
    end = 0
    for name, dtype, offset in fields:
        width = dtype.base.itemsize
        assert offset % width == 0, f"{name} is not aligned"
        assert offset == end, f"there is a hole before {name}"
        end = offset + dtype.itemsize
        widths.append(width)
    own = widths[len(HEAD) :]
    assert own == sorted(own, reverse=True), "widest first"
    assert row.itemsize % 8 == 0 and row.itemsize - end < 8


def test_a_row_is_aligned_and_widest_first(tmp_path: Path) -> None:
    row = row_type(folder_with_rules(tmp_path, "shed"), OPTIONS, *FIELDS)
    check_layout(row)
    assert {"flag", "hands", "score", "big", "low_wins", "laps"} <= set(row.names or ())
    assert (row["hands"].shape, row["score"].shape, row["flag"].shape) == ((4,), (3,), ())
    assert (row["low_wins"], row["laps"]) == (np.dtype(np.int8), np.dtype(np.int16))


@pytest.mark.parametrize("name", [*cardshed.games(), HIGHEST], ids=lambda name: Path(name).name)
def test_rows_of_games_are_aligned_and_widest_first(name: str | Path) -> None:
    check_layout(cardshed.game(name).row)


def test_a_row_of_thirteen_is_small() -> None:
    assert cardshed.game("thirteen").row.itemsize <= 160


def test_what_is_told_once_is_made_once_for_a_row_that_is_looked_at() -> None:
    """And anew for another row, for other arguments, and for a row that may still change."""
    made = []

    @once
    def hand_of(s: Row, seat: int) -> int:
        made.append(seat)
        return int(s.players) + seat

    rows = cardshed.game("thirteen").blank(3, 1, None)
    row = seen(rows)
    looks = 1 if not PLAIN else 2  # plain rows are NumPy's own, and may change
    assert [hand_of(row, 0), hand_of(row, 0), hand_of(row, 1)] == [3, 3, 4]
    assert made == [0] * looks + [1]
    assert hand_of(seen(rows), 0) == 3 and made[-1] == 0
    made.clear()
    assert hand_of(rows[0], 0) == hand_of(rows[0], 0) == 3
    assert made == [0, 0]
