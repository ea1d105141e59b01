"""The positions that games start from, as a diagram."""

from __future__ import annotations

from ....ir.nodes import Call
from ....ir.types import BOOL
from ....positions.position import starting_position
from ....rules.starts import START
from ..bdd.manager import Diagram
from ..eval.encoding import place_values
from ..eval.select import ConditionFilter
from .relation import TransitionBuilder


def starting_diagram(builder: TransitionBuilder) -> tuple[Diagram, Diagram]:
    """Return the positions that games start from, and those of which that cannot be said."""
    rules, coder = builder.rules, builder.coder
    if not rules.starts_anywhere:
        return coder.position(place_values(starting_position(rules.game))), coder.diagrams.false
    runner = builder.runner({}, coder.any_position)
    met = ConditionFilter(runner).visit_expr(Call(START, (), type=BOOL), coder.any_position)
    return met & ~runner.broken, runner.broken & coder.any_position
