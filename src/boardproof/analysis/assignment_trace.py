"""An interpreter that reports every assignment of a state variable once it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ir import nodes as n
from ..ir.interpreter import Frame, Interpreter, Step
from ..ir.rules import Rules

StateAssignment = n.SetState | n.SetAt

#: Takes the assignment, the variable's value before it, and the state after it.
AssignmentListener = Callable[[StateAssignment, Any, dict[str, Any]], None]


class AssignmentTracer(Interpreter):
    """Runs rules as an `Interpreter` does, and reports what they assign, in order.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.reading import read
    >>> rules, lines = read(Diagonals()), []
    >>> note = lambda node, before, state: lines.append(node.place.text)
    >>> tracer = AssignmentTracer(rules, note)
    >>> state = {name: v.start for name, v in rules.game.variables.items()}
    >>> state["mark"] = dict(state["mark"])
    >>> tracer.run("play", {"cell": rules.game.cells[0, 1]}, state)
    >>> [line.strip() for line in lines]
    ['self.mark[cell] = self.turn', 'self.turn = self.turn.next']
    """

    def __init__(self, rules: Rules, listener: AssignmentListener) -> None:
        super().__init__(rules)
        self._listener = listener

    def visit_SetState(self, node: n.SetState) -> Step:
        return self._reporting(node, node.name, super().visit_SetState(node))

    def visit_SetAt(self, node: n.SetAt) -> Step:
        return self._reporting(node, node.map, super().visit_SetAt(node))

    def _reporting(self, node: StateAssignment, name: str, step: Step) -> Step:
        def run(frame: Frame) -> None:
            value = frame.state[name]
            before = dict(value) if isinstance(value, dict) else value
            step(frame)
            self._listener(node, before, frame.state)

        return run
