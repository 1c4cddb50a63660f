"""Comparisons: what is different is found, what is equal is not, and the same deals save games."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardshed
from cardshed.bots.arena.intervals import looks
from cardshed.engine.errors import BadOption
from cardshed.lab import crew as crews
from cardshed.lab import tables
from cardshed.lab.comparing import Comparison, compare, rule_sets
from cardshed.lab.plan import make_plan
from tests.conftest import counted
from tests.lab.test_study import same, stop_after

pytestmark = pytest.mark.compiled


def compared(rules: list[dict[str, object]], games: int = 1024, seed: int = 1, **how: object) -> Comparison:
    plan = make_plan(cardshed.game("thirteen"), games, players=2, bots="greedy", seed=seed)
    return compare(plan, rules, **how)  # type: ignore[arg-type]


def test_rules_are_read() -> None:
    assert rule_sets(["melds=paired8", "melds=full14"]) == [{"melds": "paired8"}, {"melds": "full14"}]
    assert rule_sets(["cards=9"]) == [{}, {"cards": "9"}]
    grid = rule_sets(["cards=9|10,match=1|2"])
    assert len(grid) == 4 and {"cards": "10", "match": "1"} in grid
    with pytest.raises(BadOption, match="NAME=VALUE"):
        rule_sets(["cards"])
    with pytest.raises(BadOption, match="no measure"):
        compared([{}, {"cards": 9}], watched="fun")


def test_a_difference_is_found_soon_and_no_more_is_played() -> None:
    told = compared([{}, {"cards": 9}, {"cards": 5}], games=8192)
    assert told.sure and told.games < 8192 and told.games in looks(8192)
    for k in (1, 2):
        one = told.change(k, "turns")
        assert one.clear and one.difference.high < 0
        assert one.after == pytest.approx(told.studies[k]["turns"].mean)
    assert told.change(2, "turns").difference.mean < told.change(1, "turns").difference.mean


def test_the_same_rules_are_the_same() -> None:
    told = compared([{}, {"match": 1}])
    assert not told.sure and told.games == 1024
    assert told.change(1, "turns").difference.mean == 0 and not told.change(1, "turns").clear


def test_equal_rules_are_told_apart_as_rarely_as_is_said() -> None:
    """On different deals, so that there is noise: of many seeds one in twenty may be wrong, all looks together."""
    trials = counted(120, 1500, 10)
    wrong = sum(compared([{}, {}], games=128, seed=seed, same_deals=False).sure for seed in range(trials))
    assert wrong / trials < 0.05 + 3.5 * (0.05 * 0.95 / trials) ** 0.5


def test_the_same_deals_need_fewer_games() -> None:
    rules: list[dict[str, object]] = [{}, {"bombs": "beat_all"}]
    paired, apart = (compared(rules, games=2048, same_deals=same).change(1, "turns") for same in (True, False))
    assert paired.factor > 4 and 0.7 < apart.factor < 1.4
    widths = apart.difference.half / paired.difference.half
    assert widths**2 == pytest.approx(paired.factor, rel=0.4)


def test_a_stopped_comparison_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "CHUNK", 32)
    rules: list[dict[str, object]] = [{}, {"bombs": "beat_all"}, {"cards": 12}]
    whole, file = compared(rules, games=512), tmp_path / "kept.npz"
    stopped = compared(rules, games=512, file=file, progress=stop_after(whole.games // 2))
    assert stopped.interrupted and 0 < stopped.games < whole.games
    again = compared(rules, games=512, file=file, resume=True)
    assert (again.games, again.sure, again.interrupted) == (whole.games, whole.sure, False)
    assert all(same(one, other) for one, other in zip(whole.studies, again.studies, strict=True))
    assert again.change(2, "turns") == whole.change(2, "turns")
    once_more = compared(rules, games=512, file=file, resume=True)  # nothing is left to play
    assert once_more.games == whole.games and once_more.sure == whole.sure
    assert tables.changes(again) == tables.changes(whole)
