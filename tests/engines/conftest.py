"""What tests of several engines share."""

from __future__ import annotations

import pytest

from boardproof import limits


@pytest.fixture
def no_memory_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count only what the work asks for: what a process has and gives back differs from run to run.

    The work stays real; a bound of so many bytes then means the same wherever the test runs.
    """
    monkeypatch.setattr(limits, "memory_in_use", lambda: 0)
