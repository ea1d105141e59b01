"""Players without a legal move, where the rulebook says what that means."""

import pytest

from boardproof import check, find
from boardproof.analysis.ending_grounds import EndingExplainer
from boardproof.engines.contract import make_engine
from boardproof.engines.plain.move_trace import MoveTracer
from boardproof.engines.sat.engine import SatEngine
from boardproof.errors import IllegalMove
from boardproof.export.tla.tla_module import export_tla
from boardproof.ir.rules import PASS
from boardproof.positions.moves import MoveNames
from boardproof.reading.queries import ask
from boardproof.statespace.goals import Aim
from boardproof.statespace.graph import StateGraph

from ..rulebooks import load_rulebook


@pytest.mark.parametrize(
    ("name", "positions"), [("hexapawn", 135), ("amazons", 9), ("clobber", 761)]
)
def test_being_stuck_is_an_ordinary_end(name: str, positions: int) -> None:
    sizes = {"amazons": {"size": 2}, "clobber": {"rows": 3, "columns": 3}}
    graph = StateGraph(make_engine("reference", load_rulebook(name, **sizes.get(name, {}))))
    counted = graph.enumeration()
    assert (counted.positions, counted.stuck) == (positions, 0)
    assert sum(counted.over.values()) == sum(not degree for degree in graph.targets.degrees())


def test_what_an_end_rests_on_names_the_rule() -> None:
    rules = load_rulebook("clobber", rows=2, columns=2)
    graph = StateGraph(make_engine("reference", rules))
    ended = graph.positions[min(graph.results)]
    grounds = [str(ground) for ground in EndingExplainer(rules).grounds(ended)]
    line = rules.functions["stuck"].place.line
    assert grounds[0] == f"no move is legal (stuck, line {line})"
    assert grounds[1] == f"return Win(self.turn.previous) (stuck, line {line + 1})"


def test_questions_see_these_ends() -> None:
    rules = load_rulebook("clobber", rows=2, columns=2)
    asked, (over, mixed, stuck) = ask(rules, "over", "over and turn == White", "stuck")
    engine = make_engine("reference", asked)
    graph = StateGraph(engine)
    assert stuck.results == {"stuck"}
    assert all(engine.outcome(graph.positions[number]) in over.results for number in graph.results)
    seen = [number for number, p in enumerate(graph.positions) if engine.holds(p, mixed.question)]
    turns = [number for number in graph.results if graph.positions[number].turn == "White"]
    assert seen == sorted(turns)
    assert all(verdict.verdict == "holds" for verdict in check(rules))
    assert find(rules, "stuck").affirmative is False


def test_a_solver_finds_these_ends() -> None:
    game = SatEngine(load_rulebook("hexapawn")).reachable([Aim(results=frozenset({"White wins"}))])
    played = game.first()
    assert played is not None
    assert len(played.moves) == 3


def test_a_pass_is_a_move_where_no_other_is_legal() -> None:
    rules = load_rulebook("blocked")
    engine = make_engine("reference", rules)
    graph = StateGraph(engine)
    pass_ = MoveNames(engine.moves).read("pass")
    assert rules.moves[-1] == PASS
    passed = [p for p in graph.positions if pass_ in engine.legal_moves(p)]
    assert passed
    for position in passed:
        assert engine.legal_moves(position) == [pass_]
        after = engine.successor(position, pass_)
        assert after == position.replace(turn=position.turn.next)
        changes = MoveTracer(rules).changes(position, pass_)
        assert [str(change) for change in changes] == [f"turn: {position.turn} → {after.turn}"]
    with pytest.raises(IllegalMove, match="a move is possible"):
        engine.successor(engine.initial(), pass_)


def test_moves_on_trial_leave_no_trace() -> None:
    rules = load_rulebook("amazons", size=2)
    tracer = MoveTracer(rules)
    start = tracer.initial()
    move = tracer.legal_moves(start)[0]
    changed = [str(change) for change in tracer.changes(start, move)]
    assert len(changed) == 4


def test_the_rule_is_exported() -> None:
    text = export_tla(load_rulebook("blocked")).text
    assert "Move_pass ==" in text
    assert "can_move(" in text
