"""Whether there is what a cluster needs, told without importing it."""

from __future__ import annotations

from importlib.util import find_spec


def missing() -> str | None:
    """Return what the engine needs that is not there."""
    return None if find_spec("ray") else "Ray is not installed: pip install 'boardproof[ray]'"
