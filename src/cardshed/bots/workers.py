"""Processes that are given work and answer, each on one core. They do not hear Ctrl-C, and leave with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

from cardshed.engine.errors import CardshedError

LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
SPAWN = multiprocessing.get_context("spawn")

_beginning = threading.Lock()  # the environment is everybody's


class Died(CardshedError):
    """A worker's process ended before it answered."""


class Worker:
    """A process that does what it is given. It is begun when it is needed, and anew after it has ended."""

    def __init__(self, do: Callable[[Any], Any]) -> None:
        self.do: Any = do
        self.task: Any = None  # the last that it was given
        self.begun = self.busy = False

    def begin(self) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=answer_all, args=(self.do, theirs), daemon=True)
        with left_alone():
            self.process.start()
        theirs.close()
        self.begun = True

    def give(self, task: Any) -> None:
        if not self.begun:
            self.begin()
        self.task, self.busy = task, True
        with suppress(OSError):  # if it is gone, that is seen when it should answer
            self.pipe.send(task)

    def answer(self) -> Any:
        """Wait for it. What its work raised is raised here, or that it Died."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            died = Died("bots.forfeit.died", status=self.process.exitcode)
            self.end()
            raise died from None
        self.busy = False
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        if self.begun:
            self.process.kill()
            self.process.join()
            self.pipe.close()
        self.begun = self.busy = False


def answer_all(do: Callable[[Any], Any], pipe: Connection) -> None:
    """In the process: answer what comes through the pipe, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with, args=[multiprocessing.parent_process()], daemon=True).start()
    os.dup2(2, 1)  # what a bot prints must not get into what the parent prints
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                answer = do(task)
            except CardshedError as problem:  # some kinds of it would not survive the pipe
                answer = CardshedError(problem.message.key, **problem.message.params)
            except BaseException:
                answer = RuntimeError(traceback.format_exc())
            pipe.send(answer)


def leave_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def left_alone() -> Iterator[None]:
    """A process begun in here ignores Ctrl-C from its first moment, and its libraries use no more than one core."""
    with _beginning:
        before = {name: os.environ.get(name) for name in LIBRARIES}
        os.environ.update(dict.fromkeys(LIBRARIES, "1"))
        main = threading.current_thread() is threading.main_thread()
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
        try:
            yield
        finally:
            if heard is not None:
                signal.signal(signal.SIGINT, heard)
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
