"""The functions of a program: one for each rule, with what is known of its arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ....errors import TooLarge
from ....ir import types as t
from ....ir.rules import Function
from .budget import OverBudget, Trial
from .staging import Stager, is_known
from .statements import CallShape, FunctionWriter

if TYPE_CHECKING:
    from .program import Program


#: Longer code is refused: a third of this takes minutes to compile, and gigabytes of memory.
MOST_SOURCE = 1_000_000


class Functions:
    """Writes functions, and keeps each of them once."""

    def __init__(self, program: Program) -> None:
        self._program, self._rules, self._words = program, program.rules, program.words
        self.lines: list[str] = []
        self.made: dict[Any, tuple[str, CallShape]] = {}
        self._length = 0
        self._bodies: dict[str, str] = {}
        self._names: dict[str, int] = {}

    @contextmanager
    def trial(self) -> Iterator[Trial]:
        """Write on trial: functions that are not kept are as if they had not been written."""
        trial, made, bodies = Trial(), dict(self.made), dict(self._bodies)
        written, length = len(self.lines), self._length
        try:
            yield trial
        finally:
            if not trial.kept:
                del self.lines[written:]
                self.made, self._bodies, self._length = made, bodies, length

    def of(
        self, rule: str, values: tuple[Any, ...], known: dict[str, Any]
    ) -> tuple[str, CallShape]:
        """Return the function for a rule with these arguments and this knowledge, written once."""
        function = self._rules.functions[rule]
        facts = self._program.facts
        known = {k: v for k, v in known.items() if k in facts.reads(rule)}
        fixed = tuple(v if is_known(v) else None for v in values)
        open_ = tuple(not is_known(v) for v in values)
        key = (rule, fixed, open_, tuple(sorted(known.items(), key=str)))
        if key not in self.made:
            shape = CallShape(facts.requires(rule), bool(function.writes), function.returns)
            name = self.name(rule)
            self.made[key] = (name, shape)
            name = self.write(name, function, values, known, shape)
            self.made[key] = (name, shape)
        return self.made[key]

    def name(self, rule: str) -> str:
        """Return a name for a function that no other has."""
        self._names[rule] = self._names.get(rule, 0) + 1
        return f"{rule}_{self._names[rule]}"

    def write(
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
                env[parameter] = Stager(self._program, {}, {}).typed(f"a_{parameter}", kind)
        if function.trial:  # it returns whether it may go on, and keeps its words to itself
            shape = CallShape(True, False, t.NONE)
        writer = FunctionWriter(self._program, env, dict(known), shape)
        writer.block(function.body)
        facts = ", ".join(f"{k}={v}" for k, v in [*env.items(), *known.items()] if is_known(v))
        head = [f"def {name}({', '.join([*parameters, *self._words])}):  # {function.name} {facts}"]
        lines = ["@inner", *head, *(writer.lines or ["    return None"]), ""]
        if self._program.rolls:
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
        self.lines += lines
        self._length += sum(map(len, lines))
        self.refuse_long(self._length)
        self.refuse_lines(len(self.lines))

    def may_fault(self, code: str) -> bool:
        """Whether code looks up what may be absent, itself or in a function that it calls."""
        seen, texts = set[str](), [code]
        while texts:
            text = texts.pop()
            if "present(" in text or "raise " in text:
                return True
            called = set(re.findall(r"\b(\w+)\(", text)) - seen
            seen |= called
            texts += [self._body(name) for name in called]
        return False

    def _body(self, name: str) -> str:
        """Return the lines of a function without its head, none if it is no function of ours."""
        heads = (i for i, line in enumerate(self.lines) if line.startswith(f"def {name}("))
        start = next(heads, len(self.lines)) + 1
        return "\n".join(takewhile(bool, self.lines[start:]))

    def refuse_lines(self, lines: int) -> None:
        if not self._program.rolls and self._program.limited and lines > self._program.budget:
            raise OverBudget

    def refuse_long(self, length: int) -> None:
        if length > MOST_SOURCE:
            game, moves = self._rules.game.identity, len(self._program.moves)
            raise TooLarge(
                f"{game} has {moves:,} moves, and the compiled engine would write "
                f"more than {MOST_SOURCE:,} letters of code for them, which takes too long to "
                "compile: take another engine, or moves with fewer arguments"
            )
