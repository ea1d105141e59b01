"""What is particular to a GPU: the names that kernels use of a processor, for the same texts.

Where `NUMBA_ENABLE_CUDASIM=1` is set, kernels run in a simulator, as Python; only what must not be
interrupted is left to it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

if not hasattr(np, "row_stack"):  # NumPy 2.5 dropped a name that numba-cuda 0.30 still looks for
    np.row_stack = np.vstack

import numba.cuda
from llvmlite import ir
from numba import config, types

from ...compiled.kernels.constants import ABSENT, BUSY, EMPTY
from ...compiled.kernels.intrinsics import (
    BoardsOverlap,
    PlyNotUnique,
    RuleFault,
    item_address,
    word_of,
)

__all__ = [
    "BoardsOverlap", "PlyNotUnique", "RuleFault", "add", "append", "claim", "cuda", "folded",
    "grid", "i32", "i64", "inner", "laps", "look", "look_shared", "lowest", "merge", "peek",
    "peek_after", "popcount", "prefetch", "present", "publish", "rule", "table_reader", "u",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])

#: The module, whatever it has: the simulator puts another into its place.
cuda: Any = numba.cuda

#: Whether kernels run in the simulator.
SIMULATED = bool(vars(config)["ENABLE_CUDASIM"])

u: Any = word_of if SIMULATED else np.uint64
i32: Any = np.int32
i64: Any = np.int64
# The first plies of a game are few positions, and need few threads.
vars(config)["CUDA_LOW_OCCUPANCY_WARNINGS"] = 0
# What is not used any more is given back at once, but for a thousandth of the GPU's memory.
vars(config)["CUDA_DEALLOCS_RATIO"] = 0.001


def device(function: F) -> F:
    """Compile a function that kernels call."""
    return cast(F, cuda.jit(function, device=True))


def rule(function: F) -> F:
    """Compile a function that kernels call; the simulator takes it as it is."""
    return function if SIMULATED else device(function)


inner = folded = rule


def grid(function: F) -> F:
    """Compile a kernel, to be launched with many threads."""
    return cast(F, cuda.jit(_wrapping(function)) if SIMULATED else cuda.jit(function, cache=True))


def _wrapping(function: Any) -> Any:
    """Let numbers wrap around in each thread of the simulator, as in machine code."""

    def call(*arguments: Any) -> None:
        with np.errstate(over="ignore"):
            function(*arguments)

    # The simulator looks for its module among the names of the kernel.
    names = function.__globals__
    return wraps(function)(FunctionType(call.__code__, names, None, None, call.__closure__))


@device
def popcount(word: Any) -> Any:
    """Count the bits of a word."""
    return i64(cuda.popc(word))


@rule
def lowest(word: Any) -> Any:
    """Return the place of the lowest bit of a word that has one."""
    if SIMULATED:  # its `ffs` sees half a word
        return (int(word) & -int(word)).bit_length() - 1
    return i64(cuda.ffs(word)) - i64(1)


@rule
def laps(number: Any) -> Any:
    """Return a number of laps: a GPU's compiler chooses itself which loops it unrolls."""
    return number


@rule
def prefetch(array: Any, index: Any) -> None:
    """Ask for nothing: other threads work while one waits."""


@device
def claim(array: Any, index: Any, old: Any, new: Any) -> Any:
    """Write an item if it still is the old one; return what it was."""
    return cuda.atomic.cas(array, index, old, new)


@device
def merge(array: Any, index: Any, bits: Any) -> Any:
    """Set bits of an item, whatever other threads do to it; return what it was."""
    return cuda.atomic.or_(array, index, bits)


@device
def add(array: Any, index: Any, step: Any) -> Any:
    """Add to an item, whatever other threads do to it; return what it was."""
    return cuda.atomic.add(array, index, step)


@device
def publish(array: Any, index: Any, value: Any) -> None:
    """Write an item, and all that was written before it, for other threads to see."""
    cuda.threadfence()
    cuda.atomic.exch(array, index, value)


def _item_of(array: Any, index: Any) -> Any:
    """Read an item."""
    return array[index]


#: Reads a word that another thread may be writing, each time anew.
peek: Any = _item_of
#: Reads a word that was written before what was peeked at last.
peek_after: Any = _item_of

if SIMULATED:

    @device
    def append(counter: Any, at: Any) -> Any:
        """Return the next place to write to, and count it."""
        return cuda.atomic.add(counter, at, 1)

    def table_reader(items: Any) -> Any:
        """Return a function that reads a table."""
        return lambda at: items[at]

else:
    from numba.cuda import extending
    from numba.cuda.cudadrv import nvvm

    def loading(instruction: str) -> Any:
        """Define a function that reads a word by an instruction that no compiler moves."""

        def read(typingctx: Any, array: Any, index: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                at = item_address(context, builder, array, *arguments)
                kind = ir.FunctionType(ir.IntType(64), [at.type])
                code = ir.InlineAsm(kind, instruction, "=l,l", side_effect=True)
                return builder.call(code, [at])

            return array.dtype(array, types.uint64), generate

        return extending.intrinsic(read)

    def table_reader(items: Any) -> Any:
        """Define a function that reads a table, which lies in the GPU's memory.

        Numba would put it into the memory of constants, which is small, and where threads that read
        different items wait for one another.
        """
        kind = types.uint64 if items.dtype == np.uint64 else types.int64

        def read(typingctx: Any, at: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                words = ir.ArrayType(ir.IntType(64), len(items))
                name = builder.module.get_unique_name("table")
                table = ir.GlobalVariable(builder.module, words, name, nvvm.ADDRSPACE_GLOBAL)
                table.linkage, table.global_constant = "internal", True
                table.initializer = ir.Constant(words, [int(item) for item in items])
                first = ir.Constant(ir.IntType(64), 0)
                return builder.load(builder.gep(table, [first, arguments[0]]))

            return kind(types.int64), generate

        return extending.intrinsic(read)

    # The load of `cuda.ldcg` will not do: it may be moved out of a loop, and before others.
    peek = loading("ld.relaxed.gpu.global.b64 $0, [$1];")
    peek_after = loading("fence.acq_rel.gpu; ld.relaxed.gpu.global.b64 $0, [$1];")

    @device
    def append(counter: Any, at: Any) -> Any:
        """Return the next place to write to, and count it: once for all threads of a warp."""
        together = cuda.activemask()
        leader, lane = cuda.ffs(together) - 1, cuda.laneid
        place = i64(0)
        if lane == leader:
            place = cuda.atomic.add(counter, at, i64(cuda.popc(together)))
        place = cuda.shfl_sync(together, place, leader)
        return place + i64(cuda.popc(together & ((1 << lane) - 1)))


@rule
def look(array: Any, first: Any, bits: Any, wanted: Any) -> Any:
    """Look at a line of a table, which has one place: whether that matches, is empty, is busy."""
    seen = array[first]
    return u(seen & bits == wanted), u(seen == EMPTY), u(seen == BUSY)


@rule
def look_shared(array: Any, first: Any, bits: Any, wanted: Any) -> Any:
    """Look at a line that other threads may be writing."""
    seen = peek(array, first)
    return u(seen & bits == wanted), u(seen == EMPTY), u(seen == BUSY)


@rule
def present(number: int) -> int:
    """Return a table's number, unless the table has none."""
    if number == ABSENT:
        raise RuleFault
    return number
