"""Finding games by name: ours by their files, those of other packages by their entry points."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import boardproof
import boardproof.games
from boardproof.errors import RulebookError, UnknownGame
from boardproof.faces.cli import cli
from boardproof.reading import loader as shelf
from boardproof.reading.loader import find_game, game_names, load

NIM = Path(__file__).parents[2] / "examples" / "nim.py"
GAMES = Path(boardproof.__file__).parent / "games"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Install a package that has the rulebook of nim, and registers what a test wants."""
    (tmp_path / "rival.py").write_text(NIM.read_text(encoding="utf-8"), encoding="utf-8")
    info = tmp_path / "rival-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rival\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)

    def register(**games):
        points = "".join(f"{name.replace('_', '-')} = {home}\n" for name, home in games.items())
        (info / "entry_points.txt").write_text(f"[boardproof.games]\n{points}")

    return register


def refusal(name):
    with pytest.raises(UnknownGame) as caught:
        find_game(name)
    return str(caught.value)


def test_a_file_is_a_game_of_the_same_name():
    files = [path.stem for path in GAMES.glob("*.py") if path.stem != "__init__"]
    assert set(game_names()) >= {stem.replace("_", "-") for stem in files}
    for name in game_names():
        assert find_game(name).name == name


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Look for our own games in another folder."""
    monkeypatch.setattr(shelf, "FOLDER", tmp_path)
    monkeypatch.setattr(boardproof.games, "__path__", [str(tmp_path)])
    yield tmp_path
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(f"boardproof.games.{path.stem}", None)


def test_a_game_is_added_by_writing_its_file(folder):
    text = NIM.read_text(encoding="utf-8").replace("class Nim(", "class MyNim(")
    (folder / "my_nim.py").write_text(text, encoding="utf-8")
    (folder / "_drafts.py").write_text("1 / 0", encoding="utf-8")
    assert "my-nim" in game_names()
    assert "-drafts" not in game_names()
    assert load("my-nim").game.identity == "my-nim"


def test_a_file_without_its_game_says_what_to_write(folder):
    (folder / "my_nim.py").write_text(NIM.read_text(encoding="utf-8"), encoding="utf-8")
    assert refusal("my-nim").endswith(
        "my_nim.py holds no game called 'my-nim': write `class MyNim(Game):` in it"
    )


def test_a_file_of_ours_that_is_wrong_is_shown_where(folder):
    (folder / "my_nim.py").write_text("from boardproof.rules import *\nx = Grit(3)\n")
    with pytest.raises(RulebookError, match="nothing is called Grit") as caught:
        find_game("my-nim")
    assert caught.value.place.line == 2


def test_a_game_of_another_package_is_found(package):
    package(rival_nim="rival:Nim")
    assert "rival-nim" in game_names()
    assert load("rival-nim").game.players.elements == ("First", "Second")


def test_a_name_given_twice_is_refused_and_all_others_stay(package):
    package(kalah="rival:Nim")
    assert game_names().count("kalah") == 1
    problem = refusal("kalah")
    assert problem == (
        "2 games are called 'kalah', in boardproof.games.kalah and rival:Nim: "
        "uninstall a package, or give the path of the file that you mean"
    )
    assert find_game("tic-tac-toe").name == "tic-tac-toe"
    listed = json.loads(CliRunner().invoke(cli, ["games", "--json"]).output)
    assert {"name": "kalah", "error": problem} in listed
    shown = CliRunner().invoke(cli, ["games"])
    assert (shown.exit_code, f"kalah  {problem}" in shown.output) == (0, True)


def test_our_own_games_in_the_list_of_an_older_installation_are_no_clash(package):
    package(kalah="boardproof.games.kalah:Kalah")
    assert find_game("kalah").name == "kalah"


@pytest.mark.parametrize(
    ("home", "problem"),
    [
        ("rival:Nym", "AttributeError: module 'rival' has no attribute 'Nym'"),
        ("rivals:Nim", "ModuleNotFoundError: No module named 'rivals'"),
        ("rival:move", "it is not a class that extends Game"),
    ],
)
def test_a_package_that_is_wrong_gets_one_line(package, home, problem):
    package(rival_nim=home)
    assert refusal("rival-nim") == f"the game 'rival-nim', {home}, cannot be loaded: {problem}"
