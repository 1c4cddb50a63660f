"""Golden records replay to the same result, and node counts by depth stay what they are."""

from __future__ import annotations

import json

import pytest

import cardshed
from cardshed.engine.kernel import PLAIN
from tests.golden.remake import COUNTS, HERE, RECORDS, begin, counts, play


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
    if PLAIN:
        match = begin(name)
        assert len(match.legal(match.acting[0])) == kept[0]
    else:
        assert counts(name) == kept


def test_every_golden_file_is_tested() -> None:
    assert {path.stem for path in HERE.glob("*.shed")} == set(RECORDS)
    assert {game for game, *_ in RECORDS.values()} == set(cardshed.games())
