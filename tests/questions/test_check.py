"""Check: what holds, what fails with a shortest trace, what is unknown at a bound."""

from itertools import pairwise
from pathlib import Path

import pytest

from boardproof import load, make_engine
from boardproof.answers import Trace, Verdict
from boardproof.errors import BadInput, BadPosition
from boardproof.ir.rules import Rules
from boardproof.positions.notation import read_position
from boardproof.questions.check import check
from boardproof.questions.properties import conjectures, select_properties
from boardproof.reading.loader import find_game, make_game
from boardproof.reading.property_files import with_properties
from boardproof.reading.reader import read


def beside(tmp_path: Path, text: str, game: str = "tic-tac-toe", **parameters: object) -> Rules:
    """Read a game with properties written in a file of their own."""
    file = tmp_path / "props.py"
    file.write_text(f"from boardproof.rules import *\n{text}\n")
    return read(make_game(with_properties(find_game(game), str(file)), parameters))


def replayed(rules: Rules, trace: Trace) -> None:
    """See that a trace is a game: each position follows from the one before by the move named."""
    engine = make_engine("reference", rules)
    way = [read_position(rules.game, text) for text in trace.positions]
    for name, (here, there) in zip(trace.moves, pairwise(way), strict=True):
        assert {move.name: after for move, after in engine.successors(here)}[name] == there


def only(rules: Rules, name: str, **how: object) -> Verdict:
    (verdict,) = check(rules, name, **how)  # type: ignore[arg-type]
    return verdict


KINDS = """
@always
def empty_corner(self):
    return self.mark[0, 0] is None

@never
def full_board(self):
    return self.full()

@always(cell="cells")
def not_b(self, cell):
    return self.mark[cell] != self.players.B

@reachable
def six_of_a(self):
    return self.marks(self.players.A) == 6

@preserved
def a_leads(self):
    return self.marks(self.players.A) >= self.marks(self.players.B)

@preserved
def a_to_move(self):
    return self.turn == self.players.A

@step(cell="cells")
def middle_stays(self, before, cell):
    return cell != (1, 1) or self.mark[cell] == before.mark[cell]

said = never("winner(A) and full")
left_never = implies("winner(A) and winner(B)", "full")
wrong = implies("winner(player)", "full", player="players")
a_wins = force("A", eventually("A wins"))
b_safe = force("B", always("not A wins"))
together = force(("A", "B"), until("not winner(A)", "B wins"))
"""

#: verdict, moves of the trace, positions that fail; each counted by hand or by `count`.
EXPECTED = {
    "empty_corner": ("fails", 1, None),
    "full_board": ("fails", 9, 78),
    "not_b": ("fails", 2, 5468),
    "six_of_a": ("fails", None, 0),
    "a_leads": ("holds", None, 0),
    "a_to_move": ("fails", 1, None),
    "middle_stays": ("fails", 1, None),
    "said": ("fails", 9, 62),
    "left_never": ("holds", None, 0),
    "wrong": ("fails", 5, 880),
    "a_wins": ("fails", 6, 0),
    "b_safe": ("holds", None, 0),
    "together": ("holds", None, 0),
}


def test_every_kind_of_property(tmp_path: Path) -> None:
    rules = beside(tmp_path, KINDS)
    plain, diagrams = (check(rules, *EXPECTED, engine=name) for name in ("reference", "symbolic"))
    assert [v.failures for v in plain] == [v.failures for v in diagrams]
    assert [v.positions for v in plain] == [v.positions for v in diagrams]
    assert [v.message for v in plain][-3:] == [v.message for v in diagrams][-3:]
    for verdict in (*plain, *diagrams):
        expected, moves, failures = EXPECTED[verdict.name]
        assert verdict.verdict == expected, verdict
        assert verdict.complete
        assert (verdict.trace and len(verdict.trace)) == moves, verdict.name
        assert failures is None or verdict.failures == failures, verdict.name
        if verdict.trace is not None:
            replayed(rules, verdict.trace)


@pytest.mark.slow
def test_machine_code_checks_what_is_said_of_positions(tmp_path: Path) -> None:
    rules = beside(tmp_path, KINDS)
    names = ("full_board", "six_of_a", "said")
    for verdict in check(rules, *names, engine="compiled"):
        expected, moves, failures = EXPECTED[verdict.name]
        assert (verdict.engine, verdict.verdict) == ("compiled", expected)
        assert (verdict.trace and len(verdict.trace)) == moves
        assert verdict.failures == failures


def test_a_failing_argument_is_named(tmp_path: Path) -> None:
    rules = beside(tmp_path, KINDS)
    verdict = only(rules, "not_b", depth=2)
    assert verdict.trace is not None
    assert verdict.message.endswith(f"; there for {verdict.trace.moves[1]}")
    assert only(rules, "middle_stays", depth=2).message.endswith("; there for (1,1)")


def test_an_implication_says_that_its_left_side_is_never_true(tmp_path: Path) -> None:
    verdict = only(beside(tmp_path, KINDS), "left_never", engine="symbolic")
    assert verdict.message == "for nothing: its left side holds in none of 5,478 positions"


def test_at_a_bound_what_does_not_fail_is_unknown(tmp_path: Path) -> None:
    rules = beside(tmp_path, KINDS)
    verdict = only(rules, "said", depth=4, engine="symbolic")
    assert (verdict.verdict, verdict.complete, verdict.trace) == ("unknown", False, None)
    assert verdict.depth == 4
    assert verdict.message.startswith("in none of 1,090 positions within 4 moves")
    all_of_it = check(rules, "full_board", "two_winners", depth=9, engine="symbolic")
    assert [one.verdict for one in all_of_it] == ["fails", "holds"]


def test_a_bounded_none_names_the_least_depth_that_has_one() -> None:
    verdict = only(load("tic-tac-toe"), "draw", depth=3, engine="symbolic")
    assert verdict.verdict == "unknown"
    assert verdict.message.endswith("within 3 moves; it holds first after 9")


def test_a_game_that_goes_round_is_shown_going_round(tmp_path: Path) -> None:
    rules = beside(tmp_path, "ends = terminates()", "pong-hau-ki")
    for engine in ("reference", "symbolic"):
        verdict = only(rules, "ends", engine=engine)
        assert verdict.verdict == "fails"
        trace = verdict.trace
        assert trace is not None
        assert trace.back_to is not None
        assert trace.positions[-1] == trace.positions[trace.back_to]
        replayed(rules, trace)


def test_stuck_positions_fail_with_a_trace() -> None:
    rules = load("territory", wipe_out="exactly_one")
    stuck, ends = check(rules, "never_stuck", "every_game_ends")
    assert (stuck.verdict, stuck.failures) == ("fails", 1)
    assert (ends.verdict, ends.failures) == ("fails", 1)
    assert stuck.trace is not None
    replayed(rules, stuck.trace)


BOARDS = '''
bottom_piece = example("""
    .  .  .
    .  .  .
    .  P0 .
""", holds=("wellformed", "player_turn(P1)"), fails="starting", turn="P1")
floating_piece = example("""
    2  ○  ○  ○
    1  ○ P0  ○
    0  ○  ○  ○
       0  1  2
""", holds="floating((1, 1))", fails="wellformed")
misjudged = example(". . .\\n. . .\\nP0 P0 P0", holds="draw", fails="winning(P0)")
'''


def test_examples_are_boards_drawn_in_text(tmp_path: Path) -> None:
    small = {"columns": 3, "rows": 3, "connect": 3}
    rules = beside(tmp_path, BOARDS, "connect-four", **small)
    verdicts = check(rules, "bottom_piece", "floating_piece", "misjudged")
    assert [v.verdict for v in verdicts] == ["holds", "holds", "fails"]
    assert verdicts[2].message == "draw does not hold; winning(P0) holds"


def test_a_board_drawn_wrong_is_refused(tmp_path: Path) -> None:
    rules = beside(tmp_path, 'short = example("A .", holds="full")')
    with pytest.raises(BadPosition, match="the board has 3 rows, and 1 are drawn"):
        check(rules, "short")


def test_conjectures_are_looked_at_only_when_named() -> None:
    rules = load("connect-four", columns=4, rows=4)
    assert conjectures(rules) == ["guaranteed_win_is_forced"]
    assert "guaranteed_win_is_forced" not in [one.name for one in select_properties(rules, ())]


def test_an_unknown_property_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadInput, match="no property 'two_winner': did you mean two_winners"):
        check(load("tic-tac-toe"), "two_winner")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 3", "holds no property"),
        ("draw = never('full')", "has a property draw, and so has tic-tac-toe"),
    ],
)
def test_a_file_of_properties_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        beside(tmp_path, text)


@pytest.mark.parametrize("engine", ["reference", "symbolic"])
def test_what_can_be_forced_beyond_a_depth_makes_nothing_fail(tmp_path: Path, engine: str) -> None:
    text = (
        'right = implies("not over", "forced((A, B), over)")\n'
        'left = implies("not forced((A, B), over)", "full")\n'
        'sure = implies("not over", "full and forced((A, B), over)")'
    )
    rules = beside(tmp_path, text)
    for name, bounded, whole in (
        ("right", "unknown", "holds"),
        ("left", "unknown", "holds"),
        ("sure", "fails", "fails"),
    ):
        assert only(rules, name, engine=engine, depth=3).verdict == bounded
        assert only(rules, name, engine=engine).verdict == whole
    assert "depth 3 cannot tell" in only(rules, "right", engine=engine, depth=3).message


@pytest.mark.parametrize("engine", ["reference", "symbolic"])
def test_to_look_beyond_a_depth_changes_nothing_for_what_comes_after(
    tmp_path: Path, engine: str
) -> None:
    text = 'five = reachable("marks(A) == 3")\nsix = reachable("marks(A) == 4")\n'
    text += 'none = never("marks(A) == 4")\nagain = reachable("marks(A) == 3")'
    names = "five", "six", "none", "again"
    found = check(beside(tmp_path, text), *names, engine=engine, depth=3)
    assert [one.verdict for one in found] == ["unknown"] * 4
    assert [one.positions for one in found] == [334] * 4
    assert [one.message.split()[-1] for one in found] == ["5", "7", "7", "5"]


def test_a_large_game_is_checked_some_moves_far() -> None:
    (verdict,) = check(load("connect-four"), "turn_order", depth=4)
    assert (verdict.verdict, verdict.positions, verdict.complete) == ("unknown", 1415, False)


def test_a_solver_that_is_asked_for_works_alone() -> None:
    names = "turn_passes", "draw_possible", "turn_order", "guaranteed_win_is_forced"
    found = {one.name: one for one in check(load("connect-four"), *names, engine="sat", time=30)}
    assert [found[name].verdict for name in names] == ["holds", "holds", "holds", "unknown"]
    assert found["turn_passes"].engine == "sat"
    assert len(found["draw_possible"].trace.moves) == 42


def test_a_solver_looks_for_games_to_a_depth() -> None:
    found = check(load("connect-four"), "draw_possible", engine="sat", depth=5, time=30)
    assert [(one.verdict, one.depth) for one in found] == [("unknown", 5)]


def test_what_moves_preserve_anywhere_is_proved_at_any_depth() -> None:
    (verdict,) = check(load("connect-four"), "gravity", depth=1)
    assert (verdict.verdict, verdict.engine) == ("holds", "sat")


def test_machine_code_answers_never_stuck_where_the_rulebook_says_what_that_means() -> None:
    (verdict,) = check(load("hexapawn"), "never_stuck", engine="compiled")
    assert (verdict.verdict, verdict.engine, verdict.positions) == ("holds", "compiled", 135)
