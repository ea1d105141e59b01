"""The GPU itself: its memory, and how kernels are launched on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol
from weakref import ref

import numpy as np

from ...errors import TooLarge
from .kernels.constants import STATE
from .kernels.intrinsics import SIMULATED, cuda

#: An array in the GPU's memory.
DeviceArray = Any

#: Threads of a block, and how many blocks there are for each multiprocessor.
THREADS, BLOCKS = (2, 1) if SIMULATED else (128, 16)


class OutOfMemory(TooLarge):
    """The GPU has no memory left."""


class Spiller(Protocol):
    """Somebody who has arrays in the GPU's memory."""

    def spill(self) -> bool:
        """Move something to this machine's memory; False where there is nothing to move."""
        ...


class Device:
    """The GPU that is used: the first one."""

    def __init__(self) -> None:
        with failures_told():
            device = cuda.get_current_device()
            self._blocks = 1 if SIMULATED else BLOCKS * int(device.MULTIPROCESSOR_COUNT)
            self._stack_size = 0 if SIMULATED else _stack_size()
        self._spiller: Callable[[], Spiller | None] = lambda: None

    @contextmanager
    def borrowed(self) -> Iterator[None]:
        """Let the driver forget, at the end, the stacks that kernels needed: it keeps them else."""
        try:
            yield
        finally:
            if not SIMULATED:
                _set_stack_size(self._stack_size)

    def spill_by(self, spiller: Spiller) -> None:
        """Let somebody make room where memory is short, as long as others need them too."""
        self._spiller = ref(spiller)

    def empty(self, shape: int | tuple[int, ...], kind: Any = np.uint64) -> DeviceArray:
        """Return an array of anything."""
        return self._taken(lambda: cuda.device_array(shape, kind))

    def array(self, items: Any) -> DeviceArray:
        """Return an array with some items; one that lies on the GPU is itself."""
        if not isinstance(items, np.ndarray):
            return items
        return self._taken(lambda: cuda.to_device(np.ascontiguousarray(items)))

    def _taken(self, take: Callable[[], DeviceArray]) -> DeviceArray:
        """Take memory; where there is too little, move things away until it is enough."""
        while True:
            try:
                with failures_told():
                    return take()
            except OutOfMemory:
                spiller = self._spiller()
                if spiller is None or not spiller.spill():
                    raise

    @property
    def free(self) -> int:
        """The bytes of its memory that are free."""
        with failures_told():
            return int(min(cuda.current_context().get_memory_info().free, 1 << 62))

    def state(self) -> DeviceArray:
        """Return counts, all zero."""
        return self.array(np.zeros(STATE, np.int64))

    def launch(self, kernel: Any, size: int, *arguments: Any) -> None:
        """Run a kernel with threads enough for so many positions."""
        blocks = max(1, min(self._blocks, -(-size // THREADS)))
        with failures_told():
            kernel[blocks, THREADS](*arguments)

    def fill(self, kernels: Any, array: DeviceArray, value: Any) -> None:
        """Set all items of an array."""
        self.launch(kernels.fill, array.size, array.reshape(array.size), value)


def _stack_size() -> int:
    """Return the bytes of the stack that the driver keeps for each thread."""
    from cuda.bindings import driver

    cuda.current_context()
    return int(driver.cuCtxGetLimit(driver.CUlimit.CU_LIMIT_STACK_SIZE)[1])


def _set_stack_size(size: int) -> None:
    """Let the driver keep a stack of so many bytes for each thread."""
    from cuda.bindings import driver

    driver.cuCtxSetLimit(driver.CUlimit.CU_LIMIT_STACK_SIZE, size)


@contextmanager
def failures_told() -> Iterator[None]:
    """Say in one line what is wrong with the GPU, its driver or its memory."""
    if SIMULATED:
        yield
        return
    from cuda.bindings.nvjitlink import nvJitLinkError
    from numba.cuda.cudadrv.driver import CudaAPIError, LinkerError
    from numba.cuda.cudadrv.error import CudaSupportError, NvvmError, NvvmSupportError

    try:
        yield
    except CudaAPIError as failure:
        if "OUT_OF_MEMORY" in str(failure):
            raise OutOfMemory("the GPU has no memory left: use --engine compiled") from None
        raise TooLarge(f"the GPU failed ({failure}): use --engine compiled") from None
    except (CudaSupportError, LinkerError, NvvmError, NvvmSupportError, nvJitLinkError) as failure:
        line = " ".join(str(failure).replace("\0", " ").split())
        raise TooLarge(f"the GPU cannot be used ({line}): use --engine compiled") from None
