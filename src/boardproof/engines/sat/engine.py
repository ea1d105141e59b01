"""Answers by a solver of clauses: one model at a time, or the proof that there is none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ...errors import TooLarge
from ...positions.position import Position
from ...rules.game import choices
from ...statespace.goals import Aim
from ..plain.ir import IrEngine
from .condition_parts import ConditionPart, parts_of
from .faults import FaultSearch
from .induction import (
    CONFLICTS,
    Induction,
    Inductor,
    PositionClaim,
    StepClaim,
    claim_of,
    exclusion_of,
)
from .measures import Measures
from .search import BoardsSearch, Instances, ReachableSearch
from .transition import Condition, GameCircuit

#: The kinds of rules that claim something of every position, and what all of the last come to.
ALWAYS, NEVER, FORBIDDEN, WELLFORMED = "always", "never", "forbidden", "wellformed"


class SatEngine(IrEngine):
    """Runs the IR as clauses; a question about one position needs none.

    What it is asked for are models: positions with some properties, games that lead to them.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = SatEngine(read(Diagonals(size=3)))
    >>> wins = Aim(results=frozenset({"A wins"}))
    >>> engine.is_over(engine.anywhere([wins]).first()), len(engine.reachable([wins]).first().moves)
    (True, 5)
    """

    name = "sat"

    @cached_property
    def circuit(self) -> GameCircuit:
        """The rules as circuits."""
        return GameCircuit(self.rules)

    @cached_property
    def measures(self) -> Measures:
        """What every move changes by the same amount."""
        return Measures(self.circuit)

    def anywhere(
        self, aims: Sequence[Condition], deadline: float | None = None, proof: bool = False
    ) -> Instances:
        """Return the positions, reachable or not, that meet all of some aims.

        `deadline` is a time of `time.monotonic()`; after it, answers raise `Undecided`.
        With `proof`, a refutation can be asked for.
        """
        return Instances(self.circuit, aims, deadline, proof)

    def reachable(
        self,
        aims: Sequence[Condition],
        depth: int | None = None,
        start: Position | None = None,
        deadline: float | None = None,
        proof: bool = False,
    ) -> ReachableSearch:
        """Return the search for games to positions that meet all of some aims."""
        self._refuse_turns()
        return ReachableSearch(self.measures, aims, depth, start, deadline, proof)

    def conflict(self, aims: Sequence[Aim], deadline: float | None = None) -> list[ConditionPart]:
        """Return tests that cannot hold together, where no position meets all aims.

        They are an unsat core: none of them can be left out.
        """
        parts = [part for aim in aims for part in parts_of(self.circuit, aim)]
        core = Instances(self.circuit, [part.gate for part in parts], deadline).core()
        return [part for part in parts if part.gate in core]

    def boards(
        self,
        question: str,
        number: int,
        anywhere: bool = True,
        deadline: float | None = None,
    ) -> BoardsSearch:
        """Return the search for positions, a move apart, that meet a question about all of them.

        The question is read by `reading.queries.ask_boards`. The first is where games start, unless
        they may begin `anywhere`.
        """
        self._refuse_turns()
        return BoardsSearch(self.circuit, question, number, anywhere, deadline)

    def faultless(
        self, aims: Sequence[Aim] = (), depth: int | None = None, deadline: float | None = None
    ) -> int | None:
        """Return the number of moves within which no rule goes wrong; raise what one raises.

        None where none goes wrong in any game, or in those of at most `depth` moves.
        """
        return FaultSearch(self.measures, self.own_claims, aims, deadline).none_within(depth)

    def _refuse_turns(self) -> None:
        """Refuse to follow turns: between two copies of a position there is one step."""
        if self.rules.has_turns:
            raise TooLarge(
                "the sat engine follows moves of one step, and here a turn has several: "
                "use another engine"
            )

    # -- proofs -----------------------------------------------------------------------------

    def claim(self, name: str, aims: Sequence[Aim]) -> PositionClaim:
        """Return the claim that every position of a game meets all of some aims."""
        return claim_of(self.circuit, name, aims)

    def exclusion(self, name: str, aims: Sequence[Aim]) -> PositionClaim:
        """Return the claim that no position of a game meets all of some aims."""
        return exclusion_of(self.circuit, name, aims)

    def step_claim(self, name: str, given: tuple[tuple[object, ...], ...]) -> StepClaim:
        """Return the claim that a rule on two positions holds of every move, for some arguments."""
        return StepClaim(name, given)

    def own_claims(self) -> list[PositionClaim]:
        """Return what the rulebook's own rules claim of every position."""
        marks = self.rules.marks
        kinds = {name: mark.kind for name, mark in marks.items() if mark.kind in (ALWAYS, NEVER)}
        if any(mark.kind == FORBIDDEN for mark in marks.values()):
            kinds[WELLFORMED] = ALWAYS
        return [self.claim(name, self._aims(name, kind)) for name, kind in kinds.items()]

    def _aims(self, name: str, kind: str) -> list[Aim]:
        return [
            Aim(question=name, arguments=tuple(given.items()), holds=kind != NEVER)
            for given in choices(self.game, self.rules.marks[name])
        ]

    def inductor(
        self,
        claims: Sequence[PositionClaim],
        deadline: float | None = None,
        conflicts: int = CONFLICTS,
        proof: bool = False,
    ) -> Inductor:
        """Return who proves claims, each with the help of the others.

        What is spent on a question, in conflicts of the solver, may be set.
        """
        self._refuse_turns()
        return Inductor(self.measures, claims, deadline, conflicts, proof)

    def preserves(
        self, name: str, aims: Sequence[Aim], deadline: float | None = None, proof: bool = False
    ) -> Induction:
        """Return a proof that moves keep aims in well-formed positions, or a move that does not."""
        inductor = self.inductor([], deadline, proof=proof)
        given = [self.circuit.condition(Aim(question=WELLFORMED))]
        return inductor.preserved(self.claim(name, aims), given)
