"""When Python looks for rubbish. A look stops everything for as long as there are objects to walk, so it waits for a
calm moment. Nearly all is freed at once without it; only what goes in circles is left, and a move leaves none."""

from __future__ import annotations

import gc
import time

CALM = 2.0  # seconds without a command
OFTEN, SELDOM = 60.0, 1800.0  # seconds between two looks: when it is calm, and when it never is
MANY = 1_000_000  # new objects after which there is a look in any case


def put_off() -> None:
    """From now on a `Cleaner` decides; what is there already stays for good and is not looked at."""
    gc.collect()
    gc.freeze()
    gc.disable()


class Cleaner:
    """Looks for rubbish when that disturbs nobody. It is to be asked every few seconds."""

    def __init__(self) -> None:
        self.busy = self.cleaned = time.monotonic()

    def clean(self) -> None:
        now = time.monotonic()
        wait = OFTEN if now - self.busy >= CALM else SELDOM
        if now - self.cleaned >= wait or gc.get_count()[0] >= MANY:
            gc.collect()
            self.cleaned = time.monotonic()
