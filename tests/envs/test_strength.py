"""The measure of all that learn: fixed deals, every seat, and the same with any bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardshed.envs import strength as measure
from cardshed.envs.curve import Curve, read
from cardshed.envs.gymnasium import vector
from cardshed.envs.strength import EXAM, strength

pytestmark = pytest.mark.compiled


def lowest(seen: Any, masks: Any) -> Any:
    return masks.argmax(1)


def test_compiled_bots_and_others_are_measured_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = strength(lowest, "thirteen", "greedy", players=3, deals=10)
    monkeypatch.setattr(measure, "POLICIES", {})
    assert strength(lowest, "thirteen", "greedy", players=3, deals=10) == quick
    assert 0 < quick.mean < 0.5


def test_every_deal_is_played_from_every_seat() -> None:
    decks = []
    for seat in range(4):
        envs = vector("thirteen", 20, opponents="random", seat=seat, options={"instant_wins": "off"})
        envs.reset(seed=EXAM)
        decks.append(envs.rows["hands"] | envs.rows["played"])
    assert all((deck == decks[0]).all() for deck in decks)


def test_who_chooses_what_is_not_offered_beats_nobody() -> None:
    assert strength(lambda seen, masks: np.full(len(masks), -1), "parcels", "random", deals=20).mean == 0


def test_exams_come_at_growing_distances_and_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "curve.csv"
    curve = Curve("thirteen", 2, {"cards": 3}, steps=100, exams=4, deals=10, ladder=2, path=str(path))
    for steps in range(0, 101, 5):
        if curve.due(steps):
            curve.exam(lowest, steps, steps // 5, 0.5)
    usual = [(steps, name) for steps in (0, 10, 25, 60, 100) for name in ("random", "greedy")]
    assert [(point.steps, point.opponent) for point in curve.points] == [*usual, (100, "easy"), (100, "medium")]
    assert [point.deals for point in curve.points] == [10] * 10 + [2] * 2
    assert read(path) == curve.points and curve.points[0].options == "cards=3"
    assert len(capsys.readouterr().out.splitlines()) == 5
