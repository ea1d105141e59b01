"""Finding the source of a rule: its syntax tree in its own file, with exact places."""

from __future__ import annotations

import ast
import inspect
import linecache
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

from ..errors import Place, RulebookError
from ..rules.game import Game


@dataclass(frozen=True)
class Source:
    """One method of a rulebook: the function, its syntax tree, the file it stands in."""

    function: FunctionType
    tree: ast.FunctionDef
    file: str
    lines: tuple[str, ...]

    def place(self, node: ast.AST | None = None) -> Place:
        """Say where a node of the tree is written; without one, where the method's name is."""
        if node is None:
            return _name_place(self.file, self.lines, self.tree)
        return place_of(self.file, self.lines, node)


def place_of(file: str, lines: tuple[str, ...], node: ast.AST) -> Place:
    """Say where a node is written; what runs over several lines ends with its first."""
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    text = lines[line - 1] if line <= len(lines) else ""
    end = getattr(node, "end_col_offset", column + 1)
    if getattr(node, "end_lineno", line) != line:
        end = len(text.encode())
    return Place(shown(file), line, _characters(text, column) + 1, _characters(text, end) + 1, text)


def _name_place(file: str, lines: tuple[str, ...], tree: ast.FunctionDef | ast.ClassDef) -> Place:
    text = lines[tree.lineno - 1] if tree.lineno <= len(lines) else ""
    start = text.find(tree.name, tree.col_offset)
    return Place(shown(file), tree.lineno, start + 1, start + 1 + len(tree.name), text)


def _characters(text: str, column: int) -> int:
    """Turn a column in bytes, as syntax trees count, into one in characters."""
    return len(text.encode()[:column].decode(errors="ignore"))


def shown(file: str) -> str:
    """Write a file's name as short as it can be found from here."""
    path = Path(file)
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


@lru_cache(maxsize=64)
def _parsed(file: str, text: str) -> ast.Module:
    return ast.parse(text, filename=file)


def _module(file: str) -> tuple[ast.Module, tuple[str, ...]]:
    lines = linecache.getlines(file)
    return _parsed(file, "".join(lines)), tuple(line.rstrip("\n") for line in lines)


def source_of(function: FunctionType) -> Source:
    """Find the syntax tree of a method by the line its code starts at."""
    code = function.__code__
    tree, lines = _module(code.co_filename)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if first == code.co_firstlineno:
                return Source(function, node, code.co_filename, lines)
    raise RulebookError(
        f"the source of {function.__qualname__} cannot be found",
        Place(shown(code.co_filename), code.co_firstlineno),
        "a rulebook's methods are written out with `def`, in a file or a notebook cell",
    )


def class_place(cls: type[Game]) -> Place:
    """Say where a rulebook's class is written."""
    file = _file_of(cls)
    tree, lines = _module(file)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            return _name_place(file, lines, node)
    return Place(shown(file), 1)


def _file_of(cls: type[Any]) -> str:
    for value in vars(cls).values():
        function = getattr(value, "fget", value)
        if isinstance(function, FunctionType):
            return function.__code__.co_filename
    try:
        return inspect.getfile(cls)
    except (TypeError, OSError):
        return "<unknown>"
