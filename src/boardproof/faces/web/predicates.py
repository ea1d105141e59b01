"""An expression evaluated in every position of a line: the strip of yes and no.

The text is an expression of the rule language: `winning(P0) and turn == P1`. It is read as rules
are, and never run as Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...engines.plain.ir import IrEngine
from ...errors import TooLarge
from ...ir import nodes as n
from ...ir.interpreter import Frame, Interpreter, Value
from ...ir.rules import Rules
from ...positions.position import Position
from ...reading.queries import ask

if TYPE_CHECKING:
    from .catalogue import OpenGame


#: The most evaluation steps for one expression and all positions of a line: about a second's work.
#: The server answers others meanwhile, so that evaluation must be bounded.
MOST_STEPS = 3_000_000


class _Counting(Interpreter):
    """Runs rules, and gives up when its steps are used up."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.left = 0

    def visit_expr(self, node: n.Expr) -> Value:
        """Return the closure that evaluates an expression and counts it."""
        inner = super().visit_expr(node)

        def counted(frame: Frame) -> Any:
            self.left -= 1
            if self.left < 0:
                raise TooLarge(
                    "the expression takes too long here: simplify it, or use `boardproof find`"
                )
            return inner(frame)

        return counted


def truths(opened: OpenGame, text: str, positions: Iterable[Position]) -> list[bool]:
    """Evaluate an expression in each position of a line."""
    counting, answer = _reader(opened, text)
    counting.left = MOST_STEPS
    return [answer(position) for position in positions]


@lru_cache(maxsize=128)
def _reader(opened: OpenGame, text: str) -> tuple[_Counting, Callable[[Position], bool]]:
    """Read an expression once; return its step counter and the function that evaluates it."""
    rules, (asked,) = ask(opened.rules, text)
    counting = _Counting(rules)
    if not asked.question:
        results, holds = asked.results, asked.holds
        return counting, lambda position: (opened.engine.outcome(position) in results) == holds
    engine = IrEngine(rules, counting)
    return counting, lambda position: bool(engine.ask(position, asked.question)) == asked.holds
