"""Processes that are given work and answer, each on one core. They do not hear Ctrl-C, and leave with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

from cardshed.engine.errors import CardshedError

LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
SPAWN = multiprocessing.get_context("spawn")
PATROL_S = 0.1  # between two looks at a worker whose work may be overdue

_beginning = threading.Lock()  # the environment is everybody's


class Died(CardshedError):
    """A worker's process ended before it answered, and whose fault that was, where its work can tell."""

    fault: Any = None


class Worker:
    """A process that does what it is given. It is begun when it is needed, and anew after it has ended. The work may
    have an `overdue`, which gives the reason to end it now, or None, and a `fault`, asked when it has ended."""

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
        died: Died | None = None
        overdue = getattr(self.do, "overdue", None)
        try:
            while overdue and died is None and not self.pipe.poll(PATROL_S):
                died = overdue()
            answer = None if died else self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            died = Died("bots.forfeit.died", status=self.process.exitcode)
        if died:
            self.end()
            died.fault = self.do.fault() if hasattr(self.do, "fault") else None
            raise died
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


class WorkerPool(ThreadPoolExecutor):
    """As many threads as workers, of which each asks one. What a worker was given when it died is done again, unless it
    is known whose fault that was, or so many have died that it is no accident."""

    def __init__(self, work: Callable[[], Callable[[Any], Any]], many: int, deaths: int) -> None:
        super().__init__(many)
        self.workers = [Worker(work()) for _ in range(many)]
        self.fresh, self.idle = list(self.workers), deque[Worker]()
        self.deaths = deaths  # that are left
        self.closed = False

    def submit(self, _: Any, /, *task: Any, **__: Any) -> Future[Any]:
        """All workers have their work already, so what is to be done is not looked at."""
        if self.fresh:
            self.fresh[-1].begin()
            self.idle.append(self.fresh.pop())
        return super().submit(self.ask, *task)

    def ask(self, task: Any) -> Any:
        worker = self.idle.pop()
        try:
            while True:
                worker.give(task)
                if self.closed:
                    worker.process.kill()
                try:
                    return worker.answer()
                except Died as died:
                    self.deaths -= died.fault is None
                    if self.closed or died.fault or self.deaths < 0:
                        raise
        finally:
            self.idle.append(worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """What is not done by now is not wanted any more."""
        self.closed = True
        for worker in self.workers:
            if worker.busy:
                worker.process.kill()
        super().shutdown(wait, cancel_futures=cancel_futures)
        for worker in self.workers:
            worker.end()


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
                answer = CardshedError(problem.message)
            except BaseException:
                answer = RuntimeError(traceback.format_exc())
            pipe.send(answer)


def leave_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def left_alone() -> Iterator[None]:
    """A process begun in here hears no Ctrl-C from its first moment on, and its libraries use no more than one core."""
    with _beginning:
        before = {name: os.environ.get(name) for name in LIBRARIES}
        os.environ.update(dict.fromkeys(LIBRARIES, "1"))
        try:
            with whole(), deaf():
                yield
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextmanager
def deaf() -> Iterator[None]:
    """A process inherits that the thread which begins it holds Ctrl-C back; held back is not lost."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def whole() -> Iterator[None]:
    """What is done here belongs together: Ctrl-C waits for its end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came = []
    before = signal.signal(signal.SIGINT, lambda *_: came.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)  # heard as it would have been
