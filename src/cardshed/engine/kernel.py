"""The one decorator for compiled code. Nothing else in Cardshed imports `njit`.

`@kernel` marks a function of the compiled subset: plain loops on rows and `out` arrays, no allocation, no
exceptions, no strings. It releases the GIL. With NUMBA_DISABLE_JIT=1 it is the function it decorates.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba import config, types

from cardshed.engine.core import cache

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

# The GIL is released; nothing raises, so no division need look for a zero; and C never calls a kernel.
HOW = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def kernel(function: F) -> F:
    """Compile a function, when it is first called with such types.

    Those of the package are kept on disk, in a folder that changes with its sources. Other people's are not: a change
    in a module they use could go unnoticed. What is compiled of them into our kernels is kept with their row's type.
    """
    folder = None if PLAIN else cache.folder()
    if folder is None or not Path(function.__code__.co_filename).resolve().is_relative_to(cache.PACKAGE):
        return _for_wide_numbers(numba.njit(**HOW)(function))
    # The folder matters only while Numba looks for a place to keep this function; other people's
    # kernels in the same process keep the setting they had.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        compiled = numba.njit(cache=True, **HOW)(function)
    finally:
        config.CACHE_DIR = before
    return _for_wide_numbers(compiled)


def _for_wide_numbers(compiled: Any) -> Any:
    """Let other kernels call this one with int64 for whole numbers of any width.

    Numba would compile it anew for each width, and for each constant that it is called with: a third of all compiling.
    """
    if not PLAIN:
        as_they_come = compiled.get_call_template
        compiled.get_call_template = lambda arguments, named: as_they_come(
            tuple(_wide(a) for a in arguments), {name: _wide(a) for name, a in dict(named).items()}
        )
    return compiled


def _wide(argument: types.Type) -> types.Type:
    plain = types.unliteral(argument)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain


def wrapping(function: F) -> F:
    """A kernel whose unsigned arithmetic wraps around on purpose; plain NumPy would warn of it."""
    return np.errstate(over="ignore")(function) if PLAIN else kernel(function)
