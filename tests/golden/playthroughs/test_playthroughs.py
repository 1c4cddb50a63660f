"""OpenSpiel's playthroughs of our games stay what they are."""

from __future__ import annotations

import pytest

import cardshed

pytest.importorskip("pyspiel", reason="there is no OpenSpiel: pip install 'cardshed[openspiel]'")

from tests.golden.playthroughs.remake import GAMES, HERE, played

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    assert played(name) == (HERE / f"{name}.txt").read_text(encoding="utf-8")


def test_every_game_has_one() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)
    assert set(cardshed.games()) <= set(GAMES)
