"""Searching by a solver: on boards too large to list."""

from __future__ import annotations

from random import Random
from time import monotonic

import pytest

from boardproof.engines.sat.engine import SatEngine
from boardproof.engines.sat.solver import Undecided
from boardproof.engines.sat.symmetry import SymmetryBreaker
from boardproof.ir.rules import Rules
from boardproof.positions.play import replay
from boardproof.reading.loader import load
from boardproof.reading.queries import ask
from boardproof.statespace.goals import Aim


def asked(rules: Rules, *texts: str) -> tuple[SatEngine, list[Aim]]:
    rules, queries = ask(rules, *texts)
    aims = [Aim(question=q.question, results=q.results, holds=q.holds) for q in queries]
    return SatEngine(rules), aims


def test_a_drawn_board_of_the_full_size() -> None:
    engine, aims = asked(load("connect-four"), "wellformed", "draw")
    position = engine.anywhere(aims).first()
    assert position is not None
    assert engine.defects(position) == []
    assert engine.holds(position, "draw")


def test_a_drawn_game_of_the_full_size_has_42_moves() -> None:
    engine, aims = asked(load("connect-four"), "draw")
    search = engine.reachable(aims)
    game = search.first()
    assert game is not None
    assert len(game.moves) == 42
    assert search.none_within == 41
    assert replay(engine, game.moves) == game.positions
    assert engine.outcome(game.positions[-1]) == "draw"


def test_a_measure_ends_the_search() -> None:
    engine, aims = asked(load("tic-tac-toe"), "two_winners")
    search = engine.reachable(aims)
    assert search.first() is None
    assert search.complete
    assert search.none_within == search.longest == 9


def test_without_a_measure_a_depth_ends_the_search() -> None:
    engine, aims = asked(load("pong-hau-ki"), "over")
    search = engine.reachable(aims, depth=2)
    assert search.first() is None
    assert not search.complete
    assert search.none_within == 2


def test_models_are_counted_up_to_a_limit() -> None:
    engine, aims = asked(load("tic-tac-toe"), "wellformed", "full")
    instances = engine.anywhere(aims)
    assert instances.count(1000) == (126, True)  # four of nine cells are B's, and B is to move
    assert instances.count(50) == (50, False)


def test_random_models_differ_and_come_back() -> None:
    engine, aims = asked(load("connect-four"), "wellformed", "draw")
    found = [engine.anywhere(aims).sample(Random(seed)) for seed in (1, 2, 3, 1)]
    assert len(set(found)) == 3
    assert found[0] == found[3]


def test_a_core_has_no_aim_too_many() -> None:
    engine, aims = asked(load("tic-tac-toe"), "wellformed", "full", "turn == A", "winner(A)")
    instances = engine.anywhere(aims)
    assert instances.first() is None
    assert instances.core() == aims[:3]


def test_the_time_ends_a_search() -> None:
    engine, aims = asked(load("pong-hau-ki"), "turn == Red and turn == Blue")
    with pytest.raises(Undecided):
        engine.reachable(aims, deadline=monotonic()).first()


def test_a_conflict_is_named_by_rule_and_line() -> None:
    engine, aims = asked(load("connect-four"), "wellformed and draw and lowest_empty((2, 3))")
    parts = engine.conflict(aims)
    assert sorted(part.rule for part in parts) == ["full", "lowest_empty"]
    assert engine.anywhere([part.gate for part in parts]).first() is None
    functions = engine.rules.functions
    full = next(part for part in parts if part.rule == "full")
    assert full.place.line == functions["full"].place.line + 1  # below its head


def test_a_forbidden_thing_in_a_conflict_has_its_own_name() -> None:
    engine, aims = asked(
        load("connect-four"), "wellformed", "board[(1, 0)] == P0", "board[(0, 0)] is None"
    )
    assert "floating" in {part.rule for part in engine.conflict(aims)}


def test_of_first_moves_that_are_alike_one_will_do() -> None:
    rules = load("tic-tac-toe")
    for text in (
        "winner(A)",
        "winner(B) and full",
        "mark[(0, 0)] == A and winner(B)",
        "A wins and full",
        "mark[(0, 1)] == B and mark[(2, 1)] == B and winner(B)",
        "full and turn == A",
    ):
        engine, aims = asked(rules, text)
        plain, broken = engine.reachable(aims), engine.reachable(aims)
        broken.break_symmetries()
        games = plain.first(), broken.first()
        lengths = [None if game is None else len(game.moves) for game in games]
        assert lengths[0] == lengths[1]
        assert plain.refuted == broken.refuted


def test_a_condition_that_is_not_symmetric_keeps_its_moves() -> None:
    engine, aims = asked(load("connect-four"), "winning(P0)", "board[(0, 0)] == P0", "turn == P0")
    breaker = SymmetryBreaker(engine.circuit)
    conditions = [engine.circuit.condition(aim) for aim in aims]
    assert [breaker.superfluous([one]) for one in conditions] == [[4, 5, 6], [], [4, 5, 6]]
    assert breaker.superfluous(conditions) == []
