"""Symmetries: what is claimed holds, what is broken is not claimed, what must be found is found."""

import random
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from boardproof.analysis.symmetry import Symmetries, symmetries
from boardproof.engines.plain.ir import IrEngine
from boardproof.errors import RulebookError
from boardproof.ir.rules import Rules
from boardproof.reading.loader import load
from boardproof.reading.reader import read as read_rules
from boardproof.rules import Draw, Game, Players, Ring, Subset, Turn, move, require

from ..engines.variants import EVERY_VARIANT, Variant, few_or_many, label, rules_of
from ..reading.test_random_rules import rulebooks
from .symmetric import any_positions, failure, played_positions

MIRRORS = {"mirror left-right", "mirror top-bottom", "half turn"}
SQUARE = MIRRORS | {
    "quarter turn",
    "three-quarter turn",
    "mirror in the falling diagonal",
    "mirror in the rising diagonal",
}


def names(found: Symmetries) -> set[str]:
    return {symmetry.name for symmetry in found.all[1:]}


def names_fixing(found: Symmetries) -> set[str]:
    return {symmetry.name for symmetry in found.fixing_start[1:]}


# -- the registered games -------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_square_of_lines_has_all_eight(size: int) -> None:
    found = symmetries(load("tic-tac-toe", size=size))
    assert names(found) == names_fixing(found) == SQUARE


def test_noting_a_winner_lets_players_swap() -> None:
    found = symmetries(load("tic-tac-toe", noting="step"))
    assert names(found) >= SQUARE | {"swap A and B", "quarter turn with swap A and B"}
    assert names_fixing(found) == SQUARE
    assert len(found.all) == 16


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("columns", "rows"), [(4, 3), (5, 5), (7, 6)])
def test_columns_mirror_with_the_grid(columns: int, rows: int, players: int) -> None:
    """Players do not swap: of two lines at once, the first player's counts."""
    found = symmetries(load("connect-four", columns=columns, rows=rows, players=players))
    assert names(found) == names_fixing(found) == {"mirror left-right"}
    assert found.all[1].moves == tuple(reversed(range(columns)))


@pytest.mark.parametrize("win", ["contains", "equals"])
@pytest.mark.parametrize("order", ["uno_dos_tres", "dos_uno_tres"])
def test_patterns_allow_the_half_turn_only(win: str, order: str) -> None:
    found = symmetries(load("dstru-tac-toe", win=win, order=order))
    assert names(found) == names_fixing(found) == {"half turn"}


def test_a_fixed_player_after_the_sweep_breaks_the_swap() -> None:
    assert names(symmetries(load("kalah"))) == set()


class Uneven(Game):
    """A marks one place at a time, B two."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.places = Ring(5)
        self.marked = Subset(self.places)
        self.turn = Turn(self.players)

    @move(place="places")
    def mark(self, place) -> None:
        require(place not in self.marked, "it is marked")
        if self.turn == "A":
            self.marked |= {place}
        else:
            self.marked |= {place, place.next}
        self.turn = self.turn.next

    def result(self):
        return Draw() if len(self.marked) == 5 else None


def test_sets_of_one_and_of_two_are_not_alike() -> None:
    assert names(symmetries(read_rules(Uneven()))) == {
        f"turn by {steps} of 5" for steps in range(1, 5)
    }


def test_heaps_are_alike_though_they_start_unequal() -> None:
    found = symmetries(load(str(Path(__file__).parents[2] / "examples" / "nim.py")))
    assert len(found.all) == 12
    assert {"swap 1 and 2 of heap", "swap First and Second"} <= names(found)
    assert names_fixing(found) == set()


@few_or_many("most", 20, 250)
@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_what_is_proved_holds(variant: Variant, most: int) -> None:
    rules, rng = rules_of(variant), random.Random(label(variant))
    engine, found = IrEngine(rules), symmetries(rules)
    positions = [
        *islice(any_positions(rules.game, rng), most),
        *islice(played_positions(engine, rng), most),
    ]
    for position in positions:
        for symmetry in rng.sample(found.all, min(3, len(found.all))):
            assert not failure(engine, symmetry, position), (symmetry, position)


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_symmetries_are_a_group(variant: Variant) -> None:
    found = symmetries(rules_of(variant))
    keys = {tuple(tuple(p.items()) for p in s.domains.values()): s.moves for s in found.all}
    assert len(keys) == len(found.all)
    for one in found.all:
        for other in found.all:
            key = tuple(
                tuple((e, other.domains[d][p[e]]) for e in p) for d, p in one.domains.items()
            )
            assert keys[key] == tuple(other.moves[m] for m in one.moves)


# -- rulebooks made for the purpose ---------------------------------------------------------------

LINES = """from boardproof.rules import *


class Lines(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(3, 3)
        self.lines = self.cells.lines(3)
        self.mark = Map(self.cells, self.players | None)
        self.noted = One(self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.mark[cell] is None)
        self.mark[cell] = self.turn
        if self.has_line(self.turn):
            self.noted = self.turn
        self.turn = self.turn.next

    def has_line(self, player):
        return any(all(self.mark[cell] == player for cell in line) for line in self.lines)

    def result(self):
        if self.noted is not None:
            return Win(self.noted)
        return Draw() if all(self.mark[cell] is not None for cell in self.cells) else None
"""

SOWING = """from boardproof.rules import *


class Sowing(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.row = Range(1, 2)
        a, b = self.players
        self.ring = Ring((a, 1), (a, 2), (a, 0), (b, 1), (b, 2), (b, 0))
        self.board = Map(self.ring, Range(0, 12), start=lambda place: 2 if place[1] else 0)
        self.turn = Turn(self.players)

    @move(hole="row")
    def play(self, hole):
        place = self.ring[self.turn, hole]
        beans = self.board[place]
        require(beans > 0)
        self.board[place] = 0
        for _ in range(beans):
            place = place.next
            self.board[place] = min(self.board[place] + 1, 12)
        if place != (self.turn, 0):
            self.turn = self.turn.next
        if any(self.in_play(side) == 0 for side in self.players):
            self.sweep()

    def in_play(self, side):
        return sum(self.board[side, hole] for hole in self.row)

    def sweep(self):
        for side in self.players:
            for hole in self.row:
                self.board[side, 0] = min(self.board[side, 0] + self.board[side, hole], 12)
                self.board[side, hole] = 0

    def result(self):
        if any(self.in_play(side) > 0 for side in self.players):
            return None
        return Score({side: self.board[side, 0] for side in self.players})
"""

SLIDING = """from boardproof.rules import *


class Sliding(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 4)
        self.places = Range(0, 3)
        self.at = One(self.cells, (0, 1))
        self.seen = Subset(self.cells)
        self.turn = Turn(self.players)

    @move
    def west(self):
        step = self.at.left
        require(step is not None)
        self.at = step
        self.turn = self.turn.next

    @move
    def east(self):
        step = self.at.right
        require(step is not None)
        self.at = step
        self.turn = self.turn.next

    @move(place="places")
    def look(self, place):
        require((0, place) not in self.seen)
        self.seen |= {(0, place), (1, place)}
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn) if sum(c in self.seen for c in self.at.neighbours) == 3 else None
"""

#: Rulebook, what is changed in it into what, what is then claimed no more, what still is.
BROKEN = {
    "a line is missing": (
        LINES,
        "self.lines = self.cells.lines(3)",
        "self.lines = self.cells.lines(3)[1:]",
        {"mirror top-bottom", "half turn", "quarter turn", "mirror in the falling diagonal"},
        {"mirror left-right", "swap A and B"},
    ),
    "one cell is forbidden at first": (
        LINES,
        "require(self.mark[cell] is None)",
        "require(cell != (0, 0) or any(self.mark[c] is not None for c in self.cells))",
        SQUARE - {"mirror in the falling diagonal"},
        {"mirror in the falling diagonal", "swap A and B"},
    ),
    "a player is preferred": (
        LINES,
        "return Win(self.noted)",
        "return Win(self.players.A)",
        {"swap A and B"},
        SQUARE,
    ),
    "of two winners the first counts": (
        LINES,
        "if self.noted is not None:\n            return Win(self.noted)",
        "for p in self.players:\n            if self.has_line(p):\n                return Win(p)",
        {"swap A and B"},
        SQUARE,
    ),
    "a fixed cell is written": (
        LINES,
        "self.mark[cell] = self.turn\n",
        "self.mark[cell] = self.turn\n        self.mark[0, 1] = self.turn\n",
        SQUARE - {"mirror left-right"},
        {"mirror left-right", "swap A and B"},
    ),
    "the order of a loop matters": (
        LINES,
        "self.mark[cell] = self.turn\n",
        "self.mark[cell] = self.turn\n        for c in self.cells:\n"
        "            if self.mark[c] is not None and self.has_line(self.turn):\n"
        "                self.mark[c] = None\n",
        SQUARE,
        {"swap A and B"},
    ),
    "a loop stops at the first": (
        LINES,
        "self.mark[cell] = self.turn\n",
        "self.mark[cell] = self.turn\n        for c in self.cells:\n"
        "            if self.mark[c] == self.turn.next:\n"
        "                self.mark[c] = None\n                break\n",
        SQUARE,
        {"swap A and B"},
    ),
    "a local name carries from lap to lap": (
        LINES,
        "self.mark[cell] = self.turn\n",
        "self.mark[cell] = self.turn\n        last = self.cells[1, 1]\n"
        "        for c in self.cells:\n            if self.mark[c] is not None:\n"
        "                last = c\n        self.mark[last] = None\n",
        SQUARE,
        {"swap A and B"},
    ),
    "a row number is used": (
        LINES,
        "require(self.mark[cell] is None)",
        "require(self.mark[cell] is None and cell.row <= 1)",
        {"mirror top-bottom", "half turn", "quarter turn"},
        {"mirror left-right", "swap A and B"},
    ),
    "a turn starts after somebody": (
        LINES,
        "self.turn = self.turn.next\n\n    def has",
        "self.turn = self.players.A if self.noted is None else self.turn.next\n\n    def has",
        {"swap A and B", "half turn with swap A and B"},
        SQUARE,
    ),
    "an index counts": (
        LINES,
        "require(self.mark[cell] is None)",
        "require(self.mark[cell] is None and self.cells.index(cell) != 4 + "
        "self.players.index(self.turn))",
        {"swap A and B", "mirror left-right", "half turn", "quarter turn with swap A and B"},
        set(),
    ),
    "a fixed player moves after the sweep": (
        SOWING,
        "            self.sweep()\n",
        "            self.sweep()\n            self.turn = self.players.A\n",
        {"half turn with swap A and B"},
        set(),
    ),
    "sides are swept into one pot": (
        SOWING,
        "self.board[side, 0] = min(self.board[side, 0] +",
        "self.board[self.players.A, 0] = min(self.board[side, 0] +",
        {"half turn with swap A and B"},
        set(),
    ),
    "one way is longer": (
        SLIDING,
        "step = self.at.left\n        require(step is not None)",
        "step = self.at.left\n        require(step is not None and step.left is not None)",
        {"mirror left-right", "half turn"},
        {"swap A and B"},
    ),
}

WHOLE = {
    "lines": (LINES, SQUARE | {"swap A and B"}, SQUARE),
    "sowing": (SOWING, {"half turn with swap A and B"}, set[str]()),
    "sliding": (SLIDING, {"mirror left-right", "swap A and B"}, set[str]()),
}


def read(tmp_path: Path, text: str) -> Rules:
    path = tmp_path / "rulebook.py"
    path.write_text(text)
    return load(str(path))


def holds_on(rules: Rules, found: Symmetries, number: int = 100) -> None:
    engine, rng = IrEngine(rules), random.Random(7)
    for position in islice(any_positions(rules.game, rng), number):
        for symmetry in rng.sample(found.all, min(8, len(found.all))):
            assert not failure(engine, symmetry, position), (symmetry, position)


@pytest.mark.parametrize("name", WHOLE)
def test_an_unbroken_rulebook_has_its_symmetries(name: str, tmp_path: Path) -> None:
    text, claimed, fixing = WHOLE[name]
    rules = read(tmp_path, text)
    found = symmetries(rules)
    assert names(found) >= claimed
    assert names_fixing(found) == fixing
    holds_on(rules, found)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_symmetry_is_not_claimed(name: str, tmp_path: Path) -> None:
    text, old, new, gone, left = BROKEN[name]
    assert old in text
    rules = read(tmp_path, text.replace(old, new))
    found = symmetries(rules)
    assert not names(found) & gone
    assert names(found) >= left
    holds_on(rules, found)


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("tic-tac-toe", {"size": 2}),
        ("tic-tac-toe", {"noting": "step", "size": 2}),
        ("connect-four", {"columns": 3, "rows": 2, "connect": 2}),
        ("connect-four", {"columns": 3, "rows": 2, "connect": 2, "players": 3}),
    ],
)
def test_reachable_positions_stay_reachable(game: str, parameters: dict[str, int]) -> None:
    """All of a tiny game is closed under what fixes its start, and symmetric everywhere."""
    rules = load(game, **parameters)
    engine, found = IrEngine(rules), symmetries(rules)
    seen, ahead = {engine.initial()}, [engine.initial()]
    while ahead:
        for _, position in engine.successors(ahead.pop()):
            if position not in seen:
                seen.add(position)
                ahead.append(position)
    for symmetry in found.all:
        assert not any(failure(engine, symmetry, position) for position in seen)
    for symmetry in found.fixing_start:
        assert {symmetry.apply(position) for position in seen} == seen


def test_random_rules_have_what_is_claimed(tmp_path: Path) -> None:
    claims: list[int] = []

    @settings(
        max_examples=40,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(rulebooks())
    def hold(text: str) -> None:
        path = tmp_path / f"random_{len(claims)}.py"
        path.write_text(text)
        try:
            rules = load(str(path))
        except RulebookError:
            return
        found = symmetries(rules)
        claims.append(len(found.all))
        holds_on(rules, found, 5)

    hold()
    assert sum(claims) > 40
