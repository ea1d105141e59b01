"""The cache folder for generated code and hints."""

from __future__ import annotations

import os
from pathlib import Path

from ..files import write_atomically


def cache_folder() -> Path:
    """Return the user's cache folder; the environment variable BOARDPROOF_CACHE overrides it."""
    base = os.environ.get("BOARDPROOF_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base or Path.home() / ".cache") / "boardproof"


def keep(path: Path, text: str) -> None:
    """Write a file of the cache."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())
