"""Reading: a rulebook's source → syntax tree → typed IR, or an error with a caret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reader import read

__all__ = ["read"]


def __getattr__(name: str) -> Any:
    """Import the reader on first use: games can be found and listed without it."""
    if name == "read":
        from .reader import read

        return read
    raise AttributeError(f"module 'boardproof.reading' has no attribute {name!r}")
