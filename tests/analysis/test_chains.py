"""Chains that moves fill in order, and games that lines decide: proved, and never where not so."""

import pytest

from boardproof import load
from boardproof.analysis.chains import LineEndings, chains_of, line_endings
from boardproof.engines.compiled.codegen.lines import line_tests
from boardproof.engines.compiled.codegen.program import Program
from boardproof.positions.position import starting_position
from boardproof.reading import read
from boardproof.rules import Draw, Game, Grid, Map, Players, Turn, Win, move, require


class Drops(Game):
    """Drop pieces into columns; three side by side win."""

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(3, 3, bottom_up=True)
        self.lines = self.cells.lines(3)
        self.board = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(column="cells.columns")
    def drop(self, column):
        cell = self.landing(column)
        require(cell is not None)
        self.put(cell)
        self.turn = self.turn.next

    def put(self, cell):
        self.board[cell] = self.turn

    def landing(self, column):
        for cell in self.cells.column(column):
            if self.board[cell] is None:
                return cell
        return None

    def lined(self, player):
        return any(all(self.board[cell] == player for cell in line) for line in self.lines)

    def full(self):
        return all(self.board[cell] is not None for cell in self.cells)

    def result(self):
        for player in self.players:
            if self.lined(player):
                return Win(player)
        return Draw() if self.full() else None


class FromAbove(Drops):
    """The landing is looked for from the top."""

    def landing(self, column):
        found = None
        for cell in self.cells.column(column):
            if found is None and self.board[cell] is None:
                found = cell
        return found


class Sticky(Drops):
    """No piece falls onto one of its own."""

    def landing(self, column):
        for cell in self.cells.column(column):
            if self.board[cell] == self.turn:
                return None
            if self.board[cell] is None:
                return cell
        return None


class Leaning(Drops):
    """The first column waits for the second."""

    def landing(self, column):
        if column == 0 and self.board[0, 1] is None:
            return None
        for cell in self.cells.column(column):
            if self.board[cell] is None:
                return cell
        return None


class Giving(Drops):
    """A piece of the other is dropped."""

    def put(self, cell):
        self.board[cell] = self.turn.next


class Doubled(Drops):
    """The piece below is turned over as well."""

    def put(self, cell):
        self.board[cell] = self.turn
        self.board[0, 0] = self.turn


class Clearing(Drops):
    """A piece on top of the first column clears the bottom of the second."""

    def put(self, cell):
        self.board[cell] = self.turn
        if cell == (2, 0):
            self.board[0, 1] = None


class Again(Drops):
    """Whoever drops into the middle moves again."""

    def put(self, cell):
        self.board[cell] = self.turn
        if cell == (1, 1):
            self.turn = self.turn.next


class Misere(Drops):
    """A line loses."""

    def result(self):
        for player in self.players:
            if self.lined(player):
                return Win(player.next)
        return Draw() if self.full() else None


class Timid(Drops):
    """The game is a draw once the middle is taken."""

    def result(self):
        for player in self.players:
            if self.lined(player):
                return Win(player)
        return Draw() if self.full() or self.board[1, 1] is not None else None


class Late(Drops):
    """A line counts when all places are taken, and those of both count for nobody."""

    def result(self):
        if not self.full():
            return None
        for player in self.players:
            if self.lined(player) and not self.lined(player.next):
                return Win(player)
        return Draw()


class Cornered(Drops):
    """Whoever has the corner wins as well."""

    def result(self):
        for player in self.players:
            if self.lined(player) or self.board[0, 0] == player:
                return Win(player)
        return Draw() if self.full() else None


class Owned(Drops):
    """Whoever has the corner of a full board wins."""

    def result(self):
        for player in self.players:
            if self.lined(player):
                return Win(player)
        corner = self.board[0, 0]
        return Win(corner) if corner is not None and self.full() else None


class Bored(Drops):
    """A full board is a win of the first player."""

    def result(self):
        for player in self.players:
            if self.lined(player):
                return Win(player)
        return Win(self.players.A) if self.full() else None


@pytest.mark.parametrize("game", [Drops, FromAbove, Misere, Late])
def test_columns_are_chains_from_the_bottom_up(game):
    rules = read(game())
    columns = [tuple(rules.game.cells.column(i)) for i in range(3)]
    assert list(chains_of(rules).places) == columns


@pytest.mark.parametrize("game", [Sticky, Leaning, Giving, Doubled, Clearing, Again])
def test_moves_that_do_more_or_look_elsewhere_fill_no_chains(game):
    assert chains_of(read(game())) is None


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("kalah", {}),
        ("othello", {}),
        ("breakthrough", {}),
        ("mnk", {"marks": "wild"}),
        ("connect-four", {"players": 3}),
    ],
)
def test_other_games_have_none(game, parameters):
    assert chains_of(load(game, **parameters)) is None


@pytest.mark.parametrize(
    ("game", "endings"),
    [
        (Drops, LineEndings(wins=True, ends=True)),
        (Late, LineEndings(wins=True, ends=False)),
        (Timid, LineEndings(wins=True, ends=False)),
        (Misere, LineEndings(wins=False, ends=False)),
        (Cornered, LineEndings(wins=False, ends=False)),
        (Owned, LineEndings(wins=False, ends=False)),
        (Bored, LineEndings(wins=False, ends=False)),
    ],
)
def test_what_lines_decide_is_read_off_the_result(game, endings):
    rules = read(game())
    assert line_endings(rules, chains_of(rules), line_tests(Program(rules))) == endings


def test_lines_that_are_not_known_prove_nothing():
    rules = read(Drops())
    assert not line_endings(rules, chains_of(rules), []).wins


def test_a_piece_in_the_air_fits_no_chain():
    rules = read(Drops())
    chains, start = chains_of(rules), starting_position(rules.game)
    assert chains.fit(start)
    assert chains.fit(start.replace(board={(0, 1): "A", (1, 1): "B"}))
    assert not chains.fit(start.replace(board={(1, 1): "B"}))
