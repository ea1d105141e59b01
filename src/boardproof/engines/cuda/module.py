"""The generated module for a GPU: the rules and kernels of the processor, and those of a grid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

from ...errors import TooLarge
from ...packing.planes import ObservationPlanes
from ..compiled.codegen.aim_program import AimProgram
from ..compiled.codegen.module import GeneratedModule
from ..compiled.codegen.observation import BatchWriter
from ..compiled.codegen.program import Program
from ..compiled.codegen.tables import Tables
from ..compiled.kernels.specialise import Kernel

FOLDER = Path(__file__).parent / "kernels"
HEADER = """
import numpy as np

from boardproof.engines.compiled.kernels.constants import *
from boardproof.engines.cuda.kernels.intrinsics import *
from boardproof.engines.cuda.kernels.constants import *

MOST_MOVES = {moves}
"""
#: The least room for the turns of a position: each thread has its own.
MANY_TURNS = 1 << 8
#: The most bytes that one thread may take for the children of a position.
LOCAL = 1 << 16


class GridTables(Tables):
    """Tables that a function reads: a place in the code that reads one itself has its own copy."""

    def read(self, table: str, at: str) -> str:
        """Write an item of a table that has a name."""
        return f"item_of_{table}({at})"

    def defined(self, table: str, text: str) -> str:
        """Write what gives a table its name, and the function that reads it."""
        body = f"@rule\ndef item_of_{table}(at):\n    return {table}(at)\n"
        return f"{table} = table_reader({text})\n\n{body}"


class GridProgram(Program):
    """Writes the rules for threads, which have little room each."""

    many_turns = MANY_TURNS
    tables_kind = GridTables


class GridAimProgram(AimProgram):
    """Writes what questions need for threads."""

    many_turns = MANY_TURNS
    tables_kind = GridTables


class GridBatchWriter(BatchWriter):
    """Writes the module that plays many games at once for threads."""

    gpu = True


def device_module(program: Program) -> ModuleType:
    """Import the rules and all kernels of a grid."""
    refuse_large(program)
    return _module(program, _kernels(len(program.words)))


def aims_module(program: Program) -> ModuleType:
    """Import the rules that some questions need, and the kernels of a survey."""
    constants = {"WORDS": len(program.words)}
    return _module(program, [_grid("tallies", constants), _grid("aims", constants)])


def batch_module(program: Program, planes: ObservationPlanes, rules: str) -> ModuleType:
    """Import the kernels that play many games at once, with the rules of another module."""
    more = _grid("batch", {"WORDS": len(program.words)})
    return GridBatchWriter(program, planes).module(rules, (more,)).load()


def refuse_large(program: Program) -> None:
    """Refuse rules that a GPU's threads cannot run."""
    if program.most_children * 8 * (len(program.words) + 1) > LOCAL:
        raise TooLarge(
            f"a position may have {program.most_children:,} moves, more than a GPU's thread has "
            "memory for: use --engine compiled"
        )


def _module(program: Program, kernels: Any) -> ModuleType:
    title, _, body = program.source().partition("\n")
    if "@recursive" in body:
        raise TooLarge("the GPU engine takes no rules that call themselves: use --engine compiled")
    rules = title + "\n" + HEADER.format(moves=program.most_children) + body
    return GeneratedModule(rules, tuple(kernels), "grid").load()


def _kernels(words: int) -> Iterator[Kernel]:
    constants = {"WORDS": words, "GPU": True}
    yield Kernel("common", constants)
    yield Kernel("shelf", constants)
    yield Kernel("playouts", constants)
    for file in ("tallies", "hash_tables", "weigh", "sources", "random_games"):
        yield _grid(file, constants)
    for table in ("hashed", "kept", "all", "counted"):
        yield _grid("expand", constants | {"TABLE": table}, f"_{table}")
    forms = ("layered", "whole", *(["packed"] if words == 1 else []))
    for kind, form in [*product(("solve", "attract"), forms), ("approach", "whole")]:
        yield _grid("settle", constants | {"KIND": kind, "FORM": form}, f"_{kind}_{form}")


def _grid(file: str, constants: dict[str, Any], suffix: str = "") -> Kernel:
    return Kernel(file, constants, suffix, FOLDER)
