"""Searching: `for x in xs: if test(x): return x` as the lowest bit of a word.

Where the tests of all elements are one family, a word has a bit for every element that passes, and
the first of them is its lowest bit. What is done at that element needs no index: its bit is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....ir import nodes as n
from ....ir import types as t
from ....packing.fields import Field
from .shifts import Family, family_of
from .staging import Stager
from .values import EITHER, Comparable, Condition, Test, element_index, u64


@dataclass(frozen=True)
class FirstMatch(Comparable):
    """The first element that passes, or None: the lowest bit of a word, or no bit."""

    bits: str
    low: str  # the lowest of them
    gap: int  # how much higher the bit of an element is than its index
    family: Family
    made: int  # how often the position had changed when the search was made

    def equals(self, value: Any) -> Condition:
        """Test for an element, or for None."""
        if value is None:
            return Test(f"({self.bits} == u(0))")
        inner = self.type.of if isinstance(self.type, t.OptionT) else self.type
        bit = 1 << (element_index(inner, value) + self.gap)
        return Test(f"({self.low} == {u64(bit)})")

    def at(self, field: Field) -> str:
        """Write the element's bit in a bitboard."""
        shift = field.offset - self.gap
        if shift == 0:
            return self.low
        return f"({self.low} << {u64(shift)})" if shift > 0 else f"({self.low} >> {u64(-shift)})"

    def clear_in(self, field: Field, changes: int) -> bool:
        """Whether the search, and no change since, found the element's bit clear."""
        shift = field.offset - self.gap
        same = self.family.word in (f"w{field.word}", EITHER) and self.family.wants == "none"
        return self.made == changes and same and shift >= 0 and bool(self.family.shape >> shift & 1)


def search(stager: Stager, node: n.For) -> tuple[Family, int] | None:
    """Read a loop as a search: the family of its tests, and how far bits are from indices."""
    if not is_search(node):
        return None
    laps = stager.laps(node.over)
    if len(laps) < 3 or any(live is not True for _, live in laps):
        return None
    branch = node.body[0]
    assert isinstance(branch, n.If)
    assert isinstance(branch.then[0], n.Return)
    family = family_of([_test(stager, node.name, value, branch.test) for value, _ in laps])
    if family is None or list(family.starts) != sorted(family.starts):
        return None
    kind = branch.then[0].value.type
    codes = [element_index(kind, value) for value, _ in laps]
    gaps = {start - code for start, code in zip(family.starts, codes, strict=True)}
    return (family, gaps.pop()) if len(gaps) == 1 else None


def _test(stager: Stager, name: str, value: Any, test: n.Expr) -> Any:
    outer = stager.env
    stager.env = {**outer, name: value}
    try:
        return stager.test(test)
    finally:
        stager.env = outer


def is_search(node: n.Stmt) -> bool:
    """Whether a loop returns the first of its elements that passes a test."""
    if not isinstance(node, n.For) or len(node.body) != 1 or not isinstance(node.body[0], n.If):
        return False
    branch = node.body[0]
    if len(branch.then) != 1 or branch.otherwise or not isinstance(branch.then[0], n.Return):
        return False
    value = branch.then[0].value
    named = value == n.Local(node.name, type=value.type)
    return named and isinstance(value.type, t.ElementT | t.IntT)
