"""The solver finds the positions that the reference engine finds: all of them, and no other."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from boardproof.engines.contract import make_engine
from boardproof.engines.sat.engine import SatEngine
from boardproof.engines.starts import initial_positions
from boardproof.errors import TooLarge
from boardproof.ir.rules import Rules
from boardproof.positions.position import Position
from boardproof.reading.loader import load
from boardproof.rules.game import choices
from boardproof.rules.results import STUCK
from boardproof.statespace.goals import Aim
from boardproof.statespace.transition_system import TransitionSystem

from ...questions.mutants import MUTANTS, Mutant
from ..variants import EVERY_VARIANT, Variant, label

#: Small boards, so that every position within a few moves can be listed as a model.
SMALL: dict[str, dict[str, int | str | bool]] = {
    "connect-four": {"columns": 3, "rows": 3, "connect": 3},
    "kalah": {"holes": 2, "beans": 2},
    "chess-endings": {"size": 3},
}
FEW: list[tuple[Variant, int]] = [
    (("tic-tac-toe", ()), 2),
    (("tic-tac-toe", (("size", 2), ("noting", "step"))), 4),
    (("connect-four", ()), 3),
    (("connect-four", (("players", 3),)), 2),
    (("pong-hau-ki", ()), 4),
    (("kalah", ()), 3),
    (("dstru-tac-toe", ()), 1),
]


def small(variant: Variant) -> Rules:
    name, parameters = variant
    return load(name, **{**SMALL.get(name, {}), **dict(parameters)})


def layers(engine: TransitionSystem, depth: int) -> list[set[Position]]:
    """List the positions that are first reached after 0, 1, …, depth moves."""
    starts = set(initial_positions(engine.rules))
    found, seen = [starts], set(starts)
    for _ in range(depth):
        after = {target for one in found[-1] for _, target in engine.successors(one)} - seen
        found.append(after)
        seen |= after
    return found


def aims(rules: Rules) -> Iterable[Aim]:
    """List what can be asked of a position: every question with some arguments, every result."""
    for name, mark in rules.marks.items():
        for given in list(choices(rules.game, mark))[::3]:
            yield Aim(question=name, arguments=tuple(given.items()))
            yield Aim(question=name, arguments=tuple(given.items()), holds=False)
    for word in [*(f"{player} wins" for player in rules.game.players), "draw", STUCK]:
        yield Aim(results=frozenset({word}))
        yield Aim(results=frozenset({word}), holds=False)


def met(engine: TransitionSystem, position: Position, aim: Aim) -> bool:
    if aim.question:
        return engine.holds(position, aim.question, **dict(aim.arguments)) == aim.holds
    return (engine.outcome(position) in aim.results) == aim.holds


def check_agreement(rules: Rules, depth: int, every: int = 1) -> None:
    reference, engine = make_engine("reference", rules), SatEngine(rules)
    expected = layers(reference, depth)
    found: list[set[Position]] = [set() for _ in expected]
    for game in engine.reachable([], depth).each():
        found[len(game.moves)].add(game.positions[-1])
        position = game.positions[0]
        for move, after in zip(game.moves, game.positions[1:], strict=True):
            position = reference.successor(position, move)
            assert position == after
    assert found == expected
    positions = set().union(*expected)
    for aim in list(aims(rules))[::every]:
        models = {game.positions[-1] for game in engine.reachable([aim], depth).each()}
        assert models == {one for one in positions if met(reference, one, aim)}, str(aim)


@pytest.mark.parametrize(("variant", "depth"), FEW, ids=[label(variant) for variant, _ in FEW])
def test_positions_within_a_few_moves_are_those_of_the_reference(
    variant: Variant, depth: int
) -> None:
    check_agreement(small(variant), depth, every=5)


@pytest.mark.slow
@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_positions_of_every_reading_are_those_of_the_reference(variant: Variant) -> None:
    rules = small(variant)
    if rules.has_turns:
        with pytest.raises(TooLarge, match="a turn has several"):
            SatEngine(rules).reachable([], 2)
    else:
        check_agreement(rules, 1 if rules.starts_anywhere else 2)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_positions_of_every_mutant_are_those_of_the_reference(
    mutant: Mutant, tmp_path: Path
) -> None:
    check_agreement(mutant.rules(tmp_path), 1 if mutant.game == "dstru-tac-toe" else 2, every=7)
