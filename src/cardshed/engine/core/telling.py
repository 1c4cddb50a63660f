"""How compiled code tells Python a number with its error. What a kernel raises is settled while it is compiled: to put
anything else into an exception it would have to allocate. So it calls Python, the one time that this is needed.
"""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from cardshed.engine.errors import tell

__all__ = ["tell"]

SYMBOL = "cardshed_tell"  # by which kernels find it, also those that another process has compiled

_called = ctypes.CFUNCTYPE(None, ctypes.c_int64)(tell)  # takes the GIL, which kernels have released
llvm.add_symbol(SYMBOL, ctypes.cast(_called, ctypes.c_void_p).value)


@intrinsic
def _tell(typing: Any, number: Any) -> Any:
    def call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
        builder.call(builder.module.globals.get(SYMBOL) or ir.Function(builder.module, kind, SYMBOL), args)
        return context.get_dummy_value()

    return types.void(types.int64), call


@overload(tell)
def _compiled_tell(number):  # type: ignore[no-untyped-def]
    return lambda number: _tell(number)
