"""Queries as text: constraints that must all be met, some about what can be forced."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from ..errors import BadQuestion
from ..ir.rules import Rules
from ..reading.queries import Query, ask
from ..reading.query_text import QueryText, parse_query
from ..rules.elements import Player
from ..rules.game import Game
from ..statespace.base import States, StateSpace
from ..statespace.goals import Aim, Goal, with_endless

#: The word that asks what players can force: `forced(P0, P0 wins)`.
FORCED = "forced"

Choice = Mapping[str, Any]


class QuerySet:
    """Collects texts, reads them all at once, and knows what each asks."""

    def __init__(self) -> None:
        self._texts: list[QueryText] = []
        self._asked: list[Query] = []

    def note(self, text: str, domains: Mapping[str, str] | None = None) -> int:
        """Take a text; its number gives what it asks, once all are read."""
        self._texts.append(QueryText(text, dict(domains or {})))
        return len(self._texts) - 1

    def read(self, rules: Rules) -> Rules:
        """Read all texts; return the rules that know them as questions."""
        rules, self._asked = ask(rules, *self._texts)
        return rules

    def aim(self, number: int, choice: Choice | None = None, holds: bool = True) -> Aim:
        """Return what a text asks, for a choice of its arguments."""
        asked = self._asked[number]
        if not asked.question:
            return Aim(results=asked.results, holds=asked.holds == holds)
        names = self._texts[number].domains
        arguments = tuple((name, (choice or {})[name]) for name in names)
        return Aim(question=asked.question, arguments=arguments, holds=holds)


@dataclass(frozen=True)
class Constraint:
    """A part of a query: a text; or, with `who`, a text that these players can force."""

    text: str
    number: int
    who: tuple[str, ...] = ()
    holds: bool = True
    domains: Mapping[str, str] = field(default_factory=dict)

    def met(
        self,
        space: StateSpace,
        queries: QuerySet,
        choice: Choice | None = None,
        surely: bool = True,
    ) -> States:
        """Return the reachable positions that surely meet it, or those that may.

        They differ where a space ends at a depth: more may be forced there than the space shows.
        """
        if not self.who:
            return space.where(queries.aim(self.number, choice))
        players = space.rules.game.players
        who = frozenset(players[(choice or {}).get(name, name)] for name in self.who)
        goal, avoids = with_endless(Goal(who, queries.aim(self.number, choice)), space.rules)
        won = space.attractor_of(goal).states
        won = space.everything - won if avoids else won
        if not space.complete and (self.holds != surely or avoids or goal.circling):
            won = space.everything if self.holds != surely else space.empty
        return won if self.holds else space.everything - won


def constraints_of(
    text: str, game: Game, queries: QuerySet, domains: Mapping[str, str] | None = None
) -> list[Constraint]:
    """Split a text at its outermost `and`; note each part."""
    tree = parse_query(text)
    joined = isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And)
    parts = tree.values if joined and isinstance(tree, ast.BoolOp) else [tree]
    return [_constraint(text, part, game, queries, domains or {}) for part in parts]


def _constraint(
    text: str, tree: ast.expr, game: Game, queries: QuerySet, domains: Mapping[str, str]
) -> Constraint:
    part, holds, shown = tree, True, source_text(text, tree)
    if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
        part, holds = part.operand, False
    if not (isinstance(part, ast.Call) and getattr(part.func, "id", "") == FORCED):
        return Constraint(shown, queries.note(shown, domains), domains=domains)
    if len(part.args) != 2 or part.keywords:
        raise BadQuestion(f"{FORCED} takes who and what", None, f"write {FORCED}(A, A wins)")
    who = _players(part.args[0], game, domains)
    goal = queries.note(source_text(text, part.args[1]), domains)
    return Constraint(shown, goal, who, holds, domains)


def _players(tree: ast.expr, game: Game, domains: Mapping[str, str]) -> tuple[str, ...]:
    """Read one player, or several in brackets; a name may be one of the arguments."""
    items = tree.elts if isinstance(tree, ast.Tuple | ast.Set | ast.List) else [tree]
    names = tuple(item.id for item in items if isinstance(item, ast.Name))
    known = {*game.players, *(n for n, path in domains.items() if path == "players")}
    if len(names) != len(items) or not set(names) <= known:
        shown = ", ".join(game.players)
        raise BadQuestion(f"{ast.unparse(tree)} is not a player", None, f"the players are {shown}")
    return names


def source_text(text: str, tree: ast.expr) -> str:
    """Return the part of a text that a tree was read from."""
    part = ast.get_source_segment(f"({text}\n)", tree)
    return ast.unparse(tree) if part is None else part


def all_met(
    space: StateSpace,
    queries: QuerySet,
    constraints: list[Constraint],
    choice: Choice | None = None,
    surely: bool = True,
) -> States:
    """Return the reachable positions that surely meet all constraints, or those that may."""
    met = (one.met(space, queries, choice, surely) for one in constraints)
    return reduce(lambda a, b: a & b, met, space.everything)


def cannot_tell(constraints: list[Constraint], complete: bool, depth: int | None) -> str:
    """Return that a depth leaves open what can be forced, if a constraint is about that."""
    if complete or not any(one.who for one in constraints):
        return ""
    return f"depth {depth} cannot tell of all positions what can be forced"


def player_named(game: Game, word: str) -> Player:
    """Find a player by name, whatever its case."""
    for player in game.players:
        if player.casefold() == word.strip().casefold():
            return player
    known = ", ".join(game.players)
    raise BadQuestion(f"nobody is called {word.strip()!r}", None, f"the players are {known}")
