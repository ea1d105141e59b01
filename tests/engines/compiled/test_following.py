"""What following proves is so: held against the values of all positions of random games."""

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from boardproof import load
from boardproof.engines.compiled.codegen.follow_ups import follow_ups
from boardproof.engines.compiled.codegen.lines import lines_source
from boardproof.engines.compiled.codegen.program import Program
from boardproof.engines.compiled.interpreted import run_source
from boardproof.engines.compiled.kernels.specialise import Kernel
from boardproof.positions.position import starting_position
from boardproof.reading import read
from boardproof.rules import Draw, Game, Grid, Map, Parameter, Players, Turn, Win, move, require

from .interpreted import STRICT, Word


class Drops(Game):
    """Drop pieces into columns; any of some random groups of cells wins."""

    columns: int = Parameter(3)
    rows: int = Parameter(3)
    seed: int = Parameter(0, at_least=0, at_most=1000)
    upside_down: bool = Parameter(False)
    after_win: str = Parameter("ends", choices=("ends", "continues"))

    def setup(self):
        chance = Random(self.seed)
        self.players = Players("A", "B")
        self.cells = Grid(self.rows, self.columns, bottom_up=True)
        sizes = [chance.choice((2, 3, 3, 4)) for _ in range(chance.randrange(3, 12))]
        self.lines = [frozenset(chance.sample(list(self.cells), size)) for size in sizes]
        self.board = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)
        step = -1 if self.upside_down else 1
        self.fall = {i: tuple(self.cells.column(i))[::step] for i in self.cells.columns}

    @move(column="cells.columns")
    def drop(self, column):
        cell = self.landing(column)
        require(cell is not None)
        self.board[cell] = self.turn
        self.turn = self.turn.next

    def landing(self, column):
        for cell in self.fall[column]:
            if self.board[cell] is None:
                return cell
        return None

    def lined(self, player):
        return any(all(self.board[cell] == player for cell in line) for line in self.lines)

    def full(self):
        return all(self.board[cell] is not None for cell in self.cells)

    def lines_count(self):
        return self.after_win == "ends" or self.full()

    def result(self):
        for player in self.players:
            if self.lines_count() and self.lined(player) and not self.lined(player.next):
                return Win(player)
        return Draw() if self.full() else None


class OneSided(Drops):
    """Besides, B wins by other groups of cells, of which A has some that nobody asks for."""

    def setup(self):
        super().setup()
        pairs = [frozenset(pair) for pair in pairwise(self.cells)]
        self.groups = dict(zip(self.players, (pairs, []), strict=True))

    def grouped(self, player):
        return any(all(self.board[cell] == player for cell in one) for one in self.groups[player])

    def result(self):
        if self.grouped(self.players.B):
            return Win(self.players.B)
        for player in self.players:
            if self.lined(player) and not self.lined(player.next):
                return Win(player)
        return Draw() if self.full() else None


#: Columns and rows: chains of one to six places, an even and an odd number of them in all.
SIZES = [(3, 3), (4, 2), (2, 4), (3, 2), (2, 5), (6, 1), (1, 6), (2, 3)]

#: Seeds with wins high up in a chain that is left over.
SEEDS = {(2, 5): (0, 1, 2, 23, 38, 59)}


def code_of(rules):
    """Return what is written for following, and the game itself, run as Python."""
    program = Program(rules)
    follows = follow_ups(program)
    if follows is None:
        return program, None, {}
    kernel = Kernel("following", {"WORDS": len(program.words), **follows.constants()})
    lines = [*lines_source(program), *follows.source(program.words)]
    source = "\n".join([program.single_moves(), *lines]) + "\n\n" + kernel.source()
    return program, follows, run_source(source, **STRICT)


def proofs(rules):
    """Count what following proves of all positions, each of which must be so."""
    program, follows, code = code_of(rules)
    seen = Counter()

    @cache
    def value(words):
        """Return what a position is worth to the first player."""
        ended = code["result_code"](*words)
        if ended:
            return {1: 1, 2: -1, 3: 0}[ended]
        made = [code["apply_move"](number, *words) for number in range(len(program.moves))]
        after = [tuple(map(Word, move[1:])) for move in made if move[0]]
        mover = rules.game.players.index(program.layout.unpack(words).turn)
        worth = [value(child) for child in after]
        best = (max if mover == 0 else min)(worth)
        judge(words, 1 - mover, best if mover == 1 else -best)
        return best

    def judge(words, follower, worth):
        if code["left_open"](follower, *words) == 0:
            assert worth >= 0
            seen["held"] += 1
        if follows.wins and code["wins_following"](follower, *words):
            assert worth == 1
            seen["won"] += 1
        seen["all"] += 1

    if follows:
        start = program.layout.pack(starting_position(rules.game))
        value(tuple(map(Word, start)))
    return seen


@pytest.mark.parametrize("size", SIZES)
def test_whoever_follows_gets_what_is_proved(size):
    columns, rows = size
    seen = Counter()
    for seed in SEEDS.get(size, range(6)):
        game = Drops(columns=columns, rows=rows, seed=seed, upside_down=seed % 2 == 1)
        seen += proofs(read(game))
    assert seen["held"] > 0
    assert seen["won"] > 0 or size == (6, 1)


def test_lines_that_are_asked_for_of_nobody_prove_nothing():
    seen = Counter()
    for seed in range(4):
        seen += proofs(read(OneSided(columns=4, rows=2, seed=seed)))
    assert not seen["won"]


def test_lines_that_count_at_the_end_prove_draws_alone():
    seen = Counter()
    for seed in range(4):
        seen += proofs(read(Drops(seed=seed, after_win="continues")))
    assert seen["held"] > 0
    assert "won" not in seen


@pytest.mark.parametrize(
    ("game", "parameters"),
    [("connect-four", {"columns": 3, "rows": 4, "connect": 3}), ("tic-tac-toe", {})],
)
def test_games_of_the_library_are_followed(game, parameters):
    seen = proofs(load(game, **parameters))
    assert 0 < seen["held"] < seen["all"]


@pytest.mark.parametrize(
    ("game", "parameters"),
    [("mnk", {"line": "loses"}), ("hex", {"rows": 3, "columns": 3}), ("kalah", {})],
)
def test_games_that_no_line_decides_are_not(game, parameters):
    assert follow_ups(Program(load(game, **parameters))) is None
