"""Endings that are not tested again after a move: the shorter test says what the whole one does."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from boardproof import load
from boardproof.analysis.ending_pruning import effects_into, prune_result
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.kernels.intrinsics import RuleFault
from boardproof.engines.contract import make_engine
from boardproof.limits import Limits
from boardproof.positions.position import Position
from boardproof.reading import read
from boardproof.rules import (
    Draw,
    Flag,
    Game,
    Map,
    Players,
    Result,
    Ring,
    Subset,
    Turn,
    Win,
    move,
    require,
)

from ..engines.compiled.interpreted import InterpretedEngine, written_otherwise
from ..engines.positions import any_position
from ..engines.variants import EVERY_VARIANT, Variant, asked_of, engine_of, few_or_many

often = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def same_after_every_move(engine: CompiledEngine, words: Any) -> int:
    """Compare both tests on all that an open position leads to; count how many those are."""
    if engine.machine.result_code(*words):
        return 0
    found = 0
    for number in range(len(engine.moves)):
        legal, *after = engine.machine.apply_move(number, *words)
        if legal:
            found += 1
            whole, short = engine.machine.result_code(*after), engine.machine.result_after(*after)
            assert whole == short, engine.unpack(after)
    return found


@few_or_many("examples", 6, 60)
@pytest.mark.parametrize("variant", EVERY_VARIANT)
@pytest.mark.parametrize("engine_name", asked_of("compiled"))
def test_the_shorter_test_agrees_on_any_position(
    variant: Variant, engine_name: str, examples: int
) -> None:
    engine: Any = engine_of(engine_name, variant)

    @settings(often, max_examples=examples)
    @given(any_position(engine.game))
    def compare(position: Position) -> None:
        try:
            same_after_every_move(engine, engine.pack(position))
        except RuleFault:  # a rule that breaks on an impossible position ends nothing
            return

    compare()


class Trap(Game):
    """Endings that turn true without the last mover's own pieces growing."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.places = Ring(4)
        self.piece = Map(self.places, self.players | None)
        self.marked = Subset(self.places)
        self.closed = Flag(False)
        self.turn = Turn(self.players)

    @move(place="places")
    def put(self, place):
        require(self.piece[place] is None)
        self.piece[place] = self.turn
        self.turn = self.turn.next

    @move(place="places")
    def mark(self, place):
        require(place not in self.marked)
        self.marked |= {place}
        self.turn = self.turn.next

    @move
    def close(self):
        require(not self.closed)
        self.closed = True
        self.turn = self.turn.next

    def has(self, player):
        return self.piece[self.places[0]] == player and self.piece[self.places[1]] == player


class LateDecision(Trap):
    """A local name hides that the test depends on something that changes."""

    def result(self) -> Result | None:
        decided = self.closed
        for player in self.players:
            if decided and self.has(player):
                return Win(player)
        return None


class WhoseTurn(Trap):
    """The player in the test was another one before the move."""

    def result(self) -> Result | None:
        mover = self.turn
        if self.has(mover):
            return Win(mover)
        return None


class EarlyNone(Trap):
    """The game went on before the test was reached."""

    def result(self) -> Result | None:
        if not self.closed:
            return None
        if self.has(self.players.A):
            return Win(self.players.A)
        return Draw() if len(self.marked) == 4 else None


class Shrinking(Trap):
    """A set that must not contain something, and one that must be empty."""

    @move(place="places")
    def unmark(self, place):
        require(place in self.marked)
        self.marked -= {place}
        self.turn = self.turn.next

    def result(self) -> Result | None:
        if self.closed and set() == self.marked:
            return Draw()
        if self.places[2] not in self.marked and self.has(self.players.B):
            return Win(self.players.B)
        return None


TRAPS = [LateDecision, WhoseTurn, EarlyNone, Shrinking]


@pytest.mark.parametrize("trap", TRAPS)
def test_no_ending_is_missed(trap: type[Game]) -> None:
    engine = InterpretedEngine(read(trap()))
    chance, compared = random.Random(7), 0
    for _ in range(3000):
        word = chance.getrandbits(engine.layout.bits)
        try:
            engine.unpack((word,))
        except (IndexError, ValueError):
            continue
        compared += same_after_every_move(engine, engine.pack(engine.unpack((word,))))
    assert compared > 1000


def test_only_who_moved_last_can_have_won() -> None:
    rules = load("tic-tac-toe")
    phases = [{"turn": player} for player in rules.game.players]
    for i, phase in enumerate(phases):
        left = prune_result(rules, effects_into(rules, phases, phase))
        tested = [node.over.value for node in left.body if hasattr(node, "over")]
        assert tested == [(rules.game.players.elements[1 - i],)]


class LeavesALoop(Trap):
    """A move that leaves a loop by `return` leads into another phase than one that does not."""

    @move(place="places")
    def jump(self, place):
        require(self.piece[place] is None)
        self.piece[place] = self.turn
        for other in self.places:
            if self.piece[other] == "B":
                self.closed = True
                self.turn = self.players.A
                return
        self.turn = self.players.B

    def result(self) -> Result | None:
        if self.closed:
            return Win(self.players.A)
        return Draw() if len(self.marked) == 4 else None


class Shadowed(Trap):
    """A name that a comprehension uses again still has its value outside."""

    def result(self) -> Result | None:
        k = len(self.marked)
        if sum(1 for k in self.places if k == self.places[1]) == k:
            return Win(self.players.A)
        return None


class NeverEnds(Trap):
    """Nothing ends the game."""

    def result(self) -> Result | None:
        return None


ENDINGS = [LeavesALoop, Shadowed, NeverEnds, *TRAPS]


@pytest.mark.parametrize("game", ENDINGS)
def test_every_ending_is_written_as_the_rules_say(game: type[Game]) -> None:
    assert written_otherwise(read(game()), most=500) == []


#: The code of all has run as Python, with both tests after every move.
COMPILED = [
    pytest.param(game, marks=[pytest.mark.slow] * (game is not LeavesALoop)) for game in ENDINGS
]


@pytest.mark.parametrize("game", COMPILED)
@pytest.mark.parametrize("threads", [1, 2])
def test_all_is_counted_that_the_reference_engine_counts(game: type[Game], threads: int) -> None:
    rules = read(game())
    found = CompiledEngine(rules).enumerate(Limits(threads=threads))
    assert found == make_engine("reference", rules).enumerate()
