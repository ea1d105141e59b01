"""Questions given as text: an expression of the rule language, read in a game's context.

A game's own names stand alone: `winning(P0) and not full`, `turn == P0`, `P0 wins`. Nothing is ever
executed as Python: the reader translates the text, or points with a caret at what it cannot.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from ..errors import BadQuestion, Place, RulebookError
from ..ir.rules import Rules
from ..rules.decorators import Mark
from ..rules.game import Game
from ..rules.results import STUCK
from .query_names import BoardNames, QueryNames, winner_of
from .query_text import QueryText, parse_query, source_of_text, unbracketed
from .reader import Reader
from .source import Source
from .stuck import is_stuck_rule

#: The internal name of the outcome of a position that is not over.
_GOING = "goes on"


@dataclass(frozen=True)
class Query:
    """A parsed query: one of some results (or none of them), or a predicate by name."""

    text: str
    question: str = ""
    results: frozenset[str] = frozenset()
    holds: bool = True


def ask(
    rules: Rules, *texts: str | QueryText, kind: str = "predicate"
) -> tuple[Rules, list[Query]]:
    """Read texts as queries of a game; return the rules with the queries added, and the queries.

    Those of the kind "derived" may have any value.

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
        sources[name] = source_of_text(name, query, names.visit(tree))
        marks[name] = Mark(kind, dict(query.domains))
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
    sources = {name: source_of_text(name, query, tree)}
    reader = _QueryReader(rules.game, sources, {name: Mark("predicate")})
    reader.boards[name] = boards
    return reader.read(), name


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


class _QueryReader(Reader):
    """Reads a game's rules together with queries that were given as text."""

    def __init__(self, game: Game, sources: dict[str, Source], marks: dict[str, Mark]) -> None:
        super().__init__(game)
        self._sources.update(sources)
        self.texts.update(marks)
        self.marks.update(marks)

    def read(self) -> Rules:
        """Read the rulebook and the queries; turn errors in a query into `BadQuestion`."""
        try:
            return super().read()
        except RulebookError as wrong:
            if wrong.place is None or wrong.place.file not in ("", "."):
                raise
            raise self._refused(wrong, wrong.place) from None

    def _refused(self, wrong: RulebookError, place: Place) -> BadQuestion:
        problem = re.sub(r"\basked_\d+", "the question", wrong.problem)
        instead = wrong.instead.replace("self.", "")
        return BadQuestion(problem, unbracketed(place), instead)
