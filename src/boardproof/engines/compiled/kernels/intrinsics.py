"""Machine words in Numba: the few instructions that plain code does not reach."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from ..codegen.values import ABSENT

u, i32, i64 = np.uint64, np.int32, np.int64


class RuleFault(Exception):
    """A rule that went wrong: the reference engine is asked again, and says how."""


class BoardsOverlap(Exception):
    """Boards that were taken never to share a place do."""


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


def _item(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Give the address of an array's item."""
    from numba.np.arrayobj import make_array

    made: Any = make_array
    return builder.gep(made(kind)(context, builder, array).data, [index])


@intrinsic
def prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Ask for the memory of an array's item before it is needed."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = _item(context, builder, signature.args[0], *arguments)
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


@intrinsic
def peek(typingctx: Any, array: Any, index: Any) -> Any:
    """Read an item that another thread may be writing."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = _item(context, builder, signature.args[0], *arguments)
        return builder.load_atomic(at, "acquire", array.dtype.bitwidth // 8)

    return array.dtype(array, types.uint64), generate


@intrinsic
def publish(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    """Write an item, and all that was written before it, for other threads to see."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = _item(context, builder, signature.args[0], *arguments[:2])
        builder.store_atomic(arguments[2], at, "release", array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.uint64, array.dtype), generate


@intrinsic
def claim(typingctx: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
    """Write an item if it still is the old one; give what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = _item(context, builder, signature.args[0], *arguments[:2])
        pair = builder.cmpxchg(at, *arguments[2:], ordering="acq_rel", failordering="acquire")
        return builder.extract_value(pair, 0)

    return array.dtype(array, types.uint64, array.dtype, array.dtype), generate


@intrinsic
def merge(typingctx: Any, array: Any, index: Any, bits: Any) -> Any:
    """Set bits of an item, whatever other threads do to it; give what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = _item(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw("or", at, arguments[2], "monotonic")

    return array.dtype(array, types.uint64, array.dtype), generate


@intrinsic
def add(typingctx: Any, array: Any, index: Any, step: Any) -> Any:
    """Add to an item, whatever other threads do to it; give what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = _item(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw("add", at, arguments[2], "monotonic")

    return array.dtype(array, types.uint64, array.dtype), generate


@njit(cache=True)
def present(number: int) -> int:
    """Give a table's number, unless the table has none."""
    if number == ABSENT:
        raise RuleFault
    return number
