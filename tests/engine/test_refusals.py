"""What is wrong with a game of one's own is said in one sentence, with the file and the line: broken little games."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import cardshed
from cardshed.engine.errors import BadGame
from cardshed.engine.kernel import PLAIN
from cardshed.engine.kit import subset
from cardshed.engine.kit.conformance import (
    first_difference,
    nothing_but_play_changes_a_row,
    observations_are_as_declared,
)
from cardshed.games.new import write
from tests.processes import plain_python

compiled = pytest.mark.compiled
anew = pytest.mark.skipif(False, reason="it runs here") if PLAIN else pytest.mark.process


def broken(folder: Path, old: str, new: str, file: str = "rules.py", name: str = "broken") -> tuple[Path, int]:
    """The little game of `cardshed new` with one change, and the line where it is."""
    game = write(name, folder)
    text = (game / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (game / file).write_text(text.replace(old, new), encoding="utf-8")
    return game, text[: text.index(old)].count("\n") + 1


def refusal(game: Path) -> str:
    with pytest.raises(BadGame) as caught:
        cardshed.game(game).match()
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("x = [1, 2]", "play makes something new in memory (`[1, 2]`); a kernel allocates nothing"),
        ("x = {}", "play makes something new in memory (`{}`); a kernel allocates nothing"),
        ("x = np.zeros(4)", "play makes something new in memory (`np.zeros(4)`); a kernel allocates nothing"),
        ("x = np.argmax(s.hands)", "play uses `np.argmax(s.hands)`, which a GPU does not have; of NumPy a kernel uses"),
        ("s.hands.sort()", "play uses `s.hands.sort()`, which a GPU does not have"),
        ("x = {p for p in range(4)}", "play makes something new in memory"),
        ("x = s.hands.copy()", "play makes something new in memory (`s.hands.copy()`)"),
        ("x = sorted(s.hands)", "play uses `sorted(s.hands)`, which is not compiled"),
        ("x = lambda c: c", "play uses `lambda c: c`, which is not compiled"),
        ("x = 'pass'", "play uses text (`'pass'`); a kernel knows numbers only, so put sentences into table.py."),
        ("x = f'{seat}'", "play uses text (`f'{seat}'`)"),
        ("assert seat < 4", "play uses exceptions (`assert seat < 4`); a kernel raises and catches nothing."),
        ("raise ValueError", "play uses exceptions (`raise ValueError`)"),
        (
            "s.turns += int(s.seed)",
            "play reads `s.seed`, from which other deals follow; take what is random from deal_key",
        ),
        ("s.turns += int(s.match_key[0])", "play reads `s.match_key`, from which other deals follow"),
        ("s.match_key[0] = 1", "play reads `s.match_key`, from which other deals follow"),
        ("s.turns += s.bonus", "play uses `s.bonus`, but the row has no such field."),
    ],
)
def test_a_verb_that_leaves_the_compiled_subset(tmp_path: Path, line: str, sentence: str) -> None:
    game, at = broken(tmp_path, "    s.turns += 1\n", f"    {line}\n")
    assert refusal(game).startswith(f"broken/rules.py:{at}: {sentence}")


def test_the_first_breach_is_told(tmp_path: Path) -> None:
    game, at = broken(tmp_path, "    s.turns += 1\n", "    x = 1\n    raise [x]\n    y = {}\n")
    assert refusal(game).startswith(f"broken/rules.py:{at + 1}: play uses exceptions")


def test_our_own_games_keep_to_the_subset() -> None:
    for name in cardshed.games():
        game = cardshed.game(name)
        subset.check(game.folder, game.row.names or ())


@pytest.mark.parametrize(
    ("fact", "line", "most", "file"),
    [
        ("players", "players = [2, {}]", 10, "game.toml"),
        ("PLAYERS", "PLAYERS = (2, {})", 10, "rules.py"),
        ("LONGEST", "LONGEST = {}", 64, "rules.py"),
    ],
)
def test_what_packed_numbers_cannot_hold(tmp_path: Path, fact: str, line: str, most: int, file: str) -> None:
    """Payoffs and encodings would be wrong without a word."""
    for given in (most, most + 1):
        game = write(f"large{given}", tmp_path)
        if fact == "PLAYERS":  # as older games say it
            (game / "game.toml").unlink()
            (game / "rules.py").write_text((game / "rules.py").read_text() + "\nPLAYERS = 0\n")
            (game / "table.py").write_text((game / "table.py").read_text() + "\nTITLE, USUAL_PLAYERS = 'Large', 2\n")
        text = (game / file).read_text()
        stated = re.search(rf"^{fact} = .*$", text, re.MULTILINE)
        assert stated
        (game / file).write_text(text.replace(stated[0], line.format(given)))
        if given > most:
            with pytest.raises(BadGame) as caught:
                cardshed.game(game)
            at = text[: stated.start()].count("\n") + 1
            told = f"{game.name}/{file}:{at}: {fact} goes up to {given}; {most} is the most."
            assert str(caught.value) == told
        else:
            assert cardshed.game(game).code


@compiled
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("    s.turns += 1\n", "    s.turns += bonus\n", "name 'bonus' is not defined"),
        ("return put(out, 0, move)", "return put(out, move)", "missing a required argument: 'x'"),
    ],
)
def test_what_numba_cannot_compile(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    game, at = broken(tmp_path, old, new)
    told = refusal(game)
    assert told.startswith(f"broken/rules.py:{at}: this cannot be compiled: ") and sentence in told
    assert len(told) < 400


@compiled
def test_what_numba_cannot_compile_in_a_verb_that_a_match_does_not_need(tmp_path: Path) -> None:
    game, at = broken(tmp_path, "i = put_one_of(out, i, s.top, CARDS)", "i = put_one_of(out, i, s.top)")
    for check in (nothing_but_play_changes_a_row, observations_are_as_declared):
        with pytest.raises(BadGame, match=f"broken/rules.py:{at}: this cannot be compiled: Cannot bind"):
            check(cardshed.game(game), random.Random(1), 1)


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [('("top", np.int8)', '("sort", np.int8)', "sort"), ('Number("cards"', 'Number("size"', "size")],
)
def test_a_field_that_may_not_be_called_so(tmp_path: Path, old: str, new: str, name: str) -> None:
    game, at = broken(tmp_path, old, new)
    told = f"A row field may not be called {name} (in broken/rules.py:{at}): NumPy's records have an attribute"
    assert refusal(game).startswith(told)


def test_a_field_that_comes_twice(tmp_path: Path) -> None:
    game, at = broken(tmp_path, '("top", np.int8)', '("turn", np.int8)')
    assert refusal(game) == f"The row of broken/rules.py:{at} has two fields called turn."


def test_a_verb_with_other_parameters(tmp_path: Path) -> None:
    game, at = broken(tmp_path, "def judge(s: Row, seat: int, move: int)", "def judge(s: Row, move: int)")
    told = f"broken/rules.py:{at - 1}: the verb judge(s, seat, move) must have exactly these parameters."
    assert refusal(game) == told


def test_a_verb_that_is_missing(tmp_path: Path) -> None:
    game, _ = broken(tmp_path, "def judge(", "def opinion(")
    assert refusal(game) == "broken/rules.py lacks the verb judge(s, seat, move)."
    game, _ = broken(tmp_path, '("score", np.int16, SEATS)', '("goals", np.int16, SEATS)', name="goalless")
    text = (game / "rules.py").read_text().replace("s.score", "s.goals")
    (game / "rules.py").write_text(text)
    assert refusal(game) == "goalless/rules.py lacks the verb points(s, out)."


def test_a_fact_or_a_part_of_the_table_that_is_missing(tmp_path: Path) -> None:
    game, _ = broken(tmp_path, "LONGEST = 1", "LONGER = 1", name="factless")
    assert refusal(game) == "factless/rules.py does not state LONGEST."
    game, _ = broken(tmp_path, "def read(", "def understand(", file="table.py", name="readless")
    assert refusal(game) == "readless/table.py does not tell read."


def test_a_helper_that_is_no_kernel(tmp_path: Path) -> None:
    game, at = broken(tmp_path, "    s.turns += 1\n", "    s.turns += worth(s)\n")
    text = (game / "rules.py").read_text() + "\n\ndef worth(s: Row) -> int:\n    return 1\n"
    (game / "rules.py").write_text(text)
    told = f"is called by the kernel play (broken/rules.py:{at}) but is no kernel itself; write @kernel above it."
    assert refusal(game) == f"broken/rules.py:{text.count(chr(10)) - 1}: worth {told}"


@pytest.mark.parametrize(
    ("called", "imported"), [("worth(s)", "from .values import worth\n"), ("values.worth(s)", "from . import values\n")]
)
def test_a_helper_in_another_file_that_is_no_kernel(tmp_path: Path, called: str, imported: str) -> None:
    game, _ = broken(tmp_path, "    s.turns += 1\n", f"    s.turns += {called}\n")
    (game / "values.py").write_text("def worth(s):\n    return 1\n")
    (game / "rules.py").write_text(
        (game / "rules.py").read_text().replace("import numpy as np\n", f"import numpy as np\n{imported}")
    )
    assert refusal(game).startswith("broken/values.py:1: worth is called by the kernel play (broken/rules.py:")


def test_a_verb_that_is_no_kernel(tmp_path: Path) -> None:
    game, at = broken(tmp_path, "@kernel\ndef judge", "def judge")
    assert refusal(game) == f"broken/rules.py:{at}: the verb judge is no kernel; write @kernel above it."


# --- redeals that leak ---------------------------------------------------------------------------

LEAKS = (
    ("    s.seed = key(seed, GAMES, 0)\n", "", "a redeal keeps the seed, which tells all that is hidden"),
    ("REDEAL, 0), s", "REDEAL, s.hands[1 - seat]), s", "a redeal depends on what seat 0 cannot know, in hands"),
    (
        "    exchange(",
        "    s.top = -1\n    exchange(",
        "seat 0 can tell a redeal from the real game by its view.prompt.",
    ),
    ("seat, hidden)", "seat, hidden & 0)", "a redeal never changes anything that is hidden"),
    ("    exchange(", "    s.hands[seat] &= s.hands[seat] - 1\n    exchange(", "from the real game by its view."),
)
PLAY_THEM = """
import random, cardshed
from cardshed.engine.kit.conformance import nothing_leaks
for folder in {folders}:
    try:
        nothing_leaks(cardshed.game(folder), random.Random(1), 3)
    except AssertionError as problem:
        print(problem)
"""


@anew
def test_redeals_that_leak(tmp_path: Path) -> None:
    """In plain Python, where nothing need be compiled."""
    wanted, folders = [], []
    for n, (old, new, sentence) in enumerate(LEAKS):
        folder, _ = broken(tmp_path, old, new, name=f"leak_{n}")
        text = (folder / "rules.py").read_text()
        facts = (folder / "game.toml").read_text()
        (folder / "game.toml").write_text(facts.replace("[2, 4]", "[2, 2]").replace("usual = 3", "usual = 2"))
        wanted.append((f"leak_{n}/rules.py:{text[: text.index('def redeal')].count(chr(10))}: ", sentence))
        folders.append(str(folder))
    told = plain_python(PLAY_THEM.format(folders=folders))
    assert len(told) == len(LEAKS)
    for line, (place, sentence) in zip(told, wanted, strict=True):
        assert line.startswith(place) and sentence in line


def test_the_first_difference() -> None:
    one = {"seats": [{"cards": 3}, {"cards": 4}], "over": False}
    assert first_difference(one, {"seats": [{"cards": 3}, {"cards": 4}], "over": False}) is None
    assert first_difference(one, {"seats": [{"cards": 3}, {"cards": 5}], "over": True}) == "seats[1].cards"
    assert first_difference(one, {"seats": [{"cards": 3}], "over": False}) == "seats"
    assert first_difference(one, {"seats": one["seats"], "over": 0}) == "over"
