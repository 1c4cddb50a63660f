"""What a waiting person is told, and how often."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from cardshed.engine.core import progress
from cardshed.engine.core.compiling import work
from cardshed.engine.messages import Message


def wait_for(*games: str, until: Callable[[], object] = lambda: not tellers()) -> None:
    """Compile something for each game, as it were, until it was told."""
    for game in games:
        with progress.waiting(Message("engine.compiling", game=game)), work.going_on():
            work.kernels += 3
            begun = time.monotonic()
            while not until():
                assert time.monotonic() - begun < 60, f"{game}: nobody was told"
                time.sleep(0.001)


def tellers() -> list[str]:
    """The threads that wait for a moment to tell; where lines stay, they are done when they have told."""
    return [thread.name for thread in threading.enumerate() if thread.name == progress.TELLER]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE_S", 0.01)
    monkeypatch.setattr(progress, "STEP_S", 0.001)
    monkeypatch.setattr(progress, "_said", set())


def test_where_lines_stay_each_game_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    wait_for("Thirteen", "Thirteen", "Rummy 500", "Thirteen", "Rummy 500")
    assert capsys.readouterr().err.splitlines() == [
        "Compiling Thirteen for this machine, once ...",
        "Compiling Rummy 500 for this machine, once ...",
    ]


def test_what_is_quick_is_not_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE_S", 60)
    wait_for("Thirteen", until=lambda: True)
    assert capsys.readouterr().err == ""


def test_loading_is_never_called_compiling_however_long_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.waiting(Message("engine.compiling", game="Thirteen")):
        time.sleep(0.05)
    assert capsys.readouterr().err == ""


def test_one_who_waits_within_another_is_not_told_once_more() -> None:
    shown: list[str | None] = []
    with progress.in_bar(shown.append), progress.waiting(Message("engine.compiling", game="Thirteen")):
        wait_for("Rummy 500", until=lambda: shown)
    assert {str(line).split(" for ")[0] for line in shown} == {"Compiling Thirteen", "None"}


def test_a_live_bar_shows_how_far_it_is_and_nothing_else_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    shown: list[str | None] = []
    with progress.in_bar(shown.append):
        wait_for("Thirteen", until=lambda: shown)
    assert str(shown[0]).startswith("Compiling Thirteen for this machine, once ... 3 kernels, ")
    assert shown[-1] is None
    assert capsys.readouterr().err == ""
