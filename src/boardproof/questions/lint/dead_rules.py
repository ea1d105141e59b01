"""What of the rules never happens: moves, statements, conditions, lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...analysis.coverage import Coverage
from ...answers import Finding
from ...ir import nodes as n
from ...ir.printer import PlainPrinter, Printer
from ...positions.moves import Move, all_moves
from ...statespace.base import StateSpace

#: How many alike are named.
FEW_NAMES = 6


def moves(space: StateSpace) -> Iterator[Finding]:
    """Moves that are never legal."""
    rules = space.rules
    legal = {step for move in space.legal_moves for step in move.steps}
    for rule in rules.moves:
        every = [move for move in all_moves(rules.game, rules.moves) if move.rule == rule]
        never = [move for move in every if move not in legal]
        if never:
            yield Finding(
                severity="warning",
                code="move-never-legal",
                message=_never_legal(rule, every, never),
                line=rules.functions[rule].place.line,
            )


def _never_legal(rule: str, every: list[Move], never: list[Move]) -> str:
    if len(never) == len(every):
        return f"{rule} is never legal"
    return f"{rule} is never legal with {abbreviate([str(move) for move in never])}"


def abbreviate(words: list[str]) -> str:
    """Name the first few of some words, and how many more there are."""
    more = len(words) - FEW_NAMES
    return ", ".join(words[:FEW_NAMES]) + (f" and {more} more" if more > 0 else "")


def statements(coverage: Coverage) -> Iterator[Finding]:
    """Branches that are never taken: the first line of each that never runs."""
    for rule in dict.fromkeys(coverage.rule_of.values()):
        for node in _first_idle(coverage, coverage.rules.functions[rule].body):
            yield Finding(
                severity="warning",
                code="never-runs",
                message=f"this never runs: {node.place.text.strip() or rule}",
                line=node.place.line,
            )


def _first_idle(coverage: Coverage, block: n.Block) -> Iterator[n.Stmt]:
    for node in block:
        if id(node) not in coverage.ran:
            yield node
            return
        match node:
            case n.If():
                yield from _first_idle(coverage, node.then)
                yield from _first_idle(coverage, node.otherwise)
            case n.For() | n.While():
                yield from _first_idle(coverage, node.body)


def conditions(coverage: Coverage) -> Iterator[Finding]:
    """Conditions that always come out the same."""
    short, covered = PlainPrinter(coverage.rules), set[int]()
    for key, node in coverage.conditions.items():
        outcomes = coverage.outcomes(node)
        if len(outcomes) != 1 or key in covered:
            continue
        covered |= {id(inner) for inner in node.walk()}
        (outcome,) = outcomes
        if not _idle_branch_shows(coverage, node, outcome):
            yield Finding(
                severity="note",
                code="always-same",
                message=f"{short.plain(node)} {'always' if outcome else 'never'} holds here",
                line=node.place.line,
            )


def _idle_branch_shows(coverage: Coverage, node: n.Expr, outcome: bool) -> bool:
    """Whether a branch that never runs shows as much."""
    for statement in coverage.statements.values():
        if isinstance(statement, n.If | n.While) and statement.test is node:
            idle = statement.body if isinstance(statement, n.While) else _idle(statement, outcome)
            return any(id(one) not in coverage.ran for one in idle)
    return False


def _idle(node: n.If, outcome: bool) -> n.Block:
    return node.otherwise if outcome else node.then


def lines(coverage: Coverage) -> Iterator[Finding]:
    """Lines, or other choices, of which one must hold, that never do."""
    short = Printer(coverage.rules)
    for key, node in coverage.lines.items():
        met = coverage.admitted[key] if coverage.held[key] else ()
        never = [value for value in coverage.choices_not_held(node) if value in met]
        if never:
            words = abbreviate(sorted(_written(short, value) for value in never))
            yield Finding(
                severity="warning",
                code="line-never-holds",
                message=f"{node.name} = {words} never makes this true",
                line=node.place.line,
            )


def _written(short: Printer, value: Any) -> str:
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(str, value))) + "}"
    if isinstance(value, tuple) and not hasattr(value, "domain"):
        return "[" + ", ".join(map(str, value)) + "]"
    return short.constant(value)
