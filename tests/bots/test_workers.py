"""Workers: one that dies is replaced, none outlives what it was begun for."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import cardshed
from cardshed.bots import foresight, search
from cardshed.bots.own import warm_up
from cardshed.bots.workers import LIBRARIES, Died, Worker
from cardshed.engine.errors import BrokenPromise, CardshedError, tell
from cardshed.engine.messages import Message
from tests.processes import python

pytestmark = pytest.mark.process


def act(task: tuple[Callable[..., Any], object]) -> Any:
    return task[0](task[1])


def break_promise(key: str) -> None:
    tell(4)
    raise BrokenPromise(key, "rules.py:1", 3)


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(act)
    yield worker
    worker.end()


def answer(worker: Worker, do: Callable[..., Any], what: object = None) -> Any:
    worker.give((do, what))
    return worker.answer()


def pid(_: object) -> int:
    return os.getpid()


def test_one_process_does_one_thing_after_another_until_it_dies_and_is_replaced(worker: Worker) -> None:
    first = answer(worker, pid)
    assert answer(worker, pid) == first != os.getpid()
    for status in (7, 0):
        with pytest.raises(Died, match=rf"\(status {status}\)"):
            answer(worker, os._exit, status)
    assert not worker.busy and worker.task == (os._exit, 0)
    assert answer(worker, pid) not in (first, os.getpid())


def test_one_that_died_before_it_was_given_something_is_noticed(worker: Worker) -> None:
    worker.begin()
    worker.process.kill()
    worker.process.join()
    with pytest.raises(Died, match=r"\(status -9\)"):
        answer(worker, pid)
    assert answer(worker, pid)


def test_what_its_work_raises_is_raised_here(worker: Worker) -> None:
    with pytest.raises(CardshedError) as broken:
        answer(worker, break_promise, "engine.promise.parts")  # its kind cannot be pickled
    assert broken.value.message == Message("engine.promise.parts", place="rules.py:1", promised=3, found=4)
    with pytest.raises(RuntimeError, match=r"in act\n(.|\n)*ValueError: invalid literal for int.*'four'"):
        answer(worker, int, "four")
    with pytest.raises(RuntimeError, match="SystemExit: 3"):
        answer(worker, sys.exit, 3)
    assert answer(worker, pid) == worker.process.pid


@pytest.mark.parametrize("where", ["main thread", "another thread"])
def test_it_does_not_hear_ctrl_c(worker: Worker, where: str) -> None:
    if where == "main thread":
        before = signal.getsignal(signal.SIGINT)
        worker.begin()
        os.kill(worker.process.pid or 0, signal.SIGINT)  # while Python is only beginning there
        assert signal.getsignal(signal.SIGINT) is before
    else:
        thread = threading.Thread(target=answer, args=(worker, pid))
        thread.start()
        thread.join()
    answer(worker, signal.raise_signal, signal.SIGINT)
    assert answer(worker, pid) == worker.process.pid


def test_its_libraries_use_one_core_and_ours_as_many_as_before(worker: Worker) -> None:
    before = dict(os.environ)
    assert [answer(worker, os.getenv, name) for name in LIBRARIES] == ["1"] * len(LIBRARIES)
    assert dict(os.environ) == before


def test_what_it_prints_is_not_on_our_stdout(worker: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    answer(worker, print, "hello")
    worker.end()
    assert capfd.readouterr().out == ""


def test_it_is_ended_in_the_middle_of_its_work(worker: Worker) -> None:
    worker.give((time.sleep, 1000))
    process = worker.process
    worker.end()
    assert process.exitcode == -signal.SIGKILL and process not in multiprocessing.active_children()
    worker.end()


BEFORE = """
import cardshed, os
from cardshed.bots.arena import run, plan as arena
from cardshed.engine.core import progress
from cardshed.lab import plan as lab, study
from cardshed.lab.crew import Crew

progress.PATIENCE_S = progress.STEP_S = 0.01
if __name__ == "__main__":
    game, shown = cardshed.game("tests/games/highest"), []
    with progress.in_bar(shown.append):
        run.play(arena.make_plan(game, ["greedy", "search:5"], 2), 2)
        study.play(lab.make_plan(game, 6, bots="search:5"), crew=Crew(2))
        study.play(lab.make_plan(game, 6, bots="random"), crew=Crew(2))
    print(os.getpid(), *[line for line in shown if line][-1:])
"""


@pytest.mark.compiled
def test_their_parent_compiles_what_they_need_and_says_so(tmp_path: Path) -> None:
    script, log = tmp_path / "before.py", tmp_path / "compiled"
    script.write_text(BEFORE)
    told = python(
        f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')",
        CARDSHED_CACHE=str(tmp_path / "kept"), CARDSHED_COMPILED=str(log),
    )  # fmt: skip
    parent, said = told.stdout.split(" ", 1)
    assert {line.split()[0] for line in log.read_text().splitlines()} == {parent}
    assert said.startswith("Compiling Highest for this machine, once ... ") and told.stderr == ""


@pytest.mark.compiled
def test_all_that_bots_think_with_is_prepared_also_where_they_have_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced move, or one of which a net has no doubt, would leave the rest to be compiled by workers."""
    tried: list[str] = []

    def noted(where: type, name: str, word: str) -> None:
        once = getattr(where, name)

        def note(*given: Any) -> Any:
            tried.append(word)
            return once(*given)

        monkeypatch.setattr(where, name, note)

    noted(foresight._Thinking, "try_in", "net")
    noted(search.Search, "_search", "search")
    match = cardshed.game("segments").match(seed=0)
    warm_up(match, ["greedy", "hard", "easy"])
    assert tried == ["search"]
    warm_up(match, ["net", "net:9", "search:8"])
    assert tried == ["search", "net", "search"]


def test_it_leaves_with_its_parent() -> None:
    """It has its parent's stderr, and `python` waits until nobody has that any more."""
    begun = time.monotonic()
    told = python(
        "import os, signal, time\n"
        "from cardshed.bots.workers import Worker\n"
        "worker = Worker(time.sleep)\n"
        "worker.give(0)\n"
        "worker.answer()\n"
        "worker.give(200)\n"
        "os.kill(os.getpid(), signal.SIGKILL)",
        check=False,
    )
    assert told.returncode == -signal.SIGKILL and time.monotonic() - begun < 150
