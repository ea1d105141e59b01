"""Answers the contract on decision diagrams: whole sets of positions at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from ...analysis.coverage import Coverage
from ...analysis.endless import endless_varies
from ...errors import BadInput, TooLarge
from ...ir.rules import Rules
from ...limits import Limits, TooMany, asides
from ...positions.position import Position
from ...statespace.goals import Aim, Attraction, Enumeration, Goal
from ..plain.ir import IrEngine
from ..plain.reference import ReferenceEngine
from ..solution import StrongSolution
from .count import SymbolicCount
from .transition.reorder import ENCODINGS, ORDERS

if TYPE_CHECKING:  # a count needs none of these
    from .position_sets import PositionSets
    from .preservation import Preservation
    from .statespace import SymbolicStateSpace

Answer = TypeVar("Answer")

#: Diagrams pay if there are so many positions to a node.
PAYS = 3
#: A game with at most so many positions is solved, and goals are forced, without diagrams.
FEW_POSITIONS = 2_000
#: Where they have more nodes than this, they must pay for that to be done on them; the moves that
#: need more are refused.
TRIED_NODES = 20_000
#: An audit stops when the positions met make a diagram of more nodes than this.
MOST_NODES = 250_000


class SymbolicEngine(IrEngine):
    """Runs the IR on sets of positions; a question about one position needs no diagram.

    `order` is one of `ORDERS`, `encoding` "plain" or "compact"; "auto" tries which is best.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = SymbolicEngine(read(Diagonals(size=3)))
    >>> engine.enumerate().positions == engine.states().positions
    True
    """

    name = "symbolic"

    def __init__(self, rules: Rules, order: str = "auto", encoding: str = "auto") -> None:
        super().__init__(rules)
        _check("order", order, ORDERS)
        _check("encoding", encoding, ENCODINGS)
        self.order, self.encoding = order, encoding

    @cached_property
    def positions(self) -> PositionSets:
        """All well-typed positions, and sets of them by what the rules say."""
        from .position_sets import PositionSets

        return PositionSets(self.rules)

    def states(self, limits: Limits | None = None, depth: int | None = None) -> SymbolicStateSpace:
        """Return the space of the reachable positions, up to a depth if one is given.

        A trial raises `DiagramsTooLarge` once there are about as many nodes as positions.
        """
        from .statespace import DiagramsTooLarge, SymbolicStateSpace

        self._refuse_turns()
        if limits is None or limits.most_nodes is None:
            return SymbolicStateSpace(self, limits, depth)
        most = limits.most_nodes

        def refuse(space: SymbolicStateSpace) -> bool:
            if space.nodes > most and space.positions < PAYS * space.nodes:
                raise DiagramsTooLarge(f"the diagrams of {self.game.identity} do not pay")
            return False

        return SymbolicStateSpace(self, limits, depth, most, refuse)

    def audit(
        self, limits: Limits | None = None, coverage: Coverage | None = None
    ) -> SymbolicStateSpace:
        """Return the positions met by running every rule of play, all unless diagrams get large."""
        from .statespace import SymbolicStateSpace

        self._refuse_turns()

        def enough(space: SymbolicStateSpace) -> bool:
            return space.everything.nodes > MOST_NODES

        work = None if limits is None else limits.most_nodes
        return SymbolicStateSpace(
            self, limits, work=work, enough=enough, audits=True, observer=coverage
        )

    def preservation(self, aim: Aim) -> Preservation:
        """Return whether moves from well-formed positions, reachable or not, preserve an aim."""
        from .preservation import PreservationCheck

        self._refuse_turns()
        return PreservationCheck(self.rules, aim).look()

    def enumerate(self, limits: Limits | None = None) -> Enumeration:
        """Count every reachable position, layer by layer."""
        self._refuse_turns()
        return SymbolicCount(self.rules, self.order, self.encoding, limits).enumeration()

    def solve(self, limits: Limits | None = None, start: Position | None = None) -> StrongSolution:
        """Solve on diagrams from the start of games, in the order of declaration.

        Few positions are solved one by one, and so are those of a game whose diagrams do not pay.
        """
        from .solution import SymbolicSolution

        limits, plain = limits or Limits(), ReferenceEngine(self.rules)
        if start is not None or endless_varies(self.rules):
            return plain.solve(limits, start)
        return self._where_they_pay(limits, SymbolicSolution, plain.solve)

    def attract(self, goals: Sequence[Goal], limits: Limits | None = None) -> Attraction:
        """Return from where goals can be forced, on diagrams.

        As in `solve`, positions are visited one by one where they are few or diagrams do not pay.
        """
        return self._where_they_pay(
            limits or Limits(),
            lambda space: space.attract(goals),
            lambda limits: ReferenceEngine(self.rules).attract(goals, limits),
        )

    def _where_they_pay(
        self,
        limits: Limits,
        on_diagrams: Callable[[SymbolicStateSpace], Answer],
        one_by_one: Callable[[Limits], Answer],
    ) -> Answer:
        """Return what comes of all positions: on diagrams, unless these are few, or do not pay.

        In a trial of diagrams it is on nothing else.
        """
        if limits.most_nodes is not None:
            return on_diagrams(self.states(limits))
        with suppress(TooMany):
            return one_by_one(limits.bounded(positions=FEW_POSITIONS))
        with suppress(TooLarge):
            return on_diagrams(self.states(limits.bounded(nodes=TRIED_NODES)))
        asides.say("diagrams do not pay here: every position is looked at by itself")
        return one_by_one(limits)

    def _refuse_turns(self) -> None:
        """Refuse to follow turns: a relation of two positions has none in the middle."""
        if self.rules.has_turns:
            from .statespace import DiagramsTooLarge

            raise DiagramsTooLarge(
                "the symbolic engine follows moves of one step, and here a turn has several: "
                "use another engine"
            )


def _check(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in ("auto", *known):
        raise BadInput(f"{name} cannot be {value!r}: choose auto, {', '.join(known)}")
