"""The import graph of the package, read from its syntax trees: lazy imports count too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import boardproof

ROOT = Path(boardproof.__file__).parent


@dataclass(frozen=True)
class Import:
    """One name that a module imports from another module of the package."""

    module: str
    name: str | None


def module_name(path: Path) -> str:
    """Return the dotted name of a file below the package, without the package's own name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


@cache
def imports_of(module: str) -> list[Import]:
    """Return what a module imports from the package, except for type checkers alone."""
    return list(_imports_of(module))


def _imports_of(module: str) -> Iterator[Import]:
    path = MODULES[module]
    parts = module.split(".")
    package = parts if path.name == "__init__.py" else parts[:-1]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    unseen = _seen_by_type_checkers_alone(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in unseen:
            source = _source(node, package)
            if source is not None:
                yield from (_import(source, alias.name) for alias in node.names)


def _seen_by_type_checkers_alone(tree: ast.Module) -> set[int]:
    guards = (n for n in ast.walk(tree) if isinstance(n, ast.If) and _is_guard(n.test))
    return {id(node) for guard in guards for line in guard.body for node in ast.walk(line)}


def _is_guard(test: ast.expr) -> bool:
    return ast.unparse(test).endswith("TYPE_CHECKING")


def _source(node: ast.ImportFrom, package: list[str]) -> str | None:
    below = node.module.split(".") if node.module else []
    if node.level:
        return ".".join([*package[: len(package) - node.level + 1], *below])
    return ".".join(below[1:]) if below[0] == "boardproof" else None


def _import(source: str, name: str) -> Import:
    submodule = f"{source}.{name}" if source else name
    return Import(submodule, None) if submodule in MODULES else Import(source, name)


def graph() -> dict[str, set[str]]:
    """Return for each module the modules it imports."""
    return {
        module: {found.module for found in imports_of(module)} - {module, ""} for module in MODULES
    }


def cycle_in(edges: dict[str, set[str]]) -> list[str]:
    """Return some modules that import each other in a circle, none where there is no circle.

    >>> cycle_in({"a": {"b"}, "b": {"c"}, "c": set()}), cycle_in({"a": {"b"}, "b": {"a"}})
    ([], ['a', 'b'])
    """
    left = set(edges)
    while ends := {m for m in left if not edges[m] & left or not _importers(edges, m) & left}:
        left -= ends
    return sorted(left)


def _importers(edges: dict[str, set[str]], module: str) -> set[str]:
    return {other for other, targets in edges.items() if module in targets}
