"""A line that tells a waiting person what takes so long."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from cardshed.engine.messages import Message

PATIENCE = 0.7  # seconds that pass without a word

_said: set[str] = set()  # what was told where lines stay: there once is enough


@contextmanager
def waiting(told: Message) -> Iterator[None]:
    """While the body runs longer than a moment, say on stderr what is being done and for how long."""
    done = threading.Event()
    what = told.say()

    def tell() -> None:
        begun = time.monotonic()
        if done.wait(PATIENCE):
            return
        if not sys.stderr.isatty():
            if what not in _said:
                _said.add(what)
                print(f"{what} ...", file=sys.stderr, flush=True)
            return
        while not done.wait(0.25):
            print(f"\r{what} ... {time.monotonic() - begun:.0f} s", end="", file=sys.stderr, flush=True)
        print(f"\r{' ' * (len(what) + 12)}\r", end="", file=sys.stderr, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
