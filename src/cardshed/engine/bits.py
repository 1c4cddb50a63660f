"""Three bit operations that every machine has as an instruction and Python has not."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

ALL = 0xFFFF_FFFF_FFFF_FFFF
EVEN_OF_ZERO = ir.Constant(ir.IntType(1), 0)  # the instruction has a result for the empty set too


def count(cards: int) -> int:
    """How many bits are set."""
    return (int(cards) & ALL).bit_count()


def lowest(cards: int) -> int:
    """The position of the lowest set bit; 64 if there is none."""
    return (~int(cards) & (int(cards) - 1) & ALL).bit_count()


def highest(cards: int) -> int:
    """The position of the highest set bit; -1 if there is none."""
    return (int(cards) & ALL).bit_length() - 1


@intrinsic
def _count(typing: Any, cards: Any) -> Any:
    return types.int64(types.int64), lambda context, build, sig, args: build.ctpop(args[0])


@intrinsic
def _lowest(typing: Any, cards: Any) -> Any:
    return types.int64(types.int64), lambda context, build, sig, args: build.cttz(args[0], EVEN_OF_ZERO)


@intrinsic
def _leading(typing: Any, cards: Any) -> Any:
    return types.int64(types.int64), lambda context, build, sig, args: build.ctlz(args[0], EVEN_OF_ZERO)


@overload(count)
def _compiled_count(cards):  # type: ignore[no-untyped-def]
    return (lambda cards: _count(cards)) if isinstance(cards, types.Integer) else None


@overload(lowest)
def _compiled_lowest(cards):  # type: ignore[no-untyped-def]
    return (lambda cards: _lowest(cards)) if isinstance(cards, types.Integer) else None


@overload(highest)
def _compiled_highest(cards):  # type: ignore[no-untyped-def]
    return (lambda cards: 63 - _leading(cards)) if isinstance(cards, types.Integer) else None
