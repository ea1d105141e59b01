"""Counting together: the threads of a block count in shared memory, and add that up once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...compiled.kernels.intrinsics import rule
from ...compiled.kernels.words import Array, Int
from .constants import SHARED

if TYPE_CHECKING:
    from .intrinsics import cuda


@rule
def begin_tally(shared: Array) -> None:
    """Set the counts of a block to zero."""
    for at in range(cuda.threadIdx.x, shared.size, cuda.blockDim.x):
        shared[at] = 0
    cuda.syncthreads()


@rule
def count(shared: Array, tally: Array, at: Int, times: Int) -> None:
    """Count in the block where there is room for all counts, else for all blocks at once."""
    if tally.size <= SHARED:
        cuda.atomic.add(shared, at, times)
    else:
        cuda.atomic.add(tally, at, times)


@rule
def end_tally(shared: Array, tally: Array) -> None:
    """Add the counts of a block to those of all."""
    cuda.syncthreads()
    for at in range(cuda.threadIdx.x, min(shared.size, tally.size), cuda.blockDim.x):
        if shared[at] != 0:
            cuda.atomic.add(tally, at, shared[at])
