"""Solving clauses: a thin layer over CaDiCaL, and the only module that imports the library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic

from pysat.solvers import Cadical195
from pysolvers import cadical195_add_cl

from ...errors import TooLarge
from ...files import write_atomically
from .clauses import Clause, Literal, Template, exactly_one

#: How many conflicts a solver works through before the clock is looked at.
SLICE = 2_000


class Undecided(TooLarge):
    """The time, or the work, allowed for an answer is spent."""


@dataclass(frozen=True)
class Refutation:
    """Clauses that cannot hold together, and the proof, line by line in the DRAT format."""

    variables: int
    clauses: list[Clause]
    lines: list[str]

    @property
    def dimacs(self) -> str:
        """The clauses in the DIMACS format."""
        head = f"p cnf {self.variables} {len(self.clauses)}"
        return "\n".join([head, *(" ".join(map(str, [*one, 0])) for one in self.clauses), ""])

    @property
    def drat(self) -> str:
        """The proof in the DRAT format."""
        return "\n".join([*self.lines, ""])

    def write(self, path: Path) -> None:
        """Write the proof to a file, and the clauses beside it, with the ending `.cnf`."""
        write_atomically(path, self.drat.encode("ascii"))
        write_atomically(path.with_suffix(".cnf"), self.dimacs.encode("ascii"))


class ClauseSolver:
    """Clauses that grow, and models of them under assumptions.

    With `proof`, clauses are kept as they were given, so that a refutation can be written out.

    >>> solver = ClauseSolver()
    >>> a, b = solver.variable(), solver.variable()
    >>> solver.add([[a, b], [-a, b]])
    >>> solver.solve(), solver.holds(b), solver.solve([-b]), solver.core()
    (True, True, False, [-3])
    """

    def __init__(self, deadline: float | None = None, proof: bool = False) -> None:
        self._solver = Cadical195()
        self._add = partial(cadical195_add_cl, self._solver.cadical)  # thrice as fast as its method
        self.deadline, self._given = deadline, list[Clause]() if proof else None
        self.variables, self._model = 0, list[Literal]()
        self.true = self.variable()
        self.add([[self.true]])

    def close(self) -> None:
        """Give the memory back."""
        self._solver.delete()

    def variable(self) -> Literal:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, clauses: Iterable[Clause], unless: Literal | None = None) -> None:
        """Add clauses; where `unless` is given, they bind only if that literal is false."""
        if unless is not None:
            clauses = [[unless, *clause] for clause in clauses]
        elif self._given is not None:
            clauses = list(clauses)
        for clause in clauses:
            self._add(clause)
        if self._given is not None:
            self._given += clauses

    def copy(self, template: Template, inputs: Sequence[Literal]) -> list[Literal]:
        """Add a copy of a template on given inputs; return its outputs."""
        copied = template.copy(inputs, self.true, self.variables + 1)
        self.variables += copied.gates
        self.add(copied.clauses)
        return copied.outputs

    def one_hot(self, size: int) -> list[Literal]:
        """Return new variables of which exactly one is true."""
        literals = [self.variable() for _ in range(size)]
        self.require_one(literals)
        return literals

    def require_one(self, literals: Sequence[Literal], unless: Literal | None = None) -> None:
        """Make exactly one of some literals true."""
        clauses, added = exactly_one(literals, self.variables + 1)
        self.variables += added
        self.add(clauses, unless)

    def either(self, literals: Sequence[Literal]) -> Literal:
        """Return a literal that, where it is true, makes one of some literals true."""
        chosen = self.variable()
        self.add([[-chosen, *literals]])
        return chosen

    # -- answers ----------------------------------------------------------------------------

    def solve(self, assumptions: Sequence[Literal] = (), conflicts: int | None = None) -> bool:
        """Whether there is a model; `Undecided` after so many conflicts, or at the deadline."""
        assumed = list(assumptions)
        if self.deadline is None and conflicts is None:
            return self._note(bool(self._solver.solve(assumptions=assumed)))
        spent = 0
        while True:
            self._solver.conf_budget(SLICE if conflicts is None else min(SLICE, conflicts - spent))
            answer = self._solver.solve_limited(assumptions=assumed)
            if answer is not None:
                return self._note(bool(answer))
            spent += SLICE
            self.check_deadline()
            if conflicts is not None and spent >= conflicts:
                raise Undecided

    def check_deadline(self) -> None:
        """Raise `Undecided` if the time is over."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise Undecided

    def _note(self, answer: bool) -> bool:
        self._model = self._solver.get_model() if answer else []
        return answer

    def holds(self, literal: Literal) -> bool:
        """Whether a literal is true in the model found last."""
        at = abs(literal) - 1
        # What no clause mentions is not in the model, and may be false.
        return (at < len(self._model) and self._model[at] > 0) == (literal > 0)

    def core(self) -> list[Literal]:
        """Return assumptions that cannot hold together, after there was no model."""
        return list(self._solver.get_core() or ())

    def prefer(self, literals: Sequence[Literal], chance: Random) -> None:
        """Try random values of some literals first."""
        self._solver.set_phases([one if chance.random() < 0.5 else -one for one in literals])

    # -- proofs -----------------------------------------------------------------------------

    def refutation(self, assumptions: Sequence[Literal]) -> Refutation:
        """Return the proof, found anew, that assumptions cannot hold; only with `proof`."""
        assert self._given is not None, "the solver keeps no clauses"
        clauses = [*self._given, *([one] for one in assumptions)]
        with Cadical195(bootstrap_with=clauses, with_proof=True) as solver:
            refuted = not solver.solve()
            assert refuted, "the assumptions can hold"
            return Refutation(self.variables, clauses, solver.get_proof())
