"""Arrays in the GPU's memory that other programs take as they are, by DLPack.

Numba's arrays only say where they lie; `cuda.core`, on which it is built, makes the capsules.
"""

from __future__ import annotations

from typing import Any

from .kernels.intrinsics import SIMULATED, cuda

#: What a program says that orders its own work: it waits for nothing of ours.
UNORDERED = -1

if SIMULATED:

    def share(array: Any) -> Any:
        """Return an array as it is: in this machine's memory, NumPy shares it."""
        return array

else:
    from cuda.core.utils import StridedMemoryView
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    class SharedArray(DeviceNDArray):
        """An array that gives itself away: whoever takes it keeps its memory."""

        def __dlpack_device__(self) -> tuple[int, int]:
            """Return the kind of device, a GPU, and which it is."""
            kind, number = self._view().__dlpack_device__()
            return int(kind), int(number)

        def __dlpack__(self, *, stream: int | None = None, **how: Any) -> Any:
            """Return the array as a capsule, once what is being written to it is there."""
            if stream != UNORDERED:
                cuda.synchronize()
            return self._view().__dlpack__(stream=UNORDERED, **how)

        def _view(self) -> Any:
            return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=UNORDERED)

    def share(array: Any) -> Any:
        """Return an array that gives itself away, in the memory of another."""
        made: Any = SharedArray
        return made(array.shape, array.strides, array.dtype, gpu_data=array.gpu_data)
