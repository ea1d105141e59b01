"""The generated module: rules and kernels in one file, kept in a cache under its fingerprint."""

from __future__ import annotations

import hashlib
import importlib.util
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from threading import RLock
from types import ModuleType

from ....packing.rank import ranking_of
from ...cache import cache_folder, keep
from ..kernels.plain import add_kernels
from ..kernels.specialise import FOLDER, Kernel
from .packed import rank_source
from .program import Program

#: A module that one thread imports is there for others once it is whole.
LOADING = RLock()
COMMON = """
import numpy as np

from boardproof.engines.compiled.kernels.constants import *
from boardproof.engines.compiled.kernels.intrinsics import *
"""
HEADER = """
from {common} import *

MOST_MOVES = {moves}
"""


@dataclass(frozen=True)
class GeneratedModule:
    """Rules as text, and the kernels that are put beside them."""

    rules: str
    kernels: tuple[Kernel, ...]
    kind: str = "rules"

    @property
    def source(self) -> str:
        """The whole text."""
        return "\n\n".join([self.rules, *(kernel.source() for kernel in self.kernels)]) + "\n"

    def load(self) -> ModuleType:
        """Import the module from the cache, writing it there first if it is new."""
        with LOADING:
            return self._loaded()

    def _loaded(self) -> ModuleType:
        from ..kernels.intrinsics import PLAIN

        generated = replace(self, kernels=()) if PLAIN else self
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

        folders = sorted({FOLDER, *(kernel.folder for kernel in self.kernels)})
        paths = [path for folder in folders for path in sorted(folder.glob("*.py"))]
        texts = [path.read_text(encoding="utf-8") for path in paths]
        machine = (numba.__version__, platform.processor(), platform.machine(), sys.version)
        everything = repr((self, texts, machine))
        return f"{self.kind}_{hashlib.sha256(everything.encode()).hexdigest()[:24]}"

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
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]  # it is not whole
        raise
    return module


def rules_module(program: Program) -> GeneratedModule:
    """Write the module of a rulebook: its rules, and the kernels that are made of them."""
    ranking = ranking_of(program.layout)
    rules = program_text(program) + (f"\n\n{rank_source(ranking)}" if ranking else "")
    constants = {"WORDS": len(program.words), "GPU": False}
    return GeneratedModule(rules, (Kernel("block", constants), Kernel("playouts", constants)))


def program_text(program: Program) -> str:
    """Write a program with what it imports, its title first."""
    title, _, body = program.source().partition("\n")
    common = common_kernels(len(program.words)).__name__
    return title + "\n" + HEADER.format(common=common, moves=program.most_children) + body


@cache
def common_kernels(words: int) -> ModuleType:
    """Import the kernels that know no rules: one module for all games of so many words."""
    title = f'"""Kernels on positions of {words} words, for all games."""\n'
    return GeneratedModule(title + COMMON, tuple(_kernels(words)), "kernels").load()


def _kernels(words: int) -> Iterator[Kernel]:
    constants = {"WORDS": words}
    for file in ("common", "shelf", "weigh", "sources", "perft", "numbered"):
        yield Kernel(file, constants)
    for table in ("hashed", "kept", *(["marked"] if words == 1 else [])):
        yield Kernel("expand", constants | {"TABLE": table}, f"_{table}")
    for kind, form in _settling(words):
        yield Kernel("settle", constants | {"KIND": kind, "FORM": form}, f"_{kind}_{form}")


def _settling(words: int) -> Iterator[tuple[str, str]]:
    """List the kinds and forms of settling: a code above a word needs one of each."""
    forms = ("layered", "parted", "whole", *(["packed"] if words == 1 else []))
    yield from product(("solve", "attract"), forms)
    yield "approach", "whole"
