"""The IR as text: close to the rulebook, with every type, bound and table shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from ..rules.domains import Domain, Players, Range
from ..rules.grids import Grid
from . import nodes as n
from . import types as t
from .coerce import ELEMENT
from .rules import Function, Rules
from .visit import StatementVisitor, Writer


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


class Printer(Writer[()], StatementVisitor[str]):
    """Writes nodes, of statements the first line; a domain goes by its name in the rulebook."""

    FORMS: ClassVar[dict[type[n.Node], str]] = {
        n.State: "self.{name}",
        n.Local: "{name}",
        n.At: "self.{map}[{key}]",
        **dict.fromkeys([n.Arith, n.Compare, n.SetOp], "({left} {op} {right})"),
        n.Not: "not {of}",
        n.And: "({items: and })",
        n.Or: "({items: or })",
        n.Member: "({item} in {of})",
        n.Choose: "({yes} if {test} else {no})",
        n.Steps: "range({start}, {stop}, {step})",
        n.MakeSet: "{{{items}}}",
        n.Size: "len({of})",
        n.Extreme: "{kind}({items})",
        n.Call: "{rule}({arguments})",
        n.MakeTuple: "({items})",
        n.Pick: "{of}[{index}]",
        n.Some: "{of}!",
        n.MakeWin: "Win({player})",
        n.If: "if {test}:",
        n.For: "for {name} in {over}:",
        n.While: "while {test}:",
        n.Return: "return {value}",
        n.Break: "break",
        n.Continue: "continue",
        n.Do: "{call}",
    }

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

    def visit_Require(self, node: n.Require) -> str:
        reason = f" else {node.otherwise!r}" if node.otherwise else ""
        return f"require {self.visit_expr(node.test)}{reason}"

    # -- expressions ------------------------------------------------------------------------

    def visit_Const(self, node: n.Const) -> str:
        return self.constant(node.value)

    def visit_Lookup(self, node: n.Lookup) -> str:
        key, label = self.visit_expr(node.key), node.table.label
        if label == ELEMENT:
            return key
        if label.startswith((".", "[")):
            return f"{key}{label}"
        return f"{label}[{key[1:-1] if isinstance(node.key, n.MakeTuple) else key}]"

    def visit_Fold(self, node: n.Fold) -> str:
        always = isinstance(node.where, n.Const) and node.where.value is True
        where = "" if always else f" if {self.visit_expr(node.where)}"
        body, over = self.visit_expr(node.body), self.visit_expr(node.over)
        return f"{node.kind}({body} for {node.name} in {over}{where})"

    def visit_Reach(self, node: n.Reach) -> str:
        start, within = self.visit_expr(node.start), self.visit_expr(node.within)
        return f"{self.domain(node.board)}.reach({start}, {within})"

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


class PlainPrinter(Printer):
    """Writes expressions as they stand in a rulebook."""

    def plain(self, node: n.Expr) -> str:
        """Write an expression without brackets around it."""
        text = self.visit_expr(node)
        bracketed = isinstance(node, n.Arith | n.Compare | n.SetOp | n.And | n.Or | n.Member)
        outside = isinstance(node, n.Not) and isinstance(node.of, n.Member)
        return text[1:-1] if bracketed or outside else text

    def visit_Some(self, node: n.Some) -> str:
        return self.visit_expr(node.of)

    def visit_Compare(self, node: n.Compare) -> str:
        text = self.fill_form(node)
        if isinstance(node.right, n.Const) and node.right.value is None:
            return text.replace(" == None", " is None").replace(" != None", " is not None")
        return text

    def visit_Not(self, node: n.Not) -> str:
        if isinstance(node.of, n.Member):
            return f"({self.visit_expr(node.of.item)} not in {self.visit_expr(node.of.of)})"
        return self.fill_form(node)


def _mark(checked: bool) -> str:
    return "    (range checked when it runs)" if checked else ""
