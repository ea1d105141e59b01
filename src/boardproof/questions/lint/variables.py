"""Variables that say nothing, or nothing new, and values that never are together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations as pairs_of
from itertools import product
from typing import Any

from ...answers import Finding
from ...ir.nodes import SetAt, SetState
from ...positions.notation import write_value
from ...rules.state import MapVariable, SubsetVariable, Variable
from ...statespace.base import StateSpace
from .dead_rules import abbreviate

#: Variables with so few values are looked at in pairs.
SMALL = 4


def _constants(space: StateSpace) -> dict[str, Any]:
    """Return the variables that have one value only in all positions."""
    found = {}
    for name in space.rules.game.variables:
        if space.distinct([name]) == 1:
            ((found[name],),) = space.combinations([name])
    return found


def constant(space: StateSpace) -> Iterator[Finding]:
    """Variables that are the same in every position, though they could differ."""
    for name, value in _constants(space).items():
        if space.rules.game.variables[name].size == 1:
            continue
        lines = sorted(_assigned(space, name))
        used = "it changes only on the way through a move" if lines else "no rule changes it"
        yield Finding(
            severity="note" if lines else "warning",
            code="constant",
            message=f"{name} is {_shown(value)} in every position, after every move: {used}",
            line=lines[0] if lines else None,
        )


def _shown(value: Any) -> str:
    if isinstance(value, frozenset):
        return "{" + ", ".join(map(str, value)) + "}" if value else "empty"
    if isinstance(value, dict):
        return "the same everywhere" if len(set(value.values())) == 1 else "the same"
    return write_value(value)


def _assigned(space: StateSpace, name: str) -> list[int]:
    """List the lines that assign a variable."""
    return [
        node.place.line
        for function in space.rules.functions.values()
        for node in function.walk()
        if (isinstance(node, SetState) and node.name == name)
        or (isinstance(node, SetAt) and node.map == name)
    ]


def unused(space: StateSpace) -> Iterator[Finding]:
    """Values that a variable is declared for and never has."""
    still, met = _constants(space), space.values()
    for name, variable in space.rules.game.variables.items():
        if name in still:
            continue
        never = _never(variable, [values for place, values in met.items() if place[0] == name])
        if never:
            words = abbreviate([write_value(value) for value in never])
            yield Finding(
                severity="note",
                code="value-never",
                message=f"{name} never {_verb(variable)} {words}",
            )


def _verb(variable: Variable) -> str:
    return "contains" if isinstance(variable, SubsetVariable | MapVariable) else "is"


def _never(variable: Variable, met: list[set[Any]]) -> list[Any]:
    if isinstance(variable, SubsetVariable):
        pairs = zip(variable.domain, met, strict=True)
        return [element for element, values in pairs if True not in values]
    had = set().union(*met)
    declared = variable.values if isinstance(variable, MapVariable) else variable.domain
    return [value for value in declared if value not in had]


def determined(space: StateSpace) -> Iterator[Finding]:
    """Variables that the others determine."""
    still = _constants(space)
    names = [name for name in space.rules.game.variables if name not in still]
    for name in names:
        others = [other for other in names if other != name]
        if others and _tells(space, others, name):
            yield Finding(
                severity="note",
                code="determined",
                message=f"{name} is determined by {' and '.join(_needed(space, others, name))}",
            )


def _tells(space: StateSpace, others: list[str], name: str) -> bool:
    return space.distinct(others) == space.distinct([*others, name])


def _needed(space: StateSpace, others: list[str], name: str) -> list[str]:
    """Leave out the variables without which the others still tell."""
    for other in list(others):
        fewer = [one for one in others if one != other]
        if fewer and _tells(space, fewer, name):
            others = fewer
    return others


def combinations(space: StateSpace) -> Iterator[Finding]:
    """Values of two small variables that never come together."""
    still, game = _constants(space), space.rules.game
    small = [
        name
        for name, variable in game.variables.items()
        if variable.size <= SMALL
        and name not in still
        and not isinstance(variable, SubsetVariable | MapVariable)
    ]
    met = space.values()
    for one, other in pairs_of(small, 2):
        had = space.combinations([one, other])
        never = [
            pair for pair in product(_order(one, met), _order(other, met))
            if pair not in had
        ]  # fmt: skip
        for a, b in never:
            yield Finding(
                severity="note",
                code="never-together",
                message=f"{one}={write_value(a)} and {other}={write_value(b)} never come together",
            )


def _order(name: str, met: dict[Any, set[Any]]) -> list[Any]:
    return sorted(met[name,], key=str)
