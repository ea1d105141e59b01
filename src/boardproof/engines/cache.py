"""The cache folder for generated code and hints."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from ..files import write_atomically


def cache_folder() -> Path:
    """Return the user's cache folder; the environment variable BOARDPROOF_CACHE overrides it."""
    base = os.environ.get("BOARDPROOF_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base or Path.home() / ".cache") / "boardproof"


def is_writable() -> bool:
    """Whether files can be written to the cache, or to the folder in which it would be made."""
    folder = cache_folder()
    while not os.path.exists(folder):  # nor, unlike `folder.exists()`, where nobody may look
        folder = folder.parent
    return os.path.isdir(folder) and os.access(folder, os.W_OK)


def keep(path: Path, text: str) -> None:
    """Write a file of the cache."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())


#: Every file of the cache begins with what it is and a fingerprint.
OWN_FILE = re.compile(r"([a-z]+)_[0-9a-f]{24}\..+")


def cached_files() -> dict[str, list[Path]]:
    """Return the files of the cache by what they are: rules, kernels, batch, grid, learnt."""
    files: dict[str, list[Path]] = {}
    folder = cache_folder()
    for path in sorted([*folder.glob("*_*"), *(folder / "__pycache__").glob("*_*")]):
        own = OWN_FILE.fullmatch(path.name)
        if own and path.is_file():
            files.setdefault(own[1], []).append(path)
    return files


def has_code(function: Any) -> bool:
    """Whether the compiler keeps machine code of a function."""
    name = f"{function.__module__}.{function.__name__}-*.nbi"
    return any(Path(function.stats.cache_path).glob(name))


def clear_cache() -> int:
    """Remove the files of the cache, and nothing else that lies there; return how many."""
    paths = [path for several in cached_files().values() for path in several]
    for path in paths:
        path.unlink(missing_ok=True)
    return len(paths)
