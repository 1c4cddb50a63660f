"""Time for tables: the wall clock of when the process began, and what has passed since. Who moves the wall clock gives
nobody time to think and takes none."""

from __future__ import annotations

import time


def passed() -> float:
    """Seconds since some moment; they go on while a machine sleeps, where the machine can tell."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


_begun, _passed = time.time(), passed()


def now() -> float:
    """Seconds since 1970, as this process counts them."""
    return _begun + passed() - _passed
