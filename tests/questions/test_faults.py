"""Rules that go wrong after some moves: no answer is given as if they did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardproof.engines.contract import make_engine
from boardproof.engines.sat.engine import SatEngine
from boardproof.engines.scout import Scout
from boardproof.errors import RuleBroken
from boardproof.ir.rules import Rules
from boardproof.positions.play import replay
from boardproof.questions.check import check
from boardproof.questions.find import find
from boardproof.questions.grounds import unless_wrong
from boardproof.reading.loader import load
from boardproof.statespace.goals import Aim

TEXT = """
from boardproof.rules import *

class Fill(Game):
    size = Parameter(5, at_least=2, at_most=6)
    most = Parameter(9, at_least=1, at_most=40)

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.cells = Grid(self.size, self.size)
        self.mark = Map(self.cells, self.players | None)
        self.used = Count(0, self.most)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def put(self, cell):
        require(self.mark[cell] is None)
        self.mark[cell] = self.turn
        self.used += 1
        self.turn = self.turn.next

    @always
    def counted(self):
        return self.used <= self.most

    ends = terminates()

    @derived
    def first_free(self):
        return min(cell.row for cell in self.cells if self.mark[cell] is None)

    def result(self) -> Result | None:
        return Draw() if all(self.mark[c] is not None for c in self.cells) else None
"""


@pytest.fixture
def fill(tmp_path: Path) -> str:
    path = tmp_path / "fill.py"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def assert_way(rules: Rules, failure: RuleBroken, moves: int) -> None:
    """Play the moves of an error: after them, the rules go wrong as it says."""
    engine = make_engine("reference", rules)
    assert len(failure.way) == moves
    position = replay(engine, failure.way)[-1]
    with pytest.raises(RuleBroken, match=failure.problem.split(":")[0]):
        engine.successors(position)


@pytest.mark.parametrize("engine", ["auto", "sat"])
def test_find_tells_of_a_rule_that_goes_wrong(fill: str, engine: str) -> None:
    rules = load(fill)
    with pytest.raises(RuleBroken, match="used cannot be 10") as caught:
        find(rules, "used == 9 and turn == A", engine=engine)
    assert_way(rules, caught.value, 9)
    assert "after (" in str(caught.value)


def test_an_instance_before_the_fault_is_found_all_the_same(fill: str) -> None:
    assert find(load(fill), "used == 9 and turn == B", engine="sat").found


def test_a_depth_leaves_the_fault_beyond_it_aside(fill: str) -> None:
    rules = load(fill, size=3, most=4)
    assert not find(rules, "used == 3 and turn == A", engine="sat", depth=4).found
    with pytest.raises(RuleBroken):
        find(rules, "used == 3 and turn == A", engine="sat", depth=5)


@pytest.mark.parametrize("names", [(), ("counted",), ("ends",)])
def test_check_tells_of_a_rule_that_goes_wrong(fill: str, names: tuple[str, ...]) -> None:
    rules = load(fill)
    with pytest.raises(RuleBroken, match="used cannot be 10") as caught:
        check(rules, *names)
    assert_way(rules, caught.value, 9)


def test_a_question_that_goes_wrong_is_told_as_well(fill: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        find(load(fill, size=2), "first_free == 7", engine="sat")
    assert len(caught.value.way) == 4


def test_random_games_tell_their_way_to_a_fault(fill: str) -> None:
    rules = load(fill)
    with pytest.raises(RuleBroken) as caught:
        next(Scout(rules, [Aim(question="counted", holds=False)]).wander())
    assert_way(rules, caught.value, 9)


def test_what_rests_on_rules_that_may_go_wrong_says_so(fill: str) -> None:
    engine = SatEngine(load(fill))
    assert unless_wrong(engine, deadline=0.0) == "; that no rule goes wrong is not known"


def test_within_how_many_moves_no_rule_goes_wrong(fill: str) -> None:
    assert SatEngine(load(fill, size=2)).faultless() is None
    engine = SatEngine(load(fill, size=3, most=4))
    assert engine.faultless(depth=4) is None
    assert engine.faultless(deadline=0.0) == -1
    with pytest.raises(RuleBroken):
        engine.faultless()


def test_several_boards_tell_of_a_rule_that_goes_wrong_on_the_way(fill: str) -> None:
    rules = load(fill, size=2, most=2)
    assert find(rules, "board[2].used == 2", boards=3).found
    assert not find(rules, "board[1].used == 2", boards=2).found
    with pytest.raises(RuleBroken, match="used cannot be 3") as caught:
        find(rules, "board[3].used == 1", boards=4)
    assert_way(rules, caught.value, 2)


def test_a_question_about_boards_that_goes_wrong_is_told(fill: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        find(load(fill, size=2), "board[4].first_free == 7", boards=5)
    assert len(caught.value.way) == 4


def test_what_random_games_come_to_only_late_is_told_from_what_may_be_near() -> None:
    rules = load("connect-four", columns=5, rows=4)
    scout = Scout(rules, [Aim(question="full")])
    assert scout.comes_late(3, seconds=5.0)
    assert len(scout.met[0]) == 21
    scout.aim_at([Aim(question="winning", arguments=(("player", "P0"),))])
    assert not scout.comes_late(3, seconds=5.0)
    assert not scout.met
