"""Same game: two readings or two rulebooks, played by the same moves."""

from pathlib import Path

from boardproof import load, make_engine
from boardproof.positions.notation import read_position
from boardproof.positions.position import Position
from boardproof.questions.same_game import same_game


def test_a_game_is_the_same_as_itself() -> None:
    answer = same_game(load("kalah", holes=2, beans=2), load("kalah", holes=2, beans=2))
    assert (answer.same, answer.positions, answer.differing) == (True, 23, 0)
    assert answer.complete


def test_readings_are_told_apart_by_a_shortest_play() -> None:
    one, two = load("territory"), load("territory", capture="takes")
    answer = same_game(one, two)
    assert not answer.same
    assert answer.trace is not None
    assert answer.other_trace is not None
    assert answer.trace.moves == answer.other_trace.moves
    ends = [
        make_engine("reference", rules).result(read_position(rules.game, trace.positions[-1]))
        for rules, trace in ((one, answer.trace), (two, answer.other_trace))
    ]
    assert ends[0] != ends[1]
    assert same_game(one, two, depth=len(answer.trace.moves) - 1).same


def test_games_without_end_are_told_apart_by_what_they_are_worth() -> None:
    chase = str(Path(__file__).parents[1] / "engines" / "rulebooks" / "chase.py")
    answer = same_game(load(chase, worth="hare"), load(chase, worth="draw"))
    assert "a game without end is worth Hare wins in one, draw in the other" in answer.message
    oware = {"houses": 2, "seeds": 2}
    answer = same_game(load("oware", **oware), load("oware", circling="shared", **oware))
    assert "is worth draw in one, South wins" in answer.message or "North wins" in answer.message
    assert not answer.same


def test_what_a_game_without_end_is_worth_does_not_matter_where_every_game_ends(
    tmp_path: Path,
) -> None:
    (tmp_path / "ends.py").write_text(SETS.replace("SKIPPED", "0"))
    worth = "    def endless(self):\n        return Win(self.players.A)\n"
    (tmp_path / "worth.py").write_text(SETS.replace("SKIPPED", "0") + "\n" + worth)
    one, other = (load(str(tmp_path / name)) for name in ("ends.py", "worth.py"))
    assert same_game(one, other).same


def test_another_rulebook_of_the_same_game(tmp_path: Path) -> None:
    """Kept in sets instead of a map, it is the same game; with one line forgotten, it is not."""
    for skipped, same in ((0, True), (1, False)):
        file = tmp_path / f"sets{same}.py"
        file.write_text(SETS.replace("SKIPPED", str(skipped)))
        assert same_game(load("tic-tac-toe", size=2), load(str(file))).same == same


SETS = """
from boardproof.rules import *


class Sets(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.lines = self.cells.lines(2)[SKIPPED:]
        self.a, self.b = Subset(self.cells), Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell not in self.a | self.b)
        if self.turn == self.players.A:
            self.a |= {cell}
        else:
            self.b |= {cell}
        self.turn = self.turn.next

    def has_line(self, cells):
        return any(all(cell in cells for cell in line) for line in self.lines)

    def result(self):
        if self.has_line(self.a):
            return Win(self.players.A)
        if self.has_line(self.b):
            return Win(self.players.B)
        return Draw() if len(self.a | self.b) == 4 else None
"""


def test_depth_0_looks_at_the_first_positions_only() -> None:
    one, two = load("territory"), load("territory", capture="takes")
    answer = same_game(one, two, depth=0)
    assert (answer.same, answer.complete, answer.positions) == (True, False, 1)


def test_a_depth_that_covers_a_game_is_complete() -> None:
    small = load("tic-tac-toe", size=2)
    assert [same_game(small, small, depth=n).complete for n in (2, 3, 4)] == [False, True, True]


def test_of_the_shortest_plays_the_first_by_the_order_of_moves_is_shown(tmp_path: Path) -> None:
    """So it is the same one in every run."""
    file = tmp_path / "sets.py"
    file.write_text(SETS.replace("SKIPPED", "1"))
    games = load("tic-tac-toe", size=2), load(str(file))
    shown = same_game(*games).trace
    assert shown is not None
    one, two = (make_engine("reference", rules) for rules in games)
    plays: list[tuple[tuple[str, ...], Position, Position]] = [((), one.initial(), two.initial())]
    for _ in shown.moves:
        plays = [
            ((*names, move.name), after, dict(others)[move.name])
            for names, here, there in plays
            for others in [[(other.name, to) for other, to in two.successors(there)]]
            for move, after in one.successors(here)
        ]
    telling = [names for names, a, b in plays if one.result(a) != two.result(b)]
    assert len(telling) > 1
    assert tuple(shown.moves) == telling[0]


def test_a_move_of_one_reading_only_leaves_the_others_comparable() -> None:
    sizes = {"columns": 2, "rows": 2, "connect": 2}
    answer = same_game(load("mnk", **sizes), load("mnk", **sizes, marks="wild"))
    assert answer.message.startswith("not the same game: at the start only one allows place_other(")
    assert (answer.positions, answer.differing) == (29, 17)
