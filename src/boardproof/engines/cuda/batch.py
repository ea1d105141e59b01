"""Many games at once on the GPU: a thread for each, and arrays that other programs can take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...packing.columns import Array
from ...packing.planes import ObservationPlanes
from ..compiled.batch import BatchKernels
from .device import DeviceArray
from .kernels.intrinsics import cuda
from .module import batch_module
from .sharing import share

if TYPE_CHECKING:
    from .engine import CudaEngine


class DeviceBatchKernels(BatchKernels):
    """The kernels of a rulebook, which work on arrays in the GPU's memory."""

    engine: CudaEngine

    def __init__(self, engine: CudaEngine, planes: ObservationPlanes) -> None:
        self._device = engine.device
        self._flag = self._device.array(np.zeros(1, np.int64))
        super().__init__(engine, planes)

    def _module(self, planes: ObservationPlanes) -> Any:
        return batch_module(self.engine.program, planes, self.engine.grid.__name__)

    def empty(self, shape: int | tuple[int, ...], kind: Any) -> DeviceArray:
        """Return an array of anything, which other programs can take."""
        return share(self._device.empty(shape, kind))

    def array(self, items: Any, kind: Any = None) -> DeviceArray:
        """Return an array with some items, which may be another program's array on the GPU."""
        if not hasattr(items, "__cuda_array_interface__"):
            return share(self._device.array(np.ascontiguousarray(items, kind)))
        given = cuda.as_cuda_array(items)
        if kind is None or (given.dtype == kind and given.is_c_contiguous()):
            return given
        taken = self._device.empty(given.shape, kind)
        self.launch("take_numbers", given.size, given, taken)
        return taken

    def read(self, array: DeviceArray) -> Array:
        """Return an array in this machine's memory."""
        return np.asarray(array.copy_to_host())

    def launch(self, kernel: str, size: int, *given: Any) -> None:
        """Run a kernel with a thread for each row."""
        self._device.launch(getattr(self._machine, kernel), size, *given)

    def _left(self) -> Array:
        """Return the rows whose thread ended early: a rule went wrong there."""
        self.launch("note_unfinished", len(self._finished), self._finished, self._calls, self._flag)
        if not int(self._flag[0]):
            return super()._left()
        self._flag = self._device.array(np.zeros(1, np.int64))
        return self._unfinished()
