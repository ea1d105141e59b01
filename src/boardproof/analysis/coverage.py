"""What of a rulebook's text ever happens: statements that ran, conditions as they came out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ir import nodes as n
from ..ir.interpreter import Frame, Interpreter, RuleFailed, Step, Value
from ..ir.recursion import reached
from ..ir.rules import LEGALITY, Rules


class Coverage:
    """The parts of the rules of play that can be seen to happen, and those that were.

    `statements` ran or not; `conditions` came out true, false or both; `lines` are the choices of
    an `any` over constants, such as the lines of a board, each of which held or not; `admitted` are
    those that its `if` ever let through.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rule_of: dict[int, str] = {}
        self.statements: dict[int, n.Stmt] = {}
        self.conditions: dict[int, n.Expr] = {}
        self.lines: dict[int, n.Fold] = {}
        self.ran: set[int] = set()
        self.truths: set[tuple[int, bool]] = set()
        self.held: dict[int, set[Any]] = {}
        self.admitted: dict[int, set[Any]] = {}
        for rule in rules_of_play(rules):
            nodes = list(rules.functions[rule].walk())
            settled = _settled(nodes)
            for node in nodes:
                self._observe(node, rule, settled)

    def _observe(self, node: n.Node, rule: str, settled: set[str]) -> None:
        self.rule_of[id(node)] = rule
        if isinstance(node, n.Stmt):
            self.statements[id(node)] = node
        for condition in conditions_in(node):
            known = isinstance(condition, n.Local) and condition.name in settled
            if not known and not isinstance(condition, n.Const):
                self.conditions[id(condition)] = condition
        if isinstance(node, n.Fold) and node.kind == "any" and isinstance(node.over, n.Const):
            self.lines[id(node)] = node
            self.held[id(node)], self.admitted[id(node)] = set(), set()

    def unsettled(self, node: n.Expr) -> bool:
        """Whether a condition is watched and has not yet come out both ways."""
        key = id(node)
        if key not in self.conditions:
            return False
        return (key, True) not in self.truths or (key, False) not in self.truths

    def outcomes(self, node: n.Expr) -> set[bool]:
        """Return the truth values that a condition has had."""
        return {truth for truth in (True, False) if (id(node), truth) in self.truths}

    def choices_not_held(self, node: n.Fold) -> list[Any]:
        """List the choices of an `any` that have not held yet."""
        if id(node) not in self.lines:
            return []
        assert isinstance(node.over, n.Const)
        held = self.held[id(node)]
        if len(held) == len(node.over.value):
            return []
        return [value for value in node.over.value if value not in held]


def _settled(nodes: list[n.Node]) -> set[str]:
    """Return the local names with one constant value: a reading has settled them."""
    given = [node for node in nodes if isinstance(node, n.Assign)]
    names = [node.name for node in given]
    return {
        node.name
        for node in given
        if isinstance(node.value, n.Const) and names.count(node.name) == 1
    }


def rules_of_play(rules: Rules) -> list[str]:
    """Return the rules that play needs: moves, the result, whose turn it is, all they call."""
    roots = [*rules.moves, "result", "to_move"]
    needed = set(roots).union(*(reached(rules, root) for root in roots))
    written = {name for name, rule in rules.functions.items() if rule.kind != LEGALITY}
    return [name for name in rules.functions if name in needed & written]


def conditions_in(node: n.Node) -> Iterator[n.Expr]:
    """Return the conditions directly in a node."""
    match node:
        case n.If() | n.While() | n.Require() | n.Choose():
            yield node.test
        case n.And() | n.Or():
            yield from node.items
        case n.Fold():
            yield node.where


class CoverageInterpreter(Interpreter):
    """Runs rules as an `Interpreter` does and notes in a `Coverage` what happens.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.reading import read
    >>> rules = read(Diagonals())
    >>> coverage = Coverage(rules)
    >>> state = {name: v.start for name, v in rules.game.variables.items()}
    >>> CoverageInterpreter(rules, coverage).run("result", {}, state)
    >>> sorted({node.place.text.strip() for key, node in coverage.statements.items()
    ...         if key not in coverage.ran and coverage.rule_of[key] == "result"})
    ['return Win(player)']
    """

    def __init__(self, rules: Rules, coverage: Coverage) -> None:
        super().__init__(rules)
        self._coverage = coverage

    def visit_stmt(self, node: n.Stmt) -> Step:
        """Make the closure that runs a statement, and notes that it ran."""
        step, ran, key = super().visit_stmt(node), self._coverage.ran, id(node)
        if key not in self._coverage.statements:
            return step

        def run(frame: Frame) -> Any:
            ran.add(key)
            return step(frame)

        return run

    def visit_expr(self, node: n.Expr) -> Value:
        """Make the closure that computes an expression, and notes how a condition comes out."""
        value, truths, key = super().visit_expr(node), self._coverage.truths, id(node)
        if key not in self._coverage.conditions:
            return value

        def run(frame: Frame) -> Any:
            truth = value(frame)
            truths.add((key, truth))
            return truth

        return run

    def visit_Fold(self, node: n.Fold) -> Value:
        fold = super().visit_Fold(node)
        if id(node) not in self._coverage.lines:
            return fold
        where, body = super().visit_expr(node.where), super().visit_expr(node.body)

        def run(frame: Frame) -> Any:
            for value in self._coverage.choices_not_held(node):
                self._note(node, value, frame, (where, body))
            return fold(frame)

        return run

    def _note(self, node: n.Fold, value: Any, frame: Frame, tests: tuple[Value, Value]) -> None:
        """Look at one choice by itself: `any` would stop at one before it."""
        inner = Frame(frame.state, {**frame.locals, node.name: value}, frame.counts)
        met_by = self._coverage.admitted, self._coverage.held
        try:
            for test, met in zip(tests, met_by, strict=True):
                if not test(inner):
                    return
                met[id(node)].add(value)
        except RuleFailed:
            return
