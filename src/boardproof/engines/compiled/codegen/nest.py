"""A move as a nest of loops over its arguments.

Statements run in their order, each in the outermost loop where its arguments are known. What a move
requires before anything changes is asked as early as that: it decides which bits a loop walks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ....analysis.callgraph import requires
from ....ir import nodes as n
from ....ir import types as t
from ....positions.moves import Move
from .axes import Axes
from .inline import negated
from .loops import LoopRange, open_loop
from .moves import ReturnsInLoop
from .statements import CallShape, FunctionWriter

if TYPE_CHECKING:
    from .program import Program

#: Writes what is done with the position that a move, whose number can be written, has reached.
Push = Callable[[Callable[[], str]], list[str]]


class NestWriter(FunctionWriter):
    """Writes the statements of a move within the loops over its arguments."""

    leave = "break"
    pushed: list[str]

    def emit_return(self, value: str) -> None:
        """Keep the position reached."""
        if self._jumps:
            raise ReturnsInLoop
        self._lines([*self.pushed, self.leave])
        self.alive = False

    def refuse(self) -> None:
        """Go on with the next arguments."""
        if self._jumps:
            raise ReturnsInLoop
        self.line(self.leave)

    def _side(self) -> FunctionWriter:
        side = super()._side()
        assert isinstance(side, NestWriter)
        side.leave, side.pushed = self.leave, self.pushed
        return side


class Nest:
    """Writes all moves of one rule, in one phase of the game."""

    def __init__(
        self, program: Program, moves: list[Move], first: int, phase: dict[str, Any], push: Push,
        whole: bool = False,
    ) -> None:  # fmt: skip
        self._program, self._push, self._first, self._whole = program, push, first, whole
        self._function = program.rules.functions[moves[0].rule]
        self._axes = Axes(self._function, moves)
        self._names = [axis.name for axis in self._axes.all]
        shape = CallShape(requires(program.rules, self._function.name), True, t.NONE)
        self._writer = NestWriter(program, {}, dict(phase), shape)
        self._level = 0
        self._places: list[str] = []
        self._saved = [f"p{i}" for i in range(len(program.words))]
        self._written = False

    def lines(self) -> list[str]:
        """Write the nest; `ReturnsInLoop` where the move needs a function of its own."""
        writer = self._writer
        writer.depth = 0
        writer.line(f"while True:  # {self._function.name}")
        writer.depth = 1
        writer.line(self._restored())
        writer.pushed = [] if self._names else self._push(lambda: str(self._first))
        if self._whole:
            self._call()
        else:
            self._run(self._axes.body)
        writer.depth = 1
        writer.line("break")
        return writer.lines

    def _run(self, block: n.Block) -> None:
        writer = self._writer
        while writer.alive:
            clauses, named, block = self._ahead(block)
            deepest = max([self._level, *map(self._needs, (*clauses, *named))])
            if not block or _may_return(block[0]) or self._changes([*named, block[0]], block[1:]):
                deepest = len(self._names)
            else:
                deepest = max(deepest, self._needs(block[0]))
            self._open(deepest, clauses)
            for node in named:
                writer.visit_stmt(node)
            if not block:
                writer.emit_return("")
                return
            writer.visit_stmt(block[0])
            self._written = self._written or self._writes(block[0])
            block = block[1:]

    def _call(self) -> None:
        """Ask what is required at first, and call the rule for the rest."""
        clauses, _, _ = self._ahead(self._axes.body)
        self._open(len(self._names), clauses)
        place, writer = self._function.place, self._writer
        given = tuple(self._axes.given.values())
        writer.visit_expr(n.Call(self._function.name, given, type=t.NONE, place=place))
        writer.emit_return("")

    def _ahead(self, block: n.Block) -> tuple[list[n.Expr], list[n.Stmt], n.Block]:
        """Read what is required and named before anything else is done.

        Requirements are taken apart, with the values of names put in.
        """
        inliner, clauses, named = self._program.inliner, list[n.Expr](), list[n.Stmt]()
        values: list[tuple[str, n.Expr]] = []
        while block:
            node = block[0]
            spliced = inliner.splice(node.call) if isinstance(node, n.Do) else None
            required = self._required(node)
            if required is not None:
                for test in required:
                    for name, value in reversed(values):
                        test = inliner.put(test, name, value)
                    clauses += inliner.conjuncts(test)
            elif isinstance(node, n.Assign) and inliner.is_total(node.value):
                values.append((node.name, node.value))
                named.append(node)
            elif spliced is not None:
                block = (*spliced, *block[1:])
                continue
            else:
                break
            block = block[1:]
        return clauses, named, block

    def _required(self, node: n.Stmt) -> list[n.Expr] | None:
        """Return what a statement requires, None where it does anything else.

        A branch that only requires something may be asked as one condition if nothing in it can go
        wrong, or change anything.
        """
        if isinstance(node, n.Require):
            return [node.test]
        if not isinstance(node, n.If) or not self._program.inliner.is_total(node.test):
            return None
        tests = list[n.Expr]()
        for unless, block in ((negated(node.test), node.then), (node.test, node.otherwise)):
            for part in block:
                if not isinstance(part, n.Require) or not self._program.inliner.is_total(part.test):
                    return None
                tests.append(n.Or((unless, part.test), type=t.BOOL, place=part.place))
        return tests

    def _needs(self, node: n.Node) -> int:
        """Return how many arguments must be known for a node."""
        names = self._program.tabulator.names(node)
        return max([0, *(i + 1 for i, name in enumerate(self._names) if name in names)])

    def _writes(self, node: n.Stmt) -> bool:
        """Whether a statement may change the position, as setting a local does only by a call."""
        functions = self._program.rules.functions
        calls = (part.rule for part in node.walk() if isinstance(part, n.Call))
        return not isinstance(node, n.Assign) or any(functions[rule].writes for rule in calls)

    def _changes(self, now: Sequence[n.Stmt], later: n.Block) -> bool:
        """Whether names get values that are not their only ones: of arguments, or changed later.

        Before a loop such a value would be lost, or the next lap would begin with another.
        """
        times = Counter(self._names)
        for node in (*now, *later):
            times.update({part.name for part in node.walk() if isinstance(part, n.Assign)})
        return any(
            isinstance(part, n.Assign) and times[part.name] > 1 for part in n.walk(tuple(now))
        )

    def _open(self, level: int, clauses: list[n.Expr]) -> None:
        """Open loops down to a level, and ask each requirement in the first that can."""
        at = self._levels(clauses)
        writer = self._writer
        for clause in (one for one, where in at if where == self._level):
            self._program.loops.skip_unless(writer, clause, writer.leave)
        while self._level < level:
            self._open_one([one for one, where in at if where == self._level + 1])

    def _levels(self, clauses: list[n.Expr]) -> list[tuple[n.Expr, int]]:
        """Return the level at which each requirement is asked.

        One that may go wrong is asked after all before it, and before all after it.
        """
        least, levels = self._level, list[tuple[n.Expr, int]]()
        for clause in clauses:
            level = max(least, self._needs(clause))
            if not self._program.inliner.is_total(clause):
                level = least = max([level, *(where for _, where in levels)])
            levels.append((clause, level))
        return levels

    def _open_one(self, clauses: list[n.Expr]) -> None:
        """Open the loop over the next argument."""
        writer, name = self._writer, self._names[self._level]
        if self._written:
            self._save()
        axis, there = self._axes.all[self._level], self._axes.exists(self._level)
        over = LoopRange(axis.values, axis.kind, (1 << len(axis.values)) - 1)
        clauses = clauses if there is None else [there, *clauses]
        self._places.append(open_loop(writer, name, over, clauses, begin=self._restored()))
        writer.leave = "continue"
        self._level += 1
        if self._level == len(self._names):
            writer.pushed = self._push(self._number)

    def _save(self) -> None:
        """Keep the position as it is before a loop."""
        self._saved = [self._program.fresh() for _ in self._saved]
        for name, word in zip(self._saved, self._program.words, strict=True):
            self._writer.line(f"{name} = {word}")
        self._written = False

    def _restored(self) -> str:
        """Write that the position is as it was before the loop."""
        pairs = zip(self._program.words, self._saved, strict=True)
        return "; ".join(f"{word} = {name}" for word, name in pairs)

    def _number(self) -> str:
        """Write the number of the move that the loops have come to."""
        number, numbers = "", self._axes.numbers()
        for place, axis in zip(self._places, self._axes.all, strict=True):
            number = f"({number} * {len(axis.values)} + {place})" if number else place
        if numbers is not None:
            number = self._program.tables.number_at(numbers, number)
        return f"({number} + {self._first})" if self._first else number


def _may_return(node: n.Stmt) -> bool:
    """Whether a statement may end the move."""
    return any(isinstance(part, n.Return) for part in node.walk())
