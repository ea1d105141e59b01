"""Moves: one by its number, all that are legal at once, and turns of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from math import prod
from typing import TYPE_CHECKING, Any

from ....analysis.callgraph import phases
from ....ir import types as t
from ....ir.rules import PASS, STUCK_RULE, UNFINISHED
from ....positions.moves import Move
from . import fields
from .entry import define
from .moves import MoveWriter, NeedsBranch, ReturnsInLoop, StraightWriter
from .nest import Nest, Push
from .shifts import WordChange, family_of, moved_change, write_moves
from .staging import is_known
from .statements import CallShape
from .values import Dyn, Test

if TYPE_CHECKING:
    from .program import Program


#: The turns of a position have at most so many positions in their middle: else they may be endless.
MOST_EXPANDED = 1 << 16


class Expansion:
    """Writes the functions that make moves."""

    def __init__(self, program: Program) -> None:
        self._program, self._rules, self._words = program, program.rules, program.words
        self._asked = dict[str, str]()  # by the moves of a phase written so far

    def apply(self) -> list[str]:
        """Write the function that makes one numbered move: may it, and where it leads."""
        lines = []
        for phase in phases(self._rules):
            test = self._program.phase_test(phase)
            if test is False or not self._program.moves:
                continue
            body = self._apply_rolled(phase) if self._program.rolls else self._apply_each(phase)
            indent = "" if test is True else "    "
            lines += [] if isinstance(test, bool) else [f"if {test.code}:"]
            lines += [f"{indent}{line}" for line in body]
        lines.append(f"return False, {self._program.parameters}")
        return define("apply_move", f"number, {self._program.parameters}", lines)

    def _apply_each(self, phase: dict[str, Any]) -> list[str]:
        body = []
        for number, move in enumerate(self._program.moves):
            call, shape = self._move_call(move, phase, self._words)
            body += [f"if number == {number}:", f"    return {self._called(call, shape)}"]
        return body

    def _apply_rolled(self, phase: dict[str, Any]) -> list[str]:
        """Write the calls of all rules, their arguments as the digits of a move's number."""
        body = []
        for first, moves in self._by_rule():
            call, shape = self._call_at(moves, f"(number - {first})", phase, self._words)
            body += [f"if number < {first + len(moves)}:"]
            body += [f"    return {self._called(call, shape)}"]
        return body

    def _call_at(
        self, moves: list[Move], number: str, phase: dict[str, Any], words: list[str]
    ) -> tuple[str, CallShape]:
        """Write the call of a rule for the move of a number that is code."""
        function = self._rules.functions[moves[0].rule]
        values, left = list[Any](), len(moves)
        columns = list(zip(*(move.arguments for move in moves), strict=True))
        typed = list(zip(columns, (kind for _, kind in function.parameters), strict=False))
        every = [list(dict.fromkeys(column)) == t.values_of(kind) for column, kind in typed]
        whole = all(every) and prod(len(set(column)) for column in columns) == len(moves)
        for column, kind in typed:
            choices = len(set(column))
            left //= choices
            digit = number if left == 1 else f"({number} // {left})"
            digit = f"({digit} % {choices})" if values else digit
            value = Dyn(fields.number(digit, kind), kind)
            values.append(value if whole else self._program.tables.item(list(column), number, kind))
        name, shape = self._program.functions.of(function.name, tuple(values), phase)
        given = [value.code for value in values if not is_known(value)]
        return f"{name}({', '.join([*given, *words])})", shape

    def _by_rule(self) -> Iterator[tuple[int, list[Move]]]:
        """Return the moves of each rule, with the number of the first."""
        numbered = enumerate(self._program.moves)
        for _, group in groupby(numbered, key=lambda pair: pair[1].rule):
            pairs = list(group)
            yield pairs[0][0], [move for _, move in pairs]

    def _called(self, call: str, shape: CallShape) -> str:
        if shape.required and shape.writes:
            return call
        if shape.writes:
            return f"(True, {call})" if len(self._words) == 1 else f"(True, *{call})"
        return f"({call if shape.required else 'True'}, {self._program.parameters})"

    def successors(self) -> list[str]:
        """Write the function that adds what all moves lead to after so many positions before.

        It has one block for each phase of the game.
        """
        lines: list[str] = []
        for phase in phases(self._rules):
            test = self._program.phase_test(phase)
            body = self._all_moves(phase)
            if test is True:
                lines += body
            elif test is not False and body:
                assert isinstance(test, Test)
                lines += [f"if {test.code}:", *(f"    {line}" for line in body)]
                lines += ["    return count"]
        lines.append("return count")
        outs = ", ".join(f"out{i}" for i in range(len(self._words)))
        given = ", ".join(f"p{i}" for i in range(len(self._words)))
        begun = ["begun = count"] if PASS in self._rules.moves else []
        lines = [f"{self._program.parameters} = {given}", *begun, *lines]
        if not self._rules.has_turns:
            return define("successors", f"{given}, {outs}, count", lines)
        return [*define("steps", f"{given}, {outs}, count", lines), *self._turns(given, outs)]

    def _turns(self, given: str, outs: str) -> list[str]:
        """Write the function that composes steps to turns.

        Where a step leads into the middle of a turn, what follows takes its place: each position
        that is left at the end stands for one sequence of steps.
        """
        unfinished, _ = self._program.functions.of(UNFINISHED, (), {})
        own = [f"out{i}" for i in range(len(self._words))]
        dead_ends_matter = STUCK_RULE in self._rules.functions
        full = f"count + u({len(self._program.moves)}) > first + u({self._program.most_children})"
        lines = [
            "first = count",
            f"count = steps({given}, {outs}, count)",
            "at, expanded = first, u(0)",
            "while at < count:",
            f"    {self._program.parameters} = {', '.join(f'{out}[at]' for out in own)}",
            f"    if not {unfinished}({self._program.parameters}):",
            "        at += u(1)",
            "        continue",
            "    expanded += u(1)",
            f"    if expanded > u({MOST_EXPANDED}) or {full}:",
            "        raise RuleFault",
            "    count -= u(1)",
            *(f"    {out}[at] = {out}[count]" for out in own),
            "    left = count",
            f"    count = steps({self._program.parameters}, {outs}, count)",
            *(["    if count == left:", "        raise RuleFault"] if dead_ends_matter else []),
            "return count",
        ]
        return define("successors", f"{given}, {outs}, count", lines)

    def _all_moves(self, phase: dict[str, Any]) -> list[str]:
        """Write all moves of a phase: as one loop where they are a family, else one by one."""
        if self._program.rolls:
            return [
                line
                for first, moves in self._by_rule()
                for line in self._in_time(
                    moves[0].rule, self._nest(moves, first, phase, lambda _: self._kept())
                )
            ]
        self._asked = {}
        loop = self._loop_of_moves(phase)
        if loop:
            return loop
        lines = list[str]()
        for move in self._program.moves:
            lines += self._in_time(move.rule, self._push(move, phase))
            self._program.functions.refuse_lines(len(lines))
        return lines

    def _in_time(self, rule: str, lines: list[str]) -> list[str]:
        """Look at a pass, the last move, only where no other was legal and that is no end."""
        if rule != PASS:
            return lines
        given = ", ".join(f"p{i}" for i in range(len(self._words)))
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
            with self._program.trial() as trial:
                lines = Nest(self._program, moves, first, phase, push).lines()
                trial.keep()
                return lines
        except ReturnsInLoop:
            return Nest(self._program, moves, first, phase, push, whole=True).lines()

    def _kept(self) -> list[str]:
        kept = [f"out{i}[count] = {word}" for i, word in enumerate(self._words)]
        return [*kept, "count += u(1)"]

    def _loop_of_moves(self, phase: dict[str, Any]) -> list[str]:
        writers = [self._straight(move, phase) for move in self._program.moves]
        plain = [w for w in writers if w is not None and w.changes is not None and w.requirement]
        if len(plain) < max(4, len(self._program.moves)):
            return []
        family = family_of([w.requirement for w in plain])
        if family is None or family.word not in self._words:
            return []
        which = int(family.word[1:])
        changes = [w.changes[which].assuming(w.requirement) for w in plain if w.changes]
        others = [c for w in plain for i, c in enumerate(w.changes or []) if i != which]
        split = moved_change(changes, family.starts)
        if split is None or any(c != WordChange() for c in others):
            return []
        return write_moves(family, *split, len(self._words))

    def _straight(self, move: Move, phase: dict[str, Any]) -> StraightWriter | None:
        """Write a move without branches, None where it has some."""
        function = self._rules.functions[move.rule]
        shape = CallShape(self._program.facts.requires(move.rule), bool(function.writes), t.NONE)
        env = function.bind(move.arguments)
        writer = StraightWriter(self._program, env, dict(phase), shape, asked=self._asked)
        try:
            if self._program.facts.is_long(move.rule):
                return None
            writer.block(function.body)
        except NeedsBranch:
            return None
        return writer

    def _push(self, move: Move, phase: dict[str, Any]) -> list[str]:
        """Write one move: in place, or as a call where it returns from within a loop."""
        function = self._rules.functions[move.rule]
        shape = CallShape(self._program.facts.requires(move.rule), bool(function.writes), t.NONE)
        env = function.bind(move.arguments)
        start = "; ".join(f"{word} = p{i}" for i, word in enumerate(self._words))
        if self._program.facts.is_long(move.rule):
            return self.push_call(move, phase)
        straight = self._straight(move, phase)
        if straight is not None:
            self._asked = straight.asked
            return [f"{start}  # {move.name}", *(line[4:] for line in straight.lines)]
        writer = MoveWriter(self._program, env, dict(phase), shape)
        try:
            writer.block(function.body)
        except ReturnsInLoop:
            return self.push_call(move, phase)
        return [f"while True:  # {move.name}", f"    {start}", *writer.lines]

    def push_call(self, move: Move, phase: dict[str, Any]) -> list[str]:
        """Write one move as a call: where it leads, and whether it counts."""
        given = [f"p{i}" for i in range(len(self._words))]
        call, shape = self._move_call(move, phase, given)
        kept = [f"out{i}[count] = {word}" for i, word in enumerate(self._words)]
        return self._made(f"{call}  # {move.name}", shape, kept)

    def calls(self, phase: dict[str, Any], kept: Callable[[str], list[str]]) -> list[str]:
        """Write the calls of all moves, each followed by what is done with where it leads.

        A long rule stands there once, in a loop over the numbers of its moves.
        """
        given = [f"p{i}" for i in range(len(self._words))]
        lines = list[str]()
        for first, moves in self._by_rule():
            if self._program.facts.is_long(moves[0].rule) and len(moves) > 1:
                call, shape = self._call_at(moves, f"(number - {first})", phase, given)
                lines.append(f"for number in range({first}, {first + len(moves)}):")
                lines += [f"    {line}" for line in self._made(call, shape, kept("number"))]
                continue
            for number, move in enumerate(moves, first):
                call, shape = self._move_call(move, phase, given)
                lines += self._made(f"{call}  # {move.name}", shape, kept(str(number)))
        return lines

    def _made(self, call: str, shape: CallShape, kept: list[str]) -> list[str]:
        targets = ["ok"] * shape.required + self._words * shape.writes
        taken = f"{', '.join(targets)} = " if targets else ""  # a move may do nothing at all
        still = [] if shape.writes else [f"{word} = p{i}" for i, word in enumerate(self._words)]
        counted = "count += u(ok)" if shape.required else "count += u(1)"
        return [f"{taken}{call}", *still, *kept, counted]

    def _move_call(
        self, move: Move, phase: dict[str, Any], words: list[str]
    ) -> tuple[str, CallShape]:
        values = self._program.calls.shared(move.rule, move.arguments)
        name, shape = self._program.functions.of(move.rule, values, phase)
        given = [value.code for value in values if isinstance(value, Dyn)]
        return f"{name}({', '.join([*given, *words])})", shape
