"""The colours of a rulebook's text: each line cut into pieces, each piece with its kind."""

from __future__ import annotations

from functools import cache
from typing import Any

from ... import rules

#: The kinds of pieces; all others are plain.
KINDS = {
    "Keyword": "keyword",
    "Comment": "comment",
    "Literal.String": "quoted",
    "Literal.Number": "number",
    "Name.Decorator": "decorator",
    "Name.Function": "defined",
    "Name.Class": "defined",
    "Name.Builtin.Pseudo": "self",
    "Name.Builtin": "builtin",
    "Operator.Word": "keyword",
}

Piece = tuple[str, str]


@cache
def _lexer() -> Any:
    from pygments.lexers.python import PythonLexer  # a tenth of a second that few need

    return PythonLexer(stripnl=False, ensurenl=False)


def coloured(text: str) -> list[list[Piece]]:
    """Cut a text into lines, and each line into pieces with their kinds.

    >>> for line in coloured("x = Grid(3)\\n# done"):
    ...     print(line)
    [('', 'x = '), ('word', 'Grid'), ('', '('), ('number', '3'), ('', ')')]
    [('comment', '# done')]
    """
    lines: list[list[Piece]] = [[]]
    for token, value in _lexer().get_tokens(text):
        kind = "word" if value in rules.__all__ else _kind(str(token).removeprefix("Token."))
        first, *more = value.split("\n")
        _append(lines[-1], kind, first)
        for part in more:
            lines.append([])
            _append(lines[-1], kind, part)
    return lines


def _append(line: list[Piece], kind: str, text: str) -> None:
    """Append a piece to a line, joined to the last one where that is of the same kind."""
    if line and line[-1][0] == kind:
        text = line.pop()[1] + text
    if text:
        line.append((kind, text))


@cache
def _kind(token: str) -> str:
    """Return the kind of a token, by the longest of its names that has one."""
    while token and token not in KINDS:
        token = token.rpartition(".")[0]
    return KINDS.get(token, "")
