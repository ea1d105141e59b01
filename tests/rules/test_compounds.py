"""Elements made of other elements: steps from cell to cell, and sets of cells."""

from pathlib import Path
from typing import Any

import pytest

from boardproof import find, load
from boardproof.analysis.symmetry import symmetries
from boardproof.drawing.clicks import clicks
from boardproof.errors import UnreadableMove
from boardproof.export.tla.tla_module import export_tla
from boardproof.positions.moves import MoveNames, all_moves
from boardproof.positions.notation import read_position, write_position
from boardproof.positions.position import starting_position
from boardproof.reading import read
from boardproof.rules import (  # fmt: skip
    Domain,
    Game,
    Grid,
    Map,
    One,
    Players,
    Range,
    Subset,
    Turn,
    Win,
    move,
    require,
)


class Wander(Game):
    """Step to a free neighbour; whoever cannot loses."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.cells = Grid(2, 3)
        self.steps: Any = Domain(*[(a, b) for a in self.cells for b in a.neighbours])
        self.rows: Any = Domain(
            top=frozenset(self.cells.row(0)), bottom=frozenset(self.cells.row(1))
        )
        own = {(0, 0): "A", (1, 2): "B"}
        self.at: Any = Map(self.cells, self.players | None, start=lambda cell: own.get(cell))
        self.last = One(self.steps | None)
        self.made = Subset(self.steps)
        self.side = One(self.rows)
        self.turn = Turn(self.players)

    @move(step="steps")
    def go(self, step: Any) -> None:
        source, target = step
        require(self.at[source] == self.turn, "nobody of yours is there")
        require(self.at[target] is None, "the cell is taken")
        self.at[source], self.at[target] = None, self.turn
        self.last = step
        self.made |= {step}
        self.turn = self.turn.next

    def result(self) -> Win | None:
        if any(self.at[a] == self.turn and self.at[b] is None for a, b in self.steps):
            return None
        return Win(self.turn.next)


def test_moves_are_named_by_their_cells() -> None:
    names = MoveNames(all_moves(Wander()))
    step = names.read("(0,1)-(0,2)")
    assert step.name == "(0,1)-(0,2)"
    assert names.read("0 1 0 2") is names.read("go((0,1)-(0,2))") is step
    assert step.arguments[0][0].down == (1, 1)


def test_positions_that_hold_them_are_read_back() -> None:
    game = Wander()
    a, b = list(game.steps)[:2]
    position = starting_position(game).replace(last=b, made={a, b}, side=game.rows["bottom"])
    written = write_position(position)
    assert "last=0:0-0:1 made=0:0-1:0,0:0-0:1 side=bottom" in written
    assert read_position(game, written) == position


def test_they_move_with_their_cells() -> None:
    game = Wander()
    turn = next(s for s in symmetries(read(game)).all if s.name.startswith("half turn"))
    first = starting_position(game).replace(last=game.steps[(0, 0), (0, 1)])
    assert turn.apply(first).last == ((1, 2), (1, 1))


def test_a_step_is_two_clicks() -> None:
    game = Wander()
    (step,) = [m for m in all_moves(game) if m.name == "(0,1)-(0,2)"]
    assert clicks(game, step, "A") == [{"cells.0,1"}, {"cells.0,2"}]


def test_they_are_exported() -> None:
    assert "<<<<0, 0>>, <<1, 0>>>>" in export_tla(read(Wander())).text


def test_a_sign_belongs_to_its_number() -> None:
    class Signed(Wander):
        def setup(self) -> None:
            super().setup()
            self.numbers = Range(-1, 1)

        @move(number="numbers", other="numbers")
        def count(self, number: int, other: int) -> None:
            self.turn = self.turn.next

    names = MoveNames(all_moves(Signed()))
    assert names.read("-1-1").arguments == (-1, 1)
    assert names.read("count 1 -1").arguments == names.read("1--1").arguments == (1, -1)
    names = MoveNames(all_moves(load("kalah").game))
    with pytest.raises(UnreadableMove, match="'-1' is not a move: moves are written 1, 2"):
        names.read("-1")


def test_points_give_names_with_dashes_and_sets_of_them_with_plus() -> None:
    points: Any = Domain("a", "b", "c")
    a, b, c = points
    assert names_of((a, b), (b, c, a)) == ["a-b", "b-c-a"]
    assert names_of({c, a}, {b}) == ["a+c", "b"]
    assert names_of({"left": {a, b}, "way": (a, b)}) == ["left", "way"]


def names_of(*values: Any) -> list[str]:
    """Return the names of a domain's elements."""
    domain: Any = Domain(*values)
    return [str(element) for element in domain]


@pytest.mark.parametrize(
    ("values", "named", "problem"),
    [
        ((frozenset(),), {}, "use words, numbers, tuples, or sets of elements"),
        ((1.5,), {}, "use words, numbers, tuples, or sets of elements"),
        (({(0, 0), (0, 1)},), {}, "use words, numbers, tuples, or sets of elements"),
        ((), {"a": 3}, "a=3: only sets and tuples of elements are given names"),
        ((), {"a b": {1}}, "'a b' cannot name an element"),
        ((), {"a": {1, 2}, "b": {2, 1}}, "names an element twice"),
    ],
)
def test_what_cannot_be_an_element_is_refused(values: Any, named: Any, problem: str) -> None:
    with pytest.raises((TypeError, ValueError), match=problem):
        Domain(*values, **named)


def test_a_query_calls_a_set_by_its_name() -> None:
    rules = load(str(Path(__file__).parent.parent / "engines" / "rulebooks" / "domineering.py"))
    assert find(rules, "full(top)", engine="reference").affirmative
