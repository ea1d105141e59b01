"""A question typed once and asked of every position of a line: the strip of yes and no.

The text is an expression of the rule language: `winning(P0) and turn == P1`. It is read as rules
are, and never run as Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from ...engines.contract import Engine
from ...engines.ir import IrEngine
from ...engines.position import Position
from ...reading.asking import ask

if TYPE_CHECKING:
    from .library import Opened


def truths(opened: Opened, text: str, positions: Iterable[Position]) -> list[bool]:
    """Answer a question for each position of a line."""
    answer = _reader(opened, text)
    return [answer(position) for position in positions]


@lru_cache(maxsize=128)
def _reader(opened: Opened, text: str) -> Callable[[Position], bool]:
    """Read a question once; give what answers it of a position."""
    rules, (asked,) = ask(opened.rules, text)
    if not asked.question:
        return lambda position: (_outcome(opened.engine, position) in asked.results) == asked.holds
    engine = IrEngine(rules)
    return lambda position: bool(engine.ask(position, asked.question)) == asked.holds


def _outcome(engine: Engine, position: Position) -> str:
    result = engine.result(position)
    if result is not None:
        return str(result)
    return "" if engine.successors(position) else "stuck"
