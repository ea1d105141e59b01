"""The folder in which generated code and hints are kept from one run to the next."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Give the user's folder for what can be made anew: `BOARDPROOF_CACHE` says another one."""
    base = os.environ.get("BOARDPROOF_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base or Path.home() / ".cache") / "boardproof"


def write_whole(path: Path, text: str) -> None:
    """Write a file elsewhere and move it into place, so that it is never half there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)
