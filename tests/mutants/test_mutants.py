"""The mutants are what they are said to be; whether the tests catch them is tried by `python -m tests.mutants`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import draw, trial
from tests.mutants.places import AND_OR, BY_ONE, CALL, COMPARISON, CONDITION, DEFAULT, OF_ALL, RETURN, Mutant, mutants

SOURCE = '''"""The 3 words of a module."""

if TYPE_CHECKING:
    from somewhere import NINE


def höhle(a: Literal[7], flat: bool = False) -> int:
    """Nothing in 1 docstring changes."""
    log.info("never %d", 4)
    a.begin(help="5 words")
    for i in range(a):
        if (a < 2 and not flat) or "§" in a:  # 8 or more
            raise ValueError(6)
        while a is not i: a -= 10
    return [b for b in a if b] if a else a
'''


def differences(a: object, b: object) -> int:
    """In how many places two trees differ."""
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return sum(map(differences, a, b))
    if type(a) is not type(b) or not isinstance(a, ast.AST):
        return int(a != b)
    assert isinstance(b, ast.AST)
    return sum(differences(getattr(a, name), getattr(b, name)) for name in a._fields)


def edits(kind: str) -> set[str]:
    return {f"{SOURCE[m.start : m.end]} > {m.put}" for m in mutants("x.py", SOURCE, {kind})}


def test_what_is_mutated() -> None:
    assert edits(COMPARISON) == {"< > <=", "in > not in", "not > "}
    assert edits(BY_ONE) == {"2 > 1", "2 > 3", "10 > 9", "10 > 11", "a > (a) - 1"}
    whole = '(a < 2 and not flat) or "§" in a'
    assert edits(CONDITION) == {
        "a < 2 > True", "not flat > True", "a < 2 and not flat > False", '"§" in a > False', "not  > ",
        f"{whole} > True", f"{whole} > False", "a is not i > False", "b > True", "a > True", "a > False",
    }  # fmt: skip
    assert edits(AND_OR) == {"and > or", "or > and"}
    assert edits(RETURN) == {"[b for b in a if b] if a else a > None"}
    assert edits(CALL) == {'a.begin(help="5 words") > pass'}
    assert edits(DEFAULT) == {"False > True"}


@pytest.mark.parametrize("kind", sorted(OF_ALL))
def test_a_mutant_parses_and_differs_in_one_place(kind: str) -> None:
    check([*mutants("x.py", SOURCE, {kind})], {"x.py": SOURCE})


@pytest.mark.parametrize("game", draw.GAMES)
def test_thirty_mutants_of_a_game_are_drawn(game: str) -> None:
    chosen = draw.drawn(game)
    assert len({(m.path, m.function, m.was, m.becomes, m.nth) for m in chosen}) == draw.OF_A_GAME
    assert chosen == draw.drawn(game), "drawn by lot, but always the same"
    check(chosen[::6], {m.path: (draw.ROOT / m.path).read_text(encoding="utf-8") for m in chosen})
    for reason in draw.reasons(game):
        assert len(reason.why.split()) > 5
        assert any(map(reason.about, chosen)), f"{reason.function} has no such mutant: + {reason.becomes}"


def check(chosen: list[Mutant], texts: dict[str, str]) -> None:
    for m in chosen:
        text = texts[m.path]
        assert differences(ast.parse(text), ast.parse(m.applied(text))) == 1, m


def test_an_edit_elsewhere_changes_no_lot() -> None:
    above = SOURCE.replace('"""The 3 words', "X = 1\n" + '"""The 3 words')
    lots = {m.lot(1) for m in mutants("x.py", SOURCE, OF_ALL)}
    assert lots < {m.lot(1) for m in mutants("x.py", above, OF_ALL)}


def test_the_tests_of_a_mutant_are_those_of_its_copy(tmp_path: Path) -> None:
    told = trial.environment("rummy", tmp_path)
    assert told["PYTHONPATH"] == str(tmp_path / "src") and told["PYTHONDONTWRITEBYTECODE"] == "1"
    assert all((draw.ROOT / test).exists() for test in trial.command("rummy") if test.startswith("tests/"))
