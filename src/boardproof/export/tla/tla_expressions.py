"""Expressions of the IR in TLA+."""

from __future__ import annotations

from typing import Any, ClassVar

from ...ir import nodes as n
from ...ir import types as t
from ...ir.coerce import ELEMENT
from ...ir.rules import Rules
from ...ir.visit import Writer
from ...rules.domains import Domain
from ...rules.grids import BoardDomain
from .tla_names import FreshNames, NotExported, literal, plain_name, set_of

Env = dict[str, str]

_ARITH = {"+": "+", "-": "-", "*": "*", "//": "\\div", "%": "%"}
_SETS = {"|": "\\cup", "&": "\\cap", "-": "\\"}
_ORDER = {"==": "=", "!=": "#", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class TlaExpressions(Writer[Env, str]):
    """Writes expressions, given local names and the record of state variables they are about."""

    REFUSES = "it has no counterpart in TLA+"
    FORMS: ClassVar[dict[type[n.Node], str]] = {
        n.Some: "{of}",
        n.Not: "~({of})",
        n.And: "({items: /\\ })",
        n.Or: "({items: \\/ })",
        n.Choose: "(IF {test} THEN {yes} ELSE {no})",
        n.MakeSet: "{{{items}}}",
        n.MakeTuple: "<<{items}>>",
        n.MakeWin: '<<"win", {player}>>',
    }

    def __init__(self, rules: Rules, names: FreshNames) -> None:
        self.rules, self.names = rules, names
        self.tables: dict[int, tuple[n.Table, str]] = {}
        self.boards: dict[BoardDomain[Any], n.Table] = {}

    def visit_refused(self, node: n.Node, *context: Any) -> str:
        raise NotExported(f"{node.place}: {type(node).__name__} has no counterpart in TLA+")

    def _all(self, items: tuple[n.Expr, ...], env: Env, state: str) -> list[str]:
        return [self.visit_expr(item, env, state) for item in items]

    # -- leaves -----------------------------------------------------------------------------

    def visit_Const(self, node: n.Const, env: Env, state: str) -> str:
        if isinstance(node.type, t.SequenceT) and isinstance(node.value, Domain):
            return literal(tuple(node.value))
        return literal(node.value)

    def visit_State(self, node: n.State, env: Env, state: str) -> str:
        self._present(node.name, node)
        return f"{state}.{plain_name(node.name)}"

    def _present(self, name: str, node: n.Node) -> None:
        if name not in self.rules.game.variables:
            raise NotExported(f"{node.place}: a look at the position before is not exported")

    def visit_Local(self, node: n.Local, env: Env, state: str) -> str:
        if node.name not in env:
            raise NotExported(f"{node.place}: a loop's name used after the loop is not exported")
        return env[node.name]

    def visit_Lookup(self, node: n.Lookup, env: Env, state: str) -> str:
        key = self.visit_expr(node.key, env, state)
        if node.table.label == ELEMENT:
            return key
        return f"{self._table(node.table)}[{key}]"

    def _table(self, table: n.Table) -> str:
        """Return the name of a table, which is written once."""
        _, name = self.tables.setdefault(id(table), (table, self.names.fresh("Table")))
        return name

    def visit_At(self, node: n.At, env: Env, state: str) -> str:
        self._present(node.map, node)
        return f"{state}.{plain_name(node.map)}[{self.visit_expr(node.key, env, state)}]"

    # -- conditions -------------------------------------------------------------------------

    def visit_Compare(self, node: n.Compare, env: Env, state: str) -> str:
        left, right = self._all((node.left, node.right), env, state)
        if isinstance(node.left.type, t.SetT | t.DomainT) and node.op not in ("==", "!="):
            if node.op in (">", ">="):
                left, right = right, left
            within = f"({left} \\subseteq {right})"
            return within if "=" in node.op else f"({within} /\\ {left} # {right})"
        return f"({left} {_ORDER[node.op]} {right})"

    def visit_Member(self, node: n.Member, env: Env, state: str) -> str:
        item, of = self.visit_expr(node.item, env, state), self.members(node.of, env, state)
        return f"({item} \\in {of})"

    # -- numbers, tuples, results -----------------------------------------------------------

    def visit_Arith(self, node: n.Arith, env: Env, state: str) -> str:
        left, right = self._all((node.left, node.right), env, state)
        return f"({left} {_ARITH[node.op]} {right})"

    def visit_Extreme(self, node: n.Extreme, env: Env, state: str) -> str:
        items = ", ".join(self._all(node.items, env, state))
        return f"{'Least' if node.kind == 'min' else 'Most'}({{{items}}})"

    def visit_Pick(self, node: n.Pick, env: Env, state: str) -> str:
        of, index = self._all((node.of, node.index), env, state)
        return f"{of}[{index}]" if isinstance(node.of.type, t.TableT) else f"{of}[{index} + 1]"

    def visit_Size(self, node: n.Size, env: Env, state: str) -> str:
        word = "Len" if isinstance(node.of.type, t.SequenceT) else "Cardinality"
        return f"{word}({self.visit_expr(node.of, env, state)})"

    def visit_Steps(self, node: n.Steps, env: Env, state: str) -> str:
        start, stop = self._all((node.start, node.stop), env, state)
        if node.step != 1:
            raise NotExported(f"{node.place}: a range in steps of {node.step} is not exported")
        i = self.names.fresh("i")
        return f"[{i} \\in 1..({stop} - {start}) |-> {start} + {i} - 1]"

    def visit_MakeScore(self, node: n.MakeScore, env: Env, state: str) -> str:
        points = zip(node.players, self._all(node.points, env, state), strict=True)
        pairs = " @@ ".join(f"({literal(player)} :> {value})" for player, value in points)
        return f'<<"score", {pairs}>>'

    def visit_Call(self, node: n.Call, env: Env, state: str) -> str:
        arguments = ", ".join([state, *self._all(node.arguments, env, state)])
        return f"{plain_name(node.rule)}({arguments})"

    # -- sets and folds ---------------------------------------------------------------------

    def visit_SetOp(self, node: n.SetOp, env: Env, state: str) -> str:
        left, right = self._all((node.left, node.right), env, state)
        if node.op == "^":
            return f"(({left} \\ {right}) \\cup ({right} \\ {left}))"
        return f"({left} {_SETS[node.op]} {right})"

    def visit_Reach(self, node: n.Reach, env: Env, state: str) -> str:
        start, within = self._all((node.start, node.within), env, state)
        return f"Reach({self._table(self._beside(node.board))}, {start} \\cap {within}, {within})"

    def _beside(self, board: BoardDomain[Any]) -> n.Table:
        """Return the table of all neighbours on a board."""
        if board not in self.boards:
            beside = {place: frozenset(board.beside(place)) for place in board}
            self.boards[board] = n.Table(".neighbours", beside)
        return self.boards[board]

    def members(self, node: n.Expr, env: Env, state: str) -> str:
        """Write what a collection has, as a set."""
        if isinstance(node.type, t.DomainT):
            return set_of(node.type.domain)
        written = self.visit_expr(node, env, state)
        return written if isinstance(node.type, t.SetT) else f"Items({written})"

    def sequence(self, node: n.Expr, env: Env, state: str) -> str:
        """Write a collection in its order."""
        if isinstance(node.type, t.DomainT):
            return literal(tuple(node.type.domain))
        if isinstance(node.type, t.SetT):
            raise NotExported(f"{node.place}: a loop over a set is not exported")
        return self.visit_expr(node, env, state)

    def visit_Fold(self, node: n.Fold, env: Env, state: str) -> str:
        if node.kind == "sum" and not isinstance(node.over.type, t.SetT | t.DomainT):
            return self._sum_of_sequence(node, env, state)
        x = self.names.fresh(node.name)
        inner = {**env, node.name: x}
        over = self.members(node.over, env, state)
        where, body = self._all((node.where, node.body), inner, state)
        always = where == "TRUE"
        if node.kind in ("any", "all"):
            sign, joint = ("\\E", "/\\") if node.kind == "any" else ("\\A", "=>")
            held = body if always else f"{where} {joint} {body}"
            return f"({sign} {x} \\in {over} : {held})"
        chosen = over if always else f"{{{x} \\in {over} : {where}}}"
        if node.kind == "sum":
            return f"SumOver([{x} \\in {over} |-> {body}], {chosen})"
        y = self.names.fresh(node.name)
        again = self.visit_expr(node.body, {**env, node.name: y}, state)
        operator = {"min": "Least", "max": "Most", "union": "UNION "}[node.kind]
        return f"{operator}({{{again} : {y} \\in {chosen}}})"

    def _sum_of_sequence(self, node: n.Fold, env: Env, state: str) -> str:
        """Sum place by place: equal values in a list count each."""
        q, i = self.names.fresh("q"), self.names.fresh("i")
        inner = {**env, node.name: f"{q}[{i}]"}
        where, body = self._all((node.where, node.body), inner, state)
        over = self.sequence(node.over, env, state)
        added = f"IF {where} THEN {body} ELSE 0"
        return f"(LET {q} == {over} IN SumOver([{i} \\in DOMAIN {q} |-> {added}], DOMAIN {q}))"
