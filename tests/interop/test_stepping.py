"""A game by numbers: what is asked for is what is played, and what cannot be is said in a line."""

import os
from pathlib import Path

import pytest

from boardproof.errors import IllegalMove
from boardproof.interop.stepping import stepped

STRIP = """
from boardproof.rules import *

class Strip(Game):
    length: int = Parameter(4, at_least=1)
    source: int = Parameter(0)

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(1, self.length)
        self.X = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def cross(self, cell):
        require(cell not in self.X, "there is a cross already")
        self.X |= {cell}
        self.turn = self.turn.next

    def result(self):
        return Draw() if len(self.X) == self.length else None
"""


@pytest.fixture
def strip(tmp_path: Path) -> Path:
    """A rulebook whose parameters are called as arguments of ours are."""
    file = tmp_path / "strip.py"
    file.write_text(STRIP, encoding="utf-8")
    return file


def test_parameters_may_be_called_as_they_like(strip: Path) -> None:
    game = stepped(strip, {"length": 3, "source": 1}, length=2)
    assert (len(game.moves), game.longest) == (3, 2)


def test_a_rulebook_that_was_changed_is_read_again(strip: Path) -> None:
    before = stepped(strip, {})
    assert stepped(strip, {}) is before
    strip.write_text(STRIP.replace("Parameter(4", "Parameter(6"), encoding="utf-8")
    os.utime(strip, ns=(1, 1))  # however coarse the clock of the file system is
    assert (len(before.moves), len(stepped(strip, {}).moves)) == (4, 6)


def test_a_path_is_the_same_from_every_folder(strip: Path, monkeypatch) -> None:
    monkeypatch.chdir(strip.parent)
    assert stepped("strip.py", {}) is stepped(strip, {})


@pytest.mark.parametrize("action", [9, -1])
def test_an_action_that_there_is_none_of_is_refused(action: int) -> None:
    with pytest.raises(IllegalMove, match=f"no action {action}: actions are 0 to 8"):
        stepped("tic-tac-toe", {}).first.after(action)


def test_an_illegal_action_is_refused_in_the_rulebooks_words(strip: Path) -> None:
    crossed = stepped(strip, {}).first.after(2)
    with pytest.raises(IllegalMove, match="there is a cross already"):
        crossed.after(2)
    with pytest.raises(IllegalMove, match="is not legal"):
        stepped(strip, {}, length=1).first.after(0).after(1)
