"""Multiply and add, rounded once: an instruction of every processor and GPU of today, and the same number on all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload


def fused(a: Any, b: Any, c: Any) -> Any:
    """a * b + c in single precision. As plain Python it is rounded twice, which hardly ever makes a difference."""
    return np.float32(float(a) * float(b) + float(c))


@intrinsic
def _fused(typing: Any, a: Any, b: Any, c: Any) -> Any:
    single = types.float32
    return single(single, single, single), lambda context, build, sig, args: build.fma(*args)


@overload(fused)
def _compiled_fused(a, b, c):  # type: ignore[no-untyped-def]
    return lambda a, b, c: _fused(a, b, c)
