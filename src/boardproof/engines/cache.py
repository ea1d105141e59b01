"""The cache folder for generated code and hints."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Return the user's cache folder; the environment variable BOARDPROOF_CACHE overrides it."""
    base = os.environ.get("BOARDPROOF_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base or Path.home() / ".cache") / "boardproof"


def write_atomically(path: Path, text: str) -> None:
    """Write a file under a temporary name and rename it, so that no reader sees part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)
