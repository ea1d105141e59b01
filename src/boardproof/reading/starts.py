"""The text that says where games start: read where it stands in the rulebook, and tried once."""

from __future__ import annotations

import ast
from dataclasses import replace

from ..errors import BadQuestion, Place, RulebookError
from ..ir.interpreter import Interpreter, RuleFailed
from ..ir.rules import UNFINISHED, Rules
from ..rules.starts import START, AnyPosition
from .query_names import QueryNames
from .query_text import QueryText, parse_query, source_of_text
from .source import Source, file_lines, line_place


def source_of_start(rules: Rules, start: AnyPosition) -> Source:
    """Return the text as the source of a rule, at the place where it stands in the rulebook."""
    try:
        tree = QueryNames(rules, start.text, {}).visit(parse_query(start.text))
        if rules.has_turns:  # no game starts in the middle of a turn
            going = ast.copy_location(ast.parse(f"not self.{UNFINISHED}()", mode="eval").body, tree)
            tree = ast.copy_location(ast.BoolOp(ast.And(), [tree, going]), tree)
    except BadQuestion as wrong:
        problem, place = f"{START}: {wrong.problem}", _place(start, wrong.place)
        raise RulebookError(problem, place, wrong.instead) from None
    source, line = source_of_text(START, QueryText(start.text), tree), _place(start)
    column = line.text.find(start.text)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr | ast.stmt):
            _move(node, line, column)
    source.tree.col_offset = 0
    return replace(source, file=start.file, lines=file_lines(start.file))


def _move(node: ast.expr | ast.stmt, line: Place, column: int) -> None:
    """Move a node from the text, which has a bracket before it, to its line in the rulebook."""
    if column < 0 or node.end_lineno != 1:  # it is put together from pieces: take the whole line
        node.col_offset, node.end_col_offset = line.column - 1, line.end_column - 1
    else:
        before = len(line.text[:column].encode()) - 1
        node.col_offset, node.end_col_offset = (
            node.col_offset + before,
            (node.end_col_offset or 0) + before,
        )
    node.lineno = node.end_lineno = line.line


def refused_kind(wrong: RulebookError) -> RulebookError:
    """Return the error of a text that is no condition as whoever wrote it needs it."""
    if not wrong.problem.startswith(f"{START} must return"):
        return wrong
    problem = f"{START}: this is {wrong.problem.rpartition('this is ')[2]}"
    return RulebookError(problem, wrong.place, "write what is true or false of a position")


def check_start(rules: Rules, start: AnyPosition) -> None:
    """Refuse a text that does not hold of the position that the variables declare."""
    state = {name: variable.start for name, variable in rules.game.variables.items()}
    try:
        holds = Interpreter(rules).run(START, {}, state)
    except RuleFailed as failure:
        raise RulebookError(f"{START}: {failure.problem}", failure.place) from None
    if not holds:
        problem = "the position that the variables start with is not one of these"
        instead = "declare an example of them: One(self.cells, start=self.cells[0, 0])"
        raise RulebookError(problem, _place(start), instead)


def _place(start: AnyPosition, within: Place | None = None) -> Place:
    """Return the place of the line with the text, or of a stretch of the text."""
    place = line_place(start.file, start.line)
    column = place.text.find(start.text) + 1
    if within is None or not column:
        return place
    first, end = column + within.column - 1, column + within.end_column - 1
    return Place(place.file, place.line, first, end, place.text)
