"""Imports go one way, and a game imports the language only."""

import ast
import re
from pathlib import Path

import pytest

from boardproof.reading.loader import find_game, game_names

from .import_graph import MODULES, ROOT, cycle_in, graph, imports_of

#: Each room may import itself and the rooms before it in this list.
ORDER = [
    {"errors", "files", "suggest"},
    {"limits", "tabular"},
    {"rules"},
    {"games"},
    {"ir"},
    {"positions"},
    {"analysis"},
    {"reading"},
    {"packing"},
    {"statespace"},
    {"engines"},
    {"algebra", "batch"},
    {"answers"},
    {"questions", "export"},
    {"tablebase", "drawing"},
    {"players"},
    {"faces", "interop"},
    {"__main__"},
]

#: The same inside the rooms that have rooms of their own; a file is named without its ending.
INSIDE = {
    "engines": [
        {"cache", "folder", "profile", "race", "spectrum"},
        {"second_process", "solution"},
        {"starts"},
        {"contract", "hints", "preparation"},
        {"game_search", "route", "tree_search"},
        {"plain"},
        {"compiled", "symbolic"},
        {"cuda", "disk", "sat"},
        {"cluster"},
        {"planner"},
        {"lookahead", "scout"},
    ],
    "engines.compiled": [
        {"kernels"},
        {"codegen"},
        {"batch", "bfs", "interpreted"},
        {"answers"},
        {"minimax"},
        {"engine", "generated"},
    ],
    "engines.cuda": [
        {"kernels", "presence"},
        {"device", "module", "sharing"},
        {"batch", "hash_tables"},
        {"pool", "search"},
        {"aims", "layers"},
        {"engine"},
    ],
    "engines.disk": [
        {"hash_tables", "ply_counts", "sorted_file"},
        {"pool"},
        {"codes", "search"},
        {"layers"},
        {"settling"},
        {"engine"},
    ],
    "engines.cluster": [
        {"presence", "rulebook"},
        {"shard"},
        {"team"},
        {"pool"},
        {"layers"},
        {"settling"},
        {"engine"},
    ],
    "engines.symbolic": [
        {"bdd"},
        {"eval"},
        {"transition"},
        {"checkpoint"},
        {"count", "position_sets"},
        {"preservation", "statespace"},
        {"solution"},
        {"engine"},
    ],
    "engines.sat": [
        {"circuit"},
        {"clauses"},
        {"solver"},
        {"encoding"},
        {"circuit_rules"},
        {"transition"},
        {"condition_parts", "symmetry", "unrolling"},
        {"counts", "measures"},
        {"search"},
        {"induction"},
        {"faults"},
        {"engine"},
    ],
}
#: What starts a face, or gives a package its public names, imports what it starts.
DOORS = {"", "faces.cli", "faces.web"}


def rank(order: list[set[str]], name: str) -> int:
    return next(number for number, names in enumerate(order) if name in names)


def rooms_imported(module: str, within: str = "") -> set[str]:
    """Name the rooms, below a package, that a module of another room there imports."""
    prefix = f"{within}." if within else ""
    names = {found.module for found in imports_of(module)}
    rooms = {n.removeprefix(prefix).split(".")[0] for n in names if n and n.startswith(prefix)}
    return rooms - {module.removeprefix(prefix).split(".")[0]}


@pytest.mark.parametrize("module", [m for m in MODULES if m])
def test_a_module_imports_only_rooms_before_its_own(module: str) -> None:
    room = module.split(".")[0]
    if room == "games":
        assert rooms_imported(module) <= {"rules"}
    for other in rooms_imported(module):
        assert rank(ORDER, other) < rank(ORDER, room), f"{room} must not import {other}"


@pytest.mark.parametrize("within", INSIDE)
def test_rooms_of_a_room_import_one_way_too(within: str) -> None:
    below = [m for m in MODULES if m.startswith(f"{within}.")]
    for module in below:
        room = module.removeprefix(f"{within}.").split(".")[0]
        for other in rooms_imported(module, within):
            before = rank(INSIDE[within], other) < rank(INSIDE[within], room)
            assert before, f"{module} must not import {within}.{other}"


#: What asks for an engine by its abilities knows the planner, and no engine.
ASKING = ("questions", "players", "tablebase", "faces")
NAMES = ("plain", "compiled", "symbolic", "sat", "cuda", "disk", "cluster")
ENGINES = tuple(f"engines.{name}" for name in NAMES)
#: These show how an engine works, or run a part of one.
INSIGHTS = {"questions.explain", "faces.web.predicates", "faces.cli.show"}


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith(ASKING)])
def test_what_asks_for_an_engine_imports_none(module: str) -> None:
    imported = {found.module for found in imports_of(module) if found.module.startswith(ENGINES)}
    assert not imported or module in INSIGHTS


def test_no_modules_import_each_other_in_a_circle() -> None:
    edges = {module: targets for module, targets in graph().items() if module not in DOORS}
    assert cycle_in(edges) == []


def test_no_private_name_is_imported() -> None:
    private = [
        f"{module} imports {found.name} from {found.module}"
        for module in MODULES
        for found in imports_of(module)
        if found.name and found.name.startswith("_") and not found.name.startswith("__")
    ]
    assert private == []


def test_a_class_name_has_one_meaning() -> None:
    homes: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


#: File names that several rooms have, each with its one meaning; a command's file has its name.
SHARED_NAMES = {
    "aims": "tests of aims on packed positions",
    "arguments": "what stands for the parameters of a rule or a command",
    "base": "what the implementations of a room share",
    "batch": "many games at once",
    "calls": "calls of rules",
    "circling": "what games that go round are worth",
    "constants": "numbers that kernels and their callers share",
    "coverage": "which parts of the rules are run",
    "encoding": "positions as bits of places",
    "endings": "how games end",
    "endless": "games that go on for ever",
    "engine": "the engine of a package",
    "expand": "the kernel that finds what follows positions",
    "expressions": "expressions of the rule language",
    "fields": "bits of a word that hold a value",
    "game": "a game's class",
    "hash_tables": "hash tables of positions",
    "intrinsics": "what is particular to a processor",
    "layers": "the positions of all layers, kept",
    "lines": "lines that win",
    "module": "the generated module",
    "moves": "moves",
    "numbered": "positions that are numbered in a table",
    "perft": "sequences of moves, counted",
    "pool": "who expands the positions of a ply",
    "presence": "whether what an engine needs is there",
    "recursion": "rules that call themselves",
    "requests": "what can be asked, typed and bounded",
    "retrograde": "values settled backwards",
    "search": "a search of a game's positions",
    "settle": "the kernel that settles positions by what follows them",
    "settling": "layers that are settled from files",
    "shelf": "hash tables of settled positions",
    "solution": "values and distances of all positions",
    "sources": "the kernel that finds what leads to positions",
    "space": "a set of states that sets are taken from",
    "starts": "the positions that games start from",
    "statements": "statements of the rule language",
    "tables": "constant functions as tables",
    "team": "workers that share some work",
    "turns": "turns of several steps",
    "values": "values while rules are evaluated in part",
    "weigh": "the kernel that counts positions by their codes",
}


def test_a_file_name_has_one_meaning() -> None:
    names = [m.split(".")[-1] for m in MODULES if m and not m.startswith("faces.cli.")]
    packages = {m.rpartition(".")[0].split(".")[-1] for m in MODULES}
    shared = {name for name in names if names.count(name) > 1} - packages
    assert shared == SHARED_NAMES.keys()


def test_contributing_states_the_same_order() -> None:
    text = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    stated = re.search(r"errors, files[^.]*interop", text.replace("\n", " "))
    assert stated, "CONTRIBUTING.md states no order of the rooms"
    rooms = [set(re.findall(r"\w+", part)) for part in stated[0].split("→")]
    assert rooms == [names for names in ORDER if "__main__" not in names]


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
    """Return a pattern for each game: its name with any joints, and its class's name.

    Short names are words of code as well, such as y, col and hex.
    """
    long = [name for name in game_names() if len(name) > 4]
    named = [re.split("[-_ ]", name) for name in long]
    classes = [find_game(name).__name__ for name in long]
    return ["[-_ ]?".join(map(re.escape, words)) for words in named] + classes


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
