"""The names of a game in a query: each is rewritten as a rule would write it."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Mapping
from contextlib import suppress
from types import FunctionType
from typing import Any

from .. import rules as words
from ..analysis.callgraph import result_kinds
from ..errors import BadQuestion
from ..ir.rules import Rules
from ..rules.arguments import domain_at
from ..rules.decorators import derived
from ..rules.domains import Domain, Players
from ..rules.game import Game
from ..rules.results import STUCK, Score
from ..suggest import suggest
from .query_text import unbracketed
from .source import place_of
from .stuck import is_stuck_rule


def winner_of(name: str, game: Game) -> str | None:
    """Return the player in a name that stands for `P0 wins`, None for other names."""
    match = re.fullmatch(r"(\w+?)_+wins", name)
    return match[1] if match and match[1] in game.players else None


def _parameters(rule: FunctionType) -> tuple[str, ...]:
    return rule.__code__.co_varnames[1 : rule.__code__.co_argcount]


class QueryNames(ast.NodeTransformer):
    """Rewrites `winning(P0)` as `self.winning(self.players.P0)`, at the same place."""

    def __init__(self, rules: Rules, text: str, bound: Mapping[str, str]) -> None:
        self.rules, self.game, self.text = rules, rules.game, text
        self.bound = set(bound)
        self._domains = [v for v in vars(rules.game).values() if isinstance(v, Domain)]

    # -- names ------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Rewrite a name as a rule would write it."""
        name, cls = node.id, type(self.game)
        rule = getattr(cls, name, None)
        if name in self.bound:
            return node
        if name in self.game.variables or isinstance(rule, derived):
            return self._own(node)
        word = name == "setup" or is_stuck_rule(self.game, name)
        if isinstance(rule, FunctionType) and not word:
            self._check_no_arguments(node, rule)
            return ast.copy_location(ast.Call(self._own(node), [], []), node)
        return self._word(node) or self._constant(node)

    def _own(self, node: ast.Name) -> ast.Attribute:
        me = ast.copy_location(ast.Name("self", ast.Load()), node)
        return ast.copy_location(ast.Attribute(me, node.id, ast.Load()), node)

    def _check_no_arguments(self, node: ast.Name, rule: FunctionType) -> None:
        names = _parameters(rule)
        if names and len(rule.__defaults__ or ()) < len(names):
            sample = ", ".join(names)
            raise self._error(node, f"{node.id} needs {sample}", f"write {node.id}({sample})")

    def _word(self, node: ast.Name) -> ast.expr | None:
        """Rewrite `P0 wins`, `draw` and `over` as tests of the result."""
        if node.id == STUCK:
            raise self._error(node, "stuck is asked for alone", "ask for it by itself")
        if node.id == "over":
            return self._parsed(node, "self.result() is not None")
        winner = winner_of(node.id, self.game)
        if winner is None and node.id != "draw":
            return None
        if Score in result_kinds(self.rules):
            problem = f"a result of {self.game.name} is a score"
            raise self._error(node, problem, "ask who wins by itself, or compare the points here")
        result = "Draw()" if winner is None else f"Win(self.players.{winner})"
        return self._parsed(node, f"self.result() == {result}")

    def _constant(self, node: ast.Name) -> ast.expr:
        name = node.id
        if name in vars(self.game) and name not in ("variables", "parameters", "setting_up"):
            return self._own(node)
        if name in self.game.players:
            return self._element(node, self.game.players)
        for domain in self._domains:
            if name in domain:
                return self._element(node, domain)
        if name in words.__all__ or hasattr(builtins, name):
            return node
        raise self._unknown(node)

    def _unknown(self, node: ast.Name) -> BadQuestion:
        players = [str(player) for player in self.game.players]
        names = [*players, *self.rules.marks, *self.game.variables, "over"]
        hint = suggest(node.id, names, f"there are {', '.join(names)}", "'{}'")
        return self._error(node, f"unknown name {node.id!r}", hint)

    def _element(self, node: ast.Name, domain: Domain[Any]) -> ast.expr:
        if isinstance(domain, Players):
            return self._parsed(node, f"self.players.{node.id}")
        return ast.copy_location(ast.Constant(node.id), node)

    def _parsed(self, node: ast.expr, text: str) -> ast.expr:
        """Parse an expression and give all of it the place of the node."""
        tree = ast.parse(text, mode="eval").body
        for part in ast.walk(tree):
            if isinstance(part, ast.expr):
                ast.copy_location(part, node)
        return tree

    def _error(self, node: ast.expr, problem: str, instead: str) -> BadQuestion:
        lines = tuple(f"({self.text}\n)".split("\n"))  # as the text was parsed
        return BadQuestion(problem, unbracketed(place_of("", lines, node)), instead)

    # -- what holds names -------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Rewrite a call of a rule; a bare word among its arguments may be an element."""
        func = node.func
        if not isinstance(func, ast.Name) or func.id in self.bound:
            return self._inside(node)
        rule = getattr(type(self.game), func.id, None)
        if not isinstance(rule, FunctionType):
            if func.id not in words.__all__ and not hasattr(builtins, func.id):
                raise self._unknown(func)
            return self._inside(node, skip=func)
        mark = self.rules.marks.get(func.id)
        domains = mark.domains if mark else {}
        paths = [domains.get(name, "") for name in _parameters(rule)]
        node.args = list(map(self._argument, node.args, [*paths, *[""] * len(node.args)]))
        for keyword in node.keywords:
            keyword.value = self._argument(keyword.value, domains.get(keyword.arg or "", ""))
        node.func = self._own(func)
        return node

    def _argument(self, node: ast.expr, path: str) -> ast.expr:
        if isinstance(node, ast.Name) and path and node.id not in self.bound:
            with suppress(AttributeError, TypeError, KeyError):
                domain = domain_at(self.game, path)
                if node.id in domain:
                    return self._element(node, domain)
                if domain[node.id] is not None:  # a set or a tuple of this name
                    return self._parsed(node, f"self.{path}[{node.id!r}]")
        rewritten: ast.expr = self.visit(node)
        return rewritten

    def _inside(self, node: ast.Call, skip: ast.Name | None = None) -> ast.Call:
        node.args = [self.visit(value) for value in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        if skip is None:
            node.func = self.visit(node.func)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Rewrite a comparison; a bare word compared with a player may name a player."""
        sides = [node.left, *node.comparators]
        path = "players" if any(map(self._is_player, sides)) else ""
        node.left, *node.comparators = [self._argument(side, path) for side in sides]
        return node

    def _is_player(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id="to_move"):
                return True
            case ast.Name(id=name):
                variable = self.game.variables.get(name)
                return variable is not None and isinstance(variable.domain, Players)
            case ast.Call(func=ast.Name(id="to_move")):
                return True
            case ast.Attribute(value=value, attr="next" | "previous"):
                return self._is_player(value)
        return False

    def _comprehension(self, node: Any) -> Any:
        """Rewrite a comprehension, whose bound names are left alone."""
        outer = set(self.bound)
        for generator in node.generators:
            generator.iter = self.visit(generator.iter)
            self.bound |= {n.id for n in ast.walk(generator.target) if isinstance(n, ast.Name)}
            generator.ifs = [self.visit(test) for test in generator.ifs]
        node.elt = self.visit(node.elt)
        self.bound = outer
        return node

    visit_GeneratorExp = visit_SetComp = visit_ListComp = _comprehension


class BoardNames(QueryNames):
    """Rewrites names of one of several boards: `board[0].winning(P0)`, `board[3].over`."""

    def __init__(self, rules: Rules, text: str, boards: int) -> None:
        super().__init__(rules, text, {})
        self._boards = boards

    def rewrite(self, tree: ast.expr) -> ast.expr:
        """Rewrite all names; nothing may be left that differs from board to board."""
        tree = self.visit(tree)
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id="self"), attr=name):
                    self._check_board(ast.copy_location(ast.Name(name), node))
        return tree

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Rewrite a name that is not of any board: a player, an element, a constant."""
        self._check_board(node)
        return super().visit_Name(node)

    def _check_board(self, node: ast.Name) -> None:
        """Refuse what differs from board to board where none is named."""
        rule = getattr(type(self.game), node.id, None)
        of_board = node.id in self.game.variables or isinstance(rule, FunctionType | derived)
        if node.id not in self.bound and (of_board or node.id in ("over", "draw")):
            raise self._error(node, f"{node.id} of which board?", f"write board[0].{node.id}")

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Rewrite an item; a board alone is no value."""
        if self._is_board(node):
            raise self._error(node, "a board alone is no value", "name a variable: board[0].turn")
        node.value, node.slice = self.visit(node.value), self.visit(node.slice)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Rewrite a variable, a rule without arguments or a result of one of the boards."""
        if not self._is_board(node.value):
            node.value = self.visit(node.value)
            return node
        rule = getattr(type(self.game), node.attr, None)
        if node.attr in self.game.variables or isinstance(rule, derived):
            return node
        if isinstance(rule, FunctionType):
            self._check_no_arguments(ast.copy_location(ast.Name(node.attr), node), rule)
            return ast.copy_location(ast.Call(node, [], []), node)
        tests = {"over": "is not None", "draw": "== Draw()"}
        if node.attr in tests:
            board = ast.unparse(node.value)
            return self._parsed(node, f"{board}.result() {tests[node.attr]}")
        raise self._unknown(ast.copy_location(ast.Name(node.attr), node))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Rewrite a call of a rule of one of the boards."""
        func = node.func
        if isinstance(func, ast.Name):
            self._check_board(func)
        if not isinstance(func, ast.Attribute) or not self._is_board(func.value):
            return super().visit_Call(node)
        own = ast.copy_location(ast.Name(func.attr, ast.Load()), func)
        if isinstance(getattr(type(self.game), func.attr, None), FunctionType):
            node.func = own
            super().visit_Call(node)
            node.func = func
            return node
        raise self._unknown(own)

    def _is_board(self, node: ast.expr) -> bool:
        """Whether an expression is one of the boards; a number that there is not is an error."""
        match node:
            case ast.Subscript(ast.Name(id="board"), ast.Constant(int(number))):
                if not 0 <= number < self._boards:
                    known = (
                        "board[0]"
                        if self._boards == 1
                        else f"board[0] to board[{self._boards - 1}]"
                    )
                    raise self._error(node, f"there is no board[{number}]", f"there are {known}")
                return True
        return False

    def _is_player(self, node: ast.expr) -> bool:
        match node:
            case ast.Attribute(value=value, attr=name) if self._is_board(value):
                return super()._is_player(ast.Name(name))
            case ast.Call(func=ast.Attribute(value=value, attr="to_move")) if self._is_board(value):
                return True
        return super()._is_player(node)
