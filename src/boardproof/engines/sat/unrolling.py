"""Games of k moves as clauses: k + 1 copies of a position, and between two of them any move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...positions.moves import Move
from ...positions.position import Position, starting_position
from ...rules.starts import START
from ...statespace.goals import Aim
from .clauses import Clause, Literal, Template
from .encoding import Boards, bits_of
from .solver import ClauseSolver
from .transition import GameCircuit


class Unrolling:
    """Copies of a position that grow by a move at a time; the first is known, or any.

    That the moves up to a copy are legal is assumed and not asserted: so one solver answers for
    games of any length.

    >>> from boardproof.positions.position import starting_position
    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> circuit = GameCircuit(read(Diagonals(size=2)))
    >>> games = Unrolling(circuit, starting_position(circuit.rules.game))
    >>> games.solve(2), len(games.moves(2)), games.solve(9)
    (True, 2, False)
    """

    def __init__(
        self,
        circuit: GameCircuit,
        start: Position | None = None,
        deadline: float | None = None,
        proof: bool = False,
    ) -> None:
        self.circuit, self.solver = circuit, ClauseSolver(deadline, proof)
        self._coding = Boards(circuit.rules.game)
        first = (
            self._coding.fresh(self.solver)
            if start is None
            else self._coding.fixed(self.solver, start)
        )
        self.boards: list[list[Literal]] = [first]
        self._selectors: list[list[Literal]] = []
        self._legal: list[Literal] = []
        self._outputs: dict[tuple[int, int], list[Literal]] = {}

    # -- copies -----------------------------------------------------------------------------

    def extend(self, moves: int) -> None:
        """Make copies for games of so many moves."""
        while len(self._legal) < moves:
            self._add_move()

    def _add_move(self) -> None:
        solver, number = self.solver, len(self.circuit.moves)
        self._selectors.append(solver.one_hot(number) if number > 2 else _few(solver, number))
        *board, legal = self._copy_move(self.circuit.step, len(self._legal))
        self._coding.constrain(solver, board, legal)
        self.boards.append(board)
        self._legal.append(legal)

    def _copy_move(self, template: Template, move: int) -> list[Literal]:
        chosen = bits_of(self._selectors[move])
        return self.solver.copy(template, [*self.boards[move], *chosen])

    def selectors(self, move: int) -> list[Literal]:
        """Return the literals that choose one of the moves."""
        self.extend(move + 1)
        return self._selectors[move]

    def of_move(self, template: Template, move: int) -> list[Literal]:
        """Return the outputs of a template of a position and the move made there."""
        self.extend(move + 1)
        return self._copy_move(template, move)

    def at(self, template: Template, board: int) -> Literal:
        """Return the output of a template of one position, in one of the copies."""
        return self.outputs_at(template, board)[0]

    def outputs_at(self, template: Template, board: int) -> list[Literal]:
        """Return all outputs of a template of one position, in one of the copies."""
        self.extend(board)
        key = id(template), board
        if key not in self._outputs:
            self._outputs[key] = self.solver.copy(template, self.boards[board])
        return self._outputs[key]

    def between(self, template: Template, boards: Sequence[int]) -> Literal:
        """Return the output of a template of several positions, in some of the copies."""
        self.extend(max(boards))
        inputs = [literal for board in boards for literal in self.boards[board]]
        return self.solver.copy(template, inputs)[0]

    # -- answers ----------------------------------------------------------------------------

    def legal(self, moves: int) -> list[Literal]:
        """Return what to assume so that the first moves are legal."""
        self.extend(moves)
        return self._legal[:moves]

    def solve(self, moves: int, met: Sequence[Literal] = (), conflicts: int | None = None) -> bool:
        """Whether some game of so many moves meets conditions."""
        return self.solver.solve([*self.legal(moves), *met], conflicts)

    def position(self, board: int) -> Position:
        """Return one of the copies in the game found last."""
        return self._coding.position(self.solver, self.boards[board])

    def positions(self, moves: int) -> list[Position]:
        """Return the positions of the game found last."""
        return [self.position(board) for board in range(moves + 1)]

    def moves(self, moves: int) -> list[Move]:
        """Return the moves of the game found last."""
        return [
            next(
                move
                for move, chosen in zip(self.circuit.moves, selectors, strict=True)
                if self.solver.holds(chosen)
            )
            for selectors in self._selectors[:moves]
        ]

    def exclude(self, board: int, position: Position) -> Clause:
        """Return the clause that excludes a position from a copy."""
        self.extend(board)
        return self._coding.other_than(self.boards[board], position)

    def each_position(self, board: int, met: Sequence[Literal] = ()) -> Iterator[Position]:
        """Return the positions that a copy can be, one by one."""
        active = self.solver.variable()
        while self.solve(board, [*met, active]):
            position = self.position(board)
            yield position
            self.solver.add([self.exclude(board, position)], -active)

    @property
    def choices(self) -> list[Literal]:
        """What is chosen freely: the first position, unless it is known, and every move."""
        return [one for row in (self.boards[0], *self._selectors) for one in row]


def games_from_start(
    circuit: GameCircuit, deadline: float | None = None, proof: bool = False
) -> Unrolling:
    """Return an unrolling whose first copy is a position that games start from.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> games_from_start(GameCircuit(read(Diagonals(size=2)))).solve(4)
    True
    """
    if not circuit.rules.starts_anywhere:
        return Unrolling(circuit, starting_position(circuit.rules.game), deadline, proof)
    games = Unrolling(circuit, None, deadline, proof)
    games.solver.add([[games.at(circuit.template(Aim(question=START)), 0)]])
    return games


def _few(solver: ClauseSolver, number: int) -> list[Literal]:
    """Return the selectors of one move, or of two: what is true, or a bit and its opposite."""
    if number == 1:
        return [solver.true]
    bit = solver.variable()
    return [-bit, bit]
