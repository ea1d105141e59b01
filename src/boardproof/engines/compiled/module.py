"""The generated module: rules and kernels in one file, kept in a cache under its fingerprint."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
import tempfile
from pathlib import Path
from string import Template
from types import ModuleType

from .program import Program

HEADER = """
import numpy as np
from numba import njit

from boardproof.engines.compiled.machine import (
    Broken,
    i64,
    lowest,
    popcount,
    prefetch,
    present,
    u,
)

rule = njit(cache={cache}, error_model="numpy", nogil=True)


def recursive(signature):
    return njit(signature, cache={cache}, error_model="numpy", nogil=True)


EMPTY = u(0xFFFFFFFFFFFFFFFF)
MOST_MOVES = {moves}
DEPTH = 32
RING = {ring}
"""


def module_source(program: Program, cache: bool = True) -> str:
    """Write the module of a rulebook."""
    rules = program.source()
    title, _, body = rules.partition("\n")
    most = len(program.moves)
    ring = 1 << (32 + most).bit_length()
    header = HEADER.format(cache=cache, moves=most, ring=ring)
    return title + "\n" + header + body + _kernels(len(program.words))


def _kernels(words: int) -> str:
    """Fit the kernels to positions of one word or two."""
    text = (Path(__file__).parent / "kernels.txt").read_text(encoding="utf-8")
    each = range(words)

    def names(name: str) -> str:
        return ", ".join(f"{name}{i}" for i in each)

    def moved(left: str, right: str) -> str:
        return "; ".join(f"{left.format(i=i)} = {right.format(i=i)}" for i in each)

    return Template(text).substitute(
        w=names("w"),
        c=names("c"),
        out=names("out"),
        table=names("table"),
        old=names("old"),
        frontier=names("frontier"),
        found=names("next"),
        state="state",
        hash="w0" if words == 1 else "w0 ^ (w1 * u(0xD6E8FEB86659FD93))",
        store_slot=moved("table{i}[slot]", "w{i}"),
        same_slot=" and ".join(f"table{i}[slot] == w{i}" for i in each),
        load_old=moved("w{i}", "old{i}[i]"),
        buffers="\n    ".join(f"out{i} = np.empty(MOST_MOVES, np.uint64)" for i in each),
        rings="\n    ".join(f"ring{i} = np.empty(RING, np.uint64)" for i in each),
        load_frontier=moved("w{i}", "frontier{i}[u(i)]"),
        load_child=moved("c{i}", "out{i}[k]"),
        push_ring=moved("ring{i}[tail & wrap]", "c{i}"),
        pop_ring=moved("c{i}", "ring{i}[head & wrap]"),
        store_found=moved("next{i}[u(found)]", "c{i}"),
        start_child=moved("c{i}", "w{i}"),
        stack=names("stack"),
        first_row=", ".join(f"stack{i}[0]" for i in each),
        next_row=", ".join(f"stack{i}[ply + 1]" for i in each),
        load_stack=moved("c{i}", "stack{i}[ply, at[ply]]"),
        store_free=moved("next{i}[free]", "c{i}"),
    )


def cache_folder() -> Path:
    """Give the folder that generated modules are kept in."""
    base = os.environ.get("BOARDPROOF_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base or Path.home() / ".cache") / "boardproof"


def load_module(program: Program) -> ModuleType:
    """Import the rulebook's module from the cache, writing it there first if it is new."""
    source = module_source(program)
    name = f"rules_{_fingerprint(source)}"
    if name in sys.modules:
        return sys.modules[name]
    try:
        path = _written(cache_folder(), name, source)
    except OSError:
        path = _written(Path(tempfile.mkdtemp(prefix="boardproof-")), name, source)
    return _imported(name, path)


def _fingerprint(source: str) -> str:
    """Tell modules apart by all that their machine code depends on, our own words included."""
    import numba

    words = (Path(__file__).parent / "machine.py").read_text(encoding="utf-8")
    machine = (words, numba.__version__, platform.processor(), platform.machine(), sys.version)
    return hashlib.sha256(repr((source, machine)).encode()).hexdigest()[:24]


def _written(folder: Path, name: str, source: str) -> Path:
    """Write the module elsewhere and move it into place, so that it is never half there."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    if not path.exists() or path.read_text(encoding="utf-8") != source:
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(source)
        os.replace(temporary, path)
    return path


def _imported(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
