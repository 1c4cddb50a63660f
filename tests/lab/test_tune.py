"""Tuning: what is wanted is found, what cannot be reached is said, and a stop costs nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardshed
from cardshed.engine.errors import BadOption
from cardshed.lab import crew as crews
from cardshed.lab.plan import Plan, make_plan
from cardshed.lab.tuned import TunedPage
from cardshed.lab.tuning import FINAL, Tuned, all_games, candidates, ranges, rounds, search, targets
from tests.lab.test_study import same, stop_after

pytestmark = pytest.mark.compiled

OVER = {"cards": list(range(3, 14)), "bombs": ["plain", "beat_twos", "beat_all"], "match": [1, 2]}


def plan_of(games: int) -> Plan:
    return make_plan(cardshed.game("thirteen"), games, players=3, bots="greedy", seed=7)


def tuned(games: int = 300, turns: float = 20.0, **how: object) -> Tuned:
    plan = plan_of(games)
    return search(candidates(plan, {"turns": turns}, OVER), plan, **how)  # type: ignore[arg-type]


def test_wishes_are_read() -> None:
    assert targets(["length=25", "opener=0.5"], 3) == {"turns": 25.0, "opener": 0.5}
    assert ranges(["cards=9..13..2", "pass=soft|hard"]) == {"cards": [9, 11, 13], "pass": ["soft", "hard"]}
    for wrong in (["length"], ["length=long"], ["fun=3"]):
        with pytest.raises(BadOption):
            targets(wrong, 3)
    for wrong in (["cards"], ["cards=a..b"], ["cards=9..3"]):
        with pytest.raises(BadOption):
            ranges(wrong)


def test_a_value_that_never_can_be_played_is_refused_and_a_pair_that_cannot_is_left_out() -> None:
    with pytest.raises(BadOption, match="beat_some"):
        candidates(plan_of(10), {"turns": 20.0}, {"cards": [9, 10], "bombs": ["plain", "beat_some"]})


def test_fewer_and_fewer_have_more_and_more_games() -> None:
    assert rounds(100, 1000) == [(100, 32), (33, 96), (11, 288), (8, 1000)]
    assert rounds(3, 20) == [(3, 20)]
    assert all_games(100, 1000) == 100 * 32 + 33 * 64 + 11 * 192 + 8 * 712


def test_what_is_wanted_is_found() -> None:
    told: list[int] = []
    found = tuned(progress=told.append)
    best = found.best[0]
    assert len(found.best) == FINAL and found.tried == found.possible == 66
    assert sum(told) == found.played == all_games(66, 300)
    assert abs(best.study["turns"].mean - 20) < 1.5 and best.study.games == 300
    assert [one.distance for one in found.best] == sorted(one.distance for one in found.best)
    section = TunedPage(found, plan_of(300)).section("turns", 20.0)
    assert len(section.found) == 1 and not section.worry


def test_what_cannot_be_reached_is_said() -> None:
    section = TunedPage(tuned(64, turns=900.0), plan_of(64)).section("turns", 900.0)
    assert section.worry and "nothing that was tried comes nearer" in section.found[1]


@pytest.mark.parametrize("stop", [100, 2500, 4500])
def test_a_stopped_search_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: int) -> None:
    monkeypatch.setattr(crews, "CHUNK", 50)
    whole, file = tuned(), tmp_path / "kept.npz"
    stopped = tuned(file=file, progress=stop_after(stop))
    assert stopped.interrupted and stop < stopped.played < whole.played and stopped.best[0].study.games
    again = tuned(file=file, resume=True)
    assert not again.interrupted and again.played == whole.played
    assert [one.study.plan for one in again.best] == [one.study.plan for one in whole.best]
    assert all(same(one.study, other.study) for one, other in zip(whole.best, again.best, strict=True))
