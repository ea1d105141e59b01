"""The mark of a kernel, as long as it is only a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def grid(function: F) -> F:
    """Mark a kernel that is launched with many threads; where it is made, a GPU's compiler is."""
    return function
