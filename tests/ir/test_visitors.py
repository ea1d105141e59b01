"""Every visitor of the IR takes every node, or says why it refuses it."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import ClassVar

import pytest

import boardproof
from boardproof.ir import nodes as n
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
    takes, refuses = handled(visitor), visitor.reasons_to_refuse()
    of_expressions = EXPRESSIONS if issubclass(visitor, ExpressionVisitor) else ()
    of_statements = STATEMENTS if issubclass(visitor, StatementVisitor) else ()
    meant = {node.__name__ for node in (*of_expressions, *of_statements)}
    refused = {getattr(node, "__name__", str(node)) for node in refuses}
    wrong = {
        "neither handles nor refuses": meant - takes - refused,
        "both handles and refuses": takes & refused,
        "handles what is no node of its kind,": takes - meant,
        "refuses what is no node of its kind,": refused - meant,
        "gives no reason to refuse": {node.__name__ for node, why in refuses.items() if not why},
        "has no answer for": {"other nodes"} if has_no_answer(visitor) else set(),
    }
    name = visitor.__qualname__
    return [f"{name} {what} {node}" for what, nodes in wrong.items() for node in sorted(nodes)]


def has_no_answer(visitor: type[Visitor]) -> bool:
    """Whether a visitor refuses all nodes without a method, and leaves the answer to the base."""
    return isinstance(visitor.REFUSES, str) and visitor.visit_refused is Visitor.visit_refused


@pytest.mark.parametrize("visitor", visitors(), ids=lambda cls: cls.__qualname__)
def test_a_visitor_handles_or_refuses_every_node(visitor: type[Visitor]) -> None:
    assert faults(visitor) == []


def test_all_nodes_are_known() -> None:
    """The lists of nodes have all that the nodes' module names, and nothing below another node."""
    named = re.findall(r"\b[A-Z]\w+", (n.__doc__ or "").split("expression", 1)[1])
    assert set(NODES) == set(named)
    assert not any(node.__subclasses__() for node in NODES.values())


class Forgetful(ExpressionVisitor[str]):
    REFUSES: ClassVar[dict[type[n.Node], str]] = {
        **dict.fromkeys(set(EXPRESSIONS) - {n.Const, n.State, n.Local}, "for no reason"),
        n.Break: "not an expression",
        n.Local: "",
    }

    def visit_Const(self, node: n.Const) -> str:  # noqa: N802
        return "const"

    def visit_Size(self, node: n.Size) -> str:  # noqa: N802
        return "size"

    def visit_Constant(self, node: n.Const) -> str:  # noqa: N802
        return "no such node"


def test_what_is_forgotten_is_named() -> None:
    assert faults(Forgetful) == [
        "Forgetful neither handles nor refuses State",
        "Forgetful both handles and refuses Size",
        "Forgetful handles what is no node of its kind, Constant",
        "Forgetful refuses what is no node of its kind, Break",
        "Forgetful gives no reason to refuse Local",
    ]


class Careless(ExpressionVisitor[str]):
    REFUSES = "whatever comes"


def test_who_refuses_all_others_answers_for_them() -> None:
    assert faults(Careless) == ["Careless has no answer for other nodes"]
