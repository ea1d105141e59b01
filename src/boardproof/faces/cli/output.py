"""Files that a user names: refused before the work if they cannot be written."""

from __future__ import annotations

import os
from pathlib import Path

from ...errors import BadInput
from ...files import write_atomically


def check_writable(out: str | Path) -> None:
    """Refuse a path that no file can be written to, before any work is done."""
    path = Path(out)
    if path.is_dir():
        raise BadInput(f"{out} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise BadInput(f"{out} cannot be written: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"{out} cannot be written: permission denied")


def save_text(out: str | Path, text: str) -> None:
    """Write a file that a user named, whole or not at all."""
    try:
        write_atomically(Path(out), text.encode())
    except OSError as failure:
        raise BadInput(f"{out} cannot be written: {failure.strerror}") from None
