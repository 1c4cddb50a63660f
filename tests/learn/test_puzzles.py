"""Puzzles: those that we ship are what they claim to be, and the command finds the same ones again."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest

import cardshed
from cardshed.bots.levels import thinker_at
from cardshed.learn import puzzles
from cardshed.learn.puzzles import ALIKE, CLEAR, NoPuzzle, Puzzle
from tests.conftest import counted
from tests.processes import started

pytestmark = pytest.mark.compiled
every_game = pytest.mark.parametrize("name", cardshed.games())
DICE = 99  # that no search had when the puzzles were made


@every_game
def test_every_answer_is_clearly_best_by_its_values(name: str) -> None:
    game = cardshed.game(name)
    found = puzzles.read(game)
    assert len(found) == 60 and len({puzzle.record for puzzle in found}) == 60
    for puzzle in found:
        match = puzzle.match()
        legal = {move.text for move in match.legal(puzzle.seat)}
        assert match.acting == (puzzle.seat,) and len(legal) >= puzzles.FEWEST and puzzle.values.keys() <= legal
        first, second, *rest = puzzle.values.values()
        assert first - second >= CLEAR - 0.002 and sorted(rest, reverse=True) == rest  # values are rounded
        assert puzzle.line[0] == [puzzle.seat, puzzle.answer]
        assert puzzle.aim == ("lead" if first >= 0.5 > second else "save" if first < 0.5 else "more")
    kinds = Counter(puzzle.kind for puzzle in found)
    assert len(kinds) > 2 and max(kinds.values()) <= ALIKE * 60


@every_game
def test_a_strong_bot_finds_the_answers_with_other_dice(name: str) -> None:
    """Not just the dice that they were made with: nearly all are found, and what is found instead is about as good."""
    game = cardshed.game(name)
    chosen = puzzles.read(game)[:: 60 // counted(6, 60, 1)]
    expert = thinker_at(game, "expert")
    right = 0
    for puzzle in chosen:
        match = puzzle.match()
        thought = expert.explain(match.imagine(puzzle.seat, DICE), puzzle.seat, DICE)
        right += thought.best.move.text == puzzle.answer
    assert right >= 0.85 * len(chosen), f"{right} of {len(chosen)}"


@every_game
def test_the_simplest_bot_would_err(name: str) -> None:
    """The move that the game judges best at first sight is never the answer."""
    game = cardshed.game(name)
    for puzzle in puzzles.read(game)[:: counted(6, 1, 30)]:
        thought = thinker_at(game, "easy").explain(puzzle.match().imagine(puzzle.seat, 0), puzzle.seat, 0)
        assert not [one for one in thought.opinions if one.favoured and one.move.text == puzzle.answer]


def test_the_days_go_through_all_of_them() -> None:
    game = cardshed.game("thirteen")
    first = date(2026, 1, 1)
    begin = first + timedelta(days=-first.toordinal() % 60)
    days = [puzzles.of_day(game, begin + timedelta(days=k)) for k in range(180)]
    for k in range(0, 180, 60):
        assert sorted(days[k : k + 60]) == list(range(1, 61))
    assert days[:60] != days[60:120]
    rummy = cardshed.game("rummy")
    assert [puzzles.of_day(rummy, begin + timedelta(days=k)) for k in range(60)] != days[:60]


def test_the_same_seed_finds_the_same_puzzles() -> None:
    game = cardshed.game("thirteen")
    kept = puzzles.read(game)[:3]
    again = list(islice(puzzles.collected(puzzles.find(game, 1), 60), 3))
    assert [(one.record, one.values) for one in again] == [(one.record, one.values) for one in kept]


def test_answers_are_of_different_kinds_and_patience_ends() -> None:
    game = cardshed.game("thirteen")
    passes = [puzzle for puzzle in puzzles.read(game) if puzzle.kind == "pass"]
    assert len(list(puzzles.collected(iter(passes), 4))) == 2
    endless = (None for _ in iter(int, 1))
    assert list(puzzles.collected(endless, 4, patience=100)) == []


def test_numbers_and_files_that_are_wrong_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = cardshed.game("thirteen")
    for number in (0, 61):
        with pytest.raises(NoPuzzle, match="they go from 1 to 60"):
            puzzles.numbered(game, number)
    monkeypatch.setattr(game, "folder", tmp_path)
    puzzles.read.cache_clear()
    try:
        assert puzzles.read(game) == []
        with pytest.raises(NoPuzzle, match="has no puzzles"):
            puzzles.numbered(game, 1)
        with pytest.raises(NoPuzzle, match="has no puzzles"):
            puzzles.of_day(game, date(2026, 1, 1))
        puzzles.read.cache_clear()
        (tmp_path / puzzles.FILE).write_text('[{"seat": 1}]', encoding="utf-8")
        with pytest.raises(NoPuzzle, match="holds no puzzles"):
            puzzles.read(game)
    finally:
        puzzles.read.cache_clear()


@pytest.mark.process
def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    with started("puzzles", "thirteen", "-n", "2", "--seed", "5", "--out", str(file)) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0 and out == f"2 puzzles are in {file}.\n", err
    told = json.loads(file.read_text(encoding="utf-8"))
    game = cardshed.game("thirteen")
    assert all(len(Puzzle(game, **one).values) > 1 for one in told) and len(told) == 2
    with started("puzzles", "thirteen", "-n", "2", "--out", str(file)) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 2 and "remove it first" in err
