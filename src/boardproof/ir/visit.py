"""Visitors of the IR: a method for every node, or a reason to refuse it.

`visit_expr` and `visit_stmt` call the method named after a node's class: `visit_Const`,
`visit_SetState`. Why other nodes are not taken stands in `REFUSES`, and `visit_refused` answers for
them with whatever is safe to assume. A test holds every visitor to this, so that a new node is
forgotten nowhere. What only looks for some kinds of node uses `walk` instead.

>>> from boardproof.ir.types import BOOL
>>> class Names(ExpressionVisitor[str]):
...     REFUSES = "it has no name"
...     def visit_refused(self, node: n.Node) -> str:
...         return "something"
...     def visit_State(self, node: n.State) -> str:
...         return f"self.{node.name}"
>>> Names().visit_expr(n.State("turn", type=BOOL)), Names().visit_expr(n.Const(True, type=BOOL))
('self.turn', 'something')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar, TypeVarTuple

from . import nodes as n

EXPRESSIONS: tuple[type[n.Expr], ...] = tuple(n.Expr.__subclasses__())
STATEMENTS: tuple[type[n.Stmt], ...] = tuple(n.Stmt.__subclasses__())

Result = TypeVar("Result")
Context = TypeVarTuple("Context")


class Visitor:
    """What visitors of expressions and of statements have in common."""

    #: Why nodes without a method are not taken, where `visit_refused` has an answer for any node.
    REFUSES: ClassVar[str] = ""
    _handlers: ClassVar[dict[type[n.Node], Callable[..., Any]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._handlers = {
            node: getattr(cls, f"visit_{node.__name__}", cls.visit_refused)
            for node in (*EXPRESSIONS, *STATEMENTS)
        }

    def visit_refused(self, node: n.Node, *context: Any) -> Any:
        """Answer for a node that is not taken: here, by an error."""
        raise TypeError(f"{type(self).__name__} has no method for {type(node).__name__}")


class ExpressionVisitor(Visitor, Generic[Result, *Context]):
    """Turns expressions into results; every method takes the node and the same context."""

    def visit_expr(self, node: n.Expr, *context: *Context) -> Result:
        """Return what the method for the node returns."""
        result: Result = self._handlers[type(node)](self, node, *context)
        return result


class Writer(ExpressionVisitor[str, *Context]):
    """Writes nodes as text, most of them by a form such as `"({item} in {of})"`.

    Fields of the node stand in braces, those with several items with what is put between them:
    `"({items: and })"`, a comma where nothing is given.
    """

    FORMS: ClassVar[Mapping[type[n.Node], str]] = {}

    def __init_subclass__(cls) -> None:
        for node in cls.__dict__.get("FORMS", ()):
            setattr(cls, f"visit_{node.__name__}", cls.fill_form)
        super().__init_subclass__()

    def fill_form(self, node: n.Node, *context: *Context) -> str:
        """Return a node's form with its fields filled in."""
        fields = {name: self._field(value, *context) for name, value in vars(node).items()}
        return self.FORMS[type(node)].format(**fields)

    def _field(self, value: Any, *context: *Context) -> Any:
        if isinstance(value, tuple):
            return _Items(self._field(item, *context) for item in value)
        return self.visit_expr(value, *context) if isinstance(value, n.Expr) else value


class _Items(list[Any]):
    def __format__(self, separator: str) -> str:
        return (separator or ", ").join(self)


class StatementVisitor(Visitor, Generic[Result, *Context]):
    """Turns statements into results; every method takes the node and the same context."""

    def visit_stmt(self, node: n.Stmt, *context: *Context) -> Result:
        """Return what the method for the node returns."""
        result: Result = self._handlers[type(node)](self, node, *context)
        return result
