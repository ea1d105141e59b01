"""Questions given as text: an expression of the rule language, read in a game's context.

A game's own names stand alone: `winning(P0) and not full`, `turn == P0`, `P0 wins`. Nothing is ever
executed as Python: the reader translates the text, or points with a caret at what it cannot.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from keyword import iskeyword
from types import FunctionType
from typing import Any

from .. import rules as words
from ..errors import BadQuestion, Place, RulebookError
from ..ir.rules import Rules
from ..rules.decorators import Mark
from ..rules.game import Game
from ..rules.results import STUCK
from .query_names import BoardNames, QueryNames, unbracketed, winner_of
from .reader import Reader
from .source import Source
from .stuck import is_stuck_rule

#: The internal name of the outcome of a position that is not over.
_GOING = "goes on"


@dataclass(frozen=True)
class QueryText:
    """The text of a query, with the domains of its free names."""

    text: str
    domains: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Query:
    """A parsed query: one of some results (or none of them), or a predicate by name."""

    text: str
    question: str = ""
    results: frozenset[str] = frozenset()
    holds: bool = True


def ask(rules: Rules, *texts: str | QueryText) -> tuple[Rules, list[Query]]:
    """Read texts as queries of a game; return the rules with the queries added, and the queries.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> rules, (full, won) = ask(read(Diagonals()), "full and turn == A", "A wins or draw")
    >>> full.question in rules.functions, sorted(won.results)
    (True, ['A wins', 'draw'])
    >>> ask(rules, "ful")
    Traceback (most recent call last):
    boardproof.errors.BadQuestion: unknown name 'ful': did you mean 'full'?
        1 | ful
          | ^^^
    """
    query_texts = [QueryText(text) if isinstance(text, str) else text for text in texts]
    queries, sources, marks = [], dict[str, Source](), dict[str, Mark]()
    for number, query in enumerate(query_texts, 1):
        tree = parse_query(query.text)
        outcomes = _outcomes(tree, rules.game)
        if outcomes is not None:
            queries.append(_of_results(query.text, outcomes, rules.game))
            continue
        name = f"asked_{number}"
        names = QueryNames(rules, query.text, query.domains)
        sources[name] = _source(name, query, names.visit(tree))
        marks[name] = Mark("predicate", dict(query.domains))
        queries.append(Query(query.text, name))
    return (_QueryReader(rules.game, sources, marks).read() if sources else rules), queries


def ask_boards(rules: Rules, text: str, boards: int) -> tuple[Rules, str]:
    """Read a query about several boards; return the rules with it added, and its name.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> rules, name = ask_boards(read(Diagonals()), "board[0].turn == board[2].turn", 3)
    >>> name in rules.functions
    True
    >>> ask_boards(rules, "board[0].full and turn == A", 2)
    Traceback (most recent call last):
    boardproof.errors.BadQuestion: turn of which board?: write board[0].turn
        1 | board[0].full and turn == A
          |                   ^^^^
    """
    name, query = "asked_1", QueryText(text)
    tree = BoardNames(rules, text, boards).rewrite(parse_query(text))
    reader = _QueryReader(rules.game, {name: _source(name, query, tree)}, {name: Mark("predicate")})
    reader.boards[name] = boards
    return reader.read(), name


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
        line = min(failure.lineno or 1, len(text.split("\n")))
        line_text = text.split("\n")[line - 1]
        # Where a text ends too early, the parser stumbles over the closing bracket.
        early = line != failure.lineno
        start = len(line_text) if early else max(1, (failure.offset or 1) - (line == 1))
        place = Place("", line, start, start + 1, line_text)
        problem = "this is not an expression of the rule language"
        raise BadQuestion(problem, place, "write it as in a rule: a and not b") from None


def _join_wins(match: re.Match[str]) -> str:
    word, spaces = match[1], match[2]
    return match[0] if iskeyword(word) else f"{word}{'_' * len(spaces)}wins"


# -- results ------------------------------------------------------------------------------------


def _outcomes(tree: ast.expr, game: Game) -> frozenset[str] | None:
    """Return the outcomes that a text allows if it is about outcomes only, None otherwise."""
    every = frozenset([*results_of(game), STUCK, _GOING])
    match tree:
        case ast.Name(id=name):
            return _word(name, game)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _outcomes(operand, game)
            return None if inner is None else every - inner
        case ast.BoolOp(op=op, values=values):
            parts = [_outcomes(value, game) for value in values]
            outcomes = [part for part in parts if part is not None]
            if len(outcomes) < len(parts):
                return None
            either = isinstance(op, ast.Or)
            return frozenset.union(*outcomes) if either else frozenset.intersection(*outcomes)
    return None


def results_of(game: Game) -> list[str]:
    """Return the possible results of a game, as they are written."""
    return [*(f"{player} wins" for player in game.players), "draw"]


def _word(name: str, game: Game) -> frozenset[str] | None:
    if name in game.variables or (hasattr(type(game), name) and not is_stuck_rule(game, name)):
        return None
    winner = winner_of(name, game)
    if winner is not None:
        return frozenset({f"{winner} wins"})
    return {
        "draw": frozenset({"draw"}),
        "over": frozenset(results_of(game)),
        STUCK: frozenset({STUCK}),
    }.get(name)


def _of_results(text: str, outcomes: frozenset[str], game: Game) -> Query:
    if _GOING not in outcomes:
        return Query(text, results=outcomes)
    return Query(text, results=frozenset([*results_of(game), STUCK]) - outcomes, holds=False)


# -- questions ----------------------------------------------------------------------------------


def _source(name: str, text: QueryText, tree: ast.expr) -> Source:
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


class _QueryReader(Reader):
    """Reads a game's rules together with queries that were given as text."""

    def __init__(self, game: Game, sources: dict[str, Source], marks: dict[str, Mark]) -> None:
        self._queries = marks
        super().__init__(game)
        self._sources.update(sources)
        self.marks.update(marks)

    def lookup(self, name: str) -> Any:
        """Return a method, class attribute or query by name."""
        return self._sources[name].function if name in self._queries else super().lookup(name)

    def read(self) -> Rules:
        """Read the rulebook and the queries; turn errors in a query into `BadQuestion`."""
        try:
            rules = super().read()
        except RulebookError as wrong:
            if wrong.place is None or wrong.place.file not in ("", "."):
                raise
            raise self._refused(wrong, wrong.place) from None
        queries = set(self._queries)
        questions = tuple(name for name in rules.questions if name not in queries)
        return replace(rules, questions=questions, asked=self._queries)

    def _refused(self, wrong: RulebookError, place: Place) -> BadQuestion:
        problem = re.sub(r"\basked_\d+", "the question", wrong.problem)
        instead = wrong.instead.replace("self.", "")
        return BadQuestion(problem, unbracketed(place), instead)
