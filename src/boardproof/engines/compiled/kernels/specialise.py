"""Kernels made for a game: constants folded, words written out one by one.

A kernel is a Python module that says `w` for all words of a position, and asks `if WORDS == 2:` or
`if ALIKE:` where games differ. Here it becomes the text that a compiler gets: a name of several
parts becomes a name for each, a loop over such names its laps one after another, a branch on
constants the one that is taken, and functions marked `inline` stand where they are called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

FOLDER = Path(__file__).parent
#: Types of parameters that have a part for each word.
WIDE = ("Words", "Columns")

#: A name stands for an expression, or for several, its parts.
Value: TypeAlias = "ast.expr | list[Value]"
Names: TypeAlias = dict[str, Value]


@dataclass(frozen=True)
class Kernel:
    """A file of kernels, with the constants it is made for; a suffix tells its functions apart."""

    file: str
    constants: Mapping[str, Any]
    suffix: str = ""
    folder: Path = FOLDER

    @property
    def path(self) -> Path:
        """Where the text lies."""
        return self.folder / f"{self.file}.py"

    def source(self) -> str:
        """Return the kernel's functions, made for its constants."""
        return specialise(self.path.read_text(encoding="utf-8"), self.constants, self.suffix)


def specialise(source: str, constants: Mapping[str, Any], suffix: str = "") -> str:
    """Return the functions of a kernel, made for some constants.

    >>> print(specialise('''
    ... def twice(w: Words, table: Columns, at: Int) -> Int:
    ...     if WORDS == 2:
    ...         table[1][at] = w[1]
    ...     store(table, at + 1, w)
    ...     return canonical(w)
    ... ''', {"WORDS": 2}, "_alike"))
    def twice_alike(w0, w1, table0, table1, at):
        table1[at] = w1
        table0[at + 1] = w0
        table1[at + 1] = w1
        return canonical(w0, w1)
    """
    operations = (FOLDER / "words.py").read_text(encoding="utf-8")
    inlined = {f.name: f for f in _functions(operations) + _functions(source) if _is_inline(f)}
    names = {name: _literal(value) for name, value in constants.items()}
    made = (
        _Specialiser(inlined, names).function(function, suffix)
        for function in _functions(source)
        if not _is_inline(function)
    )
    return "\n\n\n".join(ast.unparse(function) for function in made)


@cache
def _functions(source: str) -> tuple[ast.FunctionDef, ...]:
    return tuple(node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))


def _is_inline(function: ast.FunctionDef) -> bool:
    return any(isinstance(d, ast.Name) and d.id == "inline" for d in function.decorator_list)


def _literal(value: Any) -> Value:
    return [_literal(v) for v in value] if isinstance(value, tuple) else ast.Constant(value)


class _Specialiser(ast.NodeTransformer):
    """Rewrites one function, and leaves its tree as it is: what it returns is new."""

    def __init__(
        self, inlined: Mapping[str, ast.FunctionDef], constants: Names, given: Names | None = None
    ) -> None:
        self._inlined, self._constants = inlined, constants
        self._names: Names = constants | (given or {})

    def function(self, node: ast.FunctionDef, suffix: str) -> ast.FunctionDef:
        """Return the function with a parameter for each word."""
        parameters: list[ast.arg] = []
        for parameter in node.args.args:
            if _is_wide(parameter.annotation):
                self._widen(parameter.arg)
            names = _flat(self._names.get(parameter.arg, ast.Name(parameter.arg)))
            parameters += [ast.arg(ast.unparse(name)) for name in names]
        arguments = ast.arguments([], parameters, None, [], [], None, [])
        body = self._block(node.body)
        return ast.FunctionDef(
            node.name + suffix, arguments, body, node.decorator_list, None, lineno=0
        )

    def _widen(self, name: str) -> None:
        """Let a name have a part for each word."""
        words = ast.literal_eval(_joined(self._constants["WORDS"]))
        self._names[name] = [ast.Name(f"{name}{i}") for i in range(words)]

    def _block(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Rewrite statements up to the first that always returns."""
        made: list[ast.stmt] = []
        for statement in body:
            rewritten = self.visit(statement)
            made += rewritten if isinstance(rewritten, list) else [rewritten]
            if made and isinstance(made[-1], ast.Return):
                break
        return made

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Rewrite all that an expression or a statement consists of."""
        made = {
            name: [self.visit(one) for one in value]
            if isinstance(value, list)
            else self.visit(value)
            if isinstance(value, ast.AST)
            else value
            for name, value in ast.iter_fields(node)
        }
        rewritten = type(node)(**made)
        return ast.copy_location(rewritten, node)

    # -- names with parts ---------------------------------------------------------------------

    def _value(self, node: ast.expr) -> Value:
        parts = self._parts(node)
        value: Value = self.visit(node) if parts is None else parts
        return value

    def _spread(self, nodes: list[ast.expr]) -> list[ast.expr]:
        return [part for node in nodes for part in _flat(self._value(node))]

    def _parts(self, node: ast.expr) -> list[Value] | None:
        """Return the parts of an expression that has several, None for any other."""
        match node:
            case ast.Starred(value=value):
                return self._parts(value)
            case ast.Name(id=name):
                return _listed(self._names.get(name))
            case ast.List(elts=elements):
                return [self._value(element) for element in elements]
            case (
                ast.ListComp(elt=body, generators=[lap])
                | ast.GeneratorExp(elt=body, generators=[lap])
            ):
                return [self._value(body) for _ in self._laps(lap.target, lap.iter)]
            case ast.Subscript(value=value, slice=at) if (parts := self._parts(value)) is not None:
                return _listed(parts[ast.literal_eval(self.visit(at))])
            case ast.Call(func=ast.Name(id=name)) if name in self._inlined:
                inside, statements = self._opened(node)
                match statements[-1]:
                    case ast.Return(value=ast.expr() as value):
                        return inside._parts(value)
        return None

    def _items(self, node: ast.expr) -> list[Value] | None:
        """Return what a loop that is written out goes over, None for any other loop."""
        match node:
            case ast.Call(func=ast.Name(id="zip"), args=several):
                columns = [self._each(column) for column in several]
                return [list(row) for row in zip(*columns, strict=True)]
            case ast.Call(func=ast.Name(id="enumerate"), args=[several]):
                return [[ast.Constant(i), part] for i, part in enumerate(self._each(several))]
            case ast.Call(func=ast.Name(id="each"), args=[end]):
                return [ast.Constant(i) for i in range(ast.literal_eval(self.visit(end)))]
        return self._parts(node)

    def _each(self, node: ast.expr) -> list[Value]:
        items = self._items(node)
        if items is None:
            raise SyntaxError(f"{ast.unparse(node)} has no parts that are known beforehand")
        return items

    def _laps(self, target: ast.expr, over: ast.expr) -> Iterator[None]:
        """Let the names of a loop stand for one item after another."""
        before = dict(self._names)
        for item in self._each(over):
            self._bind(target, item)
            yield
        bound = {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
        self._names = {
            name: before[name] if name in bound else value
            for name, value in self._names.items()
            if name not in bound or name in before
        }

    def _bind(self, target: ast.expr, value: Value) -> None:
        match target, value:
            case ast.Name(id=name), _:
                self._names[name] = value
            case ast.Tuple(elts=targets), list():
                for inner, part in zip(targets, value, strict=True):
                    self._bind(inner, part)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Write what a name stands for."""
        value = self._names.get(node.id)
        return value if isinstance(value, ast.expr) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Write one part of several."""
        parts, at = self._parts(node.value), self.visit(node.slice)
        if parts is None:
            return ast.Subscript(self.visit(node.value), at)
        return _joined(parts[ast.literal_eval(at)])

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        """Write a tuple with an item for each part."""
        for element in node.elts:
            match element:
                case ast.Starred(value=ast.Name(id=name), ctx=ast.Store()):
                    self._widen(name)
        return ast.Tuple(self._spread(node.elts))

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        """Return all parts."""
        return ast.Return(node.value and _joined(self._value(node.value)))

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Assign part by part, or unpack what a call returns."""
        (target,) = node.targets
        parts = self._parts(node.value)
        if parts is None:
            value = self.visit(node.value)
            return ast.Assign([_joined(self._value(target))], value, lineno=0)
        assert isinstance(target, ast.Name)
        names = [ast.Name(f"{target.id}{i}") for i in range(len(parts))]
        self._names[target.id] = list(names)
        pairs = zip(names, _flat(parts), strict=True)
        return [ast.Assign([name], part, lineno=0) for name, part in pairs]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Assign to a name whose type says that it has parts."""
        assert isinstance(node.target, ast.Name)
        assert node.value is not None
        assigned = ast.Assign([node.target], node.value)
        if _is_wide(node.annotation) and self._parts(node.value) is None:
            self._widen(node.target.id)
        return self.visit_Assign(assigned)

    def visit_For(self, node: ast.For) -> Any:
        """Write the laps of a loop over parts one after another."""
        if self._items(node.iter) is not None:
            laps = self._laps(node.target, node.iter)
            return [line for _ in laps for line in self._block(node.body)]
        return ast.For(node.target, self.visit(node.iter), self._block(node.body), [], lineno=0)

    def visit_While(self, node: ast.While) -> ast.stmt:
        """Rewrite a loop."""
        return ast.While(self.visit(node.test), self._block(node.body), [])

    # -- calls --------------------------------------------------------------------------------

    def _opened(self, call: ast.Call) -> tuple[_Specialiser, list[ast.stmt]]:
        """Return the statements of an inlined function, and what rewrites them for a call."""
        assert isinstance(call.func, ast.Name)
        function = self._inlined[call.func.id]
        pairs = zip(function.args.args, call.args, strict=True)
        given = {parameter.arg: self._value(argument) for parameter, argument in pairs}
        inside = _Specialiser(self._inlined, self._constants, given)
        return inside, inside._taken(function.body[1:])

    def _taken(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return the statements that constants choose, up to the first that returns."""
        taken: list[ast.stmt] = []
        for statement in body:
            match statement:
                case ast.If(test=test, body=yes, orelse=no):
                    taken += self._taken(yes if ast.literal_eval(self.visit(test)) else no)
                case _:
                    taken.append(statement)
            if taken and isinstance(taken[-1], ast.Return):
                break
        return taken

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Write a call with an argument for each part; an inlined one becomes its value."""
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in self._inlined:
                inside, body = self._opened(node)
                assert isinstance(body[-1], ast.Return)
                assert body[-1].value is not None
                value: ast.expr = inside.visit(body[-1].value)
                return value
            case ast.Call(
                func=ast.Name(id="all" | "any" as name), args=[ast.GeneratorExp() as one]
            ):
                return _logical(ast.And() if name == "all" else ast.Or(), self._spread([one]))
            case ast.Call(func=ast.Name(id="len"), args=[one]) if (
                parts := self._parts(one)
            ) is not None:
                return ast.Constant(len(parts))
        return ast.Call(self.visit(node.func), self._spread(node.args), node.keywords)

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Write out the statements of an inlined function."""
        match node.value:
            case ast.Call(func=ast.Name(id=name)) as call if name in self._inlined:
                inside, body = self._opened(call)
                return inside._block(body)
        return self.generic_visit(node)

    # -- constants ------------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> Any:
        """Write only the branch that is taken where a constant says which."""
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            return self._block(node.body if test.value else node.orelse)
        return ast.If(test, self._block(node.body), self._block(node.orelse))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Write only the value that is taken where a constant says which."""
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            chosen: ast.expr = self.visit(node.body if test.value else node.orelse)
            return chosen
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Leave out what a constant settles."""
        return _logical(node.op, map(self.visit, node.values))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Turn a constant truth round."""
        operand = self.visit(node.operand)
        if isinstance(node.op, ast.Not) and isinstance(operand, ast.Constant):
            return ast.Constant(not operand.value)
        return ast.UnaryOp(node.op, operand)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Compare constants for equality."""
        left, right = self.visit(node.left), [self.visit(one) for one in node.comparators]
        match node.ops, left, right:
            case [ast.Eq() | ast.NotEq() as op], ast.Constant(value=a), [ast.Constant(value=b)]:
                return ast.Constant((a == b) == isinstance(op, ast.Eq))
        return ast.Compare(left, node.ops, right)


def _logical(op: ast.boolop, values: Iterable[ast.expr]) -> ast.expr:
    """Join truths by `and` or `or`, without those that constants settle."""
    settles = isinstance(op, ast.Or)
    kept: list[ast.expr] = []
    for value in values:
        if not isinstance(value, ast.Constant):
            kept.append(value)
        elif bool(value.value) is settles:
            return ast.Constant(settles)
    if not kept:
        return ast.Constant(not settles)
    return kept[0] if len(kept) == 1 else ast.BoolOp(op, kept)


def _is_wide(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in WIDE


def _listed(value: Value | None) -> list[Value] | None:
    return value if isinstance(value, list) else None


def _flat(value: Value) -> list[ast.expr]:
    if isinstance(value, ast.expr):
        return [value]
    return [expression for part in value for expression in _flat(part)]


def _joined(value: Value) -> ast.expr:
    parts = _flat(value)
    return parts[0] if len(parts) == 1 else ast.Tuple(parts)
