"""The generated module: rules and kernels in one file, kept in a cache under its fingerprint."""

from __future__ import annotations

import hashlib
import importlib.util
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ....packing.canonical import pieces
from ....packing.rank import ranking_of
from ...cache import cache_folder, keep
from ...solution import games_of
from ..kernels.constants import DEPTH
from ..kernels.plain import add_kernels
from ..kernels.specialise import FOLDER, Kernel
from .packed import rank_source
from .program import Program

HEADER = """
import numpy as np

from boardproof.engines.compiled.kernels.constants import *
from boardproof.engines.compiled.kernels.intrinsics import *

MOST_MOVES = {moves}
RING = {ring}
"""


@dataclass(frozen=True)
class GeneratedModule:
    """Rules as text, and the kernels that are put beside them."""

    rules: str
    kernels: tuple[Kernel, ...]

    @property
    def source(self) -> str:
        """The whole text."""
        return "\n\n".join([self.rules, *(kernel.source() for kernel in self.kernels)]) + "\n"

    def load(self) -> ModuleType:
        """Import the module from the cache, writing it there first if it is new."""
        from ..kernels.intrinsics import PLAIN

        generated = GeneratedModule(self.rules, ()) if PLAIN else self
        name = generated._name()
        if name in sys.modules:
            return sys.modules[name]
        try:
            path = generated._written(cache_folder(), name)
        except OSError:
            path = generated._written(Path(tempfile.mkdtemp(prefix="boardproof-")), name)
        module = _imported(name, path)
        if PLAIN:
            add_kernels(module, self.kernels)
        return module

    def _name(self) -> str:
        """Name the module by all that its machine code depends on, our own texts included."""
        import numba

        texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))]
        machine = (numba.__version__, platform.processor(), platform.machine(), sys.version)
        everything = repr((self, texts, machine))
        return f"rules_{hashlib.sha256(everything.encode()).hexdigest()[:24]}"

    def _written(self, folder: Path, name: str) -> Path:
        """Write the module, unless it is there."""
        path = folder / f"{name}.py"
        if not path.exists():
            keep(path, self.source)
        return path


def _imported(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def rules_module(program: Program) -> GeneratedModule:
    """Write the module of a rulebook: its rules, and all kernels but the search."""
    ranking = ranking_of(program.layout)
    rules = program_text(program) + (f"\n\n{rank_source(ranking)}" if ranking else "")
    return GeneratedModule(rules, tuple(_kernels(program, ranking is not None)))


def program_text(program: Program) -> str:
    """Write a program with what it imports, its title first."""
    title, _, body = program.source().partition("\n")
    moves = len(program.moves)
    return title + "\n" + HEADER.format(moves=moves, ring=1 << (DEPTH + moves).bit_length()) + body


def _kernels(program: Program, ranked: bool) -> Iterator[Kernel]:
    """Fit the kernels to a game's positions, and to the tables that know them."""
    words, games = len(program.words), games_of(len(program.rules.game.players))
    cut = [piece.field for piece in pieces(program.layout)]
    cells = tuple((field.word, field.offset, field.ones) for field in cut)
    constants = {"WORDS": words, "GAMES": games, "PIECES": cells}
    for file in ("common", "perft", "sources", "shelf"):
        yield Kernel(file, constants)
    for alike in (False, True):
        fitted, suffix = constants | {"ALIKE": alike}, "_alike" if alike else ""
        yield Kernel("weigh", fitted, suffix)
        for kind, form in _settling(words, games):
            yield Kernel("settle", fitted | {"KIND": kind, "FORM": form}, f"_{kind}_{form}{suffix}")
        for table in ("hashed", "kept", *(["marked"] if ranked else [])):
            yield Kernel("expand", fitted | {"TABLE": table}, f"_{table}{suffix}")


def _settling(words: int, games: int) -> Iterator[tuple[str, str]]:
    """List the kinds and forms of settling: a code above a word needs one of each."""
    for kind in ("solve", "attract"):
        yield from ((kind, form) for form in ("layered", "whole"))
        if words == 1 and (kind == "attract" or games == 1):
            yield kind, "packed"
    yield "approach", "whole"
