"""Studies: the same on any number of cores, after a stop, and with intervals that hold what they should."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import cardshed
from cardshed.bots import workers
from cardshed.bots.workers import Died
from cardshed.lab import crew as crews
from cardshed.lab import keeping
from cardshed.lab.crew import Crew, Work, do
from cardshed.lab.plan import Plan, make_plan
from cardshed.lab.study import Progress, Study, play
from cardshed.lab.sums import Sums
from cardshed.lab.tables import Games, NoLines
from tests.conftest import counted
from tests.lab.mortal import MARK
from tests.processes import ROOT

pytestmark = pytest.mark.compiled


def same(one: Study, other: Study) -> bool:
    arrays = ((one.sums.state(), other.sums.state()), ({"l": one.lengths}, {"l": other.lengths}))
    traces = len(one.traces) == len(other.traces) and all(map(np.array_equal, one.traces, other.traces))
    return traces and all(np.array_equal(a[name], b[name]) for a, b in arrays for name in a)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "CHUNK", 64)
    monkeypatch.setattr(keeping, "OFTEN", 0.0)


def plan_of(games: int = 500) -> Plan:
    return make_plan(cardshed.game("thirteen"), games, bots="random", seed=4)


def stop_after(many: int) -> Progress:
    """Ctrl-C when more than so many games are done."""
    done = 0

    def until(games: int) -> None:
        nonlocal done
        done += games
        if done > many:
            raise KeyboardInterrupt

    return until


def test_who_plays_if_nobody_is_named() -> None:
    """The net of a game, or another where there is none."""
    own = cardshed.game(ROOT / "examples" / "crazy_eights")
    assert make_plan(cardshed.game("rummy"), 10).bots == ("net", "net")
    assert set(make_plan(own, 10).bots) == {"greedy"}
    assert set(make_plan(own, 10, usual="medium").bots) == {"medium"}


def test_cores_change_nothing(small_parts: None) -> None:
    assert same(play(plan_of(), crew=Crew(1)), play(plan_of(), crew=Crew(3)))


def mortal(word: str) -> Plan:
    bots = [f"{ROOT}/tests/lab/mortal.py:{word}", "random"]
    return make_plan(cardshed.game("thirteen"), 6, players=2, bots=bots, options={"cards": 5})


@pytest.mark.process
def test_processes_change_nothing_and_may_die(small_parts: None, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = mortal("choose")
    alone = Study.begun(plan)
    for part in Work([plan], Crew(1)).parts(plan, 0, plan.games, traced=True):
        alone.add(do(part))
    MARK.unlink(missing_ok=True)
    monkeypatch.setenv("SPAWNED", "1")
    assert same(alone, play(plan, crew=Crew(2))) and MARK.exists() and not multiprocessing.active_children()
    MARK.unlink()


@pytest.mark.process
def test_processes_that_always_die_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPAWNED", "1")
    monkeypatch.setattr(crews, "DEATHS", 1)
    with pytest.raises(Died, match="its process ended while it was thinking"):
        play(mortal("dies"), crew=Crew(1))
    assert not multiprocessing.active_children()


@pytest.mark.process
def test_ctrl_c_leaves_no_process_behind_also_where_a_bot_hangs() -> None:
    def press() -> None:
        while not MARK.exists():
            time.sleep(0.05)
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    MARK.unlink(missing_ok=True)
    pressed: list[float] = []
    threading.Thread(target=press, daemon=True).start()
    assert play(mortal("hangs"), crew=Crew(2)).interrupted
    assert time.monotonic() - pressed[0] < 30 and not multiprocessing.active_children()
    MARK.unlink()


def test_a_ctrl_c_that_waited_is_heard_like_any_other() -> None:
    """So that a command that hears only the first does not hear a second one while it writes."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with workers.whole():
            signal.raise_signal(signal.SIGINT)
            assert not heard
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_stopped_study_goes_on(small_parts: None, tmp_path: Path) -> None:
    whole, file = play(plan_of()), tmp_path / "study.npz"
    stopped = play(plan_of(), file=file, progress=stop_after(200))
    assert stopped.interrupted and 200 < stopped.games < 500
    again = play(plan_of(), file=file, resume=True)
    assert again.games == 500 and not again.interrupted and same(again, whole)
    other = play(plan_of(100), file=file, resume=True)  # another plan begins anew
    assert other.games == 100


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_every_game_can_be_written_also_after_a_stop(small_parts: None, tmp_path: Path, ending: str) -> None:
    from pyarrow import csv, parquet

    file, kept = tmp_path / f"games.{ending}", tmp_path / "study.npz"
    stopped = play(plan_of(), file=kept, progress=stop_after(200), raw=Games(file))
    lines = file if ending == "csv" else file.with_name(file.name + ".csv")
    with lines.open("a") as out:
        out.write("9,half a li")  # as if it had been torn off
    raw = Games(file)
    study = play(plan_of(), file=kept, resume=True, raw=raw)
    raw.end()
    assert study.games == 500 > stopped.games and list(tmp_path.glob("games.*")) == [file]
    found = csv.read_csv(file) if ending == "csv" else parquet.read_table(file)
    assert found["game"].to_pylist() == list(range(500))
    assert sum(found["turns"].to_pylist()) / 500 == study["turns"].mean
    if ending == "parquet":
        assert found["seed"][499].as_py() == f"{plan_of().game_seed(499):016x}"
    lines.write_text("")
    with pytest.raises(NoLines, match="resume"):
        play(plan_of(), file=kept, resume=True, raw=Games(file.with_name("games.csv")))


def test_ctrl_c_while_a_worker_begins_is_heard() -> None:
    begun = []
    with pytest.raises(KeyboardInterrupt), workers.left_alone():
        os.kill(os.getpid(), signal.SIGINT)
        begun.append(True)
    assert begun and signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_ctrl_c_does_not_tear_what_belongs_together() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), workers.whole():
        signal.raise_signal(signal.SIGINT)
        done.append(True)
    assert done


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    dice, held = np.random.default_rng(1), 0
    trials = counted(400, 4000, 50)
    for _ in range(trials):
        sums = Sums.none(["ratio"])
        m = dice.integers(1, 9, (60, 1)).astype(np.float64)
        y = dice.binomial(m.astype(np.int64), 0.3).astype(np.float64)
        sums.add(y[:30], m[:30])
        sums.add(y[30:], m[30:])
        held += not sums.interval("ratio").excludes(0.3)
    assert abs(held / trials - 0.95) < 3.5 * (0.95 * 0.05 / trials) ** 0.5 + 0.01


def test_what_never_happens_is_told_as_zero() -> None:
    study = play(plan_of(50))
    assert study["use:pairs_8"].mean == 0 and study["success:pairs_8"].mean == 0
    assert study["seat_0"].low < 0.5 < study["seat_0"].high
