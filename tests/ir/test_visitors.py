"""Every visitor of the IR takes every node, or says why it refuses it."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import boardproof
from boardproof.ir import nodes as n
from boardproof.ir.types import BOOL
from boardproof.ir.visit import (
    EXPRESSIONS,
    STATEMENTS,
    ExpressionVisitor,
    StatementVisitor,
    Visitor,
    Writer,
)

NODES = {node.__name__: node for node in (*EXPRESSIONS, *STATEMENTS)}


def visitors() -> list[type[Visitor]]:
    """Import the whole package and list the visitors in it."""
    for module in pkgutil.walk_packages(boardproof.__path__, "boardproof."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    bases = {ExpressionVisitor, StatementVisitor, Writer}
    found = {cls for cls in descendants(Visitor) if cls.__module__.startswith("boardproof.")}
    return sorted(found - bases, key=lambda cls: f"{cls.__module__}.{cls.__qualname__}")


def descendants(cls: type[Visitor]) -> Iterator[type[Visitor]]:
    for child in cls.__subclasses__():
        yield child
        yield from descendants(child)


def handled(visitor: type[Visitor]) -> set[str]:
    """Name the nodes that a visitor has methods for, abstract ones included."""
    return {name[6:] for name in dir(visitor) if re.match("visit_[A-Z]", name)}


def faults(visitor: type[Visitor]) -> list[str]:
    """Say what is wrong with a visitor."""
    takes = handled(visitor)
    of_expressions = EXPRESSIONS if issubclass(visitor, ExpressionVisitor) else ()
    of_statements = STATEMENTS if issubclass(visitor, StatementVisitor) else ()
    meant = {node.__name__ for node in (*of_expressions, *of_statements)}
    unanswered = visitor.visit_refused is Visitor.visit_refused
    wrong = {
        "neither handles nor refuses": set() if visitor.REFUSES else meant - takes,
        "handles what is no node of its kind,": takes - meant,
        "has no answer for": {"other nodes"} if visitor.REFUSES and unanswered else set(),
    }
    name = visitor.__qualname__
    return [f"{name} {what} {node}" for what, nodes in wrong.items() for node in sorted(nodes)]


@pytest.mark.parametrize("visitor", visitors(), ids=lambda cls: cls.__qualname__)
def test_a_visitor_handles_or_refuses_every_node(visitor: type[Visitor]) -> None:
    assert faults(visitor) == []


def test_all_nodes_are_known() -> None:
    """The lists of nodes have all that the nodes' module names, and nothing below another node."""
    named = re.findall(r"\b[A-Z]\w+", (n.__doc__ or "").split("expression", 1)[1])
    assert set(NODES) == set(named)
    assert not any(node.__subclasses__() for node in NODES.values())


class Forgetful(ExpressionVisitor[str]):
    def visit_Const(self, node: n.Const) -> str:  # noqa: N802
        return "const"

    def visit_Constant(self, node: n.Const) -> str:  # noqa: N802
        return "no such node"


def test_what_is_forgotten_is_named() -> None:
    forgotten = sorted(node.__name__ for node in EXPRESSIONS if node is not n.Const)
    assert faults(Forgetful) == [
        *(f"Forgetful neither handles nor refuses {node}" for node in forgotten),
        "Forgetful handles what is no node of its kind, Constant",
    ]
    with pytest.raises(TypeError, match="Forgetful has no method for State"):
        Forgetful().visit_expr(n.State("turn", type=BOOL))


class Careless(ExpressionVisitor[str]):
    REFUSES = "whatever comes"


def test_who_refuses_all_others_answers_for_them() -> None:
    assert faults(Careless) == ["Careless has no answer for other nodes"]
