"""The folder of a search on disk: whose it is, and what of it is finished.

folder.json          the game and its rules; every other folder is refused
plies-alike/         one search: its name says what it keeps
  004.keys           the positions of a ply
  004.done           what expanding them counted; the keys of the next ply are whole by then
  004.arrivals       how many moves arrive at each child, where games are not told apart by plies
  000-003.keys       all positions of some plies
diagrams/            a count on decision diagrams
  walk.done          what it counted so far
  017.dddmp          its last layer

What is not finished has the suffix `.tmp` or `.run`, and is removed when the folder is opened.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TypeVar
from weakref import WeakValueDictionary, finalize

import msgspec

from .. import __version__
from ..analysis.digest import digest
from ..errors import BadInput
from ..files import reason, write_atomically
from ..ir.rules import Rules
from ..packing.codec import block_check

MANIFEST, LOCK = "folder.json", "lock"
FORMAT, VERSION = "boardproof layers", 1

T = TypeVar("T")


class FolderTaken(BadInput):
    """Another process works in the folder."""


class FolderManifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose folder it is."""

    format: str
    version: int
    boardproof: str
    identity: str
    rules: str


class SearchFolder:
    """The folder of one search."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        for pattern in ("*.tmp", "*.run"):
            for left in path.glob(pattern):
                left.unlink()

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    def inner(self, name: str) -> SearchFolder:
        """Return a folder in it."""
        return SearchFolder(self.path / name)

    def read(self, name: str, kind: type[T]) -> T | None:
        """Return what was noted under a name, None where nothing was."""
        path = self.path / name
        if not path.exists():
            return None
        check, _, data = path.read_bytes().partition(b"\n")
        try:
            if check != b"%016x" % block_check(data):
                raise msgspec.DecodeError
            return msgspec.json.decode(data, type=kind)
        except msgspec.DecodeError:
            raise BadInput(f"{path} is damaged: remove the folder, and begin again") from None

    def note(self, name: str, value: msgspec.Struct) -> None:
        """Note something under a name, after its checksum."""
        data = msgspec.json.encode(value)
        write_atomically(self.path / name, b"%016x\n%s" % (block_check(data), data))


class DiskFolder:
    """A folder for the searches of one game, held as long as this is.

    One that nobody asked for is removed afterwards.
    """

    def __init__(self, path: Path | None) -> None:
        self.wanted = path
        self.path = path or Path(mkdtemp(prefix="boardproof-"))
        if path is None:
            finalize(self, rmtree, self.path, ignore_errors=True)
        with disk_told(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            self._refuse_other_files()
            self._lock()

    def _refuse_other_files(self) -> None:
        """Refuse a folder that is in use for something else, before anything is written there."""
        names = {one.name for one in self.path.iterdir() if one.suffix != ".tmp"}
        if names - {LOCK} and MANIFEST not in names:
            raise BadInput(f"{self.path} has other files in it: choose a folder that is new")

    def claim(self, rules: Rules) -> None:
        """Write whose folder it is, or refuse one of another game."""
        made = FolderManifest(
            format=FORMAT,
            version=VERSION,
            boardproof=__version__,
            identity=rules.game.identity,
            rules=digest(rules),
        )
        path = self.path / MANIFEST
        if path.exists():
            self._compare(made, path.read_bytes())
            return
        write_atomically(path, msgspec.json.format(msgspec.json.encode(made)) + b"\n")

    def _compare(self, made: FolderManifest, data: bytes) -> None:
        version = (FORMAT, VERSION, __version__)
        try:
            there = msgspec.json.decode(data, type=FolderManifest)
        except msgspec.DecodeError:
            there = None
        if there is None or (there.format, there.version, there.boardproof) != version:
            raise BadInput(
                f"{self.path} is damaged, or of another version of boardproof: choose another"
            )
        if there.identity != made.identity:
            raise BadInput(
                f"{self.path} has positions of {there.identity}, and the game here is "
                f"{made.identity}: choose another folder"
            )
        if there.rules != made.rules:
            raise BadInput(
                f"{self.path} was made with other rules of {there.identity}: choose another folder"
            )

    def _lock(self) -> None:
        """Hold the folder, or refuse one that another process works in."""
        file = os.open(self.path / LOCK, os.O_WRONLY | os.O_CREAT, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as failure:
            os.close(file)
            if failure.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            raise FolderTaken(f"another process works in {self.path}: wait for it") from None
        finalize(self, os.close, file)

    def search(self, name: str) -> SearchFolder:
        """Return the folder of a search."""
        return SearchFolder(self.path / name)


#: The folders that engines of this process hold.
_held: WeakValueDictionary[Path, DiskFolder] = WeakValueDictionary()


def open_folder(rules: Rules, path: Path | None) -> DiskFolder:
    """Return the folder at a path, or one of its own, for a game's searches."""
    known = None if path is None else _held.get(path.absolute())
    folder = known or DiskFolder(path)
    with disk_told(folder.path):
        folder.claim(rules)
    _held[folder.path.absolute()] = folder
    return folder


@contextmanager
def disk_told(path: Path) -> Iterator[None]:
    """Turn what a disk refuses into one line."""
    try:
        yield
    except OSError as failure:
        if failure.errno in (errno.ENOSPC, errno.EDQUOT):
            raise BadInput(
                f"{path} has no room left: all finished layers are kept; make room, and the same "
                "command resumes"
            ) from None
        raise BadInput(f"{path} cannot be used: {reason(failure)}") from None
