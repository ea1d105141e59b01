"""Texts of the rule language: parsed, and made into rules without a method."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from keyword import iskeyword
from types import FunctionType
from typing import Any

from .. import rules as words
from ..errors import BadQuestion, Place
from .source import Source


@dataclass(frozen=True)
class QueryText:
    """The text of a query, with the domains of its free names."""

    text: str
    domains: Mapping[str, str] = field(default_factory=dict)


def parse_query(text: str) -> ast.expr:
    """Parse a text; `P0 wins` becomes the single name `P0_wins`, which keeps the columns.

    After a word such as `not` or `and`, `wins` is a name of its own.
    """
    plain = re.sub(r"(?<![\w.])([^\W\d]\w*)( +)wins\b", _join_wins, text)
    if not plain.strip():
        raise BadQuestion("the query is empty: write an expression, as in 'full' or 'A wins'")
    try:
        # In brackets a text may span several lines, and may begin with spaces.
        return ast.parse(f"({plain}\n)", mode="eval").body
    except SyntaxError as failure:
        _refuse_unbalanced(text)
        line = min(failure.lineno or 1, len(text.split("\n")))
        line_text = text.split("\n")[line - 1]
        # Where a text ends too early, the parser stumbles over the closing bracket.
        early = line != failure.lineno
        start = len(line_text) if early else max(1, (failure.offset or 1) - (line == 1))
        place = Place("", line, start, start + 1, line_text)
        problem = "this is not an expression of the rule language"
        raise BadQuestion(problem, place, "write it as in a rule: a and not b") from None


#: A string, which may have brackets in it, or a bracket.
BRACKETS = re.compile(r"""'[^'\n]*'|"[^"\n]*"|[()\[\]{}]""")
PAIRS = {")": "(", "]": "[", "}": "{"}


def _refuse_unbalanced(text: str) -> None:
    """Raise `BadQuestion` at the first bracket that is never closed, or closes nothing."""
    opened: list[re.Match[str]] = []
    for found in BRACKETS.finditer(text):
        if found[0] in PAIRS.values():
            opened.append(found)
        elif found[0] in PAIRS and (not opened or opened.pop()[0] != PAIRS[found[0]]):
            place = _place(text, found.start())
            raise BadQuestion("this bracket closes none", place, "remove it") from None
    if opened:
        place = _place(text, opened[-1].start())
        raise BadQuestion("this bracket is never closed", place, "close it") from None


def _place(text: str, at: int) -> Place:
    """Return the place of a character."""
    line, start = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
    return Place("", line, start, start + 1, text.split("\n")[line - 1])


def _join_wins(match: re.Match[str]) -> str:
    word, spaces = match[1], match[2]
    return match[0] if iskeyword(word) else f"{word}{'_' * len(spaces)}wins"


def source_of_text(name: str, text: QueryText, tree: ast.expr) -> Source:
    """Return the source of a rule with the text as its value, as if in the rulebook."""
    arguments = [ast.arg(parameter) for parameter in ("self", *text.domains)]
    body: list[ast.stmt] = [ast.copy_location(ast.Return(tree), tree)]
    rule = ast.FunctionDef(
        name,
        ast.arguments([], arguments, None, [], [], None, []),
        body,
        [ast.copy_location(ast.Constant(None), tree)],
    )
    ast.fix_missing_locations(ast.copy_location(rule, tree))
    function = FunctionType(_nothing.__code__, {w: getattr(words, w) for w in words.__all__}, name)
    function.__doc__ = text.text
    return Source(function, rule, "", tuple(f"({text.text}\n)".split("\n")))


def _nothing(self: Any) -> None:
    """Stand in for a query, which has no method."""


def unbracketed(place: Place) -> Place:
    """Return a place without the bracket that was put before the first line for parsing."""
    first = place.line == 1
    column, end = place.column - first, place.end_column - first
    return Place("", place.line, column, end, place.text.removeprefix("(") if first else place.text)
