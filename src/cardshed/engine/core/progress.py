"""A line that tells a waiting person that Numba compiles, and how far it is."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardshed.engine.core.compiling import work
from cardshed.engine.messages import Message

PATIENCE_S = 0.7  # of compiling that pass without a word
STEP_S = 0.25  # between two looks
TELLER = "tells of compiling"  # the thread's name

_telling = threading.Lock()
_said: set[str] = set()  # what was told where lines stay: there once is enough
_bars: list[Callable[[str | None], None]] = []  # live bars on the terminal, the innermost last


@contextmanager
def in_bar(show: Callable[[str | None], None]) -> Iterator[None]:
    """While a live bar has the terminal, have it show what would be a line of its own; None when it is over."""
    _bars.append(show)
    try:
        yield
    finally:
        _bars.remove(show)


@contextmanager
def waiting(told: Message) -> Iterator[None]:
    """While Numba compiles for longer than a moment in the body, say so on stderr, with how far it is. Nothing is said
    while it only loads, nor where somebody in this process tells already, nor by workers: those who sent them tell."""
    if multiprocessing.parent_process() is not None or not _telling.acquire(blocking=False):
        yield
        return
    done = threading.Event()
    what, kernels, spent = told.say(), work.kernels, work.spent

    def tell() -> None:
        while work.spent - spent < PATIENCE_S:
            if done.wait(STEP_S):
                return
        if not _bars and not sys.stderr.isatty():
            if what not in _said:
                _said.add(what)
                print(f"{what} ...", file=sys.stderr, flush=True)
            return
        show = _bars[-1] if _bars else _line
        while not done.wait(STEP_S):
            parts = Message("engine.compiled", n=work.kernels - kernels, seconds=f"{work.spent - spent:.0f}").say()
            show(f"{what} ... {parts}")
        show(None)

    teller = threading.Thread(target=tell, name=TELLER, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
        _telling.release()


_width = 0  # of the line that stands there


def _line(text: str | None) -> None:
    """A line that takes the place of the one before; None takes it away."""
    global _width
    print(f"\r{(text or '').ljust(_width)}\r{text or ''}", end="", file=sys.stderr, flush=True)
    _width = len(text or "")
