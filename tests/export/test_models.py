"""Rulebooks as Promela, PRISM and PDDL: what is written, and what Spin, Storm, Fast Downward find.

The ordinary suite looks at the text, and lets the checkers that are installed search a tiny game;
the slow one lets them search every game, and every mutant.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from boardproof import explore, find
from boardproof.engines.contract import make_engine
from boardproof.export import prism
from boardproof.export.decisions import ConditionDecisions
from boardproof.export.exported import NotExported, identifiers
from boardproof.export.pddl import export_pddl
from boardproof.export.prism import export_prism
from boardproof.export.promela import export_promela
from boardproof.export.transitions import NEVER_STUCK, RULES_HOLD, TransitionModel
from boardproof.ir.rules import Rules
from boardproof.positions.position import starting_position
from boardproof.questions.constraints import QuerySet
from boardproof.reading.loader import find_game, game_names, load, parse_parameters

from ..questions.mutants import DSTRU, MUTANTS, TERRITORY, Mutant
from ..rulebooks import load_rulebook
from .checkers import SpinReport, plan, spin, storm
from .small_games import REFUSED, SMALL

TINY = "tic-tac-toe size=2"
WRITERS = [export_promela, export_prism, export_pddl]
#: Too many positions for the slow suite; the text of the models is looked at.
LARGE = ("othello", "quixo", "dstru-tac-toe")
#: Games whose conditions are too long for a language that keeps no values between them.
TOO_LONG = "tests in PRISM, which keeps no values between them"


def load_line(line: str) -> Rules:
    """Load a game as the command line names it."""
    name, *words = line.split()
    return load(name, **parse_parameters(find_game(name), tuple(words)))


def of_games(*without: str) -> pytest.MarkDecorator:
    """Ask of each game at its small size."""
    return pytest.mark.parametrize("name", [name for name in SMALL if name not in without])


# -- what is written ------------------------------------------------------------------------------


def test_every_game_has_a_small_size_or_a_reason_to_be_refused() -> None:
    assert sorted([*SMALL, *REFUSED]) == sorted(game_names())


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("write", WRITERS)
def test_what_has_no_counterpart_is_said_in_a_line(write, name) -> None:
    with pytest.raises(NotExported, match=REFUSED[name]) as refused:
        write(load(name))
    assert "\n" not in str(refused.value)


def test_conditions_too_long_for_prism_are_said_in_a_line(monkeypatch) -> None:
    monkeypatch.setattr(prism, "LONGEST", 100)
    with pytest.raises(NotExported, match=TOO_LONG) as refused:
        export_prism(load_line(TINY))
    assert "\n" not in str(refused.value)


def test_long_conditions_are_decided_variable_by_variable() -> None:
    model = TransitionModel(load_line("hexapawn"), "PRISM")
    decisions = ConditionDecisions(model)
    for name, gate in model.results.items():
        shorter = decisions.shortened(gate)
        assert model.length(shorter) < 5_000 < model.length(gate), name
        assert decisions.shortened(~gate) is decisions.shortened(~shorter)


def test_a_move_is_a_step_of_promela() -> None:
    text = export_promela(load_line(TINY)).text
    assert "byte mark_0_0 = 0;  /* 0 None, 1 A, 2 B */\n" in text
    assert "bit legal_play_0_0 = 1;\n" in text
    assert ":: legal_play_0_0 ->\n" in text
    assert "new_mark_0_0 = (turn == 0 -> 1 : 2);\n" in text
    assert "assert((g1 || g2));  /* two_winners_never */\n" in text


def test_a_move_is_a_command_of_prism() -> None:
    text = export_prism(load_line(TINY)).text
    assert "  mark_0_0 : [0..2] init 0;  // 0 None, 1 A, 2 B\n" in text
    assert "(mark_0_0'=(turn=0 ? 1 : 2)) & (turn'=(turn=0 ? 1 : 0));\n" in text
    assert all(f'label "{name}" = ' in text for name in ("A_wins", "stuck", "two_winners_never"))


def test_a_move_is_an_action_of_pddl_and_a_question_the_goal() -> None:
    task = export_pddl(load_line(TINY), "mark[(0, 0)] == B")
    assert "  (:action play_0_0\n    :parameters ()\n" in task.text
    assert "(:goal (is mark_0_0 b))" in task.configuration
    assert "two_winners" in task.left_out


def test_rules_that_can_go_wrong_have_an_invariant_more() -> None:
    assert RULES_HOLD in TransitionModel(load_rulebook("overfull"), "Promela").invariants
    assert RULES_HOLD not in TransitionModel(load_line(TINY), "Promela").invariants


def test_no_name_of_a_model_is_one_of_the_rulebook() -> None:
    text = export_promela(load_rulebook("own_names")).text
    declared = re.findall(r"^(?:hidden )?(?:bit|byte) (\w+)", text, re.MULTILINE)
    assert len(declared) == len(set(declared)) > 20
    assert "hidden byte new__values_0_0;\n" in text


def test_what_holds_at_the_start_is_known() -> None:
    model = TransitionModel(load_line(TINY), "Promela")
    guards = [transition.guard for transition in model.transitions]
    assert (
        model.holds_at_start([*guards, *(~guard for guard in guards)]) == [True] * 4 + [False] * 4
    )


# -- what the checkers find -----------------------------------------------------------------------


def spin_agrees(line: str, folder: Path) -> None:
    rules = load_line(line)
    count = explore(rules)
    assert count.moves is not None
    stuck = count.stuck > 0
    assert spin(rules, folder) == SpinReport(count.positions, count.moves + 1, violated=stuck)


def storm_agrees(line: str, folder: Path) -> None:
    rules = load_line(line)
    count, report = explore(rules), storm(rules, folder)
    ends = dict(zip(identifiers(list(count.over)), count.over.values(), strict=True))
    assert count.moves is not None
    assert report.states == count.positions
    assert report.choices == count.moves + count.stuck + sum(ends.values())  # ends stay as they are
    assert {name: report.labels[name] for name in ends} == ends
    assert report.labels["stuck"] == count.stuck
    broken = {n for n in export_prism(rules).invariants if report.labels[n] < report.states}
    assert broken == ({NEVER_STUCK} if count.stuck else set())


def planner_agrees(line: str, goal: str, folder: Path) -> None:
    rules = load_line(line)
    found, moves = find(rules, goal, engine="reference"), plan(rules, goal, folder)
    assert (found.trace is None) == (moves is None)
    if found.trace is None or moves is None:
        return
    assert len(moves) == len(found.trace.moves)
    queries = QuerySet()
    number = queries.note(goal)
    engine = make_engine("reference", queries.read(rules))
    names = {one.name.lower(): one.move for one in TransitionModel(rules, "PDDL").transitions}
    position = starting_position(rules.game)
    for move in moves:
        position = engine.successor(position, names[move])
    assert queries.aim(number).met_by(engine, position)


def test_spin_finds_the_positions_of_a_tiny_game(tmp_path) -> None:
    spin_agrees(TINY, tmp_path)


def test_storm_finds_the_positions_and_results_of_a_tiny_game(tmp_path) -> None:
    storm_agrees(TINY, tmp_path)


def test_fast_downward_finds_a_shortest_game_of_a_tiny_one(tmp_path) -> None:
    planner_agrees(TINY, "A wins", tmp_path)


@pytest.mark.slow
@of_games(*LARGE)
def test_spin_finds_as_many_positions_and_moves_and_no_invariant_broken(name, tmp_path) -> None:
    spin_agrees(SMALL[name], tmp_path)


@pytest.mark.slow
@of_games(*LARGE)
def test_storm_finds_as_many_positions_moves_and_results(name, tmp_path) -> None:
    try:
        storm_agrees(SMALL[name], tmp_path)
    except NotExported as refused:
        pytest.skip(str(refused))


@pytest.mark.slow
@of_games(*LARGE, "territory")  # the planner would read its half million conditions for an hour
def test_fast_downward_needs_as_many_moves_to_each_result(name, tmp_path) -> None:
    players = load_line(SMALL[name]).game.players
    for goal in [*(f"{player} wins" for player in players), "draw", "over"]:
        planner_agrees(SMALL[name], goal, tmp_path)


# -- what they find of faults ---------------------------------------------------------------------

#: How far games of the largest rulebook are followed: a move is four steps.
STEPS = 40


def depth_of(mutant: Mutant) -> int | None:
    return STEPS if mutant.game == DSTRU else None


@cache
def spin_on_the_original(line: str, folder: Path) -> SpinReport:
    folder.mkdir(exist_ok=True)
    return spin(load_line(line), folder, STEPS if line == DSTRU else None)


def skip_unless_in_the_model(mutant: Mutant, rules: Rules) -> None:
    """Skip a fault in a property that models leave out: play is as it was."""
    model = export_promela(rules)
    left_out = mutant.noticed in model.left_out
    if left_out and model.text == export_promela(load_line(mutant.game)).text:
        pytest.skip(f"the fault is in {mutant.noticed}, which a model leaves out")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_spin_sees_a_fault(mutant: Mutant, tmp_path, tmp_path_factory) -> None:
    rules = mutant.rules(tmp_path)
    skip_unless_in_the_model(mutant, rules)
    report = spin(rules, tmp_path, depth_of(mutant))
    right = spin_on_the_original(mutant.game, tmp_path_factory.getbasetemp() / "original")
    if mutant.game == DSTRU and report == right:  # no grid is full after so few steps
        assert mutant.noticed == "over_means_a_result"
        assert export_promela(rules).text != export_promela(load_line(mutant.game)).text
        return
    assert report != right
    if report.violated or mutant.game == DSTRU:
        return
    count = explore(rules)  # where a rule goes wrong, that is an error
    assert (report.states, report.transitions - 1) == (count.positions, count.moves)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_storm_sees_a_fault(mutant: Mutant, tmp_path) -> None:
    rules, original = mutant.rules(tmp_path), load_line(mutant.game)
    skip_unless_in_the_model(mutant, rules)
    if mutant.game == DSTRU:
        pytest.skip("too many positions")
    try:
        assert storm(rules, tmp_path) != storm(original, tmp_path)
    except NotExported as refused:
        pytest.skip(str(refused))


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_fast_downward_finds_a_way_to_a_fault_that_positions_show(mutant: Mutant, tmp_path) -> None:
    mark = mutant.rules(tmp_path).marks.get(mutant.noticed)
    if mark is None or mark.domains or mark.kind not in ("always", "never"):
        pytest.skip("no position alone shows it")
    if mutant.game in (DSTRU, TERRITORY):
        pytest.skip("too large for this planner")
    goal = mutant.noticed if mark.kind == "never" else f"not {mutant.noticed}"
    rules = mutant.rules(tmp_path)
    found, moves = find(rules, goal, engine="reference"), plan(rules, goal, tmp_path)
    assert moves is not None
    assert found.trace is not None
    assert len(moves) == len(found.trace.moves)
    assert plan(load_line(mutant.game), goal, tmp_path) is None
