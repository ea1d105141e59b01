"""What a program asks about its rules again and again, found out once."""

from __future__ import annotations

from functools import cache

from ....analysis import callgraph
from ....ir.recursion import cycles, reached
from ....ir.rules import Rules


class ProgramFacts:
    """Facts about the rules of one program.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> facts = ProgramFacts(read(Diagonals()))
    >>> facts.requires("play"), facts.requires("to_move"), sorted(facts.reads("to_move"))
    (True, False, ['turn'])
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        #: The rules that may come back to themselves, each with all of its circle.
        self.cycles = cycles(rules)
        #: Whether a rule, or one it calls, may refuse.
        self.requires = cache(lambda rule: callgraph.requires(rules, rule))
        #: The state variables that a rule, or one it calls, looks at.
        self.reads = cache(lambda rule: callgraph.state_read(rules, rule))
        #: Whether a rule loops or comes back to itself when it runs.
        self.is_long = cache(self._is_long)

    def _is_long(self, rule: str) -> bool:
        runs = {rule, *reached(self._rules, rule)}
        return any(r in self.cycles or callgraph.loops(self._rules.functions[r]) for r in runs)
