"""Imports go one way, and a game imports the language only."""

import ast
import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import boardproof

ROOT = Path(boardproof.__file__).parent

#: Each room may import itself and the rooms above it in this list.
ORDER = [
    {"errors", "files", "suggest"},
    {"limits"},
    {"rules"},
    {"games"},
    {"ir"},
    {"positions"},
    {"analysis"},
    {"reading"},
    {"packing"},
    {"statespace"},
    {"engines"},
    {"algebra"},
    {"answers"},
    {"questions", "export"},
    {"tablebase", "drawing"},
    {"players"},
    {"faces", "interop"},
    {"__main__"},
]
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}
MODULES = [p for p in sorted(ROOT.rglob("*.py")) if p != ROOT / "__init__.py"]


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    """Name the rooms of boardproof that a module imports, wherever in it the import stands."""
    depth = len(path.relative_to(ROOT).parts)
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            names = [node.module] if node.module else [alias.name for alias in node.names]
            rooms |= {name.split(".")[0] for name in names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("boardproof."):
            rooms.add((node.module or "").split(".")[1])
    return rooms & ({p.stem for p in ROOT.iterdir()} - {"__init__", "__pycache__"})


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_imports_only_rooms_before_its_own(path: Path) -> None:
    room = room_of(path)
    if room == "games":
        assert imported_rooms(path) <= {"rules"}
        return
    for other in imported_rooms(path) - {room}:
        assert RANK[other] < RANK[room], f"{room} must not import {other}"


def test_the_language_imports_nothing_heavy() -> None:
    """A rulebook and the terminal's help start without numpy, rich or an engine."""
    import subprocess
    import sys

    code = (
        "import sys, boardproof.rules, boardproof.faces.cli;"
        "print([m for m in ('numpy', 'numba', 'rich', 'msgspec', 'starlette', 'boardproof.engines')"
        " if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_package_is_a_command() -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "boardproof", "--help"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Usage: " in run.stdout


def spellings() -> list[str]:
    """Give a pattern for each registered game: its name with any joints, and its class's name."""
    points = entry_points(group="boardproof.games")
    named = [re.split("[-_ ]", point.name) for point in points]
    return ["[-_ ]?".join(map(re.escape, words)) for words in named] + [p.attr for p in points]


#: Part of a longer word is no name: a game called nim is not in "minimum".
A_GAME = re.compile(f"(?<![a-z])({'|'.join(spellings())})(?![a-z])", re.IGNORECASE)


@pytest.mark.parametrize("spelt", ["tic-tac-toe", "tic_tac_toe", "TicTacToe()", "Tic Tac Toe,"])
def test_a_game_is_known_however_it_is_spelt(spelt: str) -> None:
    assert A_GAME.search(spelt)
    assert not A_GAME.search(f"x{spelt}")


@pytest.mark.parametrize("room", ["ir", "reading", "engines"])
def test_no_text_names_a_game(room: str) -> None:
    """What works for every game mentions none, not even in an example."""
    for path in [*(ROOT / room).rglob("*.py"), *(ROOT / room).rglob("*.txt")]:
        found = A_GAME.search(path.read_text(encoding="utf-8"))
        assert not found, f"{path.relative_to(ROOT)} names {found[0]}"


def test_no_question_knows_a_game() -> None:
    """A question's examples may name a game; its code does not."""
    for path in (ROOT / "questions").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strings = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
        assert not any(isinstance(s, str) and A_GAME.fullmatch(s) for s in strings), path
