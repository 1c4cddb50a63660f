"""The one decorator for compiled code. Nothing else in Cardshed imports `njit`.

`@kernel` marks a function of the compiled subset: plain loops on rows and `out` arrays, no allocation, no
exceptions, no strings. It releases the GIL. With NUMBA_DISABLE_JIT=1 it is the function it decorates.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from numba import config, njit

from cardshed.engine.core import compiling

F = TypeVar("F", bound=Callable[..., Any])

i64: Any = np.int64  # makes wide what a row keeps narrow; plain Python would wrap it

Row = np.record  # one game; see row.py
Rows = npt.NDArray[np.record]
Moves = npt.NDArray[np.int64]  # a buffer of move codes
Numbers = npt.NDArray[Any]  # an `out` array of any number type

PLAIN = bool(config.DISABLE_JIT)  # the same source as ordinary Python, for debugging

# The GIL is released; nothing raises, so no division need look for a zero; and C never calls a kernel.
HOW = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, **compiling.COUNT_NO_REFERENCES}

compiling.name_records_by_content()


def kernel(function: F) -> F:
    """Compile a function, when it is first called with such types, and keep what comes of it on disk."""
    if PLAIN:
        return function
    return compiling.both(njit(**HOW)(function), njit(**HOW, no_cpython_wrapper=True)(function))


def wrapping(function: F) -> F:
    """A kernel whose unsigned arithmetic wraps around on purpose; plain NumPy would warn of it."""
    return np.errstate(over="ignore")(function) if PLAIN else kernel(function)
