"""Golden records replay to the same result; node counts by depth and trees of the search stay what they are."""

from __future__ import annotations

import json

import pytest

import cardshed
from tests.conftest import counted
from tests.golden.remake import COUNTS, ENOUGH, HERE, RECORDS, TREES, counts, play, tree


@pytest.mark.parametrize("name", RECORDS)
def test_golden_record(name: str) -> None:
    text = (HERE / f"{name}.shed").read_text(encoding="utf-8")
    match = cardshed.replay(text)
    assert match.over
    assert match.record() == text
    assert play(name).record() == text


@pytest.mark.parametrize("name", RECORDS)
def test_node_counts(name: str) -> None:
    kept = json.loads(COUNTS.read_text())[name]
    counted_now = counts(name, counted(quick=ENOUGH, proof=ENOUGH, plain=40))
    assert counted_now == kept[: len(counted_now)]


@pytest.mark.parametrize("name", cardshed.games())
def test_search_grows_the_same_tree(name: str) -> None:
    """Compiled or plain, on any machine."""
    assert tree(name) == json.loads(TREES.read_text(encoding="utf-8"))[name]


def test_every_golden_file_is_tested() -> None:
    assert {path.stem for path in HERE.glob("*.shed")} == set(RECORDS)
    assert {game for game, *_ in RECORDS.values()} == set(cardshed.games())
