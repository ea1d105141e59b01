"""Finding the source of a rule: its syntax tree in its own file, with exact places."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

from ..errors import Place, RulebookError
from ..rules.game import Game

Def = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One method of a rulebook: the function, its syntax tree, its file."""

    function: FunctionType
    tree: ast.FunctionDef
    file: str
    lines: tuple[str, ...]

    def place(self, node: ast.AST | None = None) -> Place:
        """Return the place of a node of the tree; without one, that of the method's name."""
        if node is None:
            return _name_place(self.file, self.lines, self.tree)
        return place_of(self.file, self.lines, node)


def place_of(file: str, lines: tuple[str, ...], node: ast.AST) -> Place:
    """Return the place of a node; one that spans several lines ends with its first."""
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    text = lines[line - 1] if line <= len(lines) else ""
    end = getattr(node, "end_col_offset", column + 1)
    if getattr(node, "end_lineno", line) != line:
        end = len(text.encode())
    return Place(
        display_path(file), line, _characters(text, column) + 1, _characters(text, end) + 1, text
    )


def _name_place(file: str, lines: tuple[str, ...], tree: Def | ast.ClassDef) -> Place:
    text = lines[tree.lineno - 1] if tree.lineno <= len(lines) else ""
    start = text.find(tree.name, tree.col_offset)
    return Place(display_path(file), tree.lineno, start + 1, start + 1 + len(tree.name), text)


def _characters(text: str, column: int) -> int:
    """Convert a column in bytes, as in syntax trees, into one in characters."""
    return len(text.encode()[:column].decode(errors="ignore"))


def display_path(file: str) -> str:
    """Return a file's path, relative to the working directory where it lies inside."""
    path = Path(file)
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


@lru_cache(maxsize=64)
def _parsed(file: str, text: str) -> ast.Module:
    return ast.parse(text, filename=file)


def _module(file: str) -> tuple[ast.Module, tuple[str, ...]]:
    return _parsed(file, "".join(linecache.getlines(file))), file_lines(file)


def file_lines(file: str) -> tuple[str, ...]:
    """Return the lines of a file."""
    return tuple(line.rstrip("\n") for line in linecache.getlines(file))


def source_of(function: FunctionType) -> Source:
    """Return the source of a method, found by the first line of its code."""
    code = function.__code__
    tree, lines = _module(code.co_filename)
    for node in ast.walk(tree):
        if not isinstance(node, Def) or node.name != function.__name__:
            continue
        if _first_line(node) == code.co_firstlineno:
            if isinstance(node, ast.AsyncFunctionDef):
                place = _name_place(code.co_filename, lines, node)
                raise RulebookError("a rule cannot be async", place, "write a plain `def`")
            return Source(function, node, code.co_filename, lines)
    problem = f"the source of {function.__qualname__} cannot be found"
    place = line_place(code.co_filename, code.co_firstlineno)
    raise RulebookError(problem, place, "write a rule out with `def`, in a file or a notebook cell")


def _first_line(node: Def) -> int:
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])


def line_place(file: str, line: int, start: int | None = None, end: int | None = None) -> Place:
    """Return the place of a line, or of a stretch of it given in bytes."""
    text = linecache.getline(file, line).rstrip("\n")
    if start is None or end is None or end <= start:
        start, end = len(text) - len(text.lstrip()), len(text)
    else:
        start, end = _characters(text, start), _characters(text, end)
    return Place(display_path(file), line, start + 1, end + 1, text)


def class_place(cls: type[Game]) -> Place:
    """Return the place of a rulebook's class."""
    file = _file_of(cls)
    tree, lines = _class_tree(cls, file)
    return _name_place(file, lines, tree) if tree else Place(display_path(file), 1)


def _class_tree(cls: type[Any], file: str) -> tuple[ast.ClassDef | None, tuple[str, ...]]:
    """Return the tree of a class; of several with its name, the one with its methods."""
    tree, lines = _module(file)
    classes = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == cls.__name__]
    starts = {function.__code__.co_firstlineno for function in _functions(cls)}
    for node in classes:
        if starts & {_first_line(d) for d in node.body if isinstance(d, Def)}:
            return node, lines
    return (classes[-1] if classes else None), lines


def check_names(cls: type[Any]) -> None:
    """Refuse a class that binds one name twice: Python silently keeps the last."""
    file = _file_of(cls)
    tree, lines = _class_tree(cls, file)
    seen: set[str] = set()
    for node in tree.body if tree else []:
        name = _bound_name(node)
        if name in seen:
            place = place_of(file, lines, node)
            if isinstance(node, Def):
                place = _name_place(file, lines, node)
            problem = f"{cls.__name__} has two things called {name}"
            raise RulebookError(problem, place, "give one another name")
        seen |= {name} - {""}


def _bound_name(node: ast.stmt) -> str:
    """Return the name that a statement of a class body binds, empty if none."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def _functions(cls: type[Any]) -> Iterator[FunctionType]:
    for value in vars(cls).values():
        function = getattr(value, "fget", value)
        if isinstance(function, FunctionType):
            yield function


def _file_of(cls: type[Any]) -> str:
    for function in _functions(cls):
        return function.__code__.co_filename
    try:
        return inspect.getfile(cls)
    except (TypeError, OSError):
        return "<unknown>"
