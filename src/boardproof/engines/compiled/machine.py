"""Machine words in Numba: the few instructions that plain code does not reach."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from .values import ABSENT

u, i64 = np.uint64, np.int64


class Broken(Exception):
    """A rule that went wrong: the reference engine is asked again, and says how."""


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """Count the bits of a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    """Give the place of the lowest bit of a word that has one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Ask for the memory of an array's item before it is needed."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.np.arrayobj import make_array

        made: Any = make_array
        struct = made(signature.args[0])(context, builder, arguments[0])
        at = builder.gep(struct.data, [arguments[1]])
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = builder.module.globals.get("llvm.prefetch.p0i8") or ir.Function(
            builder.module, kind, "llvm.prefetch.p0i8"
        )
        builder.call(
            function, [builder.bitcast(at, byte), *(ir.Constant(number, k) for k in (1, 3, 1))]
        )
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


@njit(cache=True)
def present(number: int) -> int:
    """Give a table's number, unless the table has none."""
    if number == ABSENT:
        raise Broken
    return number
