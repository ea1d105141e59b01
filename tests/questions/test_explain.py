"""Slow motion: a move as its changes, one after another."""

import inspect
import json
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings

from boardproof import explain, load
from boardproof.engines.plain.move_trace import MoveTracer
from boardproof.errors import IllegalMove, RuleBroken, UnreadableMove
from boardproof.positions.notation import read_position, write_position

from ..engines.positions import any_position, played_positions
from ..engines.variants import EVERY_VARIANT, Variant, engine_of, few_or_many, rules_of


def line_of(rules, text):
    """Find the line of a rulebook that has this text, which only one line has."""
    lines = inspect.getsource(inspect.getmodule(type(rules.game))).splitlines()
    (number,) = [i for i, line in enumerate(lines, 1) if line.strip() == text]
    return number


CASCADE = (
    "good=false found=false go=true start=false val=4 "
    "R=..x/.../... B=.x./.../... S=.xx/.../... T=.../.../..."
)


def test_a_cascade_is_told_in_the_order_in_which_it_happens():
    rules = load("territory")
    told = explain(rules, read_position(rules.game, CASCADE), "(1,3)")
    assert [f"{step.rule}: {step.change}" for step in told.steps] == [
        "Update: T gains (1,3)",
        "Remove: R loses (1,3)",
        "Remove: S loses (1,3)",
        "Remove: T loses (1,3)",
        "Replace: B loses (1,2)",
        "Replace: found: false → true",
        "Remove: S loses (1,2)",
        "Replace: found: true → false",
        "Replace: R gains (1,1)",
        "Replace: R gains (1,3)",
        "Update: good: false → true",
        "NextPlayerMove: good: true → false",
        "NextPlayerMove: go: true → false",
        "NextPlayerMove: val: 4 → 5",
    ]


def test_each_change_names_the_line_that_makes_it():
    rules = load("territory")
    told = explain(rules, read_position(rules.game, CASCADE), "(1,3)")
    lines = {step.change: step.line for step in told.steps}
    assert lines["T gains (1,3)"] == line_of(rules, "self.T |= {pos}")
    assert lines["val: 4 → 5"] == line_of(rules, "self.val += 1")


def test_a_lap_of_sowing_is_told_bean_by_bean():
    rules = load("kalah", holes=2, beans=4)
    start = read_position(rules.game, "board=5,3,0,4,4,0 turn=South")
    told = explain(rules, start, "1")
    sown = [step.where for step in told.steps if step.rule == "sow"]
    assert sown == [
        ["(South,1)"],
        ["(South,2)"],
        ["(South,0)"],
        ["(North,2)"],
        ["(North,1)"],
        ["(South,1)"],
    ]
    assert [step.change for step in told.steps[6:]] == [
        "board[(South,0)]: 1 → 7",
        "board[(South,1)]: 1 → 0",
        "board[(North,1)]: 5 → 0",
        "turn: South → North",
    ]


def test_the_answer_as_json_has_a_position_after_every_step():
    rules = load("connect-four")
    start = engine_of("ir", ("connect-four", ())).initial()
    told = json.loads(explain(rules, start, "3").to_json())
    assert (told["move"], told["position"]) == ("3", write_position(start))
    assert [step["change"] for step in told["steps"]] == ["board[(0,3)]: - → P0", "turn: P0 → P1"]
    for step in told["steps"]:
        read_position(rules.game, step["position"])


def test_what_is_no_legal_move_is_refused():
    rules = load("tic-tac-toe")
    taken = read_position(rules.game, "mark=A../.../... turn=B")
    with pytest.raises(IllegalMove, match="the cell is taken"):
        explain(rules, taken, "(0,0)")
    with pytest.raises(UnreadableMove):
        explain(rules, taken, "(7,7)")


often = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def check_replay(variant: Variant, position) -> None:
    """Make every legal move change by change, and hold the end against the successor."""
    slow = MoveTracer(rules_of(variant))
    for move, after in engine_of("reference", variant).successors(position):
        reached = position
        for change in slow.changes(position, move):
            assert str(change)
            whole = isinstance(change.after, frozenset) or not change.where
            value = change.after if whole else {change.where[0]: change.after}
            reached = reached.replace(**{change.variable: value})
            assert reached == change.position
        assert reached == after


@few_or_many("examples", 4, 40)
@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_the_changes_one_after_another_give_the_successor(variant, examples):
    @settings(often, max_examples=examples)
    @given(played_positions(engine_of("reference", variant), 20))
    def replay(game):
        check_replay(variant, game[-1])

    replay()


@few_or_many("examples", 4, 40)
@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_and_so_they_do_where_play_never_gets(variant, examples):
    @settings(often, max_examples=examples)
    @given(any_position(rules_of(variant).game))
    def replay(position):
        with suppress(RuleBroken):
            check_replay(variant, position)

    replay()


def test_every_change_is_one():
    """A value assigned again is no change."""
    rules = load("territory")
    position = read_position(rules.game, CASCADE)
    slow = MoveTracer(rules)
    (move,) = [m for m in slow.moves if m.name == "(1,3)"]
    positions = [position, *(change.position for change in slow.changes(position, move))]
    assert all(before != after for before, after in pairwise(positions))
