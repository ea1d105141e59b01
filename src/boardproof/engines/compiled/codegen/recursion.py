"""Rules that may come back to themselves: all of a circle are one function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from ....ir.rules import Function
from .staging import Stager
from .statements import CallShape, FunctionWriter

if TYPE_CHECKING:
    from .program import Program

#: Rules that call each other so deep go on without end: Python's own limit, which holds for the
#: reference engine, is reached before.
MOST_CALLS = 1_000


class Recursion:
    """Writes the circles of a program's rules, and their calls."""

    def __init__(self, program: Program) -> None:
        self._program, self._rules, self._words = program, program.rules, program.words
        self._written = list[frozenset[str]]()  # the circles whose functions are being written

    def call(
        self, stager: Stager, node: n.Call, function: Function, values: tuple[Any, ...]
    ) -> Any:
        """Call a rule that may come back to itself: all rules of its circle are one function."""
        cycle = self._program.facts.cycles[node.rule]
        name, shape = self._cycle_function(cycle, stager.known)
        width = max(len(self._rules.functions[r].parameters) for r in cycle)
        kinds = [kind for _, kind in function.parameters]
        given = [stager.code(v, kind) for v, kind in zip(values, kinds, strict=True)]
        given += ["i64(0)"] * (width - len(given))
        number = sorted(cycle).index(node.rule)
        depth = "depth + 1" if cycle in self._written else "i64(0)"
        code = f"{name}({', '.join([f'i64({number})', depth, *given, *self._words])})"
        union = Function(
            node.rule, "", (), function.returns, (),
            frozenset().union(*(self._rules.functions[r].writes for r in cycle)), function.place,
        )  # fmt: skip
        value = self._program.calls.emit(stager, code, shape, union)
        return stager.typed(value.code, function.returns) if shape.valued and value else None

    def _cycle_function(
        self, cycle: frozenset[str], known: dict[str, Any]
    ) -> tuple[str, CallShape]:
        functions = [self._rules.functions[rule] for rule in sorted(cycle)]
        facts = self._program.facts
        written = frozenset().union(*(f.writes for f in functions))
        kept = {
            k: v for k, v in known.items()
            if k not in written and any(k in facts.reads(f.name) for f in functions)
        }  # fmt: skip
        key = (cycle, tuple(sorted(kept.items(), key=str)))
        if key not in self._program.functions.made:
            valued = [f.returns for f in functions if not isinstance(f.returns, t.NoneT | t.NeverT)]
            if any(
                isinstance(a, t.SetT | t.TupleT)
                for f in functions
                for a in (f.returns, *(k for _, k in f.parameters))
            ):
                raise TooLarge("the compiled engine takes recursion on numbers and elements only")
            required = any(facts.requires(f.name) for f in functions)
            shape = CallShape(required, bool(written), t.IntT(0, 0) if valued else t.NONE)
            name = self._program.functions.name("_".join(sorted(cycle)))
            self._program.functions.made[key] = (name, shape)
            self._written.append(cycle)
            try:
                self._write_cycle(name, functions, kept, shape)
            finally:
                self._written.pop()
        return self._program.functions.made[key]

    def _write_cycle(
        self, name: str, functions: list[Function], known: dict[str, Any], shape: CallShape
    ) -> None:
        width = max(len(f.parameters) for f in functions)
        words, slots = ["u8"] * len(self._words), [f"a{i}" for i in range(width)]
        back = [
            *(["b1"] if shape.required else []),
            *(words if shape.writes else []),
            *(["i8"] if shape.valued else []),
        ]
        gives = f"Tuple(({', '.join(back)}))" if len(back) > 1 else (back or ["none"])[0]
        takes = ", ".join(["i8"] * (2 + width) + words)
        lines = [f'@recursive("{gives}({takes})")']
        lines.append(f"def {name}({', '.join(['which', 'depth', *slots, *self._words])}):")
        lines += [f"    if depth > {MOST_CALLS}:", "        raise RuleFault"]
        for number, function in enumerate(functions):
            env = {
                parameter: Stager(self._program, {}, {}).typed(
                    slot if not isinstance(kind, t.BoolT) else f"({slot} != 0)", kind
                )
                for (parameter, kind), slot in zip(function.parameters, slots, strict=False)
            }
            own = CallShape(shape.required, shape.writes, shape.returns)
            writer = FunctionWriter(self._program, env, dict(known), own)
            writer.depth = 2
            writer.block(function.body)
            lines += [f"    if which == {number}:  # {function.name}", *writer.lines]
        lines.append("    raise RuleFault")
        self._program.functions.keep([*lines, ""])
