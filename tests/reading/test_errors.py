"""The error catalogue: every wrong rulebook in errors/ gives exactly the message beside it.

After a change, `python tests/reading/test_errors.py --write` rewrites the messages; read the
difference as an author would who has just made that mistake.
"""

import os
import sys
from functools import cache
from pathlib import Path

import pytest

from boardproof.errors import BadInput, BoardproofError, RulebookError, RuleBroken
from boardproof.questions.explore import explore
from boardproof.questions.solve import solve
from boardproof.reading.loader import load

FOLDER = Path(__file__).parent / "errors"
ENGINES = ("reference", "ir")
WRONG = sorted(path.stem for path in FOLDER.glob("*.py"))
BROKEN = [name for name in WRONG if name.startswith("run_")]
REFUSED = [name for name in WRONG if name not in BROKEN]


def each(names):
    """Ask of each rulebook; one worker takes all tests of one, so that it is read once."""
    marked = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names]
    return pytest.mark.parametrize("name", marked)


@cache
def refusal(name):
    """Load a wrong rulebook, as seen from its own folder, and give the error."""
    with pytest.raises(BoardproofError) as caught:
        load(f"{name}.py")
    return caught.value.with_traceback(None)


@cache
def breakdown(name, engine):
    """Explore and solve a rulebook that goes wrong in play and give the error."""
    with pytest.raises(RuleBroken) as caught:
        explore_and_solve(load(f"{name}.py"), engine)
    return caught.value.with_traceback(None)


def explore_and_solve(rules, engine):
    explore(rules, engine=engine)
    solve(rules, engine=engine)


def message(name):
    """Give the text that belongs beside a wrong rulebook; engines that agree say it once."""
    if name not in BROKEN:
        return f"{refusal(name)}\n"
    told = {engine: f"{breakdown(name, engine)}\n" for engine in ENGINES}
    if len(set(told.values())) == 1:
        return told[ENGINES[0]]
    return "\n".join(f"{engine}:\n{text}" for engine, text in told.items())


@pytest.fixture(autouse=True)
def _in_the_folder(monkeypatch):
    monkeypatch.chdir(FOLDER)


@each(WRONG)
def test_message_is_the_golden_one(name):
    assert message(name) == (FOLDER / f"{name}.txt").read_text()


@each(REFUSED)
def test_error_is_raised_on_purpose_and_shows_no_frame_of_ours(name):
    error = refusal(name)
    assert isinstance(error, RulebookError | BadInput)
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None
    for trace in ("Traceback", "boardproof/", "site-packages", "Refused", " at 0x"):
        assert trace not in str(error)


@each(REFUSED)
def test_error_points_at_a_place_and_says_what_to_write_instead(name):
    error = refusal(name)
    if isinstance(error, RulebookError):
        assert error.place is not None
        assert error.place.file == f"{name}.py"
        assert "^" in error.place.excerpt()
        assert error.instead
    else:
        assert "\n" not in str(error)


@each(BROKEN)
def test_engines_tell_the_same_problem_at_the_same_line_of_the_same_play(name):
    reference, ir = (breakdown(name, engine) for engine in ENGINES)
    assert reference.problem == ir.problem
    assert reference.place.line == ir.place.line
    assert (reference.position, reference.move) == (ir.position, ir.move)


def test_every_rulebook_has_its_message_and_every_message_its_rulebook():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == WRONG


def test_catalogue_is_large():
    assert len(WRONG) >= 40


def test_every_rulebook_says_first_what_is_wrong_with_it():
    assert all((FOLDER / f"{name}.py").read_text().startswith("# ") for name in WRONG)


def write():
    """Rewrite every message."""
    os.chdir(FOLDER)
    for name in WRONG:
        Path(f"{name}.txt").write_text(message(name))


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write()
