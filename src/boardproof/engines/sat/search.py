"""Finding positions by a solver: any well-typed one, or one that a game of k moves comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from random import Random

from ...ir.rules import UNFINISHED, Rules, board_prefix
from ...positions.moves import Move
from ...positions.position import Position, starting_position
from ...statespace.goals import Aim
from ..symbolic.eval.encoding import present_state
from .circuit import Circuit
from .circuit_rules import CircuitRules
from .clauses import Literal, Template
from .encoding import PositionCoder
from .measures import Measures
from .solver import Refutation, Undecided
from .symmetry import SymmetryBreaker
from .transition import Condition, GameCircuit
from .unrolling import Unrolling, games_from_start

#: What is spent on one depth at first, in conflicts; each round spends more.
CONFLICTS, MORE = 2_000, 4
#: How many depths the first round looks at; each round looks at more.
DEPTHS, FURTHER = 8, 2


@dataclass(frozen=True)
class PlayedGame:
    """A game, or a part of one, that was found: its positions and the moves between them."""

    positions: list[Position]
    moves: list[Move]


class Instances:
    """The positions, reachable or not, that meet all of some aims.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.statespace.goals import Aim
    >>> circuit = GameCircuit(read(Diagonals(size=2)))
    >>> full = Instances(circuit, [Aim(question="full")])
    >>> len(list(full)), full.count(most=5)
    (32, (5, False))
    """

    def __init__(
        self,
        circuit: GameCircuit,
        aims: Sequence[Condition],
        deadline: float | None = None,
        proof: bool = False,
    ) -> None:
        self.circuit, self.aims = circuit, list(aims)
        self._board = Unrolling(circuit, deadline=deadline, proof=proof)
        # What is in the middle of a turn is no position of the game.
        self._rest = [Aim(question=UNFINISHED, holds=False)] if circuit.rules.has_turns else []
        for at_rest in map(circuit.template, self._rest):
            self._board.solver.add([[self._board.at(at_rest, 0)]])

    @cached_property
    def _met(self) -> list[Literal]:
        return [self._board.at(self.circuit.template(aim), 0) for aim in self.aims]

    def __iter__(self) -> Iterator[Position]:
        return self._board.each_position(0, self._met)

    def first(self) -> Position | None:
        """Return a position, None where there is none.

        Where that is hard, of positions that are images of each other one is looked at.
        """
        try:
            found = self._board.solve(0, self._met, CONFLICTS)
        except Undecided:
            self._board.solver.check_deadline()
            found = self._board.solve(0, [*self._met, *self._leading])
        return self._board.position(0) if found else None

    @cached_property
    def _leading(self) -> list[Literal]:
        """What holds of one of the positions that are images of each other."""
        breaker = SymmetryBreaker(self.circuit)
        kept = breaker.kept([self.circuit.condition(aim) for aim in (*self._rest, *self.aims)])
        leads = [self.circuit.template(breaker.leads(symmetry)) for symmetry in kept]
        return [self._board.at(template, 0) for template in leads]

    def count(self, most: int) -> tuple[int, bool]:
        """Count positions up to a limit; return the number, and whether that is all."""
        number = 0
        for _ in self:
            if number == most:
                return most, False
            number += 1
        return number, True

    def sample(self, chance: Random) -> Position | None:
        """Return a position at random; not all are as likely."""
        self._board.solver.prefer(self._board.boards[0], chance)
        return next(iter(self), None)

    def core(self) -> list[Condition]:
        """Return aims that cannot be met together, none of which can be left out."""
        solver, needed = self._board.solver, list(zip(self._met, self.aims, strict=True))
        for pair in list(needed):
            others = [one for one in needed if one is not pair]
            if not solver.solve([literal for literal, _ in others]):
                needed = others
        return [aim for _, aim in needed]

    def refutation(self) -> Refutation:
        """Return the proof that there is no such position; made with `proof` only."""
        return self._board.solver.refutation(self._met)


class ReachableSearch:
    """The positions that games come to, searched by the number of moves.

    `refuted` are the depths at which there is nothing. Where a measure bounds the length of games,
    the search ends by itself; else it needs a depth or a deadline.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.statespace.goals import Aim
    >>> measures = Measures(GameCircuit(read(Diagonals(size=2))))
    >>> search = ReachableSearch(measures, [Aim(results=frozenset({"A wins"}))])
    >>> len(search.first().moves), search.none_within, search.longest
    (3, 2, 4)
    """

    def __init__(
        self,
        measures: Measures,
        aims: Sequence[Condition],
        depth: int | None = None,
        start: Position | None = None,
        deadline: float | None = None,
        proof: bool = False,
    ) -> None:
        self.circuit, self.aims, self.depth = measures.circuit, list(aims), depth
        rules = self.circuit.rules
        first = None if rules.starts_anywhere else starting_position(rules.game)
        #: Where games start, None where that is not known.
        self.start = start or first
        self.refuted: set[int] = set()
        self._measures, self._deadline, self._proof = measures, deadline, proof
        self._broken = False
        self._games = (
            games_from_start(self.circuit, deadline, proof)
            if start is None
            else Unrolling(self.circuit, start, deadline, proof)
        )

    # -- depths -----------------------------------------------------------------------------

    @property
    def longest(self) -> int | None:
        """A bound on the length of games, None where no measure gives one."""
        return self._measures.longest(self.start)

    @property
    def none_within(self) -> int:
        """The depth up to which there is nothing, -1 where that is not known of any."""
        return next(depth for depth in count(-1) if depth + 1 not in self.refuted)

    @property
    def complete(self) -> bool:
        """Whether every depth that games can have was refuted."""
        return self.longest is not None and self.none_within >= self.longest

    def _depths(self) -> Iterator[int]:
        """Return the depths that no measure excludes, in order; note the others as refuted."""
        board = Unrolling(self.circuit, deadline=self._deadline)
        met = self._met(board, 0)
        bounds = [bound for bound in (self.longest, self.depth) if bound is not None]
        for depth in range(min(bounds) + 1) if bounds else count():
            had = self._measures.after(self.start, depth, board, 0)
            if had and not board.solve(0, [*met, *had]):
                self.refuted.add(depth)
            else:
                yield depth

    def _met(self, games: Unrolling, board: int) -> list[Literal]:
        return [games.at(self.circuit.template(aim), board) for aim in self.aims]

    # -- games ------------------------------------------------------------------------------

    def first(self) -> PlayedGame | None:
        """Return a game, None where all depths are refuted; `Undecided` if neither is known.

        Depths that cost too much wait for a later round, which spends more on each: so a game
        may be found that is not the shortest.
        """
        depths, waiting, ended = self._depths(), list[int](), False
        conflicts, many = CONFLICTS, DEPTHS
        while waiting or not ended:
            fresh = list(islice(depths, many))
            ended, tried, waiting = len(fresh) < many, [*waiting, *fresh], []
            for depth in tried:
                self._games.solver.check_deadline()
                try:
                    if self._solve(depth, conflicts=conflicts):
                        return self._game(depth)
                    self.refuted.add(depth)
                except Undecided:
                    waiting.append(depth)
            conflicts, many = conflicts * MORE, many * FURTHER
            if waiting:
                self.break_symmetries()
        return None

    def break_symmetries(self) -> None:
        """Leave out first moves that others stand for; a proof to keep does without that."""
        if self._broken or self._proof or self.start != starting_position(self.circuit.rules.game):
            return
        self._broken = True
        conditions = [self.circuit.condition(aim) for aim in self.aims]
        first = self._games.selectors(0)
        alike = SymmetryBreaker(self.circuit).superfluous(conditions)
        self._games.solver.add([[-first[move]] for move in alike])

    def _solve(self, depth: int, *also: Literal, conflicts: int | None = None) -> bool:
        """Whether a game of so many moves meets the aims; what measures say of it is said, too."""
        had = self._measures.after(self.start, depth, self._games, depth)
        return self._games.solve(depth, [*self._met(self._games, depth), *had, *also], conflicts)

    def _game(self, depth: int) -> PlayedGame:
        return PlayedGame(self._games.positions(depth), self._games.moves(depth))

    def each(self) -> Iterator[PlayedGame]:
        """Return a shortest game to each position that meets the aims, by the number of moves."""
        games, seen = self._games, list[Position]()
        for depth in self._depths():
            active = games.solver.variable()
            games.solver.add([games.exclude(depth, one) for one in seen], -active)
            while self._solve(depth, active):
                game = self._game(depth)
                yield game
                seen.append(game.positions[-1])
                games.solver.add([games.exclude(depth, seen[-1])], -active)
            self.refuted.add(depth)

    def refutation(self, depth: int) -> Refutation:
        """Return the proof that no game of at most so many moves meets the aims.

        It is made with `proof` only.
        """
        games, ends = self._games, list[Literal]()
        for moves in range(depth + 1):
            had = self._measures.after(self.start, moves, games, moves)
            ends.append(games.solver.variable())
            assumed = [*games.legal(moves), *self._met(games, moves), *had]
            games.solver.add([[-ends[-1], literal] for literal in assumed])
        return games.solver.refutation([games.solver.either(ends)])


class BoardsSearch:
    """Games, or parts of games, whose positions together meet a question about several boards.

    >>> from boardproof.reading import read
    >>> from boardproof.reading.queries import ask_boards
    >>> from boardproof.rules.sample import Diagonals
    >>> text = "board[0].turn == B and board[1].over and not board[0].full"
    >>> rules, name = ask_boards(read(Diagonals(size=2)), text, 2)
    >>> [str(p.turn) for p in BoardsSearch(GameCircuit(rules), name, 2).first().positions]
    ['B', 'A']
    """

    def __init__(
        self,
        circuit: GameCircuit,
        question: str,
        boards: int,
        anywhere: bool = True,
        deadline: float | None = None,
    ) -> None:
        self._number = boards
        self._question = _Question(circuit.rules, question, boards)
        self._boards = (
            Unrolling(circuit, deadline=deadline)
            if anywhere
            else games_from_start(circuit, deadline)
        )
        self._met = self._boards.between(self._question.holds, range(boards))

    def __iter__(self) -> Iterator[PlayedGame]:
        active, boards = self._boards.solver.variable(), self._boards
        while boards.solve(self._number - 1, [self._met, active]):
            game = self._game()
            yield game
            parts = [boards.exclude(at, one) for at, one in enumerate(game.positions)]
            boards.solver.add([[literal for part in parts for literal in part]], -active)

    def first(self) -> PlayedGame | None:
        """Return positions with moves between them, None where there are none."""
        return next(iter(self), None)

    def wrong(self) -> PlayedGame | None:
        """Return positions for which the question itself goes wrong, None where there are none."""
        wrong = self._boards.between(self._question.goes_wrong, range(self._number))
        return self._game() if self._boards.solve(self._number - 1, [wrong]) else None

    def _game(self) -> PlayedGame:
        last = self._number - 1
        return PlayedGame(self._boards.positions(last), self._boards.moves(last))


class _Question:
    """A question about several boards as a circuit on the bits of all."""

    def __init__(self, rules: Rules, question: str, boards: int) -> None:
        circuit = Circuit()
        coders = [PositionCoder(rules.game, circuit) for _ in range(boards)]
        state = {
            board_prefix(number) + name: value
            for number, coder in enumerate(coders)
            for name, value in present_state(rules.game, coder).items()
        }
        self._evaluation = CircuitRules(rules, circuit, state)
        self._inputs = [gate for coder in coders for gate in coder.inputs]
        self._holds, self._fails = self._evaluation.truth(question)

    @property
    def holds(self) -> Template:
        """Where it holds, as clauses."""
        return self._evaluation.writer.write(self._inputs, [self._holds])

    @property
    def goes_wrong(self) -> Template:
        """Where it can not be answered, as clauses."""
        return self._evaluation.writer.write(self._inputs, [~self._holds & ~self._fails])
