"""The one decorator for compiled code. Nothing else in Cardshed imports `njit`.

`@kernel` marks a function of the compiled subset: plain loops on rows and `out` arrays, no allocation, no
exceptions, no strings. `@kernel(entry=True)` marks the few that Python calls: they are kept on disk and release
the GIL. With NUMBA_DISABLE_JIT=1 both are the functions they decorate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar, overload

import numba
import numpy as np
import numpy.typing as npt
from numba import config, types

from cardshed.engine import cache

F = TypeVar("F", bound=Callable[..., Any])

i64: Any = np.int64  # makes wide what a row keeps narrow; plain Python would wrap it

Row = np.record  # one game; see row.py
Rows = npt.NDArray[np.record]
Moves = npt.NDArray[np.int64]  # a buffer of move codes
Numbers = npt.NDArray[Any]  # an `out` array of any number type

PLAIN = bool(config.DISABLE_JIT)  # the same source as ordinary Python, for debugging

# Numba names compiled functions after their argument types, and a record by a number that is counted up anew in every
# process. Kernels of two games, cached by different processes, could then carry the same names, and a process that
# loads both would run one game's rules on the other's rows. So a record is named by what it is.
types.Record.mangling_args = property(
    lambda record: ("Record", (hashlib.sha256(record.name.encode()).hexdigest()[:16],))
)


@overload
def kernel(function: F, /) -> F: ...
@overload
def kernel(*, entry: bool) -> Callable[[F], F]: ...
def kernel(function: F | None = None, /, *, entry: bool = False) -> F | Callable[[F], F]:
    if function is None:
        return _entry if entry else kernel
    compiled: F = numba.njit(function)
    return compiled


def _entry(function: F) -> F:
    if PLAIN:
        return function
    folder = cache.folder()
    if folder is None:  # Numba's own choice of a place would keep code that outlives its sources
        compiled: F = numba.njit(nogil=True)(function)
        return compiled
    # The folder matters only while Numba looks for a place to keep this function; other people's
    # kernels in the same process keep the setting they had.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
    finally:
        config.CACHE_DIR = before
    return compiled


def wrapping(function: F) -> F:
    """A kernel whose unsigned arithmetic wraps around on purpose; plain NumPy would warn of it."""
    return np.errstate(over="ignore")(function) if PLAIN else kernel(function)
