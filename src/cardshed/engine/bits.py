"""Three bit operations that every machine has as an instruction and Python has not."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload


def count(cards: int) -> int:
    """How many bits are set."""
    return int(cards).bit_count()


def lowest(cards: int) -> int:
    """The position of the lowest set bit; the set is not empty."""
    return (int(cards) & -int(cards)).bit_length() - 1


def highest(cards: int) -> int:
    """The position of the highest set bit; the set is not empty."""
    return int(cards).bit_length() - 1


@intrinsic
def _ctpop(typing: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic
def _cttz(typing: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), code


@intrinsic
def _ctlz(typing: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), code


@overload(count)
def _count(cards):  # type: ignore[no-untyped-def]
    return lambda cards: _ctpop(np.int64(cards))


@overload(lowest)
def _lowest(cards):  # type: ignore[no-untyped-def]
    return lambda cards: _cttz(np.int64(cards))


@overload(highest)
def _highest(cards):  # type: ignore[no-untyped-def]
    return lambda cards: 63 - _ctlz(np.int64(cards))
