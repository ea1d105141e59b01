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
from numba import config

from ..compiled.kernels.constants import ABSENT
from ..compiled.kernels.intrinsics import BoardsOverlap, PlyNotUnique, RuleFault

__all__ = [
    "BoardsOverlap", "PlyNotUnique", "RuleFault", "add", "append", "claim", "cuda", "folded",
    "grid", "i32", "i64", "inner", "laps", "lowest", "merge", "peek", "popcount", "prefetch",
    "present", "publish", "rule", "u",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])

#: The module, whatever it has: the simulator puts another into its place.
cuda: Any = numba.cuda

u: Any = np.uint64
i32: Any = np.int32
i64: Any = np.int64

#: Whether kernels run in the simulator.
SIMULATED = bool(vars(config)["ENABLE_CUDASIM"])
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


@device
def lowest(word: Any) -> Any:
    """Return the place of the lowest bit of a word that has one."""
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


if SIMULATED:

    @rule
    def peek(array: Any, index: Any) -> Any:
        """Read an item that another thread may be writing."""
        return array[index]

    @device
    def append(counter: Any, at: Any) -> Any:
        """Return the next place to write to, and count it."""
        return cuda.atomic.add(counter, at, 1)

else:

    @device
    def peek(array: Any, index: Any) -> Any:
        """Read an item that another thread may be writing, from the memory that all share."""
        return cuda.ldcg(array, index)

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
def present(number: int) -> int:
    """Return a table's number, unless the table has none."""
    if number == ABSENT:
        raise RuleFault
    return number
