"""Memory is measured as this process has it, whoever started it."""

import subprocess
import sys

import pytest

from boardproof.limits import memory_in_use, peak_memory

LARGE = 256 << 20
TOLD = "from boardproof.limits import peak_memory; print(peak_memory())"


def test_the_peak_stays_when_memory_is_given_back() -> None:
    filled = bytearray(b"x") * LARGE
    del filled
    assert peak_memory() > memory_in_use() + LARGE // 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process's own peak")
def test_the_peak_is_not_that_of_the_process_that_asked() -> None:
    filled = bytearray(b"x") * LARGE
    run = subprocess.run([sys.executable, "-c", TOLD], capture_output=True, text=True, check=True)
    assert int(run.stdout) < len(filled)
