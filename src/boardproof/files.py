"""Files that are never half written, and how much room files take."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident
from typing import BinaryIO


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file under another name beside it and move it into place; keep its mode.

    Whatever goes wrong, the old file stays as it was, and nothing is left beside it.
    """
    with opened_atomically(path) as file:
        file.write(data)


@contextmanager
def opened_atomically(path: Path) -> Iterator[BinaryIO]:
    """Open a file to be written part by part, as `write_atomically` writes one at once."""
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{os.getpid()}-{get_ident()}.tmp")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def reason(failure: OSError) -> str:
    """Return why a file or a folder was refused, in words.

    >>> reason(FileExistsError(17, "File exists"))
    'it is a file'
    """
    return (
        "it is a file" if isinstance(failure, FileExistsError) else failure.strerror or str(failure)
    )


def flush(path: Path) -> None:
    """Wait until a file that somebody else wrote is on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def bytes_used(folder: Path) -> int:
    """Return how many bytes the files of a folder take."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            total += path.stat().st_size
    return total
