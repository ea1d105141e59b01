"""What all tests share."""

import threading
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def machine_code_is_made() -> Iterator[None]:
    """Wait for machine code that a test began to make: the compiler changes filters of warnings."""
    yield
    for thread in threading.enumerate():
        if thread.name == "machine code":
            thread.join()
