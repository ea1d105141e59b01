"""A rulebook as a TLA+ module, and the configuration that TLC runs it with."""

from __future__ import annotations

from collections.abc import Iterator

from ...ir.recursion import reached
from ...ir.rules import UNFINISHED, Rules
from ...rules.arguments import domain_at
from ...rules.game import choices
from ...rules.starts import START
from ..exported import ExportedModel, Invariant, invariants_of
from .tla_names import FreshNames, literal, plain_name, set_of, values_of
from .tla_statements import TlaStatements

HELPERS = r"""
Items(q) == {q[i] : i \in DOMAIN q}
RECURSIVE SumOver(_, _)
SumOver(f, S) == IF S = {} THEN 0
                 ELSE LET x == CHOOSE y \in S : TRUE IN f[x] + SumOver(f, S \ {x})
Least(S) == CHOOSE x \in S : \A y \in S : x <= y
Most(S) == CHOOSE x \in S : \A y \in S : x >= y
RECURSIVE Reach(_, _, _)
Reach(beside, S, W) == LET grown == S \cup (UNION {beside[x] : x \in S} \cap W)
                       IN IF grown = S THEN S ELSE Reach(beside, grown, W)
"""


def export_tla(rules: Rules, name: str = "") -> ExportedModel:
    """Write a rulebook as a TLA+ module: each rule an operator, each move a disjunct of `Next`.

    Properties that hold of every position, or of none, become invariants.

    >>> from boardproof import load
    >>> module = export_tla(load("tic-tac-toe", size=2))
    >>> module.text.splitlines()[0], module.invariants[:2]
    ('---- MODULE TicTacToe ----', ('two_winners_never', 'winner_moved_last_always'))
    """
    return _Writer(rules, name or type(rules.game).__name__).module()


class _Writer:
    def __init__(self, rules: Rules, name: str) -> None:
        self.rules, self.name = rules, name
        self.statements = TlaStatements(rules, FreshNames())
        self.variables = [plain_name(variable) for variable in rules.game.variables]

    def module(self) -> ExportedModel:
        """Write everything; tables are known once the rules are written."""
        invariants, left_out = invariants_of(self.rules)
        first = {"result", *self.rules.moves, *(one.rule for one in invariants)}
        first |= {START} if self.rules.starts_anywhere else set()
        order = self._order(first | ({UNFINISHED} if self.rules.has_turns else set()))
        operators = [self.statements.operator(self.rules.functions[rule]) for rule in order]
        claims = [f"{one.name} == {_claim(one)}" for one in invariants]
        names = tuple(one.name for one in invariants)
        parts = [*self._head(), *self._recursive(order), *operators, *self._play(), *claims]
        text = "\n".join([f"---- MODULE {self.name} ----", *parts, "===="]) + "\n"
        return ExportedModel(self.name, text, _configuration(names), names, tuple(left_out))

    def _head(self) -> Iterator[str]:
        yield "EXTENDS Integers, Sequences, FiniteSets, TLC"
        yield "CONSTANT None"
        yield HELPERS  # before the variables: none of their names is taken yet
        yield f"VARIABLES {', '.join(self.variables)}"
        fields = ", ".join(f"{name} |-> {name}" for name in self.variables)
        yield f"State == [{fields}]"
        for table, name in self.statements.expressions.tables.values():
            yield f"{name} == {literal(table.entries)}"

    def _order(self, roots: set[str]) -> list[str]:
        """List rules so that each comes after those it calls, circles aside."""
        ordered: dict[str, None] = {}

        def visit(rule: str, above: frozenset[str]) -> None:
            if rule in ordered or rule in above:
                return
            for called in sorted(self.rules.functions[rule].calls):
                visit(called, above | {rule})
            ordered[rule] = None

        for root in sorted(roots):
            visit(root, frozenset())
        return list(ordered)

    def _recursive(self, order: list[str]) -> Iterator[str]:
        for rule in order:
            if rule in reached(self.rules, rule):
                blanks = ", ".join("_" * (1 + len(self.rules.functions[rule].parameters)))
                yield f"RECURSIVE {plain_name(rule)}({blanks})"

    # -- play -------------------------------------------------------------------------------

    def _play(self) -> Iterator[str]:
        yield f"Init == {self._starts()}"
        yield from self._moves() if not self.rules.has_turns else self._turns()

    def _moves(self) -> Iterator[str]:
        """Write each move as a disjunct of the next step."""
        yield from (f"Move_{rule} == {self._made(rule, 'State')}" for rule in self.rules.moves)
        moves = " \\/ ".join(f"Move_{rule}" for rule in self.rules.moves)
        yield f"Next == result(State) = None /\\ ({moves})"

    def _turns(self) -> Iterator[str]:
        """Write that the next step is a whole turn: what follows a step of one is the next."""
        s = self.statements.names.fresh("s")
        moves = " \\/ ".join(f"Move_{rule}({s})" for rule in self.rules.moves)
        yield "RECURSIVE Turn(_)"
        yield f"Then({s}) == IF {UNFINISHED}({s}) THEN Turn({s}) ELSE {self._become(s)}"
        yield from (f"Move_{rule}({s}) == {self._made(rule, s)}" for rule in self.rules.moves)
        yield f"Turn({s}) == {moves}"
        yield "Next == result(State) = None /\\ Turn(State)"

    def _become(self, state: str) -> str:
        return "(" + " /\\ ".join(f"{name}' = {state}.{name}" for name in self.variables) + ")"

    def _starts(self) -> str:
        """Write the positions that games start from: one, or all with a property."""
        variables = list(zip(self.variables, self.rules.game.variables.values(), strict=True))
        if not self.rules.starts_anywhere:
            return " /\\ ".join(f"{name} = {literal(v.start)}" for name, v in variables)
        typed = [f"{name} \\in {values_of(v)}" for name, v in variables]
        return " /\\ ".join([*typed, f"{plain_name(START)}(State)"])

    def _made(self, rule: str, state: str) -> str:
        """Write that a move is made in a state, whatever its arguments."""
        mark = self.rules.move_marks[rule]
        made, names = self.statements.names.fresh("made"), self.statements.names
        try:
            domains = {a: domain_at(self.rules.game, path) for a, path in mark.domains.items()}
            chosen = {name: names.fresh(name) for name in domains}
            some = "".join(f"\\E {x} \\in {set_of(domains[a])} : " for a, x in chosen.items())
            given = list(chosen.values())
        except (AttributeError, TypeError):  # an argument depends on those before it
            row = names.fresh("given")
            rows = [tuple(row.values()) for row in choices(self.rules.game, mark)]
            some = f"\\E {row} \\in {literal(frozenset(rows))} : "
            given = [f"{row}[{at}]" for at in range(1, len(mark.domains) + 1)]
        call = f"{plain_name(rule)}({', '.join([state, *given])})"
        after = f"{made}.s"
        then = f"Then({after})" if self.rules.has_turns else self._become(after)
        return f"{some}LET {made} == {call} IN {made}.ok /\\ {then}"


def _claim(invariant: Invariant) -> str:
    """Write that an invariant holds of the present state."""
    sign, rule = "" if invariant.holds else "~", plain_name(invariant.rule)
    calls = (", ".join(["State", *map(literal, given)]) for given in invariant.arguments)
    return " /\\ ".join(f"{sign}{rule}({call})" for call in calls)


def _configuration(invariants: tuple[str, ...]) -> str:
    lines = ["INIT Init", "NEXT Next", "CONSTANT None = None"]
    return "\n".join([*lines, *(f"INVARIANT {name}" for name in invariants)]) + "\n"
