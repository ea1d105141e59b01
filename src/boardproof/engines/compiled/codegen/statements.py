"""Staged execution of statements: one function of generated code."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....analysis.callgraph import names_changed
from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from ....ir.interpreter import MOST_LAPS
from ....ir.visit import StatementVisitor
from ....packing.fields import PackedVariable
from ....rules.state import MapVariable, SubsetVariable
from . import fields
from .bit_search import FirstMatch, search
from .counted_laps import tabled
from .laps import as_begun, jumps, with_own_name
from .local_types import type_of_local
from .staging import Span, Stager, is_known
from .values import (
    Chosen,
    Condition,
    Dyn,
    Set,
    SetWord,
    Tuple,
    condition_code,
    is_listed,
    negate,
    none_code,
    part_name,
    u64,
)

if TYPE_CHECKING:
    from .program import Program


#: Longer code of a word is written down where it is used more than once.
LONG_WORD = 24


@dataclass(frozen=True)
class CallShape:
    """What a function gives back, in this order: may it go on, the words, a value."""

    required: bool
    writes: bool
    returns: t.Type

    @property
    def valued(self) -> bool:
        """Whether it returns a value."""
        return not isinstance(self.returns, t.NoneT | t.NeverT)


class FunctionWriter(Stager, StatementVisitor[None]):
    """Writes one function: statements become lines, what is known is never written down."""

    def __init__(
        self, program: Program, env: dict[str, Any], known: dict[str, Any], shape: CallShape
    ) -> None:
        super().__init__(program, env, known)
        self.shape = shape
        self.lines: list[str] = []
        self.depth = 1
        self.alive = True
        self._pinned: set[str] = set()
        self._unknown: set[str] = set()
        self._jumps: list[str | None] = []
        self.changed = 0  # how often the position has changed on the way here

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.depth + text)

    def within(self, env: dict[str, Any]) -> Stager:
        """Return a writer of the same lines, with other names."""
        other = FunctionWriter(self.program, env, self.known, self.shape)
        other.lines, other.depth = self.lines, self.depth
        return other

    def either_word(self, test: str, yes: Callable[[], str], no: Callable[[], str]) -> str:
        """Return one of two words: only the one that is needed is computed."""
        name, start = self.program.fresh(), len(self.lines)
        words = []
        for head, word in ((f"if {test}:", yes), ("else:", no)):
            self.line(head)
            self.depth += 1
            try:
                words.append(word())
            finally:
                self.depth -= 1
            self.lines.append("    " * (self.depth + 1) + f"{name} = {words[-1]}")
        if len(self.lines) == start + 4 and len("".join(words)) < LONG_WORD:
            del self.lines[start:]
            return f"({words[0]} if {test} else {words[1]})"
        return name

    def named(self, code: str) -> str:
        """Write down a word that is used more than once."""
        if len(code) < LONG_WORD:
            return code
        name = self.program.fresh()
        self.line(f"{name} = {code}")
        return name

    def block(self, block: n.Block) -> None:
        """Execute statements up to the first after which nothing follows."""
        for node in block:
            if not self.alive:
                return
            self.visit_stmt(node)

    # -- leaving ----------------------------------------------------------------------------

    def emit_return(self, value: str) -> None:
        """Write the return of a value."""
        parts = ["True"] if self.shape.required else []
        parts += self.program.words if self.shape.writes else []
        parts += [value] if self.shape.valued else []
        self.line(f"return {', '.join(parts) or 'None'}")
        self.alive = False

    def refuse(self) -> None:
        """Write the return of a move that is not legal."""
        parts = ["False"]
        parts += self.program.words if self.shape.writes else []
        parts += [_nothing(self.shape.returns)] if self.shape.valued else []
        self.line(f"return {', '.join(parts)}")

    def visit_Return(self, node: n.Return) -> None:
        value = self.visit_expr(node.value)
        self.emit_return(self.code(value, self._wide(node.value.type)) if self.shape.valued else "")

    def _wide(self, a: t.Type) -> t.Type:
        """Write a value that is never None as one that may be, where others may."""
        return self.shape.returns if not isinstance(self.shape.returns, t.TupleT) else a

    def visit_Require(self, node: n.Require) -> None:
        test = self.test(node.test)
        if test is False:
            self.refuse()
            self.alive = False
        elif test is not True:
            self.line(f"if {condition_code(negate(test))}:")
            self.depth += 1
            self.refuse()
            self.depth -= 1

    # -- locals and state -------------------------------------------------------------------

    def visit_Assign(self, node: n.Assign) -> None:
        self.bind(node.name, self.visit_expr(node.value), node.value.type)

    def bind(self, name: str, value: Any, a: t.Type) -> None:
        """Assign a local name: known values are only remembered, others get a line."""
        if (is_known(value) or isinstance(value, FirstMatch)) and name not in self._pinned:
            self.env[name] = value
            return
        self.env[name] = self.stored(f"v_{name}", value, a)

    def stored(self, variable: str, value: Any, a: t.Type) -> Any:
        """Write a value into a variable; return what it is known as from then on."""
        if isinstance(a, t.TupleT):
            items = value.items if isinstance(value, Tuple) else value
            if isinstance(value, Dyn):  # its parts have variables of their own, as all tuples do
                self.line(f"{variable} = {value.code}")
                items = [self.typed(f"{variable}[{i}]", kind) for i, kind in enumerate(a.items)]
            parts = list(zip(items, a.items, strict=True))
            own = re.compile(rf"{part_name('[0-9]+', variable)}\b")
            if any(own.search(self.code(item, kind)) for item, kind in parts):
                # One part may be what another was: all are read before any is written.
                items = [self.stored(self.program.fresh(), item, kind) for item, kind in parts]
            kept = [
                self.stored(part_name(i, variable), item, kind)
                for i, (item, kind) in enumerate(zip(items, a.items, strict=True))
            ]
            return Tuple(tuple(kept))
        self.line(f"{variable} = {self.code(value, a)}")
        if is_listed(a):
            return self.program.tables.chosen_by(variable, constants_in([value]), a)
        return self.typed(variable, a)

    def visit_SetState(self, node: n.SetState) -> None:
        packed, kind = self.layout.packed[node.name], self.rules.state[node.name]
        value, field = self.visit_expr(node.value), packed.fields[0]
        self.changed += 1
        self.known.pop(node.name, None)
        if isinstance(packed.variable, SubsetVariable):
            self._write_set(packed, self.as_set(value, kind), node.checked)
        elif is_known(value):
            self._write_known(node, value)
        elif isinstance(kind, t.BoolT):
            self._lines(fields.write_field(field, value.code))
        else:
            code = self._checked(self.code(value, kind), kind, node.checked)
            self._lines(fields.write_field(field, fields.index(code, kind)))

    def _write_set(self, packed: PackedVariable, value: Set, checked: bool) -> None:
        """Write a set, and a test that it has no number out of range where that is not proved."""
        own = fields.own_bits(packed, self.program.base)
        if checked:
            name = self.program.fresh()
            self.line(f"{name} = {value.code}")
            self.line(f"if ({name} & ~{u64(own.elements)}) != u(0):")
            self.line("    raise RuleFault")
            value = SetWord(name)
        self._lines(fields.write_set(packed.fields[0], own, value))

    def _write_known(self, node: n.SetState, value: Any) -> None:
        packed = self.layout.packed[node.name]
        if isinstance(value, bool):
            index = int(value)
        elif value in packed.variable.domain:
            index = packed.variable.domain.index(value)
        else:
            self._broken()
            return
        self._lines(fields.write_constant(packed.fields[0], index))
        if node.name not in self._unknown:
            self.known[node.name] = value

    def visit_SetAt(self, node: n.SetAt) -> None:
        packed, kind = self.layout.packed[node.map], self.rules.state[node.map]
        assert isinstance(kind, t.MapT)
        assert isinstance(packed.variable, MapVariable)
        # The value is computed first, and may change what the key depends on.
        value, key = self.visit_expr(node.value), self.visit_expr(node.key)
        if is_known(value) and value not in packed.variable.values:
            self._broken()
            return
        if packed.planes:
            self._set_plane(packed, key, value, kind)
            self.changed += 1
            return
        self.changed += 1
        code = self._checked(self.code(value, kind.value), kind.value, node.checked)
        code = fields.index(code, kind.value)
        if is_known(key):
            field = packed.fields[packed.variable.domain.index(key)]
            if is_known(value):
                self._lines(fields.write_constant(field, packed.variable.values.index(value)))
            else:
                self._lines(fields.write_field(field, code))
        else:
            self._lines(fields.write_item(packed, self._held(self.place_code(packed, key)), code))

    def _set_plane(self, packed: Any, key: Any, value: Any, kind: t.MapT) -> None:
        domain, values = packed.variable.domain, packed.variable.values
        if is_known(key) and is_known(value):
            self._lines(fields.write_plane_known(packed, domain.index(key), values.index(value)))
            return
        if isinstance(key, FirstMatch) and is_known(value):
            self._set_found(packed, key, values.index(value))
            return
        at = str(domain.index(key)) if is_known(key) else self._held(self.place_code(packed, key))
        if is_known(value):
            self._lines(fields.write_plane_at(packed, at, values.index(value)))
        else:
            which = self._held(fields.index(value.code, kind.value))
            self._lines(fields.write_plane(packed, at, which))

    def _held(self, code: str) -> str:
        """Return a number that stays what it is while the words that it comes of are written."""
        if not any(re.search(rf"\b{word}\b", code) for word in self.program.words):
            return code
        name = self.program.fresh()
        self.line(f"{name} = {code}")
        return name

    def _set_found(self, packed: PackedVariable, key: FirstMatch, which: int) -> None:
        """Put a known value where a search found its element, by the element's own bit."""
        for i, field in enumerate(packed.fields, 1):
            name, there = fields.word(field), key.at(field)
            if i == which:
                self.line(f"{name} = {name} | {there}")
            elif not key.clear_in(field, self.changed):
                self.line(f"{name} = {name} & ~{there}")

    def _checked(self, code: str, kind: t.Type, checked: bool) -> str:
        """Write a number once, and a test that it is in range where that is not proved."""
        inner = kind.of if isinstance(kind, t.OptionT) else kind
        if not checked or not isinstance(inner, t.IntT):
            return code
        name = self.program.fresh()
        self.line(f"{name} = {code}")
        outside = f"{name} < {inner.lo} or {name} > {inner.hi}"
        if inner != kind:
            outside = f"{name} != {none_code(kind)} and ({outside})"
        self.line(f"if {outside}:")
        self.depth += 1
        self.line("raise RuleFault")
        self.depth -= 1
        return name

    def _broken(self) -> None:
        self.line("raise RuleFault")
        self.alive = False

    def _lines(self, lines: list[str]) -> None:
        for text in lines:
            self.line(text)

    def visit_Do(self, node: n.Do) -> None:
        self.visit_expr(node.call)

    # -- branches ---------------------------------------------------------------------------

    def visit_If(self, node: n.If) -> None:
        test = self.test(node.test)
        if isinstance(test, bool):
            self.block(node.then if test else node.otherwise)
            return
        self._part(test, self._branch(node.then), self._branch(node.otherwise))

    def _part(self, test: Condition, then: FunctionWriter, otherwise: FunctionWriter) -> None:
        """Write two branches, and what is known after either."""
        self._meet([then, otherwise])
        self.line(f"if {condition_code(test)}:")
        self.lines += then.lines or ["    " * (self.depth + 1) + "pass"]
        if otherwise.lines:
            self.line("else:")
            self.lines += otherwise.lines

    def _branch(self, block: n.Block) -> FunctionWriter:
        """Execute a block on the side, with what is known here."""
        side = self._side()
        side.block(block)
        return side

    def _side(self) -> FunctionWriter:
        """Return a writer of lines that only run on one side of a branch."""
        side = type(self)(self.program, dict(self.env), dict(self.known), self.shape)
        side.depth, side._jumps, side.changed = self.depth + 1, self._jumps, self.changed
        side._pinned, side._unknown = self._pinned, self._unknown
        return side

    def _meet(self, sides: list[FunctionWriter]) -> None:
        """Go on with what holds on every side; values that differ are written down on each."""
        living = [side for side in sides if side.alive]
        if not living:
            self.alive = False
            return
        self.changed = max(side.changed for side in living) + 1
        names = set.intersection(*(set(side.env) for side in living))
        for name in sorted(names):
            values = [side.env[name] for side in living]
            if all(_same(value, values[0]) for value in values):
                self.env[name] = values[0]
            else:
                self._write_on_each(name, living, values)
        for name in set(self.env) - names:
            del self.env[name]
        first, *others = [side.known for side in living]
        self.known = {k: v for k, v in first.items() if all(k in o and o[k] == v for o in others)}

    def _write_on_each(self, name: str, living: list[FunctionWriter], values: list[Any]) -> None:
        try:
            kind = type_of_local(values)
        except t.Mismatch:  # a name that nobody looks at from here on
            self.env.pop(name, None)
            return
        for side, value in zip(living, values, strict=True):
            self.env[name] = side.stored(f"v_{name}", value, kind)
        if is_listed(kind):
            constants = constants_in(values)
            self.env[name] = self.program.tables.chosen_by(f"v_{name}", constants, kind)

    # -- loops ------------------------------------------------------------------------------

    def visit_For(self, node: n.For) -> None:
        if node.name in self.env:
            node = with_own_name(node)
        over = self.visit_expr(node.over)
        if isinstance(over, Span):
            self._count_laps(node, over)
            return
        if self.program.rolls and self.program.loops.loop(self, node, over):
            return
        laps = as_begun(self, node, self.laps(node.over))
        if jumps(node.body):
            self._laps_with_jumps(node, laps)
            return
        if self._first_of(node):
            return
        for value, live in laps:
            if not self.alive:
                return
            if live is True:
                self.env[node.name] = value
                self.block(node.body)
            elif live is not False:
                self._lap_if(node, value, live)
        self.env.pop(node.name, None)

    def _first_of(self, node: n.For) -> bool:
        """Write a search as one test of a word, if it is one."""
        found = search(self, node)
        if found is None:
            return False
        (family, gap), name = found, self.program.fresh()
        self.line(f"{name} = {family.code}")
        self.line(f"if {name} != u(0):")
        self.depth += 1
        self.emit_return(f"(lowest({name}) - {gap})")
        self.depth -= 1
        self.alive = True
        return True

    def _lap_if(self, node: n.For, value: Any, live: Any) -> None:
        outer = dict(self.env)
        self.env[node.name] = value
        taken = self._branch(node.body)
        self.env = outer
        self._part(live, taken, self._branch(()))

    def pin(self, body: n.Block) -> tuple[set[str], set[str]]:
        """Write down every local that a loop changes, and forget what is known of its state."""
        outer = (self._pinned, self._unknown)
        self.changed += 1
        assigned = [node for node in n.walk(body) if isinstance(node, n.Assign)]
        if any(is_listed(node.value.type) and node.name in self.env for node in assigned):
            raise TooLarge("the compiled engine cannot choose a list anew in every lap of a loop")
        names, changed = names_changed(self.rules, n.walk(body))
        for name in sorted(names & set(self.env)):
            value = self.env[name]
            if not _is_own(f"v_{name}", value):
                kinds = [node.value.type for node in assigned if node.name == name]
                try:
                    kind = t.join_all([type_of_local([value], kinds), *kinds])
                except t.Mismatch:  # what is unpacked has a name of its own, given in every lap
                    del self.env[name]
                    continue
                self.env[name] = self.stored(f"v_{name}", value, kind)
        self._pinned, self._unknown = outer[0] | names, outer[1] | changed
        for name in changed:
            self.known.pop(name, None)
        return outer

    def unpin(self, outer: tuple[set[str], set[str]], before: dict[str, Any]) -> None:
        self._pinned, self._unknown = outer
        self.env = {name: self.env[name] for name in before if name in self.env}

    def _count_laps(self, node: n.For, bounds: Span) -> None:
        if tabled(self, node, bounds):
            return
        steps = bounds.steps
        start = self.code(bounds.items[0], steps.start.type)
        stop = self.code(bounds.items[1], steps.stop.type)
        begin, end = self.program.fresh(), self.program.fresh()
        self.line(f"{begin} = {start}")
        self.line(f"{end} = {stop}")
        outer, before = self.pin(node.body), self.env
        self.env = dict(before)
        assert isinstance(steps.type, t.SequenceT)
        self.line(f"for v_{node.name} in range({begin}, {end}, {steps.step}):")
        self.env[node.name] = Dyn(f"v_{node.name}", steps.type.of)
        self.loop_body(node.body, None)
        self.unpin(outer, before)

    def visit_While(self, node: n.While) -> None:
        outer, before = self.pin(node.body), self.env
        self.env = dict(before)
        laps = self.program.fresh()
        self.line(f"{laps} = 0")
        self.line("while True:")
        self.depth += 1
        test = self.test(node.test)
        if test is not True:
            self.line(f"if {condition_code(negate(test))}:")
            self.line("    break")
        self.line(f"{laps} += 1")
        self.line(f"if {laps} > {MOST_LAPS}:")
        self.line("    raise RuleFault")
        self.depth -= 1
        self.loop_body(node.body, None)
        self.unpin(outer, before)

    def loop_body(self, body: n.Block, flag: str | None) -> None:
        self._jumps = [*self._jumps, flag]
        self.depth += 1
        start = len(self.lines)
        self.block(body)
        if len(self.lines) == start:
            self.line("pass")
        self.depth -= 1
        self._jumps = self._jumps[:-1]
        self.alive = True

    def _laps_with_jumps(self, node: n.For, laps: list[tuple[Any, Any]]) -> None:
        """Run known laps with `break` and `continue`: each is a loop of one lap, under a flag."""
        outer, before = self.pin(node.body), self.env
        self.env = dict(before)
        flag = self.program.fresh()
        self.line(f"{flag} = True")
        for value, live in laps:
            if live is False:
                continue
            test = flag if live is True else f"{flag} and {condition_code(live)}"
            self.line(f"if {test}:")
            self.depth += 1
            self.line("while True:")
            self.env[node.name] = value
            self.loop_body(node.body, flag)
            self.line("    break")
            self.depth -= 1
        self.unpin(outer, before)

    def visit_Break(self, node: n.Break) -> None:
        if self._jumps[-1] is not None:
            self.line(f"{self._jumps[-1]} = False")
        self.line("break")
        self.alive = False

    def visit_Continue(self, node: n.Continue) -> None:
        self.line("break" if self._jumps[-1] is not None else "continue")
        self.alive = False


def _is_own(variable: str, value: Any) -> bool:
    """Whether a value is what a variable holds, not a constant or another variable's value."""
    if isinstance(value, Tuple):
        return all(_is_own(part_name(i, variable), item) for i, item in enumerate(value.items))
    return not is_known(value) and getattr(value, "code", None) == variable


def constants_in(values: list[Any]) -> list[Any]:
    """Return the lists, tables or sets that some values may be."""
    cases = [value.cases if isinstance(value, Chosen) else [(True, value)] for value in values]
    return [constant for one in cases for _, constant in one]


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and bool(a == b)


def _nothing(a: t.Type) -> str:
    """Write some value of a type that nobody looks at."""
    if isinstance(a, t.BoolT):
        return "False"
    if isinstance(a, t.SetT):
        return "u(0)"
    if isinstance(a, t.TupleT):
        return f"({', '.join(map(_nothing, a.items))},)"
    return "i64(0)"
