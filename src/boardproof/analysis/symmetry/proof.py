"""Proving that a permutation of elements is a symmetry of the rules."""

from __future__ import annotations

from itertools import product
from math import prod

from ...ir import types as t
from ...ir.interpreter import Interpreter
from ...ir.rules import UNFINISHED, Rules
from ...positions.moves import Move, all_moves
from ...rules.arguments import domain_at
from ...rules.state import MapVariable, SubsetVariable
from ..abstract_values import Unproved
from ..endless import ENDLESS_RULE, endless_varies
from .kinds import Action
from .paired_expressions import Env, state_name
from .paired_rules import PairedRules
from .pairs import ImagePair, KnownPair, Pair
from .totality import Totality

#: The maximal number of cases of what the permuted variables hold that are proved one by one.
MOST_CASES = 32


class Prover:
    """Proves symmetries of one rulebook."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.moves = all_moves(rules.game, rules.moves)
        self._totality, self._runner = Totality(rules), Interpreter(rules)
        #: What the arguments of each move range over.
        self._paths = {rule: mark.domains for rule, mark in rules.move_marks.items()}

    def kinds(self, action: Action, rule: str) -> list[t.Type]:
        """Return the kinds of a move's arguments."""
        types = dict(self.rules.functions[rule].parameters)
        kinds = []
        for argument, path in self._paths[rule].items():
            try:
                kinds.append(action.element(domain_at(self.rules.game, path)))
            except (AttributeError, TypeError):  # it depends on the arguments before
                kinds.append(action.alternatives(types[argument])[0])
        return kinds

    def moves_of(self, action: Action) -> tuple[int, ...] | None:
        """Return the move that each move becomes, by number; None where it is not proved."""
        if not action.closed:
            return None
        steps = PairedRules(self.rules, action, self._totality, self._runner)
        asked = ["to_move", "result", *([UNFINISHED] if self.rules.has_turns else [])]
        asked += [ENDLESS_RULE] if endless_varies(self.rules) else []
        if all(self._answers(steps, rule) for rule in asked):
            return _Matching(self, steps).match()
        return None

    def keeps(self, action: Action, question: str) -> bool:
        """Whether a question without arguments is proved to have one answer in all images."""
        return self._answers(
            PairedRules(self.rules, action, self._totality, self._runner), question
        )

    def _answers(self, steps: PairedRules, rule: str) -> bool:
        """Whether a question about the position has the image of its answer in the image."""
        kind = steps.action.alternatives(self.rules.functions[rule].returns)[0]
        return self.proved(steps, rule, rule, [], kind)

    def proved(
        self, steps: PairedRules, one: str, other: str, arguments: list[Pair], kind: t.Type
    ) -> bool:
        """Whether two rules go alike, in all positions at once or case by case."""

        def alike(case: Env) -> bool:
            steps.env = dict(case)
            try:
                return steps.fits(steps.rule(one, other, arguments), kind)
            except Unproved:
                return False

        if alike({}):
            return True
        cases = self._cases(steps.action)
        return bool(cases) and all(map(alike, cases))

    def _cases(self, action: Action) -> list[Env]:
        """Return the cases of what the variables hold that the permutation changes."""
        choices = [
            [(state_name(name), KnownPair(v, action.image(kind, v))) for v in variable.domain]
            for name, variable in self.rules.game.variables.items()
            if not isinstance(variable, MapVariable | SubsetVariable)
            and (kind := action.variable(variable)) is not None
            and any(action.image(kind, v) != v for v in variable.domain)
        ]
        if not choices or prod(map(len, choices)) > MOST_CASES:
            return []
        return [dict[str, Pair](case) for case in product(*choices)]


class _Matching:
    """Finds for each move the move it becomes."""

    def __init__(self, prover: Prover, steps: PairedRules) -> None:
        self.prover, self.steps, self.action = prover, steps, steps.action
        self.numbers = {(move.rule, move.arguments): i for i, move in enumerate(prover.moves)}
        self.images: dict[int, int] = {}

    def match(self) -> tuple[int, ...] | None:
        """Match rule by rule where arguments become arguments, else move by move."""
        for rule in self.prover.rules.moves:
            moves = {n: m for n, m in enumerate(self.prover.moves) if m.rule == rule}
            if not (self._whole_rule(rule, moves) or self._one_by_one(moves)):
                return None
        images = tuple(self.images[number] for number in range(len(self.prover.moves)))
        return images if len(set(images)) == len(images) else None

    def _whole_rule(self, rule: str, moves: dict[int, Move]) -> bool:
        kinds = self.prover.kinds(self.action, rule)
        guesses = {number: self._guess(move) for number, move in moves.items()}
        if any(guess is None for guess in guesses.values()):
            return False
        if not self._goes_alike(rule, rule, [ImagePair(kind) for kind in kinds]):
            return False
        self.images |= {number: guess for number, guess in guesses.items() if guess is not None}
        return True

    def _guess(self, move: Move) -> int | None:
        """Return the move whose arguments are the images of a move's arguments, if it is one."""
        kinds = self.prover.kinds(self.action, move.rule)
        arguments = tuple(map(self.action.image, kinds, move.arguments))
        return self.numbers.get((move.rule, arguments))

    def _one_by_one(self, moves: dict[int, Move]) -> bool:
        for number, move in moves.items():
            taken = set(self.images.values())
            first = self._guess(move)
            others = (n for n in range(len(self.prover.moves)) if n != first)
            candidates = [*others] if first is None else [first, *others]
            for other in candidates:
                if other not in taken and self._becomes(move, self.prover.moves[other]):
                    self.images[number] = other
                    break
            else:
                return False
        return True

    def _becomes(self, move: Move, other: Move) -> bool:
        if len(move.arguments) != len(other.arguments):
            return False
        pairs: list[Pair] = list(map(KnownPair, move.arguments, other.arguments))
        return self._goes_alike(move.rule, other.rule, pairs)

    def _goes_alike(self, one: str, other: str, arguments: list[Pair]) -> bool:
        return self.prover.proved(self.steps, one, other, arguments, t.NONE)
