"""Answers the contract on decision diagrams: whole sets of positions at once."""

from __future__ import annotations

from typing import Any

from ...errors import BadInput
from ...ir.rules import Rules
from ...rules.words import Illegal
from ..contract import Enumeration
from ..moves import Move
from ..plain import PlainEngine
from ..position import Position, check_game
from ..reference import ReferenceEngine
from ..watch import Watch
from .choosing import ORDERS
from .counting import Counting
from .diagrams import Diagram, Diagrams
from .encoding import place_values, plain_slots, position_at, read_state
from .relation import Answered, Made, TooMuchWork, Translator
from .slots import Coder, Slots

#: What a rule does to all positions is kept to look up single ones, up to so many nodes.
LOOKED_UP = 20_000


class SymbolicEngine(PlainEngine):
    """Runs the rules on sets of positions; one position is looked up in what all of them do.

    `order` is one of `ORDERS`, `encoding` "plain" or "compact"; "auto" tries which is best.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = SymbolicEngine(read(Diagonals(size=3)))
    >>> engine.enumerate().nodes[0] > 0
    True
    """

    name = "symbolic"

    def __init__(self, rules: Rules, order: str = "auto", encoding: str = "auto") -> None:
        super().__init__(rules)
        _check("order", order, ORDERS)
        _check("encoding", encoding, ("plain", "compact"))
        self.order, self.encoding = order, encoding
        slots = Slots(plain_slots(self.game))
        self._coder = Coder(slots, Diagrams(2 * slots.bits))
        self._translator = Translator(rules, self._coder)
        self._reference = ReferenceEngine(rules)
        self._made: dict[Move, Made | None] = {}
        self._answered: dict[Any, Answered | None] = {}

    # -- one position -----------------------------------------------------------------------

    def ask(self, position: Position, rule: str, *arguments: Any) -> Any:
        """Run a rule that changes nothing and give what it returns."""
        check_game(position, self.game)
        answered = self._answer(rule, arguments)
        if answered is None:
            return self._run_alone(position, rule, arguments)[0]
        bits = self._coder.bits(place_values(position))
        if answered.broken.eval(bits):
            return self._reference.ask(position, rule, *arguments)
        return next(value for value, where in answered.cases.of.items() if where.eval(bits))

    def run(self, position: Position, rule: str, *arguments: Any) -> tuple[Any, Position]:
        """Run any rule; give what it returns and the position it leaves."""
        check_game(position, self.game)
        move = next((m for m in self.moves if (m.rule, m.arguments) == (rule, arguments)), None)
        made = self._make(move) if move else None
        if made is None:
            return self._run_alone(position, rule, arguments)
        bits = self._coder.bits(place_values(position))
        if not made.legal.eval(bits):
            return self._run_alone(position, rule, arguments)
        led = made.leads & self._coder.position(place_values(position))
        pattern = self._coder.diagrams.pick(led)
        return None, position_at(self.game, self._coder.read(pattern, following=True))

    def _run_alone(
        self, position: Position, rule: str, arguments: tuple[Any, ...]
    ) -> tuple[Any, Position]:
        """Run a rule on the set of one position."""
        here = self._coder.position(place_values(position))
        runner = self._translator.narrow_runner({}, here)
        value = runner.run(rule, arguments)
        if runner.broken.satisfiable():
            return self._reference.run(position, rule, *arguments)
        if runner.refused.satisfiable():
            raise Illegal(runner.reason)
        known = runner.algebra.within(runner.as_cases(value), here)
        return known.only(), read_state(self.game, runner, here)

    # -- all positions ----------------------------------------------------------------------

    def where(self, question: str, *arguments: Any) -> Diagram:
        """Give the well-typed positions, reachable or not, for which a predicate holds."""
        answered = self._answer(question, arguments)
        if answered is None:
            raise TooMuchWork
        return answered.cases.of.get(True, self._coder.diagrams.false)

    def _answer(self, rule: str, arguments: tuple[Any, ...]) -> Answered | None:
        """Ask a rule of every position, once; None where that is too much work."""
        key = rule, arguments
        if key not in self._answered:
            try:
                self._answered[key] = self._translator.answer(rule, arguments, LOOKED_UP)
            except TooMuchWork:
                self._answered[key] = None
        return self._answered[key]

    def _make(self, move: Move) -> Made | None:
        """Make a move in every position, once; None where that is too much work."""
        if move not in self._made:
            try:
                self._made[move] = self._translator.make(move, {}, most=LOOKED_UP)
            except TooMuchWork:
                self._made[move] = None
        return self._made[move]

    def enumerate(self, watch: Watch | None = None) -> Enumeration:
        """Count every reachable position, layer by layer."""
        return Counting(self.rules, self.order, self.encoding, watch).enumeration()


def _check(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in ("auto", *known):
        raise BadInput(f"{name} cannot be {value!r}: choose auto, {', '.join(known)}")
