"""Whether this machine has what a GPU engine needs."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

#: The variable by which kernels run in Numba's simulator.
SIMULATOR = "NUMBA_ENABLE_CUDASIM"


def missing() -> str | None:
    """Return what this machine lacks for the engine, None where nothing is known to be missing."""
    if find_spec("numba_cuda") is None:
        return "numba-cuda is not installed: pip install 'boardproof[cuda]'"
    if os.environ.get(SIMULATOR, "0") != "0":
        return None
    if not any(Path("/dev").glob("nvidia[0-9]*")) and not Path("/dev/dxg").exists():
        return "there is no NVIDIA GPU on this machine"
    return None
