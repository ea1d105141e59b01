"""The values of all positions of a solved game as a table, row by row into a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from ..engines.solution import StrongSolution
from ..errors import BadInput
from ..files import opened_atomically
from ..ir.rules import Rules
from ..limits import Limits, Progress
from ..positions.notation import write_position
from ..tabular import Columns, columns_of_rows, library
from .solve import solution_of

#: The endings of files that hold tables.
ENDINGS = (".parquet", ".arrow", ".csv")
#: So many rows are written together.
PART = 50_000

Row = dict[str, Any]
#: Takes rows to be written.
WriteRows = Callable[[list[Row]], None]


def value_columns(rules: Rules, engine: str = "auto", progress: Progress | None = None) -> Columns:
    """Return every position of a game with its value: an array for each column.

    A row has the `ply` of a position where it can have one only, the position itself, who is
    `to_move`, what each player can force, and the `distance` to the end.

    >>> from boardproof import load
    >>> table = value_columns(load("tic-tac-toe", size=2))
    >>> {name: column[0] for name, column in table.items()}["position"], len(table["value.A"])
    ('mark=../.. turn=A', 29)
    """
    _, solution = solution_of(rules, engine, None, Limits(progress))
    return columns_of_rows(value_rows(solution))


def value_rows(solution: StrongSolution) -> Iterator[Row]:
    """Yield every position of a solution with its value, as a row."""
    engine = solution.engine
    players = engine.rules.game.players.elements
    for ply, position, value in solution.each():
        mover = engine.player_to_move(position)
        payoffs = value.payoffs(players)
        yield {
            "ply": ply,
            "position": write_position(position),
            "to_move": None if mover is None else str(mover),
            **{f"value.{player}": worth for player, worth in payoffs.items()},
            "distance": solution.distance_of(position, value),
        }


def check_table_file(out: str | Path) -> None:
    """Refuse a file that no table can be written to: by its ending, or for lack of a library."""
    ending = Path(out).suffix
    if ending not in ENDINGS:
        raise BadInput(f"--out {out}: a table is written as {', '.join(ENDINGS)}")
    if ending != ".csv":
        _pyarrow()


def _pyarrow() -> Any:
    try:
        return library("pyarrow")
    except BadInput as missing:
        raise BadInput(f"{missing}, or write a .csv file") from None


def write_values(solution: StrongSolution, out: str | Path, limits: Limits | None = None) -> int:
    """Write all values of a solution into a file, whole or not at all; return how many rows.

    The ending says how: `.parquet`, `.arrow` (both by pyarrow) or `.csv`.
    """
    check_table_file(out)
    rows, written = value_rows(solution), 0
    players = [str(player) for player in solution.engine.rules.game.players]
    with opened_atomically(Path(out)) as file, _WRITERS[Path(out).suffix](file, players) as write:
        while part := list(islice(rows, PART)):
            write(part)
            written += len(part)
            if limits is not None:
                limits.report(0, written)
    return written


@contextmanager
def _csv_rows(file: BinaryIO, players: list[str]) -> Iterator[WriteRows]:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.DictWriter(text, _names(players), lineterminator="\n")
    writer.writeheader()
    yield writer.writerows
    text.flush()
    text.detach()


@contextmanager
def _arrow_rows(file: BinaryIO, players: list[str]) -> Iterator[WriteRows]:
    arrow, schema = _pyarrow(), _schema(players)
    with arrow.ipc.new_file(file, schema) as writer:
        yield lambda rows: writer.write(arrow.Table.from_pylist(rows, schema))


@contextmanager
def _parquet_rows(file: BinaryIO, players: list[str]) -> Iterator[WriteRows]:
    arrow, schema = _pyarrow(), _schema(players)
    with library("pyarrow.parquet").ParquetWriter(file, schema) as writer:
        yield lambda rows: writer.write_table(arrow.Table.from_pylist(rows, schema))


_WRITERS = {".csv": _csv_rows, ".arrow": _arrow_rows, ".parquet": _parquet_rows}


def _names(players: list[str]) -> list[str]:
    return ["ply", "position", "to_move", *(f"value.{player}" for player in players), "distance"]


def _schema(players: list[str]) -> Any:
    """Return the types of the columns, the same for every part of a table."""
    arrow = _pyarrow()
    text, number = arrow.string(), arrow.int32()
    kinds = {"position": text, "to_move": text}
    return arrow.schema([(name, kinds.get(name, number)) for name in _names(players)])
