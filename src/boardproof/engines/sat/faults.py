"""Rules that go wrong: whether a game comes to a position in which one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from math import inf
from time import monotonic

from ...errors import after_moves
from ...positions.position import Position, starting_position
from ...statespace.goals import Aim
from ..plain.reference import ReferenceEngine
from .circuit import Gate
from .induction import Inductor, PositionClaim
from .measures import Measures
from .solver import Undecided
from .unrolling import Unrolling

#: The claim that no rule goes wrong.
NO_FAULT = "no rule goes wrong"


class FaultSearch:
    """Looks for games after which a rule of play goes wrong, or one that is asked.

    A solver takes a move that goes wrong for none at all: so before it says that there is nothing,
    or that something holds, it must know of this.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> from .transition import GameCircuit
    >>> print(FaultSearch(Measures(GameCircuit(read(Diagonals()))), list).none_within())
    None
    """

    def __init__(
        self,
        measures: Measures,
        claims: Callable[[], Sequence[PositionClaim]],
        aims: Sequence[Aim] = (),
        deadline: float | None = None,
    ) -> None:
        self._measures, self._circuit = measures, measures.circuit
        self._claims, self._aims, self._deadline = claims, aims, deadline

    @cached_property
    def _unanswered(self) -> Gate:
        """Where what is asked goes wrong."""
        circuit, parts = self._circuit, list[Gate]()
        for aim in self._aims:
            if aim.question:
                arguments = tuple(value for _, value in aim.arguments)
                holds, fails = circuit.evaluation.truth(aim.question, arguments)
                parts.append(~holds & ~fails)
        return circuit.circuit.any_of(parts)

    @cached_property
    def _fault(self) -> Gate:
        """Where something goes wrong."""
        return self._circuit.fails | self._unanswered

    def none_within(self, depth: int | None = None) -> int | None:
        """Return the number of moves within which no rule goes wrong; raise what one raises.

        None where none goes wrong in any game, or in those of at most `depth` moves.
        """
        if not self._fault.satisfiable() or self._excluded():
            return None
        longest = self._measures.longest(self._start)
        last = min((bound for bound in (longest, depth) if bound is not None), default=inf)
        games, ply = Unrolling(self._circuit, self._start, self._deadline), 0
        with suppress(Undecided):
            while ply <= last:
                games.solver.check_deadline()
                # A search to some depth makes no move from the last positions.
                self._look_after(games, ply, goes_on=ply != depth)
                ply += 1
            return None
        return ply - 1

    @property
    def _start(self) -> Position:
        return starting_position(self._circuit.rules.game)

    def _excluded(self) -> bool:
        """Whether nothing goes wrong in any well-typed position, or by induction in any game."""
        board = Unrolling(self._circuit, deadline=self._deadline)
        claim = PositionClaim(NO_FAULT, ~self._fault, self._fault)
        with suppress(Undecided):
            if not board.solve(0, [board.at(self._circuit.template(self._fault), 0)]):
                return True
            claims = [*self._claims(), claim]
            return Inductor(self._measures, claims, self._half_time).prove(NO_FAULT).proved
        return False

    @property
    def _half_time(self) -> float | None:
        now = monotonic()
        return None if self._deadline is None else now + (self._deadline - now) / 2

    def _look_after(self, games: Unrolling, moves: int, goes_on: bool) -> None:
        """Raise what goes wrong, if something does after so many moves."""
        fault = self._fault if goes_on else self._circuit.unended | self._unanswered
        if fault.satisfiable() and games.solve(
            moves, [games.at(self._circuit.template(fault), moves)]
        ):
            engine = ReferenceEngine(self._circuit.rules)
            with after_moves([move.name for move in games.moves(moves)]):
                engine.successors(games.position(moves))
                for aim in self._aims:
                    aim.met_by(engine, games.position(moves))
