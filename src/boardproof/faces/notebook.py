"""Notebooks: positions, traces and answers show themselves as pictures and tables.

In IPython `import boardproof` is enough, and long work shows how far it is; elsewhere import this
module.

>>> import boardproof, boardproof.faces.notebook
>>> engine = boardproof.make_engine("reference", boardproof.load("tic-tac-toe"))
>>> engine.initial()._repr_svg_()[:36]
'<svg xmlns="http://www.w3.org/2000/s'
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from msgspec import Struct

from ..answers import Answer, Count, Explanation, Finding, Trace
from ..errors import BoardproofError
from ..positions.notation import read_position
from ..positions.position import Position
from .notebook_shell import show_type, watch_cells


def position_picture(position: Position) -> str:
    """Draw a position."""
    from ..drawing.svg import position_svg

    return position_svg(position)


def trace_picture(trace: Trace) -> str | None:
    """Draw a trace, four boards in a row; None where its game cannot be found by name."""
    return _boards(trace, trace.positions, trace.moves)


def finding_table(finding: Finding) -> str:
    """Write what lint found in a line, then the game that shows it."""
    picture = trace_picture(finding.trace) if finding.trace is not None else None
    return f"<p>{escape(str(finding))}</p>{picture or ''}"


def answer_table(answer: Answer) -> str:
    """Write an answer as a table, then its pictures: positions by ply, boards, traces."""
    pictures = {name: found for name, found in _pictures(answer).items() if found}
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(name.replace('_', ' '))}</th>"
        f"<td style='text-align:left;white-space:pre-line'>{escape(_words(value))}</td></tr>"
        for name, value in _fields(answer)
        if value not in (None, {}, []) and name not in pictures
    )
    return f"<table>{rows}</table>{''.join(pictures.values())}"


def list_table(answers: list[Any]) -> str | None:
    """Write several answers, such as verdicts, one below the other; None of any other list."""
    if not answers or not all(isinstance(one, Answer) for one in answers):
        return None
    return "".join(map(answer_table, answers))


def _fields(value: Struct) -> Iterator[tuple[str, Any]]:
    first = [name for name in ("game", "parameters", "engine") if hasattr(value, name)]
    for name in dict.fromkeys([*first, *value.__struct_fields__]):
        yield name, getattr(value, name)


def _pictures(answer: Answer) -> dict[str, str | None]:
    """Draw what an answer has to show, under the names of the fields that need no text then."""
    from ..drawing.plot import by_ply_svg

    if isinstance(answer, Count):
        return {"by_ply": by_ply_svg(answer.by_ply)}
    if isinstance(answer, Explanation):
        shown = [answer.position, *(step.position for step in answer.steps)]
        return {"steps": _boards(answer, shown, [step.change for step in answer.steps])}
    traces = {name: one for name, one in _fields(answer) if isinstance(one, Trace)}
    if traces:
        return {name: trace_picture(trace) for name, trace in traces.items()}
    position = getattr(answer, "position", None)
    return {"board": _boards(answer, [position], [])} if position else {}


def _boards(answer: Answer, positions: list[str], moves: list[str]) -> str | None:
    """Draw positions of an answer's game; None where the game cannot be found by name."""
    from ..drawing.svg import position_svg
    from ..drawing.trace import trace_svg
    from ..reading.loader import find_game, make_game

    try:
        game = make_game(find_game(answer.game), dict(answer.parameters))
        read = [read_position(game, text) for text in positions]
    except BoardproofError:
        return None
    return trace_svg(read, moves, across=4) if moves else position_svg(read[0])


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Struct) and type(value).__str__ is Struct.__str__:
        return ", ".join(f"{name} {_words(one)}" for name, one in _fields(value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ("\n" if value and isinstance(value[0], Struct) else ", ").join(map(_words, value))
    return str(value)


# A position lies below all drawing, so it learns here, from above, how it is drawn.
Position._repr_svg_ = position_picture  # type: ignore[attr-defined]
Answer._repr_html_ = answer_table  # type: ignore[attr-defined]
Trace._repr_html_ = trace_picture  # type: ignore[attr-defined]
Finding._repr_html_ = finding_table  # type: ignore[attr-defined]

watch_cells()
show_type(list, list_table)
