"""The laps of a loop that is written out: what it runs over is looked at once, as it begins."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....analysis.callgraph import changes_position, names_changed
from ....ir import nodes as n
from ....ir import types as t
from .staging import is_known
from .values import Condition, Test, condition_code

if TYPE_CHECKING:
    from .program import Program
    from .statements import FunctionWriter

#: A value, and the condition under which the loop has it.
Lap = tuple[Any, Condition]


def as_begun(writer: FunctionWriter, node: n.For, laps: list[Lap]) -> list[Lap]:
    """Keep in variables what a loop runs over, where its body would change it."""
    changes = _changed_by(writer.program, node.body)
    if changes is None:
        return laps
    over, begun = node.over.type, list[Lap]()
    kinds = over.items if isinstance(over, t.TupleT) else (_item_type(node),) * len(laps)
    for (value, live), kind in zip(laps, kinds, strict=True):
        if not isinstance(live, bool) and changes.search(condition_code(live)):
            test = writer.program.fresh()
            writer.line(f"{test} = {condition_code(live)}")
            live = Test(test)
        if not is_known(value) and changes.search(writer.code(value, kind)):
            value = writer.stored(writer.program.fresh(), value, kind)
        begun.append((value, live))
    return begun


def _changed_by(program: Program, body: n.Block) -> re.Pattern[str] | None:
    """Return what finds the variables that a body may write, None where it writes none.

    Code reads locals, parts of them, and words; no other name in it is ever written again.
    """
    names, _ = names_changed(program.rules, n.walk(body))
    written = [rf"(i\d+_)*v_{name}" for name in names]
    written += program.words if changes_position(program.rules, n.walk(body)) else []
    return re.compile(rf"\b({'|'.join(written)})\b") if written else None


def with_own_name(node: n.For) -> n.For:
    """Let a loop count by a name of its own, where the name it has keeps the last lap's value.

    No name in a rulebook begins with a digit.
    """
    own = f"0_{node.name}"
    local = n.Local(own, type=_item_type(node), place=node.place)
    given = n.Assign(node.name, local, place=node.place)
    return replace(node, name=own, body=(given, *node.body))


def _item_type(node: n.For) -> t.Type:
    """Return the type of what a loop runs over."""
    kind = t.as_set(node.over.type)
    if isinstance(kind, t.TupleT):
        with suppress(t.Mismatch):  # of no one type: each item is known by its own
            return t.join_all(kind.items)
    return kind.of if isinstance(kind, t.SetT | t.SequenceT) else t.NEVER


def jumps(block: n.Block) -> bool:
    """Whether a loop's own body breaks or continues it."""
    for node in block:
        if isinstance(node, n.Break | n.Continue):
            return True
        if isinstance(node, n.If) and (jumps(node.then) or jumps(node.otherwise)):
            return True
    return False
