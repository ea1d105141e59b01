"""The IR as text: close to the rulebook, with every type, bound and table shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..rules.domains import Domain, Grid, Players, Range
from . import nodes as n
from . import types as t
from .rules import Function, Rules


def print_rules(rules: Rules) -> str:
    """Write a whole rulebook's IR."""
    return "\n\n".join(print_function(rules, f) for f in rules.functions.values()) + "\n"


def print_function(rules: Rules, function: Function) -> str:
    """Write one rule's IR: a head with types, then its statements with line numbers."""
    short = Shorthand(rules)
    arguments = ", ".join(f"{name}: {short.type(kind)}" for name, kind in function.parameters)
    head = f"{function.kind} {function.name}({arguments}) -> {short.type(function.returns)}"
    writes = f"    changes {', '.join(sorted(function.writes))}" if function.writes else ""
    lines = list(short.block(function.body, 1))
    return "\n".join([head + writes, *lines])


class Shorthand:
    """Writes nodes; a domain goes by the name the rulebook gives it."""

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
        """Name a domain."""
        if id(domain) in self._names:
            return self._names[id(domain)]
        return str(domain) if isinstance(domain, Grid | Players | Range) else "domain"

    # -- statements -------------------------------------------------------------------------

    def block(self, block: n.Block, depth: int) -> Iterator[str]:
        """Write statements, one a line, each with the line of the rulebook it comes from."""
        if not block:
            yield self._line(depth, "pass")
        for one in block:
            yield from self._statement(one, depth)

    def _line(self, depth: int, text: str, node: n.Node | None = None) -> str:
        left = "    " * depth + text
        return f"{left:<76}  # {node.place.line}" if node else left

    def _statement(self, node: n.Stmt, depth: int) -> Iterator[str]:
        e = self.expr
        match node:
            case n.Assign(name, value):
                yield self._line(depth, f"{name} := {e(value)} : {self.type(value.type)}", node)
            case n.SetState(name, value, checked):
                yield self._line(depth, f"self.{name} = {e(value)}{_mark(checked)}", node)
            case n.SetAt(name, key, value, checked):
                text = f"self.{name}[{e(key)}] = {e(value)}{_mark(checked)}"
                yield self._line(depth, text, node)
            case n.If(test, then, otherwise):
                yield self._line(depth, f"if {e(test)}:", node)
                yield from self.block(then, depth + 1)
                if otherwise:
                    yield self._line(depth, "else:")
                    yield from self.block(otherwise, depth + 1)
            case n.For(name, over, body):
                yield self._line(depth, f"for {name} in {e(over)}:", node)
                yield from self.block(body, depth + 1)
            case n.While(test, body):
                yield self._line(depth, f"while {e(test)}:", node)
                yield from self.block(body, depth + 1)
            case n.Return(value):
                yield self._line(depth, f"return {e(value)}", node)
            case n.Require(test, otherwise):
                reason = f" else {otherwise!r}" if otherwise else ""
                yield self._line(depth, f"require {e(test)}{reason}", node)
            case n.Do(call):
                yield self._line(depth, e(call), node)
            case n.Break() | n.Continue():
                yield self._line(depth, type(node).__name__.lower(), node)

    # -- expressions ------------------------------------------------------------------------

    def expr(self, node: n.Expr) -> str:
        """Write an expression."""
        e = self.expr
        match node:
            case n.Const(value):
                return self.constant(value)
            case n.State(name):
                return f"self.{name}"
            case n.Local(name):
                return name
            case n.Lookup(table, key):
                shown = e(key)
                if table.label == "element":
                    return shown
                if table.label.startswith((".", "[")):
                    return f"{shown}{table.label}"
                shown = shown[1:-1] if isinstance(key, n.MakeTuple) else shown
                return f"{table.label}[{shown}]"
            case n.At(name, key):
                return f"self.{name}[{e(key)}]"
            case n.Arith(op, left, right) | n.Compare(op, left, right) | n.SetOp(op, left, right):
                return f"({e(left)} {op} {e(right)})"
            case n.Not(of):
                return f"not {e(of)}"
            case n.And(items):
                return f"({' and '.join(map(e, items))})"
            case n.Or(items):
                return f"({' or '.join(map(e, items))})"
            case n.Member(item, of):
                return f"({e(item)} in {e(of)})"
            case n.Choose(test, yes, no):
                return f"({e(yes)} if {e(test)} else {e(no)})"
        return self._compound(node)

    def _compound(self, node: n.Expr) -> str:
        """Write what is made of many parts: folds, collections, calls, results."""
        e = self.expr
        match node:
            case n.Fold(kind, name, over, where, body):
                only = isinstance(where, n.Const) and where.value is True
                condition = "" if only else f" if {e(where)}"
                return f"{kind}({e(body)} for {name} in {e(over)}{condition})"
            case n.Steps(start, stop, step):
                return f"range({e(start)}, {e(stop)}, {step})"
            case n.MakeSet(items):
                return f"{{{', '.join(map(e, items))}}}"
            case n.Size(of):
                return f"len({e(of)})"
            case n.Extreme(kind, items):
                return f"{kind}({', '.join(map(e, items))})"
            case n.Call(rule, arguments):
                return f"{rule}({', '.join(map(e, arguments))})"
            case n.MakeTuple(items):
                return f"({', '.join(map(e, items))})"
            case n.Pick(of, index):
                return f"{e(of)}[{e(index)}]"
            case n.Some(of):
                return f"{e(of)}!"
            case n.MakeWin(player):
                return f"Win({e(player)})"
            case n.MakeScore(players, points):
                pairs = zip(players, points, strict=True)
                return f"Score({', '.join(f'{player}: {e(value)}' for player, value in pairs)})"
        raise TypeError(f"no way to write {node!r}")

    def constant(self, value: Any) -> str:
        """Write a constant: long collections are cut short."""
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
