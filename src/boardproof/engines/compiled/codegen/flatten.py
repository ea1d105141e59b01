"""Conditions without jumps: `and` and `or` become `&` and `|` where nothing can go wrong.

A jump makes code that is compiled in pieces, and a question that is asked once on each position is
compiled longer than it runs. So tests of bits are all made, whatever the first of them says. A
constant gets a name, for it takes longer to compile `u(4)` than to look it up.
"""

from __future__ import annotations

import ast

#: Functions that do no harm on any number.
HARMLESS_CALLS = {"u", "i64", "popcount"}
HARMLESS = (
    ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Call, ast.Load,
    ast.operator, ast.unaryop, ast.boolop, ast.cmpop,
)  # fmt: skip


def flatten(source: str) -> str:
    """Write a module's conditions without jumps.

    >>> flatten("x = a and (b or f(c))")
    'x = a and (b or f(c))'
    >>> print(flatten("x = a == u(4) and not (b or c)"))
    U4 = u(4)
    x = (a == U4) & (not b | c)
    """
    flatten = _Flatten()
    body = ast.unparse(flatten.visit(ast.parse(source)))
    return "\n".join([*(f"U{k} = u({k})" for k in sorted(flatten.constants)), body])


class _Flatten(ast.NodeTransformer):
    def __init__(self) -> None:
        self.constants: set[int] = set()

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(func=ast.Name(id="u"), args=[ast.Constant(value=number)]) if (
                type(number) is int
            ):
                self.constants.add(number)
                return ast.Name(f"U{number}")
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        if not all(_is_harmless(part) for part in ast.walk(node)):
            return self.generic_visit(node)  # type: ignore[return-value]
        first: ast.expr
        first, *others = [self.visit(value) for value in node.values]
        operator = ast.BitAnd() if isinstance(node.op, ast.And) else ast.BitOr()
        for other in others:
            first = ast.BinOp(first, operator, other)
        return first


def _is_harmless(node: ast.AST) -> bool:
    match node:
        case ast.Call():
            return isinstance(node.func, ast.Name) and node.func.id in HARMLESS_CALLS
        case ast.BinOp(op=ast.LShift() | ast.RShift()):
            return _is_constant(node.right)
        case ast.BinOp(op=ast.FloorDiv() | ast.Mod() | ast.Div() | ast.Pow()):
            return False
    return isinstance(node, HARMLESS)


def _is_constant(node: ast.expr) -> bool:
    """Whether a number is known: one that is not might shift by more than a word has."""
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.Call) and all(isinstance(a, ast.Constant) for a in node.args)
    )
