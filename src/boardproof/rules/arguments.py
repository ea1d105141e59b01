"""What the arguments of rules range over: domains, or sets that depend on arguments before them.

A decorator names them by text: "cells", "cells.columns", "near[source]", "cells - {source}".
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import and_, or_, sub
from typing import Any

from .domains import Domain
from .elements import Chain, Element, Region


class NoArguments(ValueError):
    """A text that names no values for an argument, with what to write instead."""

    def __init__(self, problem: str, instead: str) -> None:
        super().__init__(problem)
        self.instead = instead


def domain_at(game: Any, path: str) -> Domain[Any]:
    """Return the domain at the path by which a rule names it: "cells", "cells.columns"."""
    value: Any = game
    for step in path.split("."):
        value = getattr(value, step)
    if not isinstance(value, Domain):
        raise TypeError(f"{path} is not a domain")
    return value


def arguments_named(path: str, names: Iterable[str]) -> list[str]:
    """Return the arguments, among some names, that a text depends on.

    >>> arguments_named("near[source]", ["source", "target"]), arguments_named("cells", ["cell"])
    (['source'], [])
    """
    try:
        tree = _parsed(path)
    except NoArguments:
        return []
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return [name for name in names if name in used]


def all_choices(game: Any, domains: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield every choice of a rule's arguments, in the order of their domains."""
    return _choices(game, list(domains.items()), {})


def _choices(
    game: Any, left: list[tuple[str, str]], given: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    if not left:
        yield given
        return
    (name, path), *rest = left
    for value in values_at(game, path, given):
        yield from _choices(game, rest, {**given, name: value})


def values_at(game: Any, path: str, given: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the values that an argument can have, given those before it.

    >>> from boardproof.rules.sample import Diagonals
    >>> game = Diagonals()
    >>> values_at(game, "cell.neighbours", {"cell": game.cells[0, 0]})
    ((1, 0), (0, 1))
    """
    value = _Evaluation(game, given, path).value(_parsed(path))
    if isinstance(value, Domain):
        return value.elements
    if isinstance(value, Element) and not isinstance(value, Chain | Region):
        raise NoArguments(f"{path!r} is one element, and a set is needed", "name a set or a list")
    if isinstance(value, set | frozenset):
        return tuple(sorted(value, key=_rank))
    if isinstance(value, tuple | list | dict):
        return tuple(dict.fromkeys(value))
    raise TypeError(f"{path!r} is no set of elements")


def _rank(value: Any) -> Any:
    return value.domain.index(value) if isinstance(value, Element) else value


@lru_cache(maxsize=1024)
def _parsed(path: str) -> ast.expr:
    try:
        return ast.parse(path.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise NoArguments(f"{path!r} cannot be read", _FORMS) from None


_FORMS = 'write "cells", "source.neighbours", "near[source]" or "cells - {source}"'
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Sub: sub,
    ast.BitOr: or_,
    ast.BitAnd: and_,
}


class _Evaluation:
    """Evaluates a text over the constants of a game and the arguments that are given."""

    def __init__(self, game: Any, given: Mapping[str, Any], path: str) -> None:
        self._game, self._given, self._path = game, given, path

    def value(self, node: ast.expr) -> Any:
        """Return the value of an expression."""
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(name):
                return self._named(name)
            case ast.Attribute(of, name) if not name.startswith("_"):
                return getattr(self.value(of), name)
            case ast.Subscript(of, key):
                return self._item(self.value(of), self.value(key))
            case ast.Tuple(items):
                return tuple(map(self.value, items))
            case ast.Set(items):
                return frozenset(map(self.value, items))
            case ast.BinOp(left, op, right) if type(op) in _OPERATIONS:
                return _OPERATIONS[type(op)](self._set(left), self._set(right))
        raise NoArguments(f"{self._path!r} has {ast.unparse(node)} in it", _FORMS)

    def _named(self, name: str) -> Any:
        if name in self._given:
            return self._given[name]
        if name in self._game.variables:
            problem = f"{self._path!r} depends on the position: {name} is a state variable"
            raise NoArguments(problem, "name more, and `require` in the rule what must hold")
        if name not in vars(self._game):
            raise AttributeError(name)
        return vars(self._game)[name]

    def _item(self, of: Any, key: Any) -> Any:
        try:
            return of[key]
        except (LookupError, TypeError):
            problem = f"{self._path!r} has no entry for {key}"
            raise NoArguments(
                problem, "give every element an entry, () where there is none"
            ) from None

    def _set(self, node: ast.expr) -> frozenset[Any]:
        value = self.value(node)
        if isinstance(value, Element) and not isinstance(value, Region):
            hint = f"write {{{ast.unparse(node)}}}"
            raise NoArguments(f"{ast.unparse(node)} is one element, no set", hint)
        return frozenset(value)
