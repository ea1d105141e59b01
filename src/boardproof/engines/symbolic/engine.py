"""Answers the contract on decision diagrams: whole sets of positions at once."""

from __future__ import annotations

from functools import cached_property

from ...errors import BadInput
from ...ir.rules import Rules
from ...limits import Limits
from ...statespace.goals import Enumeration
from ..plain.ir import IrEngine
from .count import SymbolicCount
from .position_sets import PositionSets
from .statespace import SymbolicStateSpace
from .transition.reorder import ENCODINGS, ORDERS


class SymbolicEngine(IrEngine):
    """Runs the IR on sets of positions; a question about one position needs no diagram.

    `order` is one of `ORDERS`, `encoding` "plain" or "compact"; "auto" tries which is best.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = SymbolicEngine(read(Diagonals(size=3)))
    >>> engine.enumerate().positions == engine.states().positions
    True
    """

    name = "symbolic"

    def __init__(self, rules: Rules, order: str = "auto", encoding: str = "auto") -> None:
        super().__init__(rules)
        _check("order", order, ORDERS)
        _check("encoding", encoding, ENCODINGS)
        self.order, self.encoding = order, encoding

    @cached_property
    def positions(self) -> PositionSets:
        """All well-typed positions, and sets of them by what the rules say."""
        return PositionSets(self.rules)

    def states(self, limits: Limits | None = None, depth: int | None = None) -> SymbolicStateSpace:
        """Return the space of the reachable positions, up to a depth if one is given."""
        return SymbolicStateSpace(self, limits, depth)

    def enumerate(self, limits: Limits | None = None) -> Enumeration:
        """Count every reachable position, layer by layer."""
        return SymbolicCount(self.rules, self.order, self.encoding, limits).enumeration()


def _check(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in ("auto", *known):
        raise BadInput(f"{name} cannot be {value!r}: choose auto, {', '.join(known)}")
