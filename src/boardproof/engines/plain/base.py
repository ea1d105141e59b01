"""What the engines that work on plain Python values share: only how a rule is run differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ...analysis.coverage import Coverage
from ...errors import BadInput, IllegalMove
from ...ir.rules import UNFINISHED, Rules
from ...limits import Limits
from ...positions.moves import THEN, Move, all_moves
from ...positions.notation import write_position
from ...positions.position import Position
from ...rules.arguments import values_at
from ...rules.decorators import Illegal
from ...rules.elements import Player
from ...rules.game import choices
from ...rules.results import Result
from ...statespace.base import StateSpace
from ...statespace.explicit import ExplicitStateSpace
from ...statespace.goals import Aim, Attraction, Enumeration, Goal, Survey
from ...statespace.graph import StateGraph
from ..contract import Defect, RuleEngine
from ..profile import PLAIN
from ..solution import Build, StrongSolution, endless_values
from .turns import TurnMaker

#: A trial of an audit tries so many moves for each position it may visit: turns have many steps.
TRIES = 64


class PlainEngine(RuleEngine):
    """Answers the contract by running rules one position at a time."""

    name = ""
    #: For an engine of another package that is registered without a profile.
    abilities = PLAIN

    def __init__(self, rules: Rules) -> None:
        self.rules, self.game = rules, rules.game
        self.moves = all_moves(rules.game, rules.moves)
        #: How often a move or a step of one was tried.
        self.tried = 0

    def result(self, position: Position) -> Result | None:
        if self.rules.has_turns and self.goes_on(position):
            return None
        result: Result | None = self.ask(position, "result")
        return result

    def goes_on(self, position: Position) -> bool:
        """Whether a position is in the middle of a turn: another step is to be made."""
        return bool(self.ask(position, UNFINISHED))

    @cached_property
    def _turns(self) -> TurnMaker:
        return TurnMaker(self.rules, self.steps, self.goes_on)

    def player_to_move(self, position: Position) -> Player | None:
        if self.is_over(position):
            return None
        player: Player = self.ask(position, "to_move")
        return player

    def expected(self, position: Position) -> str:
        return str(self.ask(position, "expected"))

    def successors(self, position: Position) -> list[tuple[Move, Position]]:
        if self.is_over(position):
            return []
        return self._turns.turns(position) if self.rules.has_turns else self.steps(position)

    def steps(self, position: Position) -> list[tuple[Move, Position]]:
        """List the legal steps from a position that is not over, each with where it leads."""
        legal = []
        self.tried += len(self.moves)
        for move in self.moves:
            try:
                legal.append((move, self.run(position, move.rule, *move.arguments)[1]))
            except Illegal:
                continue
        return legal

    def successor(self, position: Position, move: Move) -> Position:
        result = self.result(position)
        if result is not None:
            raise IllegalMove(f"{move} is not legal: the game is over ({result})")
        if not self.rules.has_turns:
            return self.step(position, move)
        *steps, last = move.steps
        for step in steps:
            position = self.step(position, step, move)
            if not self.goes_on(position):
                raise IllegalMove(f"{move} is not legal: the turn is over after {step}")
        position = self.step(position, last, move)
        if self.goes_on(position):
            raise IllegalMove(f"{move} is not legal: the turn goes on, add {THEN} and another step")
        return position

    def step(self, position: Position, step: Move, move: Move | None = None) -> Position:
        """Return the position after a step, maybe in the middle of a turn."""
        try:
            return self.run(position, step.rule, *step.arguments)[1]
        except Illegal as refusal:
            reason = str(refusal) or "the rules do not allow it here"
            raise IllegalMove(f"{move or step} is not legal: {reason}") from None

    def holds(self, position: Position, question: str, **arguments: Any) -> bool:
        return bool(
            self.ask(position, question, *ordered_arguments(self.rules, question, arguments))
        )

    def defects(self, position: Position) -> list[Defect]:
        return [
            Defect(name, arguments, self.rules.functions[name].sentence)
            for name, mark in self.rules.marks.items()
            if mark.kind == "forbidden"
            for arguments in choices(self.game, mark)
            if self.ask(position, name, *arguments.values())
        ]

    def perft(self, position: Position, depth: int) -> list[int]:
        """Count sequences ply by ply; equal positions are followed once, with all their ways."""
        ways, counts = {position: 1}, [1]
        for _ in range(depth):
            following: dict[Position, int] = {}
            for source, number in ways.items():
                for _, target in self.successors(source):
                    following[target] = following.get(target, 0) + number
            ways = following
            counts.append(sum(ways.values()))
        return counts

    def enumerate(self, limits: Limits | None = None) -> Enumeration:
        return StateGraph(self, limits).enumeration()

    def states(self, limits: Limits | None = None, depth: int | None = None) -> StateSpace:
        """Return the space of the reachable positions, up to a depth if one is given."""
        return ExplicitStateSpace(self, limits, depth)

    def audit(self, limits: Limits | None = None, coverage: Coverage | None = None) -> StateSpace:
        """Return the positions met by running every rule of play; a trial may leave some out."""
        engine = self if coverage is None else self.covering(coverage)
        most = None if limits is None else limits.most_positions
        limits = limits and limits.bounded()  # an audit keeps what it has seen
        return ExplicitStateSpace(
            engine,
            limits,
            most=most,
            audits=True,
            enough=lambda: most is not None and engine.tried > most * TRIES,
        )

    def covering(self, coverage: Coverage) -> PlainEngine:
        """Return this engine, made to note which parts of the rules it runs."""
        raise NotImplementedError(f"the {self.name} engine cannot record what it runs")

    def survey(
        self, aims: Sequence[Aim], limits: Limits | None = None, depth: int | None = None
    ) -> Survey:
        return self.states(limits, depth).survey(aims)

    def attract(self, goals: Sequence[Goal], limits: Limits | None = None) -> Attraction:
        return self.states(limits).attract(goals)

    def solve(self, limits: Limits | None = None, start: Position | None = None) -> StrongSolution:
        from .solution import PlainSolution

        return PlainSolution(self, StateGraph(self, limits, start=start))

    def build(self, limits: Limits | None = None) -> Build:
        """Solve at once, and return the solution layer by layer."""
        from .solution import PlainBuild, PlainSolution

        endless_values(self.rules)  # what is stored is counted from those
        return PlainBuild(PlainSolution(self, StateGraph(self, limits)))

    def _run_context(
        self, position: Position, rule: str, arguments: tuple[Any, ...]
    ) -> dict[str, str]:
        """Return what was run where, for an error."""
        shown = f"{rule}({', '.join(map(str, arguments))})" if arguments else rule
        return {"position": write_position(position), "move": shown}


def ordered_arguments(rules: Rules, question: str, arguments: Mapping[str, Any]) -> list[Any]:
    """Return the arguments of a question in their order, each the element its domain has."""
    game, marks = rules.game, rules.marks
    if question not in marks:
        raise BadInput(f"{game.name} has no question {question!r}: it has {', '.join(marks)}")
    wanted = marks[question].domains
    if set(arguments) != set(wanted):
        needs = ", ".join(f"{name} (of {path})" for name, path in wanted.items())
        raise BadInput(f"{question} takes {needs or 'no arguments'}")
    given: dict[str, Any] = {}
    for name, path in wanted.items():
        values = values_at(game, path, given)
        if arguments[name] not in values:
            raise BadInput(f"{question}: {name} cannot be {arguments[name]!r}")
        given[name] = values[values.index(arguments[name])]
    return list(given.values())
