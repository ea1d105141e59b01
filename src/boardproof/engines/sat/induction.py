"""Proofs for all positions: of one position, of one move, and by induction over several moves.

A claim that holds at the start, and that no move breaks, holds in every position that games come
to. Claims help each other: those of a rulebook are assumed together, and what a move breaks is
left out until nothing is broken any more (Houdini's algorithm). What is left then is proved; of
the others, more moves may be assumed to have kept them (k-induction).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from ...ir.rules import BEFORE
from ...statespace.goals import Aim
from ..symbolic.eval.encoding import present_state
from .circuit import Circuit, Gate
from .circuit_rules import CircuitRules, Counted
from .clauses import Literal, Template
from .counts import CountedSums
from .encoding import PositionCoder
from .measures import Measures
from .search import PlayedGame, ReachableSearch
from .solver import Refutation, Undecided
from .transition import GameCircuit
from .unrolling import Unrolling, games_from_start

#: How many moves a claim may be assumed to have held for.
MOST_MOVES = 3
#: What is spent on one question, in conflicts.
CONFLICTS = 50_000


@dataclass(frozen=True)
class PositionClaim:
    """What is claimed of every position of a game: where it is so, and where it is not."""

    name: str
    good: Gate
    bad: Gate


@dataclass(frozen=True)
class StepClaim:
    """What is claimed of every move: a rule on two positions, for some arguments."""

    name: str
    choices: tuple[tuple[object, ...], ...] = ((),)


@dataclass(frozen=True)
class Induction:
    """Whether a claim was proved, from how many moves, and with which other claims.

    `refutation` makes the proof that moves cannot break it, where proofs are kept. Without a
    proof, `obstacle` is a way to break it that begins where nobody may ever get to; None where the
    work allowed was not enough.
    """

    name: str
    proved: bool
    moves: int = 0
    lemmas: tuple[str, ...] = ()
    obstacle: PlayedGame | None = None
    refutation: Callable[[], Refutation] | None = field(default=None, repr=False, compare=False)


def claim_of(circuit: GameCircuit, name: str, aims: Sequence[Aim]) -> PositionClaim:
    """Return the claim that every position meets all of some aims."""
    good = [circuit.condition(aim) for aim in aims]
    bad = [circuit.condition(_opposite(aim)) for aim in aims]
    return PositionClaim(name, circuit.circuit.all_of(good), circuit.circuit.any_of(bad))


def exclusion_of(circuit: GameCircuit, name: str, aims: Sequence[Aim]) -> PositionClaim:
    """Return the claim that no position meets all of some aims."""
    good = [circuit.condition(_opposite(aim)) for aim in aims]
    bad = [circuit.condition(aim) for aim in aims]
    return PositionClaim(name, circuit.circuit.any_of(good), circuit.circuit.all_of(bad))


def _opposite(aim: Aim) -> Aim:
    return Aim(aim.results, aim.question, aim.arguments, not aim.holds)


class Inductor:
    """Proves what it can of some claims, with the help of each other.

    Claims that count come last, in a solver of their own: sums make large circuits.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> circuit = GameCircuit(read(Diagonals()))
    >>> full = claim_of(circuit, "full_or_not", [Aim(question="full", holds=False)])
    >>> Inductor(Measures(circuit), [full]).prove("full_or_not").proved
    False
    """

    def __init__(
        self,
        measures: Measures,
        claims: Sequence[PositionClaim],
        deadline: float | None = None,
        conflicts: int = CONFLICTS,
        proof: bool = False,
    ) -> None:
        self._measures, self.circuit = measures, measures.circuit
        self.claims = {claim.name: claim for claim in claims}
        self._deadline, self._conflicts, self._proof = deadline, conflicts, proof

    def _stage(
        self, claims: list[PositionClaim], known: list[PositionClaim], counting: bool
    ) -> _Stage:
        sums = self.circuit.evaluation.sums if counting else ()
        limits = self._deadline, self._conflicts, self._proof
        return _Stage(self._measures, claims, known, sums, *limits)

    @cached_property
    def _simple(self) -> _Stage:
        """What is proved without counting."""
        counted = {
            gate.number >> 1 for one in self.circuit.evaluation.sums for gate in one.cases.values()
        }
        simple = [
            claim
            for claim in self.claims.values()
            if not counted & self.circuit.circuit.below([claim.good, claim.bad])
        ]
        return self._stage(simple, [], counting=False)

    @cached_property
    def _counting(self) -> _Stage:
        """What is left, with sums followed from one position to the next."""
        proved = self._simple.invariants
        known = [self.claims[name] for name in proved]
        left = [claim for name, claim in self.claims.items() if name not in proved]
        return self._stage(left, known, counting=True)

    @cached_property
    def invariants(self) -> dict[str, Induction]:
        """The claims that are proved, each with how."""
        if len(self._simple.invariants) == len(self.claims):
            return self._simple.invariants
        return self._simple.invariants | self._counting.invariants

    def prove(self, name: str) -> Induction:
        """Return a proof of a claim, or what stands in its way."""
        proof = self._simple.invariants.get(name)
        return proof or self._counting.prove(name)

    def prove_simply(self, name: str) -> Induction | None:
        """Return a proof of a claim that counts nothing, if there is one."""
        return self._simple.invariants.get(name)

    def prove_step(self, claim: StepClaim) -> Induction:
        """Return a proof that no move breaks a claim about moves, or what stands in its way."""
        proof = self._simple.prove_step(claim)
        return proof if proof.proved else self._counting.prove_step(claim)

    def preserved(self, claim: PositionClaim, given: Sequence[Gate]) -> Induction:
        """Return a proof that moves from positions with some properties keep a claim."""
        return self._stage([claim], [], counting=True).preserved(claim, given)


class _Stage:
    """Claims that are proved together, on positions of which other claims are known."""

    def __init__(
        self,
        measures: Measures,
        claims: Sequence[PositionClaim],
        known: Sequence[PositionClaim],
        sums: Iterable[Counted],
        deadline: float | None,
        conflicts: int,
        proof: bool,
    ) -> None:
        self._measures, self.circuit = measures, measures.circuit
        self._names, self._known = [c.name for c in claims], [c.name for c in known]
        self.claims = {claim.name: claim for claim in (*known, *claims)}
        self._deadline, self._conflicts = deadline, conflicts
        self._sums = CountedSums(self.circuit, sums)
        self._boards = Unrolling(self.circuit, deadline=deadline, proof=proof)
        self._linked = 0

    # -- literals ---------------------------------------------------------------------------

    @cached_property
    def _template(self) -> Template:
        goods = [claim.good for claim in self.claims.values()]
        bads = [claim.bad for claim in self.claims.values()]
        return self.circuit.write([*goods, *bads], exact=self._sums.outputs)

    def _at(self, board: int) -> tuple[list[Literal], dict[str, Literal], dict[str, Literal]]:
        """Return the sums of a copy, and where each claim is so, and where not."""
        found = self._boards.outputs_at(self._template, board)
        sums = len(self._sums.outputs)
        names = list(self.claims)
        good = found[sums : sums + len(names)]
        return (
            found[:sums],
            dict(zip(names, good, strict=True)),
            dict(zip(names, found[sums + len(names) :], strict=True)),
        )

    def _link(self, moves: int) -> None:
        """Tell the solver what moves add to sums."""
        while self._linked < moves:
            before, after = self._at(self._linked)[0], self._at(self._linked + 1)[0]
            added = self._boards.of_move(self._sums.changes, self._linked)
            legal = self._boards.legal(self._linked + 1)[-1]
            self._boards.solver.add(self._sums.links(before, after, added), -legal)
            self._one_of_each(before, self._boards.legal(self._linked)[-1:])
            self._one_of_each(after, [legal])
            self._linked += 1

    def _one_of_each(self, sums: list[Literal], legal: list[Literal]) -> None:
        for group in self._sums.groups(sums):
            self._boards.solver.require_one(group, *(-one for one in legal))

    # -- proofs -----------------------------------------------------------------------------

    @cached_property
    def _starting(self) -> list[str]:
        """The claims that are so wherever games start."""
        start = games_from_start(self.circuit)
        return [
            name
            for name in self._names
            if not start.solve(0, [start.at(self.circuit.template(~self.claims[name].good), 0)])
        ]

    @cached_property
    def invariants(self) -> dict[str, Induction]:
        """The claims that are proved, each with how."""
        proved = {
            name: Induction(name, True, refutation=self._written(0, [self._at(0)[2][name]]))
            for name in self._names
            if self._everywhere(name)
        }
        left = [name for name in self._starting if name not in proved]
        for name in self._kept(left, [*self._known, *proved]):
            proved[name] = Induction(name, True, 1)
        for moves in range(2, MOST_MOVES + 1):
            for name in left:
                if name not in proved and self._after(name, moves, [*self._known, *proved]):
                    proved[name] = Induction(name, True, moves)
        lemmas = [*self._known, *proved]
        return {name: self._with_lemmas(one, lemmas) for name, one in proved.items()}

    def _everywhere(self, name: str) -> bool:
        """Whether a claim is so in every well-typed position."""
        return self._refuted(0, [self._at(0)[2][name]])

    def _kept(self, names: list[str], proved: Sequence[str]) -> list[str]:
        """Return the claims that, assumed together, no move breaks."""
        if not names:
            return []
        self._link(1)
        _, good, _ = self._at(0)
        bad = self._at(1)[2]
        kept = [name for name in names if self._may_be_kept(name, names, proved)]
        if kept == names:
            return names
        names = kept
        while names:
            assumed = [good[name] for name in (*proved, *names)]
            broken = self._boards.solver.either([bad[name] for name in names])
            if self._refuted(1, [*assumed, broken]):
                return names
            left = [name for name in names if not self._boards.solver.holds(bad[name])]
            names = left if len(left) < len(names) else []
        return []

    def _may_be_kept(self, name: str, names: list[str], proved: Sequence[str]) -> bool:
        """Whether no move breaks a claim where all the others hold."""
        _, good, _ = self._at(0)
        assumed = [good[other] for other in (*proved, *names)]
        return self._refuted(1, [*assumed, self._at(1)[2][name]])

    def _after(self, name: str, moves: int, proved: Sequence[str]) -> bool:
        """Whether a claim that was so for some moves stays so, and is so for the first moves."""
        return self._refuted(moves, self._assumed(name, moves, proved)) and self._begins(
            name, moves - 1
        )

    def _assumed(self, name: str, moves: int, proved: Sequence[str]) -> list[Literal]:
        """Return that a claim is so until the last of some moves breaks it."""
        self._link(moves)
        goods = [self._at(board)[1] for board in range(moves)]
        held = [good[other] for good in goods for other in dict.fromkeys([*proved, name])]
        return [*held, self._at(moves)[2][name]]

    def _begins(self, name: str, depth: int) -> bool:
        """Whether no game breaks a claim within some moves."""
        search = ReachableSearch(
            self._measures, [self.claims[name].bad], depth, deadline=self._deadline
        )
        return search.first() is None

    def _refuted(self, moves: int, assumed: list[Literal]) -> bool:
        """Whether assumptions cannot hold; what takes too much work counts as possible."""
        try:
            return not self._boards.solve(moves, assumed, self._conflicts)
        except Undecided:
            self._boards.solver.check_deadline()
            return False

    def _with_lemmas(self, one: Induction, proved: Sequence[str]) -> Induction:
        """Return a proof with the claims that it rests on: none can be left out."""
        if not one.moves:
            return one
        self._refuted(one.moves, self._assumed(one.name, one.moves, proved))
        goods = [self._at(board)[1] for board in range(one.moves)]
        used = self._in_core(goods, [name for name in proved if name != one.name])
        for name in list(used):
            others = [other for other in used if other != name]
            if self._refuted(one.moves, self._assumed(one.name, one.moves, others)):
                used = others
        assumed = self._assumed(one.name, one.moves, used)
        return self._proof(one.name, one.moves, used, assumed)

    def _proof(
        self, name: str, moves: int, lemmas: Sequence[str], assumed: list[Literal]
    ) -> Induction:
        """Return that assumptions were refuted."""
        written = self._written(moves, assumed)
        return Induction(name, True, moves, tuple(lemmas), refutation=written)

    def _written(self, moves: int, assumed: list[Literal]) -> Callable[[], Refutation]:
        return partial(self._boards.solver.refutation, [*self._boards.legal(moves), *assumed])

    def _in_core(self, goods: list[dict[str, Literal]], names: list[str]) -> list[str]:
        """Return the claims that the last refutation made use of."""
        core = set(self._boards.solver.core())
        return [name for name in names if any(good[name] in core for good in goods)]

    # -- answers ----------------------------------------------------------------------------

    def prove(self, name: str) -> Induction:
        """Return a proof of a claim, or what stands in its way."""
        if name in self.invariants:
            return self.invariants[name]
        assumed = self._assumed(name, 1, [*self._known, *self.invariants])
        return Induction(name, False, obstacle=self._obstacle(1, assumed))

    def _obstacle(self, moves: int, assumed: list[Literal]) -> PlayedGame | None:
        try:
            if self._boards.solve(moves, assumed, self._conflicts):
                return PlayedGame(self._boards.positions(moves), self._boards.moves(moves))
        except Undecided:
            self._boards.solver.check_deadline()
        return None

    def prove_step(self, claim: StepClaim) -> Induction:
        """Return a proof that no move breaks a claim about moves, or what stands in its way."""
        names = [*self._known, *self.invariants]
        self._link(1)
        bad = self._boards.between(self._step_template(claim), [0, 1])
        held = [self._at(board)[1][name] for board in (0, 1) for name in names]
        if self._refuted(1, [*held, bad]):
            used = self._in_core([self._at(board)[1] for board in (0, 1)], names)
            return self._proof(claim.name, 1, used, [*held, bad])
        return Induction(claim.name, False, obstacle=self._obstacle(1, [*held, bad]))

    def _step_template(self, claim: StepClaim) -> Template:
        """Return where a move breaks a claim, as clauses on two positions."""
        rules, circuit = self.circuit.rules, Circuit()
        before, after = (PositionCoder(rules.game, circuit) for _ in range(2))
        earlier = {BEFORE + n: v for n, v in present_state(rules.game, before).items()}
        both = CircuitRules(rules, circuit, {**present_state(rules.game, after), **earlier})
        bad = circuit.any_of(both.truth(claim.name, given)[1] for given in claim.choices)
        return both.writer.write([*before.inputs, *after.inputs], [bad])

    def preserved(self, claim: PositionClaim, given: Sequence[Gate]) -> Induction:
        """Return a proof that moves from positions with some properties keep a claim."""
        boards = self._boards
        held = [boards.at(self.circuit.template(gate), 0) for gate in (*given, claim.good)]
        bad = boards.at(self.circuit.template(claim.bad), 1)
        if self._refuted(1, [*held, bad]):
            return self._proof(claim.name, 1, [], [*held, bad])
        return Induction(claim.name, False, obstacle=self._obstacle(1, [*held, bad]))
