"""Files that a user names: refused before the work if they cannot be, and never half written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ...errors import BadInput


def check_writable(out: str | Path) -> None:
    """Refuse a path that no file can be written to, before anything is worked out."""
    path = Path(out)
    if path.is_dir():
        raise BadInput(f"{out} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise BadInput(f"{out} cannot be written: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"{out} cannot be written: permission denied")


def save_text(out: str | Path, text: str) -> None:
    """Write a file under another name and move it into place; say which cannot be written."""
    path = Path(os.path.realpath(out))
    beside = path.with_name(f".{os.getpid()}.tmp")
    try:
        beside.write_text(text, encoding="utf-8")
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except OSError as failure:
        beside.unlink(missing_ok=True)
        raise BadInput(f"{out} cannot be written: {failure.strerror}") from None
