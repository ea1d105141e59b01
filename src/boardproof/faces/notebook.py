"""Notebooks: positions, traces and answers show themselves as pictures and tables.

In IPython `import boardproof` is enough; elsewhere import this module.

>>> import boardproof, boardproof.faces.notebook
>>> engine = boardproof.make_engine("reference", boardproof.load("tic-tac-toe"))
>>> engine.initial()._repr_svg_()[:36]
'<svg xmlns="http://www.w3.org/2000/s'
"""

from __future__ import annotations

from html import escape
from typing import Any

from ..answers import Answer, Count, Trace
from ..engines.position import Position
from ..errors import BoardproofError


def position_picture(position: Position) -> str:
    """Draw a position."""
    from ..drawing.svg import position_svg

    return position_svg(position)


def trace_picture(trace: Trace) -> str | None:
    """Draw a trace, four boards in a row; None where its game cannot be found by name."""
    from ..drawing.trace import positions_of, trace_svg
    from ..reading.shelf import find_game, make_game

    try:
        game = make_game(find_game(trace.game), dict(trace.parameters))
        return trace_svg(positions_of(game, trace), trace.moves, across=4)
    except BoardproofError:
        return None


def answer_table(answer: Answer) -> str:
    """Write an answer as a table, then its picture: positions by ply, or the trace it has."""
    values = answer.to_dict()
    plot = _picture(answer)
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(name.replace('_', ' '))}</th>"
        f"<td style='text-align:left'>{escape(_told(value))}</td></tr>"
        for name, value in values.items()
        if value not in (None, {}, []) and not (plot and name in ("by_ply", "trace"))
    )
    return f"<table>{rows}</table>{plot}"


def _picture(answer: Answer) -> str:
    from ..drawing.plot import by_ply_svg

    if isinstance(answer, Count):
        return by_ply_svg(answer.by_ply)
    trace = getattr(answer, "trace", None)
    return (trace_picture(trace) or "") if isinstance(trace, Trace) else ""


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_told(one)}" for name, one in value.items())
    return ", ".join(map(_told, value)) if isinstance(value, list) else str(value)


# A position lies below all drawing, so it learns here, from above, how it is drawn.
Position._repr_svg_ = position_picture  # type: ignore[attr-defined]
Answer._repr_html_ = answer_table  # type: ignore[attr-defined]
Trace._repr_html_ = trace_picture  # type: ignore[attr-defined]
