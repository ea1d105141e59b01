"""Rows as tables: an array for each column, for whatever library is at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from .errors import BadInput

if TYPE_CHECKING:
    import numpy as np

#: A table: an array for each column, all of one length.
Columns = dict[str, "np.ndarray[Any, Any]"]


def columns_of_rows(rows: Iterable[Mapping[str, Any]]) -> Columns:
    """Return rows as columns; a row need not have them all.

    >>> table = columns_of_rows([{"a": 1, "b": "x"}, {"a": 2}])
    >>> {name: column.tolist() for name, column in table.items()}
    {'a': [1, 2], 'b': ['x', None]}
    """
    flat = [_flat(row) for row in rows]
    names = dict.fromkeys(name for row in flat for name in row)
    return {name: _column([row.get(name) for row in flat]) for name in names}


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row whose values are plain: what is inside another has both names, lists are text.

    >>> _flat({"value": {"A": 1, "B": -1}, "best": ["a", "b"], "trace": None})
    {'value.A': 1, 'value.B': -1, 'best': 'a b', 'trace': None}
    """
    flat: dict[str, Any] = {}
    for name, value in msgspec.to_builtins(row).items():
        if isinstance(value, dict):
            flat |= {f"{name}.{inner}": one for inner, one in _flat(value).items()}
        else:
            flat[name] = " ".join(map(str, value)) if isinstance(value, list) else value
    return flat


def _column(values: list[Any]) -> np.ndarray[Any, Any]:
    """Return values as an array; where a number is not known, it is not a number."""
    import numpy as np

    kinds = {type(value) for value in values if value is not None}
    if kinds and kinds <= {int, float} and None in values:
        return np.array([np.nan if value is None else value for value in values], np.float64)
    mixed = len(kinds) != 1 and not kinds <= {int, float}
    large = kinds == {int} and None not in values and not _fit_64_bits(values)
    return np.array(values, object if mixed or large or None in values or str in kinds else None)


def _fit_64_bits(numbers: list[int]) -> bool:
    """Whether all numbers have 64 bits and a sign: NumPy would round a mixture with larger ones."""
    return all(-(1 << 63) <= number < 1 << 63 for number in numbers)


def exact_columns(table: Columns) -> dict[str, Any]:
    """Return a table for libraries whose whole numbers have 64 bits: larger ones are decimals.

    >>> exact_columns(columns_of_rows([{"positions": 1}, {"positions": 10**20}]))
    {'positions': [Decimal('1'), Decimal('100000000000000000000')]}
    """
    return {
        name: list(map(Decimal, column)) if _is_large(column) else column
        for name, column in table.items()
    }


def _is_large(column: np.ndarray[Any, Any]) -> bool:
    """Whether a column has whole numbers of more than 64 bits."""
    return column.dtype == object and all(isinstance(value, int) for value in column)


def library(name: str) -> Any:
    """Import a library that tables are given to; refuse in one line where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        raise BadInput(f"{name} is not installed: pip install {name}") from None
