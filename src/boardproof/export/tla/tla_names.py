"""Values and names as TLA+ writes them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from ...rules.domains import Domain, Range
from ...rules.results import Draw, Score, Win
from ...rules.state import FlagVariable, MapVariable, SubsetVariable, Variable
from ..exported import NotExported

__all__ = ["FreshNames", "NotExported", "literal", "plain_name", "set_of", "values_of"]

#: Words of TLA+ and of the modules that are used; a rulebook's names step aside.
WORDS = """
ASSUME AXIOM CASE CHOOSE CONSTANT CONSTANTS DOMAIN ELSE ENABLED EXCEPT EXTENDS IF IN INSTANCE LET
LOCAL MODULE OTHER RECURSIVE SF_ SUBSET THEN THEOREM UNCHANGED UNION VARIABLE VARIABLES WF_ WITH
TRUE FALSE BOOLEAN STRING None Init Next State Spec Nat Int Len Seq Head Tail Append SubSeq
SelectSeq Cardinality IsFiniteSet Print Assert JavaTime Permutations SortSeq Items SumOver Least
Most Reach Then Turn Any ToString RandomElement TLCGet TLCSet PrintT TLCEval
"""
TAKEN = frozenset(WORDS.split())


class FreshNames:
    """Numbers every name that is bound: TLA+ lets none be bound twice."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def fresh(self, name: str) -> str:
        """Return a name that nothing else has."""
        return f"{name.strip('_').replace('.', '_') or 'x'}_{next(self._numbers)}"


def plain_name(name: str) -> str:
    """Return a name of the rulebook as it is, unless it means something else in TLA+.

    >>> plain_name("turn"), plain_name("Next")
    ('turn', 'Next_')
    """
    return f"{name}_" if name in TAKEN else name


def literal(value: Any) -> str:
    """Write a constant.

    >>> literal((1, "A", None)), literal(frozenset([2, 1])), literal({3: True})
    ('<<1, "A", None>>', '{1, 2}', '(3 :> TRUE)')
    """
    match value:
        case None:
            return "None"
        case bool():
            return "TRUE" if value else "FALSE"
        case Domain():
            return set_of(value)
        case Win(player=player):
            return f'<<"win", {literal(player)}>>'
        case Draw():
            return '<<"draw">>'
        case Score():
            return f'<<"score", {literal(value.points)}>>'
        case Mapping():
            pairs = (f"({literal(k)} :> {literal(v)})" for k, v in value.items())
            return " @@ ".join(pairs)
        case str():
            return f'"{value}"'
        case int():
            return str(int(value))
        case frozenset() | set():
            return "{" + ", ".join(sorted(map(literal, value))) + "}"
        case tuple() | list() | range():
            return "<<" + ", ".join(map(literal, value)) + ">>"
    raise NotExported(f"{value!r} cannot be written in TLA+")


def set_of(domain: Domain[Any]) -> str:
    """Write the set of a domain's elements."""
    if isinstance(domain, Range):
        return f"({domain.first}..{domain.last})"
    return "{" + ", ".join(map(literal, domain)) + "}"


def values_of(variable: Variable) -> str:
    """Write the set of a state variable's values."""
    match variable:
        case FlagVariable():
            return "BOOLEAN"
        case SubsetVariable():
            return f"SUBSET {set_of(variable.domain)}"
        case MapVariable():
            return f"[{set_of(variable.domain)} -> {set_of(variable.values)}]"
    return set_of(variable.domain)
