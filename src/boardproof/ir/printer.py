"""The IR as text: close to the rulebook, with every type, bound and table shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..rules.domains import Domain, Grid, Players, Range
from . import nodes as n
from . import types as t
from .coerce import ELEMENT
from .rules import Function, Rules
from .visit import ExpressionVisitor, StatementVisitor


def print_rules(rules: Rules) -> str:
    """Write a whole rulebook's IR."""
    return "\n\n".join(print_function(rules, f) for f in rules.functions.values()) + "\n"


def print_function(rules: Rules, function: Function) -> str:
    """Write one rule's IR: a head with types, then its statements with line numbers."""
    printer = Printer(rules)
    arguments = ", ".join(f"{name}: {printer.type(kind)}" for name, kind in function.parameters)
    head = f"{function.kind} {function.name}({arguments}) -> {printer.type(function.returns)}"
    writes = f"    changes {', '.join(sorted(function.writes))}" if function.writes else ""
    lines = list(printer.block(function.body, 1))
    return "\n".join([head + writes, *lines])


class Printer(ExpressionVisitor[str], StatementVisitor[str]):
    """Writes nodes, of statements the first line; a domain goes by its name in the rulebook."""

    def __init__(self, rules: Rules) -> None:
        self._names = {
            id(value): name
            for name, value in rules.game.__dict__.items()
            if isinstance(value, Domain)
        }

    # -- types ------------------------------------------------------------------------------

    def type(self, kind: t.Type) -> str:
        """Write a type in short: `0..6`, `cells`, `cells?`, `{cells}`."""
        match kind:
            case t.IntT(lo, hi):
                return f"{lo}..{hi}" if lo != hi else f"{lo}"
            case t.ElementT(domain):
                return self.domain(domain)
            case t.OptionT(of):
                return f"{self.type(of)}?"
            case t.SetT(of):
                return f"{{{self.type(of)}}}"
            case t.DomainT(domain):
                return f"domain {self.domain(domain)}"
            case t.TupleT(items):
                return f"({', '.join(map(self.type, items))})"
            case t.SequenceT(of, most):
                return f"[{self.type(of)} × {most}]"
            case t.MapT(domain, value):
                return f"{self.domain(domain)} → {self.type(value)}"
            case t.TableT(key, value):
                return f"{self.type(key)} → {self.type(value)}"
        return {
            t.BoolT: "bool",
            t.NoneT: "None",
            t.NeverT: "never",
            t.TextT: "word",
            t.ResultT: "result",
        }[type(kind)]

    def domain(self, domain: Domain[Any]) -> str:
        """Return a domain's name."""
        if id(domain) in self._names:
            return self._names[id(domain)]
        return str(domain) if isinstance(domain, Grid | Players | Range) else "domain"

    # -- statements -------------------------------------------------------------------------

    def block(self, block: n.Block, depth: int) -> Iterator[str]:
        """Write statements, one a line, each with the line of the rulebook it comes from."""
        indent = "    " * depth
        if not block:
            yield indent + "pass"
        for node in block:
            yield f"{indent + self.visit_stmt(node):<76}  # {node.place.line}"
            if isinstance(node, n.For | n.While):
                yield from self.block(node.body, depth + 1)
            elif isinstance(node, n.If):
                yield from self.block(node.then, depth + 1)
                if node.otherwise:
                    yield indent + "else:"
                    yield from self.block(node.otherwise, depth + 1)

    def visit_Assign(self, node: n.Assign) -> str:
        return f"{node.name} := {self.visit_expr(node.value)} : {self.type(node.value.type)}"

    def visit_SetState(self, node: n.SetState) -> str:
        return f"self.{node.name} = {self.visit_expr(node.value)}{_mark(node.checked)}"

    def visit_SetAt(self, node: n.SetAt) -> str:
        key, value = self.visit_expr(node.key), self.visit_expr(node.value)
        return f"self.{node.map}[{key}] = {value}{_mark(node.checked)}"

    def visit_If(self, node: n.If) -> str:
        return f"if {self.visit_expr(node.test)}:"

    def visit_For(self, node: n.For) -> str:
        return f"for {node.name} in {self.visit_expr(node.over)}:"

    def visit_While(self, node: n.While) -> str:
        return f"while {self.visit_expr(node.test)}:"

    def visit_Return(self, node: n.Return) -> str:
        return f"return {self.visit_expr(node.value)}"

    def visit_Break(self, node: n.Break) -> str:
        return "break"

    def visit_Continue(self, node: n.Continue) -> str:
        return "continue"

    def visit_Require(self, node: n.Require) -> str:
        reason = f" else {node.otherwise!r}" if node.otherwise else ""
        return f"require {self.visit_expr(node.test)}{reason}"

    def visit_Do(self, node: n.Do) -> str:
        return self.visit_expr(node.call)

    # -- expressions ------------------------------------------------------------------------

    def _list(self, items: tuple[n.Expr, ...], separator: str = ", ") -> str:
        return separator.join(map(self.visit_expr, items))

    def visit_Const(self, node: n.Const) -> str:
        return self.constant(node.value)

    def visit_State(self, node: n.State) -> str:
        return f"self.{node.name}"

    def visit_Local(self, node: n.Local) -> str:
        return node.name

    def visit_Lookup(self, node: n.Lookup) -> str:
        key, label = self.visit_expr(node.key), node.table.label
        if label == ELEMENT:
            return key
        if label.startswith((".", "[")):
            return f"{key}{label}"
        return f"{label}[{key[1:-1] if isinstance(node.key, n.MakeTuple) else key}]"

    def visit_At(self, node: n.At) -> str:
        return f"self.{node.map}[{self.visit_expr(node.key)}]"

    def _binary(self, node: n.Arith | n.Compare | n.SetOp) -> str:
        return f"({self.visit_expr(node.left)} {node.op} {self.visit_expr(node.right)})"

    visit_Arith = visit_Compare = visit_SetOp = _binary

    def visit_Not(self, node: n.Not) -> str:
        return f"not {self.visit_expr(node.of)}"

    def visit_And(self, node: n.And) -> str:
        return f"({self._list(node.items, ' and ')})"

    def visit_Or(self, node: n.Or) -> str:
        return f"({self._list(node.items, ' or ')})"

    def visit_Member(self, node: n.Member) -> str:
        return f"({self.visit_expr(node.item)} in {self.visit_expr(node.of)})"

    def visit_Choose(self, node: n.Choose) -> str:
        test, yes, no = map(self.visit_expr, (node.test, node.yes, node.no))
        return f"({yes} if {test} else {no})"

    def visit_Fold(self, node: n.Fold) -> str:
        always = isinstance(node.where, n.Const) and node.where.value is True
        where = "" if always else f" if {self.visit_expr(node.where)}"
        body, over = self.visit_expr(node.body), self.visit_expr(node.over)
        return f"{node.kind}({body} for {node.name} in {over}{where})"

    def visit_Steps(self, node: n.Steps) -> str:
        return f"range({self._list((node.start, node.stop))}, {node.step})"

    def visit_MakeSet(self, node: n.MakeSet) -> str:
        return f"{{{self._list(node.items)}}}"

    def visit_Size(self, node: n.Size) -> str:
        return f"len({self.visit_expr(node.of)})"

    def visit_Extreme(self, node: n.Extreme) -> str:
        return f"{node.kind}({self._list(node.items)})"

    def visit_Call(self, node: n.Call) -> str:
        return f"{node.rule}({self._list(node.arguments)})"

    def visit_MakeTuple(self, node: n.MakeTuple) -> str:
        return f"({self._list(node.items)})"

    def visit_Pick(self, node: n.Pick) -> str:
        return f"{self.visit_expr(node.of)}[{self.visit_expr(node.index)}]"

    def visit_Some(self, node: n.Some) -> str:
        return f"{self.visit_expr(node.of)}!"

    def visit_MakeWin(self, node: n.MakeWin) -> str:
        return f"Win({self.visit_expr(node.player)})"

    def visit_MakeScore(self, node: n.MakeScore) -> str:
        pairs = zip(node.players, map(self.visit_expr, node.points), strict=True)
        return f"Score({', '.join(f'{player}: {points}' for player, points in pairs)})"

    def constant(self, value: Any) -> str:
        """Write a constant: long collections are cut printer."""
        match value:
            case Domain():
                return self.domain(value)
            case str() if type(value) is str:
                return repr(value)
            case frozenset():
                return "{" + self._some(sorted(value, key=str)) + "}"
            case tuple() if not hasattr(value, "domain"):
                return "[" + self._some(list(value)) + "]"
        return str(value)

    def _some(self, values: list[Any]) -> str:
        shown = ", ".join(map(self.constant, values[:3]))
        return shown if len(values) <= 3 else f"{shown}, … {len(values)} in all"


def _mark(checked: bool) -> str:
    return "    (range checked when it runs)" if checked else ""
