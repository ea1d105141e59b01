"""An expression evaluated in every position of a line: yes and no, or any other value.

The text is an expression of the rule language: `winning(P0) and turn == P1`. It is read as rules
are, and never run as Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...drawing.places import boards_of
from ...engines.plain.ir import IrEngine
from ...errors import TooLarge
from ...ir import nodes as n
from ...ir.interpreter import Frame, Interpreter, Value
from ...ir.rules import Rules
from ...positions.position import Position
from ...reading.queries import ask
from ...rules.elements import Element
from ...rules.parameters import spell

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


def values(opened: OpenGame, text: str, positions: Iterable[Position]) -> list[Any]:
    """Evaluate an expression in each position of a line: truths, or values with their places."""
    counting, answer = _reader(opened, text)
    counting.left = MOST_STEPS
    return [_shown(answer(position), position) for position in positions]


def _shown(value: Any, position: Position) -> Any:
    """Return a truth as it is; any other value in words, with the places that it names."""
    if isinstance(value, bool):
        return value
    named = value if isinstance(value, frozenset | tuple) else (value,)
    spots = [spot for board in boards_of(position.game) for spot in board.spots]
    return {
        "text": in_words(value),
        "spots": [spot.key for spot in spots if any(_same(spot.place, one) for one in named)],
    }


def _same(place: Any, value: Any) -> bool:
    """Whether a value is a place, and not a number that a place is called by."""
    return isinstance(value, Element) and place == value


def in_words(value: Any) -> str:
    """Return a value as the page shows it.

    >>> in_words(frozenset({2, 1})), in_words({"a": 1, "b": None})
    ('{1, 2} (2)', 'a 1')
    """
    if isinstance(value, dict):
        held = [f"{key} {one}" for key, one in value.items() if one is not None]
        return ", ".join(held) or "nothing"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(str, value))) + f"}} ({len(value)})"
    return spell(value)


@lru_cache(maxsize=128)
def _reader(opened: OpenGame, text: str) -> tuple[_Counting, Callable[[Position], Any]]:
    """Read an expression once; return its step counter and the function that evaluates it."""
    rules, (asked,) = ask(opened.rules, text, kind="derived")
    counting = _Counting(rules)
    if not asked.question:
        results, holds = asked.results, asked.holds
        return counting, lambda position: (opened.engine.outcome(position) in results) == holds
    engine = IrEngine(rules, counting)
    return counting, lambda position: engine.ask(position, asked.question)
