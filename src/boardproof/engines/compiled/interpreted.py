"""Generated rules run by Python itself, on whole numbers: there long before machine code is.

The code takes every bit of a word that it uses from a mask, so that it does not matter that whole
numbers do not wrap around as words do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np

from ...errors import TooLarge
from ...ir.rules import Rules
from ...positions.moves import Move
from ...positions.position import Position, starting_position
from ...rules.elements import Player
from ...rules.results import STUCK, Result
from ...statespace.goals import Aim
from ..plain.reference import ReferenceEngine
from ..starts import starting_set
from .codegen.aim_program import AimProgram, Question
from .codegen.program import Program
from .codegen.values import result_of
from .kernels.constants import ABSENT, GUESSES

Words = tuple[int, ...]


class InterpretedFault(TooLarge):
    """A rule went wrong; the reference engine says how, or goes on where nothing is wrong."""


#: What comes of a rule that goes wrong, or calls itself without end.
FAULTS = (InterpretedFault, RecursionError)


class InterpretedRules:
    """The moves of a game, and some aims, on packed positions.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> rules = InterpretedRules(read(Diagonals()), [Aim(question="full")])
    >>> following = rules.following(rules.starts[0])
    >>> rules.test(rules.starts[0], following), len(following)
    (0, 4)
    """

    def __init__(self, rules: Rules, aims: Sequence[Aim] = ()) -> None:
        if rules.has_turns:
            raise TooLarge(
                "the generated engine cannot make a turn of several steps: "
                "choose auto, reference or compiled"
            )
        self.rules, program = rules, Program(rules)
        self._layout, self._moves = program.layout, list(enumerate(program.moves))
        code = run_source(program.single_moves())
        self._apply: Callable[..., Any] = code["apply_move"]
        self._result: Callable[..., int] = code["result_code"]
        self._mover: Callable[..., int] = code["mover"]
        self._players, self._points = rules.game.players, program.points
        self._reference = ReferenceEngine(rules)
        self.starts = self._starts()
        self.aim_at(aims)

    def _starts(self) -> list[Words]:
        """Return the positions that games start from."""
        if not self.rules.starts_anywhere:
            return [self._layout.pack(starting_position(self.rules.game))]
        columns = starting_set(self.rules).packed
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def random_start(self, chance: Random) -> Words:
        """Return one of the positions that games start from."""
        return self.starts[0] if len(self.starts) == 1 else chance.choice(self.starts)

    def aim_at(self, aims: Sequence[Aim]) -> None:
        """Test other aims from now on."""
        self._aims, self._bits = aims, dict[int | str, int]()
        questions = [_question(self.rules, aim) for aim in aims]
        self._met: Callable[..., int] | None = None
        if any(question is not None for question in questions):
            self._met = run_source(AimProgram(self.rules, questions).text())["met"]

    def position(self, state: Words) -> Position:
        """Read a position from words."""
        return self._layout.unpack(state)

    def words(self, position: Position) -> Words:
        """Write a position into words."""
        return self._layout.pack(position)

    def test(self, state: Words, following: Any) -> int:
        """Return which aims a position meets, a bit for each; it is stuck if nothing follows."""
        result = self._result(*state)
        bits = self._starting_bits(result if result or following else STUCK)
        return self._met(*state, bits) if self._met else bits

    def initials(self) -> list[Words]:
        """Return all positions that the game starts from."""
        return self.starts

    def result(self, state: Words) -> Result | None:
        """Return how the game ended, None while it goes on."""
        return result_of(self._result(*state), self._players, self._points)

    def player_to_move(self, state: Words) -> Player:
        """Return who is to move, as long as the game is not over."""
        return self._players.elements[self._mover(*state)]

    def following(self, state: Words) -> list[Words]:
        """Return the positions after one; none where the game is over."""
        return [after for _, after in self.successors(state)]

    def successors(self, state: Words) -> list[tuple[Move, Words]]:
        """List the legal moves, each with the position it leads to; none where the game is over."""
        apply = self._apply
        try:
            if self._result(*state):
                return []
            return [
                (move, after[1:])
                for number, move in self._moves
                if (after := apply(number, *state))[0]
            ]
        except FAULTS:
            self._reference.successors(self.position(state))
            raise InterpretedFault from None

    def random_after(self, state: Words, chance: Random) -> Words | None:
        """Return the position after a random move, None where the game is over or stuck."""
        if self._result(*state):
            return None
        with suppress(*FAULTS):
            for _ in range(GUESSES):
                after: Words = self._apply(int(chance.random() * len(self._moves)), *state)
                if after[0]:
                    return after[1:]
        following = self.following(state)
        return chance.choice(following) if following else None

    def _outcome(self, code: int) -> str:
        return str(result_of(code, self._players, self._points))

    def _starting_bits(self, ending: int | str) -> int:
        """Return the bits that an ending gives; a question's answer turns its bit round."""
        if ending not in self._bits:
            word = ending if isinstance(ending, str) else self._outcome(ending)
            self._bits[ending] = sum(
                1 << bit
                for bit, aim in enumerate(self._aims)
                if (not aim.holds if aim.question else (word in aim.results) == aim.holds)
            )
        return self._bits[ending]


def _question(rules: Rules, aim: Aim) -> Question | None:
    """Return what an aim asks, with its arguments in order; None where it is about results."""
    if not aim.question:
        return None
    given, parameters = dict(aim.arguments), rules.functions[aim.question].parameters
    return aim.question, tuple(given[name] for name, _ in parameters)


def run_source(source: str, **machine: Any) -> dict[str, Any]:
    """Run generated code and return its names, on Python's own numbers unless others are given."""
    names: dict[str, Any] = {
        "np": np, "u": int, "i64": int,
        "rule": lambda function: function, "inner": lambda function: function,
        "folded": lambda function: function,
        "recursive": lambda signature: lambda function: function,
        "laps": int, "popcount": int.bit_count,
        "lowest": lambda word: (word & -word).bit_length() - 1, "RuleFault": InterpretedFault,
    } | machine  # fmt: skip

    def present(number: int) -> int:
        if number == ABSENT:
            raise names["RuleFault"]
        return number

    names["present"] = present
    if names["u"] is int:
        source = re.sub(r"\bu\((0x[0-9a-f]+|\d+)\)", r"\1", source)
    exec(compile(source, "<rules>", "exec"), names)
    names.update({n: v.tolist() for n, v in names.items() if isinstance(v, np.ndarray)})
    return names
