"""A rulebook as one module of generated code: functions specialised on what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ....analysis.callgraph import least_in_sets, score_points
from ....errors import TooLarge
from ....ir import nodes as n
from ....ir.rules import Rules
from ....packing.grade import Grade
from ....packing.layout import Layout
from ....positions.moves import all_moves
from .atoms import Tabulator
from .budget import BUDGET, OverBudget, Trial, lines_run, name_constants
from .calls import Calls
from .endings import Endings
from .entry import define
from .expansion import Expansion
from .facts import ProgramFacts
from .functions import Functions
from .inline import Inliner
from .loops import Loops
from .nested import nest_folds
from .packed import grade_line
from .recursion import Recursion
from .staging import Stager
from .tables import Tables
from .values import Condition, both

#: There is room for so many turns of several steps from a position, and for so many to a step.
MANY_TURNS, TURNS_A_STEP = 1 << 12, 8
#: Results are numbered, and counted by their numbers in an array.
MOST_RESULTS = 1 << 24


class Program:
    """Writes the module: tables, functions, and the entry points the kernels use."""

    #: The least room for the turns of a position, where a turn has several steps.
    many_turns = MANY_TURNS
    #: How tables are written, and read.
    tables_kind = Tables

    def __init__(self, rules: Rules, budget: int = BUDGET) -> None:
        rules = nest_folds(rules)
        self.rules, self.layout, self.budget = rules, Layout(rules.game), budget
        self.grade = Grade(self.layout)
        self.words = [f"w{i}" for i in range(self.layout.words)]
        self.moves = all_moves(rules.game, rules.moves)
        self.points = score_points(rules)
        self.results = self._results()
        self.base = least_in_sets(rules)
        self.facts = ProgramFacts(rules)
        self.inliner = Inliner(rules)
        self._sizes: dict[str, int] = {}
        self.calls, self.recursion = Calls(self), Recursion(self)
        self.endings, self.expansion = Endings(self), Expansion(self)
        self._begin(None)

    def _begin(self, share: int | None, limited: bool = True) -> None:
        """Start to write: loops are written out if they take no more lines than their share."""
        self.share, self.rolls, self.limited = share or 0, share is not None, limited
        self.tables, self.tabulator = self.tables_kind(self.base), Tabulator(self)
        self.loops = Loops(self)
        self.functions = Functions(self)
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
        loops, tables = dict(self.loops.made), len(self.tables.lines)
        with self.functions.trial() as trial:
            try:
                yield trial
            finally:
                if not trial.kept:
                    del self.tables.lines[tables:]
                    self.loops.made = loops

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

    def single_moves(self) -> str:
        """Write no more than what single moves lead to, results, and who is to move."""
        return self.fit(
            lambda: self._text([*self.endings.result(), *self._mover(), *self.expansion.apply()])
        )

    def _module(self) -> str:
        entries = [*self.endings.result(), *self.endings.result_after()]
        entries += [*self.endings.ended_after(), *self._mover()]
        entries += [*self.expansion.apply(), *self.expansion.successors(), *self._grade_key()]
        return self._text(entries)

    def _text(self, entries: list[str]) -> str:
        """Return tables and functions with the entry points that use them."""
        head = f'"""{self.rules.game.identity}: generated from its rulebook, {self._form}."""'
        parts = [head, "", *self.tables.lines, "", *self.functions.lines, *entries]
        self.functions.refuse_long(sum(map(len, parts)))
        return "\n".join(parts) + "\n"

    @property
    def _form(self) -> str:
        """How the budget of lines made code look."""
        return f"{'loops kept' if self.rolls else 'written out'} (budget: {self.budget:,} lines)"

    @property
    def parameters(self) -> str:
        """The words of a position, as parameters and as arguments."""
        return ", ".join(self.words)

    def _mover(self) -> list[str]:
        name, _ = self.functions.of("to_move", (), {})
        return define("mover", self.parameters, [f"return {name}({self.parameters})"])

    @property
    def most_children(self) -> int:
        """How many positions can follow one, at most; of turns of several steps, room for many."""
        number = len(self.moves)
        return max(self.many_turns, TURNS_A_STEP * number) if self.rules.has_turns else number

    def _grade_key(self) -> list[str]:
        """Write the number that tells plies apart where anything simple does."""
        return define("grade_key", self.parameters, [grade_line(self.grade)])

    def phase_test(self, phase: dict[str, Any]) -> Condition:
        """Test whether a position is in a phase of the game."""
        stager = Stager(self, {}, {})
        tests = []
        for name, value in phase.items():
            kind = self.rules.state[name]
            now = stager.visit_expr(n.State(name, type=kind))
            tests.append(stager.compare("==", now, value, kind, kind))
        return both(tests)
