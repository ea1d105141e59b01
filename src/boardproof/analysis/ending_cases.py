"""Each test of `result` by itself: what would end the game were it not for the tests before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..ir import nodes as n
from ..ir import types as t
from ..ir.rules import Function, Rules
from .effects import UNKNOWN, evaluate
from .ending_pruning import ending_test, ends_game, goes_on


@dataclass(frozen=True)
class EndingCases:
    """A rulebook with a rule for each test of `result`: it gives that test's result or None.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.reading import read
    >>> len(ending_cases(read(Diagonals())).names)
    3
    """

    rules: Rules
    names: tuple[str, ...]


def ending_cases(rules: Rules) -> EndingCases:
    """Take `result` apart as far as it is one test after another."""
    result = rules.functions["result"]
    cases = [
        replace(result, name=f"ending {number}", body=body)
        for number, body in enumerate(_tests(result.body, ()))
    ]
    functions: dict[str, Function] = {**rules.functions, **{case.name: case for case in cases}}
    return EndingCases(replace(rules, functions=functions), tuple(case.name for case in cases))


def _tests(block: n.Block, before: n.Block) -> Iterator[n.Block]:
    """Return a block for each test; `before` are assignments that it may look at."""
    for node in block:
        match node:
            case n.Assign():
                before = (*before, node)
            case n.If() if (ending := ending_test(node)) is not None:
                yield (*before, _alone(*ending))
            case n.For(body=(n.If() as inner,)):
                over = evaluate(node.over, {})
                if over is UNKNOWN:
                    return
                for value in over:
                    yield from _tests((inner,), (*before, _bound(node, value)))
            case n.Return():
                yield from _choices(node.value, before)
                return
            case _:
                return


def _bound(node: n.For, value: object) -> n.Assign:
    return n.Assign(node.name, n.Const(value, type=t.type_of(value)), place=node.place)


def _choices(value: n.Expr, before: n.Block) -> Iterator[n.Block]:
    """Follow `one if a else another if b else None`."""
    while isinstance(value, n.Choose) and ends_game(value.yes):
        yield (*before, _alone(value.test, value.yes))
        value = value.no
    if not goes_on(value):
        yield (*before, n.Return(value, place=value.place))


def _alone(test: n.Expr, value: n.Expr) -> n.Return:
    nothing = n.Const(None, type=t.NONE, place=value.place)
    chosen = n.Choose(test, value, nothing, type=t.OptionT(t.RESULT), place=test.place)
    return n.Return(chosen, place=test.place)
