"""What a waiting person is told, and how often."""

from __future__ import annotations

import time

import pytest

from cardshed.engine.core import progress
from cardshed.engine.messages import Message


def wait_for(*games: str) -> None:
    for game in games:
        with progress.waiting(Message("engine.compiling", game=game)):
            time.sleep(0.05)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr(progress, "_said", set())


def test_where_lines_stay_each_game_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    wait_for("Thirteen", "Thirteen", "Rummy 500", "Thirteen", "Rummy 500")
    assert capsys.readouterr().err.splitlines() == [
        "Compiling Thirteen for this machine, once ...",
        "Compiling Rummy 500 for this machine, once ...",
    ]


def test_what_is_quick_is_not_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 5)
    wait_for("Thirteen")
    assert capsys.readouterr().err == ""
