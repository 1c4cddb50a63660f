"""Processes that play an arena's games, one per core. One that hangs or dies is replaced, and its bot forfeits."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from cardshed.bots.arena.plan import Plan
from cardshed.bots.arena.playing import ASKED, GAME, NOBODY, PLIES, SEAT, Outcome, forfeited, play_game, too_late
from cardshed.bots.base import ask
from cardshed.bots.own import find, is_own
from cardshed.engine.errors import CardshedError
from cardshed.engine.kernel import PLAIN
from cardshed.engine.messages import Message
from cardshed.games import registry

HANDFUL = 0.2  # seconds of games that a worker is given at once
MOST = 64  # and the most games
PATROL = 0.1  # seconds between two looks at the workers
PATIENCE = 3  # workers that may end by themselves before it is the arena that ends
LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")

Results = list[tuple[int, Outcome]]


# --- in a worker ----------------------------------------------------------------------------------


def work(plan: Plan, pipe: Connection, watch: Any) -> None:
    """Play the games whose numbers come through the pipe, until it is closed."""
    threading.Thread(target=leave_with_parent, daemon=True).start()
    os.dup2(2, 1)  # what a bot prints must not get into the table
    try:
        game = registry.game(plan.game)
        with redirect_stderr(io.StringIO()):  # that it has to wait a moment is no news
            warm_up(plan)
        ours = {name: find(name) for name in plan.entrants if not is_own(name)}
        while True:
            numbers: list[int] = pipe.recv()
            done: Results = []
            begun = time.monotonic()
            for number in numbers:
                watch[GAME] = number
                names = [plan.entrants[entrant] for entrant in plan.seats(number)]
                bots = [ours.get(name) or find(name) for name in names]
                dice = [plan.dice(number, seat) for seat in range(plan.players)]
                match = game.match(plan.players, plan.deal_seed(plan.place(number)[0]), plan.options)
                done.append((number, play_game(match, bots, dice, plan.limit, watch)))
            pipe.send((done, time.monotonic() - begun))
    except (EOFError, BrokenPipeError):
        return
    except CardshedError as problem:
        pipe.send(problem.message)


def warm_up(plan: Plan) -> None:
    """Have our own bots compiled, or loaded from the disk, before anyone takes their time."""
    game = registry.game(plan.game)
    match = game.match(plan.players, 0, plan.options)
    if PLAIN or match.over:
        return
    with game.compiling():
        for name in plan.entrants:
            if not is_own(name):
                ask(find(name), match, match.acting[0], 0)


def leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


# --- beside them ----------------------------------------------------------------------------------


class Worker:
    def __init__(self, plan: Plan) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.watch = spawn.RawArray("q", 4)
        self.watch[SEAT] = NOBODY
        self.pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=work, args=(plan, theirs, self.watch), daemon=True)
        with left_alone():
            self.process.start()
        theirs.close()
        self.games: list[int] = []  # given to it and not told of yet
        self.asked = 0  # which question it was last seen at, and when first
        self.since = time.monotonic()

    def give(self, games: list[int]) -> None:
        self.games = games
        with suppress(OSError):  # if it is gone, that is seen when it is listened to
            self.pipe.send(games)

    def overdue(self, limit: float) -> bool:
        """Whether a bot has been thinking about one question for too long."""
        now = time.monotonic()
        if self.watch[SEAT] == NOBODY or self.watch[ASKED] != self.asked:
            self.asked, self.since = self.watch[ASKED], now
        return now - self.since > limit

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Crew:
    """Workers for the games of a plan; used as a context, they are gone after it."""

    def __init__(self, plan: Plan, cores: int) -> None:
        self.plan = plan
        self.cores = cores
        self.workers: list[Worker] = []
        self.pace = HANDFUL  # seconds per game, as measured
        self.lost = 0

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()

    def play(self, games: Iterable[int]) -> Iterator[tuple[int, Outcome]]:
        """The outcomes of these games, in the order in which they are finished."""
        waiting = deque(games)
        while waiting or any(worker.games for worker in self.workers):
            while waiting and len(self.workers) < self.cores:
                self.workers.append(Worker(self.plan))
                self.hand_out(self.workers[-1], waiting)
            pipes = [worker.pipe for worker in self.workers if worker.games]
            heard = wait(pipes, PATROL)
            for worker in list(self.workers):
                if worker.pipe in heard:
                    yield from self.listen(worker, waiting)
                    self.hand_out(worker, waiting)
                elif worker.games and worker.overdue(self.plan.limit):
                    yield from self.replace(worker, waiting, too_late(self.plan.limit))

    def hand_out(self, worker: Worker, waiting: deque[int]) -> None:
        if worker not in self.workers:
            return
        fair = len(waiting) // (2 * self.cores)  # so that none is left with much when the others are done
        number = max(1, min(MOST, fair, int(HANDFUL / max(self.pace, 1e-9))))
        games = [waiting.popleft() for _ in range(min(number, len(waiting)))]
        if games:
            worker.give(games)

    def listen(self, worker: Worker, waiting: deque[int]) -> Results:
        try:
            told = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join()
            why = Message("bots.forfeit.died", status=worker.process.exitcode)
            return self.replace(worker, waiting, why)
        if isinstance(told, Message):
            raise CardshedError(told.key, **told.params)
        done, seconds = told
        worker.games = []
        self.pace = seconds / len(done)
        return done

    def replace(self, worker: Worker, waiting: deque[int], why: Message) -> Results:
        """Without this worker: the bot it was asking forfeits, its other games are played by others."""
        worker.end()
        self.workers.remove(worker)
        game, seat, plies = worker.watch[GAME], worker.watch[SEAT], worker.watch[PLIES]
        if seat == NOBODY:
            self.lost += 1
            if self.lost > PATIENCE:
                raise CardshedError("bots.arena.lost", why=why)
            waiting.extendleft(reversed(worker.games))
            return []
        waiting.extendleft(number for number in reversed(worker.games) if number != game)
        return [(game, forfeited(self.plan.players, seat, plies, why))]


@contextmanager
def left_alone() -> Iterator[None]:
    """A process begun in here ignores Ctrl-C, which is its parent's to hear, and uses no more than one core."""
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
