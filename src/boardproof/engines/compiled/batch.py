"""The kernels that play many games at once, and the arrays they work on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...packing.columns import Array
from ...packing.planes import ObservationPlanes
from .codegen.observation import BatchWriter
from .kernels.intrinsics import RuleFault

if TYPE_CHECKING:
    from .engine import CompiledEngine


class BatchKernels:
    """The kernels of a rulebook, which work on arrays in this machine's memory."""

    def __init__(self, engine: CompiledEngine, planes: ObservationPlanes) -> None:
        self.engine = engine
        self._machine = self._module(planes)
        #: The number of the last call, and of the last that got through with each row.
        self._calls, self._finished = 0, np.zeros(0, np.int64)

    def _module(self, planes: ObservationPlanes) -> Any:
        """Write and import the module that has the kernels."""
        writer = BatchWriter(self.engine.program, planes)
        return writer.module(self.engine.machine.__name__).load()

    def empty(self, shape: int | tuple[int, ...], kind: Any) -> Array:
        """Return an array of anything."""
        return np.empty(shape, kind)

    def array(self, items: Any, kind: Any = None) -> Array:
        """Return an array with some items."""
        return np.ascontiguousarray(items, kind)

    def read(self, array: Array) -> Array:
        """Return an array in this machine's memory."""
        return array

    def launch(self, kernel: str, size: int, *given: Any) -> None:
        """Run a kernel on so many rows."""
        getattr(self._machine, kernel)(*given)

    def run(self, kernel: str, size: int, *given: Any) -> Array:
        """Run a kernel whose rules may go wrong; return the rows it did not get through with."""
        if len(self._finished) != size:
            self._finished = self.array(np.zeros(size, np.int64))
        self._calls += 1
        try:
            self.launch(kernel, size, *given, self._calls, self._finished)
        except RuleFault:
            return self._unfinished()
        return self._left()

    def _left(self) -> Array:
        """Return the rows that are left after a call that raised nothing."""
        return np.zeros(0, np.intp)

    def _unfinished(self) -> Array:
        return np.nonzero(self.read(self._finished) != self._calls)[0]
