"""The generated module: rules and kernels in one file, kept in a cache under its fingerprint."""

from __future__ import annotations

import hashlib
import importlib.util
import platform
import sys
import tempfile
from pathlib import Path
from string import Template
from textwrap import indent
from types import ModuleType

from ....packing.rank import ranking_of
from ...cache import cache_folder, keep
from ...solution import games_of
from ..kernels.backward import BATCH, kernels
from .packed import image_source, rank_source
from .program import Program

#: Where the texts of the kernels lie.
KERNELS = Path(__file__).parents[1] / "kernels"

HEADER = """
import numpy as np
from numba import njit

from boardproof.engines.compiled.kernels.intrinsics import (
    RuleFault,
    BoardsOverlap,
    add,
    claim,
    i32,
    i64,
    lowest,
    merge,
    peek,
    popcount,
    prefetch,
    present,
    publish,
    u,
)

rule = njit(cache={cache}, error_model="numpy", nogil=True)


def recursive(signature):
    return njit(signature, cache={cache}, error_model="numpy", nogil=True)


EMPTY = u(0xFFFFFFFFFFFFFFFF)
BUSY = u(0xFFFFFFFFFFFFFFFE)
LAYERED, ARRIVING, LEAVING = 0, 1, 2
SETTLING, VALUING, FINISHING = 0, 1, 2
BATCH = {batch}
MOST_MOVES = {moves}
GUESSES = 2
DEPTH = 32
RING = {ring}
"""


def module_source(program: Program, cache: bool = True) -> str:
    """Write the module of a rulebook."""
    rules = program.source()
    title, _, body = rules.partition("\n")
    most = len(program.moves)
    ring = 1 << (32 + most).bit_length()
    header = HEADER.format(cache=cache, moves=most, ring=ring, batch=BATCH)
    return title + "\n" + header + body + _kernels(program)


def aims_source(program: Program, cache: bool = True) -> str:
    """Write the module of some questions about a rulebook's positions."""
    rules = program.source()
    title, _, body = rules.partition("\n")
    header = HEADER.format(cache=cache, moves=len(program.moves), ring=0, batch=0)
    return title + "\n" + header + body + _text("aims.txt", _names(len(program.words)))


def _kernels(program: Program) -> str:
    """Fit the kernels to positions of one word or two, and to the tables that know them."""
    ranking = ranking_of(program.layout)
    names = _names(len(program.words)) | {"image": image_source(program.layout)}
    parts = [_text("common.txt", names), _text("sources.txt", names), *_backward(program, names)]
    parts += [*_expands(HASHED, names), *_expands(KEPT, names)]
    if ranking:
        parts += [rank_source(ranking), _text("marks.txt", names), *_expands(MARKED, names)]
    return "\n\n".join(parts)


def _expands(table: dict[str, str], names: dict[str, str]) -> list[str]:
    """Write the main kernel for a table: for all positions, and for one of all that are alike."""
    fitted = {name: Template(text).safe_substitute(names) for name, text in table.items()}
    return [_text("expand.txt", fitted | names | kind) for kind in _each_and_alike(names)]


def _each_and_alike(names: dict[str, str]) -> list[dict[str, str]]:
    """Give what differs where one position stands for all that are alike."""
    w, c, images = names["w"], names["c"], names["images"]
    alike = {
        "alike": "_alike",
        "and_images": f", {images}",
        "times": f"times = images_of({w}, {images})",
        "canonical": f"{c} = canonical({c}, {images})",
    }
    return [{"alike": "", "and_images": "", "times": "times = 1", "canonical": ""}, alike]


def _backward(program: Program, names: dict[str, str]) -> list[str]:
    """Write the kernels that settle positions from the last to the first."""
    parts = [_text("backward.txt", names)]
    parts += [_text("packed.txt", names)] if len(program.words) == 1 else []
    games = games_of(len(program.rules.game.players))
    for kind in _each_and_alike(names):
        parts.append(_text("weigh.txt", names | kind))
        for kernel in kernels(games, len(program.words)):
            kernel["look"] = Template(kernel["look"]).substitute(names)
            parts.append(_text("settle.txt", names | kind, kernel))
    return parts


def _text(file: str, names: dict[str, str], blocks: dict[str, str] | None = None) -> str:
    """Fill a text with names; a block is some lines, and stands where a line has its name."""
    text = (KERNELS / file).read_text(encoding="utf-8")
    text = "\n".join(_laid(line, blocks or {}) for line in text.split("\n"))
    lines = Template(text).substitute(names | (blocks or {})).split("\n")
    return "\n".join(line for line in lines if not line.isspace())


def _laid(line: str, blocks: dict[str, str]) -> str:
    name = line.strip().removeprefix("$")
    lead = line[: len(line) - len(line.lstrip())]
    return indent(blocks[name], lead) if name in blocks else line


#: Where plies are told apart, each position's key is checked; where not, arrivals are counted.
GRADED = {
    "check_grade": """key = grade_key($w)
            if key != known:
                graded &= fits(grade, key, ply)
                known = key""",
    "prefetch_arrivals": "",
    "count_arrival": "",
    "check_again": "",
}
#: Marks are never forgotten: what is found again must not have been found at an earlier ply.
NEVER_FORGOTTEN = """else:
                key = grade_key($c)
                if key != known_next:
                    graded &= fits(grade, key, ply + 1)
                    known_next = key"""
COUNTED = {
    "check_grade": "",
    "check_again": "",
    "prefetch_arrivals": "prefetch(arrivals, slot)",
    "count_arrival": """last = counts(arrivals, slot, stage, shared)
            new = new if stage == ARRIVING else last""",
}
HASHED = {"form": "hashed", "table_form": "hashed", "line": "slot", **GRADED}
MARKED = {"form": "marked", "table_form": "marked", "line": "slot >> u(6)", **GRADED}
MARKED["check_again"] = NEVER_FORGOTTEN
KEPT = {"form": "kept", "table_form": "hashed", "line": "slot", **COUNTED}
#: Two words are not written at once: the first is claimed, and is busy till both are there.
ONE_WORD = {"hash": "w0", "claimed": "w0", "publish": "", "await_": "", "same_rest": ""}
TWO_WORDS = {
    "hash": "w0 ^ (w1 * u(0xD6E8FEB86659FD93))",
    "claimed": "BUSY",
    "publish": "table1[slot] = w1; publish(table0, slot, w0)",
    "await_": "while seen == BUSY: seen = peek(table0, slot)",
    "same_rest": " and table1[slot] == w1",
}


def _names(words: int) -> dict[str, str]:
    """Give the parts of the kernels that depend on how many words a position has."""
    each = range(words)

    def names(name: str) -> str:
        return ", ".join(f"{name}{i}" for i in each)

    def moved(left: str, right: str) -> str:
        return "; ".join(f"{left.format(i=i)} = {right.format(i=i)}" for i in each)

    return (ONE_WORD if words == 1 else TWO_WORDS) | {
        "w": names("w"),
        "c": names("c"),
        "out": names("out"),
        "table": names("table"),
        "frontier": names("frontier"),
        "found": names("next"),
        "stack": names("stack"),
        "store_slot": moved("table{i}[slot]", "w{i}"),
        "load_place": moved("w{i}", "table{i}[i]"),
        "load_earlier": moved("w{i}", "frontier{i}[u(j)]"),
        "buffers": "\n    ".join(f"out{i} = np.empty(MOST_MOVES, np.uint64)" for i in each),
        "rings": "\n    ".join(f"ring{i} = np.empty(RING, np.uint64)" for i in each),
        "load_frontier": moved("w{i}", "frontier{i}[u(i)]"),
        "load_wanted": moved("c{i}", "next{i}[k]"),
        "is_wanted": " and ".join(f"next{i}[n] == c{i}" for i in each),
        "load_child": moved("c{i}", "out{i}[k]"),
        "push_ring": moved("ring{i}[tail & wrap]", "c{i}"),
        "pop_ring": moved("c{i}", "ring{i}[head & wrap]"),
        "store_found": moved("next{i}[u(found)]", "c{i}"),
        "start_child": moved("c{i}", "w{i}"),
        "first_row": ", ".join(f"stack{i}[0]" for i in each),
        "next_row": ", ".join(f"stack{i}[ply + 1]" for i in each),
        "load_stack": moved("c{i}", "stack{i}[ply, at[ply]]"),
        "images": names("images"),
        "least": moved("best{i}", "w{i}"),
        "image_c": f"{names('c')} = image({names('w')}, g, {names('images')})",
        "take_c": moved("best{i}", "c{i}"),
        "best": names("best"),
        "less": "c0 < best0" if words == 1 else "c1 < best1 or (c1 == best1 and c0 < best0)",
        "same_c": "i64(" + " and ".join(f"c{i} == w{i}" for i in each) + ")",
    }


def load_module(program: Program) -> ModuleType:
    """Import the rulebook's module from the cache, writing it there first if it is new."""
    return load_source(module_source(program))


def load_source(source: str) -> ModuleType:
    """Import a generated module from the cache."""
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

    words = (KERNELS / "intrinsics.py").read_text(encoding="utf-8")
    machine = (words, numba.__version__, platform.processor(), platform.machine(), sys.version)
    return hashlib.sha256(repr((source, machine)).encode()).hexdigest()[:24]


def _written(folder: Path, name: str, source: str) -> Path:
    """Write the module, unless it is there."""
    path = folder / f"{name}.py"
    if not path.exists() or path.read_text(encoding="utf-8") != source:
        keep(path, source)
    return path


def _imported(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
