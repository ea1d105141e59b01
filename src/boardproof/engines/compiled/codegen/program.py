"""A rulebook as one module of generated code: functions specialised on what is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from math import prod
from typing import Any

from ....analysis.callgraph import (
    least_in_sets,
    loops,
    phases,
    requires,
    score_points,
    state_read,
)
from ....analysis.ending_pruning import before_stuck, effects_into, prune_result
from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from ....ir.recursion import cycles, reached
from ....ir.rules import PASS, STUCK_RULE, UNFINISHED, Function, Rules
from ....packing.grade import Grade
from ....packing.layout import Layout
from ....positions.moves import Move, all_moves
from . import fields
from .atoms import Tabulator
from .bit_search import FirstMatch, is_search, search
from .budget import BUDGET, OverBudget, Trial, lines_run, name_constants
from .inline import Inliner
from .loops import Loops
from .moves import MoveWriter, NeedsBranch, ReturnsInLoop, StraightWriter
from .nest import Nest, Push
from .nested import nest_folds
from .packed import grade_line
from .shifts import WordChange, family_of, moved_change, write_moves
from .staging import Stager, is_known
from .statements import CallShape, FunctionWriter
from .tables import Tables
from .values import (
    Bits,
    Chosen,
    Condition,
    Dyn,
    Joined,
    SetWord,
    Test,
    Tuple,
    both,
    condition_code,
    none_code,
)

#: There is room for so many turns of several steps from a position, and for so many to a step.
MANY_TURNS, TURNS_A_STEP = 1 << 12, 8
#: The turns of a position have at most so many positions in their middle: else they may be endless.
MOST_EXPANDED = 1 << 16
#: Results are numbered, and counted by their numbers in an array.
MOST_RESULTS = 1 << 27
#: Longer code is refused: a third of this takes minutes to compile, and gigabytes of memory.
MOST_SOURCE = 1_000_000
#: Longer code is called, not repeated.
LONGEST_INLINED = 400
_CALLED = object()


class Program:
    """Writes the module: tables, functions, and the entry points the kernels use."""

    def __init__(self, rules: Rules, budget: int = BUDGET) -> None:
        rules = nest_folds(rules)
        self.rules, self.layout, self.budget = rules, Layout(rules.game), budget
        self.grade = Grade(self.layout)
        self.words = [f"w{i}" for i in range(self.layout.words)]
        self.moves = all_moves(rules.game, rules.moves)
        self.points = score_points(rules)
        self.results = self._results()
        self.base = least_in_sets(rules)
        self._cycles = cycles(rules)
        self.inliner = Inliner(rules)
        self._sizes: dict[str, int] = {}
        self._begin(None)

    def _begin(self, share: int | None, limited: bool = True) -> None:
        """Start to write: loops are written out if they take no more lines than their share."""
        self.share, self.rolls, self._limited = share or 0, share is not None, limited
        self.tables, self.tabulator, self.loops = Tables(self.base), Tabulator(self), Loops(self)
        self._functions: list[str] = []
        self._length = 0
        self._made: dict[Any, tuple[str, CallShape]] = {}
        self._bodies: dict[str, str] = {}
        self._names: dict[str, int] = {}
        self._fresh = 0

    def fit(self, write: Callable[[], str]) -> str:
        """Write code within the budget: without loops, with few, or with nothing but loops.

        What cannot be written with loops is written without, however long it gets.
        """
        for share in (None, self.budget // 64, 0):
            self._begin(share)
            try:
                text = write()
            except (OverBudget, TooLarge):
                continue
            if lines_run(text) <= self.budget or share == 0:
                return name_constants(text) if self.rolls else text
        self._begin(None, limited=False)
        return write()

    @contextmanager
    def trial(self) -> Iterator[Trial]:
        """Write on trial: what is not kept is as if it had not been written."""
        trial, made, loops = Trial(), dict(self._made), dict(self.loops.made)
        bodies = dict(self._bodies)
        functions, tables, length = len(self._functions), len(self.tables.lines), self._length
        try:
            yield trial
        finally:
            if not trial.kept:
                del self._functions[functions:], self.tables.lines[tables:]
                self._made, self._length, self.loops.made = made, length, loops
                self._bodies = bodies

    def size(self, node: n.Node) -> int:
        """Return how many nodes there are in a node, with all rules it calls."""
        return sum(
            1 + (self._size_of(part.rule) if isinstance(part, n.Call) else 0)
            for part in node.walk()
        )

    def _size_of(self, rule: str) -> int:
        if rule not in self._sizes:
            self._sizes[rule] = 0  # a rule that comes back to itself counts once
            self._sizes[rule] = sum(self.size(part) for part in self.rules.functions[rule].body)
        return self._sizes[rule]

    def _results(self) -> int:
        """Return how many numbers results have, none counted."""
        players = len(self.rules.game.players)
        results: int = players + 2 + len(self.points) ** players
        if results > MOST_RESULTS:
            raise TooLarge(
                f"the compiled engine numbers at most {MOST_RESULTS:,} results: "
                f"{players} players with {len(self.points):,} different points make more"
            )
        return results

    def fresh(self) -> str:
        """Return a name that no other line uses."""
        self._fresh += 1
        return f"t{self._fresh}"

    def source(self) -> str:
        """Write the whole module's rules."""
        return self.fit(self._module)

    def _module(self) -> str:
        entries = [*self._result(), *self._result_after(), *self._ended_after(), *self._mover()]
        entries += [*self._apply(), *self._successors()]
        entries += self._grade_key()
        head = f'"""{self.rules.game.identity}: generated from its rulebook, {self._form}."""'
        parts = [head, "", *self.tables.lines, "", *self._functions, *entries]
        self._refuse_long(sum(map(len, parts)))
        return "\n".join(parts) + "\n"

    @property
    def _form(self) -> str:
        """How the budget of lines made code look."""
        return f"{'loops kept' if self.rolls else 'written out'} (budget: {self.budget:,} lines)"

    @property
    def written(self) -> list[str]:
        """The lines of all functions written so far."""
        return self._functions

    # -- entry points -----------------------------------------------------------------------

    def shared(self, rule: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Leave the arguments of long rules open, all but players: one function serves them all."""
        if not self.rolls and not self._long(rule):
            return values
        stager, types = (
            Stager(self, {}, {}),
            [kind for _, kind in self.rules.functions[rule].parameters],
        )
        players = t.ElementT(self.rules.game.players)
        return tuple(
            Dyn(stager.code(v, kind), kind)
            if is_known(v) and isinstance(kind, t.IntT | t.ElementT) and kind != players
            else v
            for v, kind in zip(values, types, strict=True)
        )

    def _long(self, rule: str) -> bool:
        """Whether a rule loops or comes back to itself when it runs."""
        runs = {rule, *reached(self.rules, rule)}
        return bool(runs & set(self._cycles)) or any(loops(self.rules.functions[r]) for r in runs)

    @property
    def _parameters(self) -> str:
        return ", ".join(self.words)

    def _result(self) -> list[str]:
        if isinstance(self.rules.functions["result"].returns, t.NoneT | t.NeverT):
            return _define("result_code", self._parameters, ["return 0"])
        if self.rolls:
            return self._result_by_phase(self.rules.functions["result"])
        name, _ = self.function("result", (), {})
        return _define("result_code", self._parameters, [f"return {name}({self._parameters})"])

    def _result_by_phase(self, function: Function) -> list[str]:
        """Write the result in place, for each phase of the game by itself."""
        lines = list[str]()
        for phase in phases(self.rules):
            test = self.phase_test(phase)
            shape = CallShape(False, False, function.returns)
            writer = FunctionWriter(self, {}, dict(phase), shape)
            writer.depth = int(test is not True)
            if test is not False:
                lines += [] if test is True else [f"if {condition_code(test)}:"]
                writer.block(function.body)
                lines += writer.lines
        return _define("result_code", self._parameters, [*lines, "raise RuleFault"])

    def _result_after(self) -> list[str]:
        """Write the result for a position that a move has just led to from one not over."""
        if self.rules.starts_anywhere or self.rules.has_turns:  # no single move led to a position
            return ["result_after = result_code", ""]
        known, whole = list(phases(self.rules)), self.rules.functions["result"]
        left = [prune_result(self.rules, effects_into(self.rules, known, p)) for p in known]
        lines = []
        for phase, function in zip(known, left, strict=True):
            test = self.phase_test(phase)
            ends = not isinstance(whole.returns, t.NoneT | t.NeverT)
            if ends and function.body != whole.body and test is not False:
                name, shape = (
                    self.function_name("result_after"),
                    CallShape(False, False, whole.returns),
                )
                name = self._write(name, function, (), phase, shape)
                lines += [f"if {condition_code(test)}:", f"    return {name}({self._parameters})"]
        if not lines:
            return ["result_after = result_code", ""]
        if len(lines) == 2 * len(known):  # a position is in one of the phases
            lines[-2:] = [lines[-1].strip()]
        else:
            lines.append(f"return result_code({self._parameters})")
        return _define("result_after", self._parameters, lines)

    def _ended_after(self) -> list[str]:
        """Write the result as far as it does not ask whether moves are legal, and that by itself.

        Who expands a position finds out, and asks what it means only where none is.
        """
        stuck = self.rules.functions.get("stuck")
        if stuck is None or stuck.kind != "stuck":
            given = _define("stuck_code", self._parameters, ["return 0"])
            return ["ended_after = result_after", "", *given]
        known, rules, lines = list(phases(self.rules)), before_stuck(self.rules), list[str]()
        shape = CallShape(False, False, t.OptionT(t.RESULT))
        for phase in known:
            test = self.phase_test(phase)
            function = prune_result(rules, effects_into(self.rules, known, phase))
            if test is not False:
                name = self._write(self.function_name("ended_after"), function, (), phase, shape)
                lines += [] if test is True else [f"if {condition_code(test)}:"]
                lines += [f"{'' if test is True else '    '}return {name}({self._parameters})"]
        ended = _define("ended_after", self._parameters, [*lines, "raise RuleFault"])
        name = self._write(self.function_name("stuck"), stuck, (), {}, shape)
        call = f"return {name}({self._parameters})"
        return [*ended, *_define("stuck_code", self._parameters, [call])]

    def _mover(self) -> list[str]:
        name, _ = self.function("to_move", (), {})
        return _define("mover", self._parameters, [f"return {name}({self._parameters})"])

    def _apply(self) -> list[str]:
        """Write the function that makes one numbered move: may it, and where it leads."""
        lines = []
        for phase in phases(self.rules):
            test = self.phase_test(phase)
            if test is False or not self.moves:
                continue
            body = self._apply_rolled(phase) if self.rolls else self._apply_each(phase)
            indent = "" if test is True else "    "
            lines += [] if isinstance(test, bool) else [f"if {test.code}:"]
            lines += [f"{indent}{line}" for line in body]
        lines.append(f"return False, {self._parameters}")
        return _define("apply_move", f"number, {self._parameters}", lines)

    def _apply_each(self, phase: dict[str, Any]) -> list[str]:
        body = []
        for number, move in enumerate(self.moves):
            call, shape = self._move_call(move, phase, self.words)
            body += [f"if number == {number}:", f"    return {self._called(call, shape)}"]
        return body

    def _apply_rolled(self, phase: dict[str, Any]) -> list[str]:
        """Write the calls of all rules, their arguments as the digits of a move's number."""
        body = []
        for first, moves in self._by_rule():
            call, shape = self._call_at(moves, f"(number - {first})", phase, self.words)
            body += [f"if number < {first + len(moves)}:"]
            body += [f"    return {self._called(call, shape)}"]
        return body

    def _call_at(
        self, moves: list[Move], number: str, phase: dict[str, Any], words: list[str]
    ) -> tuple[str, CallShape]:
        """Write the call of a rule for the move of a number that is code."""
        function = self.rules.functions[moves[0].rule]
        values, left = list[Any](), len(moves)
        columns = list(zip(*(move.arguments for move in moves), strict=True))
        whole = prod(len(set(column)) for column in columns) == len(moves)
        for column, (_, kind) in zip(columns, function.parameters, strict=False):
            choices = len(set(column))
            left //= choices
            digit = f"({number} // {left} % {choices})"
            value = Dyn(fields.number(digit, kind), kind)
            values.append(value if whole else self.tables.item(list(column), number, kind))
        name, shape = self.function(function.name, tuple(values), phase)
        return f"{name}({', '.join([*(value.code for value in values), *words])})", shape

    def _by_rule(self) -> Iterator[tuple[int, list[Move]]]:
        """Return the moves of each rule, with the number of the first."""
        numbered = enumerate(self.moves)
        for _, group in groupby(numbered, key=lambda pair: pair[1].rule):
            pairs = list(group)
            yield pairs[0][0], [move for _, move in pairs]

    def _called(self, call: str, shape: CallShape) -> str:
        if shape.required and shape.writes:
            return call
        if shape.writes:
            return f"(True, {call})" if len(self.words) == 1 else f"(True, *{call})"
        return f"({call if shape.required else 'True'}, {self._parameters})"

    def _successors(self) -> list[str]:
        """Write the function that adds what all moves lead to after so many positions before.

        It has one block for each phase of the game.
        """
        lines: list[str] = []
        for phase in phases(self.rules):
            test = self.phase_test(phase)
            body = self._all_moves(phase)
            if test is True:
                lines += body
            elif test is not False and body:
                assert isinstance(test, Test)
                lines += [f"if {test.code}:", *(f"    {line}" for line in body)]
                lines += ["    return count"]
        lines.append("return count")
        outs = ", ".join(f"out{i}" for i in range(len(self.words)))
        given = ", ".join(f"p{i}" for i in range(len(self.words)))
        begun = ["begun = count"] if PASS in self.rules.moves else []
        lines = [f"{self._parameters} = {given}", *begun, *lines]
        if not self.rules.has_turns:
            return _define("successors", f"{given}, {outs}, count", lines)
        return [*_define("steps", f"{given}, {outs}, count", lines), *self._turns(given, outs)]

    def _turns(self, given: str, outs: str) -> list[str]:
        """Write the function that composes steps to turns.

        Where a step leads into the middle of a turn, what follows takes its place: each position
        that is left at the end stands for one sequence of steps.
        """
        unfinished, _ = self.function(UNFINISHED, (), {})
        own = [f"out{i}" for i in range(len(self.words))]
        dead_ends_matter = STUCK_RULE in self.rules.functions
        full = f"count + u({len(self.moves)}) > first + u({self.most_children})"
        lines = [
            "first = count",
            f"count = steps({given}, {outs}, count)",
            "at, expanded = first, u(0)",
            "while at < count:",
            f"    {self._parameters} = {', '.join(f'{out}[at]' for out in own)}",
            f"    if not {unfinished}({self._parameters}):",
            "        at += u(1)",
            "        continue",
            "    expanded += u(1)",
            f"    if expanded > u({MOST_EXPANDED}) or {full}:",
            "        raise RuleFault",
            "    count -= u(1)",
            *(f"    {out}[at] = {out}[count]" for out in own),
            "    left = count",
            f"    count = steps({self._parameters}, {outs}, count)",
            *(["    if count == left:", "        raise RuleFault"] if dead_ends_matter else []),
            "return count",
        ]
        return _define("successors", f"{given}, {outs}, count", lines)

    @property
    def most_children(self) -> int:
        """How many positions can follow one, at most; of turns of several steps, room for many."""
        number = len(self.moves)
        return max(MANY_TURNS, TURNS_A_STEP * number) if self.rules.has_turns else number

    def _grade_key(self) -> list[str]:
        """Write the number that tells plies apart where anything simple does."""
        return _define("grade_key", self._parameters, [grade_line(self.grade)])

    def _all_moves(self, phase: dict[str, Any]) -> list[str]:
        """Write all moves of a phase: as one loop where they are a family, else one by one."""
        if self.rolls:
            return [
                line
                for first, moves in self._by_rule()
                for line in self._in_time(
                    moves[0].rule, self._nest(moves, first, phase, lambda _: self._kept())
                )
            ]
        loop = self._loop_of_moves(phase)
        if loop:
            return loop
        lines = list[str]()
        for move in self.moves:
            lines += self._in_time(move.rule, self._push(move, phase))
            self._refuse_lines(len(lines))
        return lines

    def _in_time(self, rule: str, lines: list[str]) -> list[str]:
        """Look at a pass, the last move, only where no other was legal and that is no end."""
        if rule != PASS:
            return lines
        given = ", ".join(f"p{i}" for i in range(len(self.words)))
        test = f"if count == begun and stuck_code({given}) == 0:"
        return [test, *(f"    {line}" for line in lines)]

    def nests(self, phase: dict[str, Any], push: Push) -> list[str]:
        """Write all moves of a phase as loops over their arguments."""
        return [
            line
            for first, moves in self._by_rule()
            for line in self._nest(moves, first, phase, push)
        ]

    def _nest(self, moves: list[Move], first: int, phase: dict[str, Any], push: Push) -> list[str]:
        try:
            with self.trial() as trial:
                lines = Nest(self, moves, first, phase, push).lines()
                trial.keep()
                return lines
        except ReturnsInLoop:
            return Nest(self, moves, first, phase, push, whole=True).lines()

    def _kept(self) -> list[str]:
        kept = [f"out{i}[count] = {word}" for i, word in enumerate(self.words)]
        return [*kept, "count += u(1)"]

    def _loop_of_moves(self, phase: dict[str, Any]) -> list[str]:
        writers = [self._straight(move, phase) for move in self.moves]
        plain = [w for w in writers if w is not None and w.changes is not None and w.requirement]
        if len(plain) < max(4, len(self.moves)):
            return []
        family = family_of([w.requirement for w in plain])
        if family is None or family.word not in self.words:
            return []
        which = int(family.word[1:])
        changes = [w.changes[which].assuming(w.requirement) for w in plain if w.changes]
        others = [c for w in plain for i, c in enumerate(w.changes or []) if i != which]
        split = moved_change(changes, family.starts)
        if split is None or any(c != WordChange() for c in others):
            return []
        return write_moves(family, *split, len(self.words))

    def _straight(self, move: Move, phase: dict[str, Any]) -> StraightWriter | None:
        """Write a move without branches, None where it has some."""
        function = self.rules.functions[move.rule]
        shape = CallShape(requires(self.rules, move.rule), bool(function.writes), t.NONE)
        env = function.bind(move.arguments)
        writer = StraightWriter(self, env, dict(phase), shape)
        try:
            if self._long(move.rule):
                return None
            writer.block(function.body)
        except NeedsBranch:
            return None
        return writer

    def _push(self, move: Move, phase: dict[str, Any]) -> list[str]:
        """Write one move: in place, or as a call where it returns from within a loop."""
        function = self.rules.functions[move.rule]
        shape = CallShape(requires(self.rules, move.rule), bool(function.writes), t.NONE)
        env = function.bind(move.arguments)
        start = "; ".join(f"{word} = p{i}" for i, word in enumerate(self.words))
        if self._long(move.rule):
            return self.push_call(move, phase)
        straight = self._straight(move, phase)
        if straight is not None:
            return [f"{start}  # {move.name}", *(line[4:] for line in straight.lines)]
        writer = MoveWriter(self, env, dict(phase), shape)
        try:
            writer.block(function.body)
        except ReturnsInLoop:
            return self.push_call(move, phase)
        return [f"while True:  # {move.name}", f"    {start}", *writer.lines]

    def push_call(self, move: Move, phase: dict[str, Any]) -> list[str]:
        """Write one move as a call: where it leads, and whether it counts."""
        given = [f"p{i}" for i in range(len(self.words))]
        call, shape = self._move_call(move, phase, given)
        targets = ["ok"] * shape.required + self.words * shape.writes
        taken = f"{', '.join(targets)} = " if targets else ""  # a move may do nothing at all
        lines = [f"{taken}{call}  # {move.name}"]
        ends = self.words if shape.writes else given
        lines += [f"out{i}[count] = {word}" for i, word in enumerate(ends)]
        return [*lines, "count += u(ok)" if shape.required else "count += u(1)"]

    def _move_call(
        self, move: Move, phase: dict[str, Any], words: list[str]
    ) -> tuple[str, CallShape]:
        values = self.shared(move.rule, move.arguments)
        name, shape = self.function(move.rule, values, phase)
        given = [value.code for value in values if isinstance(value, Dyn)]
        return f"{name}({', '.join([*given, *words])})", shape

    def phase_test(self, phase: dict[str, Any]) -> Condition:
        """Test whether a position is in a phase of the game."""
        stager = Stager(self, {}, {})
        tests = []
        for name, value in phase.items():
            kind = self.rules.state[name]
            now = stager.visit_expr(n.State(name, type=kind))
            tests.append(stager.compare("==", now, value, kind, kind))
        return both(tests)

    # -- functions --------------------------------------------------------------------------

    def call(self, stager: Stager, node: n.Call) -> Any:
        """Call a rule: one that only returns a value in place, others as functions."""
        function = self.rules.functions[node.rule]
        values = tuple(stager.visit_expr(a) for a in node.arguments)
        if node.rule in self._cycles:
            return self._call_cycle(stager, node, function, values)
        pure = not function.writes and not requires(self.rules, node.rule)
        if self.rolls and pure:
            value = self._inlined(stager, node, function, values)
            if value is not _CALLED:
                return value
        elif pure and function.expression is not None:
            inner = Stager(self, function.bind(values), stager.known)
            return inner.visit_expr(function.expression)
        if pure and not function.trial and isinstance(stager, FunctionWriter):
            first = self._search(stager, function, values)
            if first is not None:
                return first
        types = tuple(kind for _, kind in function.parameters)
        values = self.shared(node.rule, values)
        name, shape = self.function(node.rule, values, stager.known)
        given = [
            stager.code(v, kind) for v, kind in zip(values, types, strict=True) if not is_known(v)
        ]
        return self._emit_call(
            stager, f"{name}({', '.join([*given, *self.words])})", shape, function
        )

    def _inlined(
        self, stager: Stager, node: n.Call, function: Function, values: tuple[Any, ...]
    ) -> Any:
        """Return what a call returns, in its place; `_CALLED` where it is better called."""
        body = self.inliner.body(node.rule)
        if body is None or any(isinstance(v, Dyn) and not v.code.isidentifier() for v in values):
            return _CALLED
        with self.trial() as trial:
            value = Stager(self, function.bind(values), stager.known).visit_expr(body)
            if is_known(value) or isinstance(value, Chosen) or len(value.code) <= LONGEST_INLINED:
                trial.keep()
                return value
        return _CALLED

    def _search(
        self, writer: FunctionWriter, function: Function, values: tuple[Any, ...]
    ) -> FirstMatch | None:
        """Read a rule that searches, and else returns None, in place."""
        if len(function.body) != 2 or not is_search(function.body[0]):
            return None
        loop, last = function.body
        if not (isinstance(last, n.Return) and isinstance(last.value, n.Const)):
            return None
        assert isinstance(loop, n.For)
        match = search(Stager(self, function.bind(values), writer.known), loop)
        if match is None or last.value.value is not None:
            return None
        (family, gap), bits, low = match, self.fresh(), self.fresh()
        writer.line(f"{bits} = {family.code}")
        writer.line(f"{low} = {bits} & (~{bits} + u(1))")
        code = f"(lowest({bits}) - {gap} if {bits} != u(0) else {none_code(function.returns)})"
        return FirstMatch(code, function.returns, bits, low, gap, family, writer.changed)

    def _emit_call(self, stager: Stager, code: str, shape: CallShape, function: Function) -> Any:
        """Call a function that may change the words: in a line of its own, before what follows."""
        if not shape.required and not shape.writes:
            return stager.typed(code, shape.returns) if shape.valued else None
        if not isinstance(stager, FunctionWriter):
            raise TooLarge(f"{function.name} changes the position inside a condition")
        value = self.fresh() if shape.valued else ""
        targets = ["ok"] if shape.required else []
        targets += self.words if shape.writes else []
        targets += [value] if value else []
        stager.line(f"{', '.join(targets)} = {code}")
        if shape.required:
            stager.line("if not ok:")
            stager.depth += 1
            stager.refuse()
            stager.depth -= 1
        stager.changed += 1
        for name in function.writes:
            stager.known.pop(name, None)
        return stager.typed(value, shape.returns) if value else None

    def function(
        self, rule: str, values: tuple[Any, ...], known: dict[str, Any]
    ) -> tuple[str, CallShape]:
        """Return the function for a rule with these arguments and this knowledge, written once."""
        function = self.rules.functions[rule]
        known = {k: v for k, v in known.items() if k in state_read(self.rules, rule)}
        fixed = tuple(v if is_known(v) else None for v in values)
        open_ = tuple(not is_known(v) for v in values)
        key = (rule, fixed, open_, tuple(sorted(known.items(), key=str)))
        if key not in self._made:
            shape = CallShape(requires(self.rules, rule), bool(function.writes), function.returns)
            name = self.function_name(rule)
            self._made[key] = (name, shape)
            name = self._write(name, function, values, known, shape)
            self._made[key] = (name, shape)
        return self._made[key]

    def function_name(self, rule: str) -> str:
        """Return a name for a function that no other has."""
        self._names[rule] = self._names.get(rule, 0) + 1
        return f"{rule}_{self._names[rule]}"

    def _write(
        self,
        name: str,
        function: Function,
        values: tuple[Any, ...],
        known: dict[str, Any],
        shape: CallShape,
    ) -> str:
        env, parameters = {}, []
        for (parameter, kind), value in zip(function.parameters, values, strict=True):
            if is_known(value):
                env[parameter] = value
            else:
                parameters.append(f"a_{parameter}")
                env[parameter] = Stager(self, {}, {}).typed(f"a_{parameter}", kind)
        if function.trial:  # it returns whether it may go on, and keeps its words to itself
            shape = CallShape(True, False, t.NONE)
        writer = FunctionWriter(self, env, dict(known), shape)
        writer.block(function.body)
        facts = ", ".join(f"{k}={v}" for k, v in [*env.items(), *known.items()] if is_known(v))
        head = [f"def {name}({', '.join([*parameters, *self.words])}):  # {function.name} {facts}"]
        lines = ["@inner", *head, *(writer.lines or ["    return None"]), ""]
        if self.rolls:
            return self.keep_once(name, lines)
        self.keep(lines)
        return name

    def keep_once(self, name: str, lines: list[str]) -> str:
        """Keep a function unless the same is there under another name; return its name.

        Names that no other line uses do not count, nor does a comment.
        """
        numbers: dict[str, str] = {}
        body = re.sub(
            r"\bt\d+\b",
            lambda match: numbers.setdefault(match[0], f"t_{len(numbers)}"),
            "\n".join(line.split("  # ")[0].replace(f"def {name}(", "def (") for line in lines),
        )
        if body not in self._bodies or f"{name}(" in "".join(lines[2:]):
            self._bodies.setdefault(body, name)
            self.keep(lines)
            return name
        return self._bodies[body]

    def keep(self, lines: list[str]) -> None:
        """Keep a function, unless all of them together are too long to be compiled."""
        self._functions += lines
        self._length += sum(map(len, lines))
        self._refuse_long(self._length)
        self._refuse_lines(len(self._functions))

    def _refuse_lines(self, lines: int) -> None:
        if not self.rolls and self._limited and lines > self.budget:
            raise OverBudget

    def _refuse_long(self, length: int) -> None:
        if length > MOST_SOURCE:
            raise TooLarge(
                f"{self.rules.game.identity} has {len(self.moves):,} moves, and the compiled "
                f"engine would write more than {MOST_SOURCE:,} letters of code for them, which "
                "takes too long to compile: take another engine, or moves with fewer arguments"
            )

    # -- recursion --------------------------------------------------------------------------

    def _call_cycle(
        self, stager: Stager, node: n.Call, function: Function, values: tuple[Any, ...]
    ) -> Any:
        """Call a rule that may come back to itself: all rules of its circle are one function."""
        cycle = self._cycles[node.rule]
        name, shape = self._cycle_function(cycle, stager.known)
        width = max(len(self.rules.functions[r].parameters) for r in cycle)
        kinds = [kind for _, kind in function.parameters]
        given = [stager.code(v, kind) for v, kind in zip(values, kinds, strict=True)]
        given += ["i64(0)"] * (width - len(given))
        number = sorted(cycle).index(node.rule)
        code = f"{name}({', '.join([f'i64({number})', *given, *self.words])})"
        union = Function(
            node.rule, "", (), function.returns, (),
            frozenset().union(*(self.rules.functions[r].writes for r in cycle)), function.place,
        )  # fmt: skip
        value = self._emit_call(stager, code, shape, union)
        return stager.typed(value.code, function.returns) if shape.valued and value else None

    def _cycle_function(
        self, cycle: frozenset[str], known: dict[str, Any]
    ) -> tuple[str, CallShape]:
        functions = [self.rules.functions[rule] for rule in sorted(cycle)]
        written = frozenset().union(*(f.writes for f in functions))
        kept = {
            k: v for k, v in known.items()
            if k not in written and any(k in state_read(self.rules, f.name) for f in functions)
        }  # fmt: skip
        key = (cycle, tuple(sorted(kept.items(), key=str)))
        if key not in self._made:
            valued = [f.returns for f in functions if not isinstance(f.returns, t.NoneT | t.NeverT)]
            if any(
                isinstance(a, t.SetT | t.TupleT)
                for f in functions
                for a in (f.returns, *(k for _, k in f.parameters))
            ):
                raise TooLarge("the compiled engine takes recursion on numbers and elements only")
            required = any(requires(self.rules, f.name) for f in functions)
            shape = CallShape(required, bool(written), t.IntT(0, 0) if valued else t.NONE)
            name = self.function_name("_".join(sorted(cycle)))
            self._made[key] = (name, shape)
            self._write_cycle(name, functions, kept, shape)
        return self._made[key]

    def _write_cycle(
        self, name: str, functions: list[Function], known: dict[str, Any], shape: CallShape
    ) -> None:
        width = max(len(f.parameters) for f in functions)
        words, slots = ["u8"] * len(self.words), [f"a{i}" for i in range(width)]
        back = [
            *(["b1"] if shape.required else []),
            *(words if shape.writes else []),
            *(["i8"] if shape.valued else []),
        ]
        gives = f"Tuple(({', '.join(back)}))" if len(back) > 1 else (back or ["none"])[0]
        takes = ", ".join(["i8"] * (1 + width) + words)
        lines = [f'@recursive("{gives}({takes})")']
        lines.append(f"def {name}({', '.join(['which', *slots, *self.words])}):")
        for number, function in enumerate(functions):
            env = {
                parameter: Stager(self, {}, {}).typed(
                    slot if not isinstance(kind, t.BoolT) else f"({slot} != 0)", kind
                )
                for (parameter, kind), slot in zip(function.parameters, slots, strict=False)
            }
            own = CallShape(shape.required, shape.writes, shape.returns)
            writer = FunctionWriter(self, env, dict(known), own)
            writer.depth = 2
            writer.block(function.body)
            lines += [f"    if which == {number}:  # {function.name}", *writer.lines]
        lines.append("    raise RuleFault")
        self.keep([*lines, ""])

    def type_of_local(self, values: list[Any]) -> t.Type:
        """Return the type that all values of a local name have."""
        joined: t.Type = t.NEVER
        for value in values:
            if isinstance(value, Dyn | Chosen):
                joined = t.join(joined, value.type)
            elif isinstance(value, Test | bool):
                joined = t.join(joined, t.BOOL)
            elif isinstance(value, Bits | SetWord | Joined):
                if None in values:
                    raise TooLarge("the compiled engine cannot keep a set, or None in its place")
                return next(
                    (t.type_of(v) for v in values if isinstance(v, frozenset)), t.SetT(t.NEVER)
                )
            elif isinstance(value, Tuple):
                items = tuple(self.type_of_local([v]) for v in value.items)
                joined = t.join(joined, t.TupleT(items))
            else:
                joined = t.join(joined, t.type_of(value))
        return joined


def _define(name: str, parameters: str, lines: list[str]) -> list[str]:
    # Blocks of positions are expanded by these: a call for each position would cost a tenth.
    decorator = "@folded" if name in ("successors", "result_after", "ended_after") else "@rule"
    return [decorator, f"def {name}({parameters}):", *(f"    {line}" for line in lines), ""]
