"""What the documents say of the code is so: files, functions, the order of calls, imports."""

import ast
import json
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from boardproof.faces.web.catalogue import describe_game
from boardproof.reading.loader import find_game

from .import_graph import MODULES, ROOT
from .test_layers import ORDER, rank, rooms_imported
from .test_pages import PAGES

REPOSITORY = Path(__file__).parents[1]
ARCHITECTURE = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTRIBUTING = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
DOCUMENTS = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *PAGES]
MODULES_BESIDE = ORDER[0] | ORDER[1]

# -- files -------------------------------------------------------------------------------------


def sections(text: str) -> list[tuple[str, str]]:
    """Split a document at its headings; return each heading with the text below it."""
    parts = re.split(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def files_named(text: str) -> list[tuple[str, str]]:
    """List the paths in a document, each with the heading it stands under.

    What an author is to write is called `your…`, and need not exist.
    """
    named = [
        (heading.strip("`"), path)
        for heading, below in sections(text)
        for path in re.findall(r"`([\w./-]+(?:/|\.(?:py|toml|md|yaml)))`", f"`{heading}`{below}")
        if "your" not in path
    ]
    assert named
    return sorted(set(named))


@pytest.mark.parametrize(
    ("heading", "path"), [*files_named(ARCHITECTURE), *files_named(CONTRIBUTING)]
)
def test_a_file_that_is_named_exists(heading: str, path: str) -> None:
    homes = [ROOT, REPOSITORY, ROOT / heading]
    assert any((home / path).exists() for home in homes), f"{path}, under {heading}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    """A link is to a file that exists and, after a #, to a heading in it."""
    links = re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8"))
    local = [link.partition("#") for link in links if "://" not in link]
    assert [link for link in local if not leads_somewhere(document, *link)] == []


def leads_somewhere(document: Path, path: str, _: str, anchor: str) -> bool:
    file = document.parent / path if path else document
    return file.exists() and (not anchor or anchor in anchors(file))


def anchors(file: Path) -> set[str]:
    """Return the anchors of a page's headings, as code hosts and the site make them."""
    headings = [heading.lower() for heading, _ in sections(file.read_text(encoding="utf-8"))]
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings}


def test_the_front_page_lists_every_page() -> None:
    """The contents of the site are made of its links."""
    front = REPOSITORY / "docs" / "index.md"
    linked = re.findall(r"^- \[[^\]]+\]\(([^)]+\.md)\)", front.read_text("utf-8"), re.MULTILINE)
    assert sorted(front.parent / link for link in linked) == [p for p in PAGES if p != front]


def test_the_extras_that_are_named_exist() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    named = {
        extra
        for page in DOCUMENTS
        for extra in re.findall(r"boardproof\[(\w+)\]", page.read_text("utf-8"))
    }
    assert named
    assert named <= set(project["optional-dependencies"])


# -- the paths of a move, a count and a check --------------------------------------------------

STEP = re.compile(r"^\d+\. `([\w./]+)`(?: → `([\w.]+)`)?", re.MULTILINE)
#: What is typed at the terminal while a command runs.
TYPED = {"play": "(0,0)\nquit\n"}


def paths() -> dict[str, list[tuple[str, str]]]:
    """Return the steps listed for each command, as files and functions."""
    found: dict[str, list[tuple[str, str]]] = {}
    for heading, below in sections(ARCHITECTURE):
        if heading.startswith("Follow"):
            commands = re.split(r"`boardproof ([^`]+)`", below)[1:]
            found |= dict(zip(commands[::2], map(STEP.findall, commands[1::2]), strict=True))
    return found


PATHS = paths()


def test_a_move_a_count_and_a_check_are_followed() -> None:
    assert {command.split()[0] for command in PATHS} == {"play", "count", "check"}
    assert all(len(steps) >= 10 for steps in PATHS.values())


def defined(file: str) -> set[str]:
    """Name the functions of a file, and the methods of its classes."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return names | {
        f"{cls.name}.{node.name}"
        for cls in classes
        for node in cls.body
        if isinstance(node, ast.FunctionDef)
    }


@pytest.mark.parametrize(
    ("file", "function"), sorted({step for steps in PATHS.values() for step in steps})
)
def test_a_step_names_a_function_that_exists(file: str, function: str) -> None:
    assert (ROOT / file).is_file()
    assert not function or function in defined(file)


@pytest.mark.parametrize("command", PATHS)
def test_a_command_takes_the_path_that_is_shown(command: str) -> None:
    """A step without a function is passed at any function of its file."""
    words = command.split()
    program = [sys.executable, "-m", "tests.call_order", *words]
    run = subprocess.run(
        program, cwd=REPOSITORY, input=TYPED.get(words[0]), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    calls = json.loads(run.stdout)
    at = [first_call(calls, *step) for step in PATHS[command]]
    never = [step for step, place in zip(PATHS[command], at, strict=True) if place is None]
    assert never == []
    in_order = [step for _, step in sorted(zip(at, PATHS[command], strict=True))]
    assert PATHS[command] == in_order


def first_call(calls: list[str], file: str, function: str) -> int | None:
    """Return which call is the first of a function, or of any function of a file."""
    matches = (
        number
        for number, call in enumerate(calls)
        if call == f"{file} → {function}" or (not function and call.startswith(f"{file} → "))
    )
    return next(matches, None)


# -- rooms -------------------------------------------------------------------------------------


def rooms() -> dict[str, set[str]]:
    """Return the rooms that have a section, each with the rooms it is said to import."""
    found = {}
    for heading, below in sections(ARCHITECTURE):
        name = re.fullmatch(r"`(\w+)(?:/|\.py)`", heading)
        if name:
            said = re.search(r"May\s+import\s+([^.]*)\.", below)
            assert said, f"{name[1]}: no word on what it may import"
            before = {r for names in ORDER[: rank(ORDER, name[1])] for r in names}
            found[name[1]] = before if "every" in said[1] else set(re.findall(r"`(\w+)`", said[1]))
    return found


ROOMS = rooms()


def test_every_room_has_a_section() -> None:
    inside = {name for names in ORDER for name in names} - MODULES_BESIDE - {"__main__"}
    assert set(ROOMS) == inside
    assert sorted(ROOMS, key=lambda room: rank(ORDER, room)) == list(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_its_section_says(room: str) -> None:
    modules = [module for module in MODULES if module.split(".")[0] == room]
    imported = {other for module in modules for other in rooms_imported(module)}
    assert imported - MODULES_BESIDE <= ROOMS[room]
    assert all(rank(ORDER, other) < rank(ORDER, room) for other in ROOMS[room])


# -- a word of the language --------------------------------------------------------------------


def test_the_files_of_a_new_node_are_those_of_an_old_one() -> None:
    """`len` is the node Size: the files listed for a new word are those that know it."""
    below = dict(sections(CONTRIBUTING))["A word of the language"]
    listed = {path for path in re.findall(r"`([\w/]+\.py)`", below) if (ROOT / path).exists()}
    know = {
        path.relative_to(ROOT).as_posix()
        for path in MODULES.values()
        if re.search(r"\bn\.Size\b|\bSize\(|\bbuild\.size\b", path.read_text(encoding="utf-8"))
    }
    assert listed == know


# -- the library of games ----------------------------------------------------------------------


def test_the_table_of_games_is_up_to_date() -> None:
    """`docs/games.md` lists every game as `python docs/list_games.py` would write it now."""
    script = runpy.run_path(str(REPOSITORY / "docs" / "list_games.py"))
    written = script["PAGE"].read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w-]+)` \|", written, re.MULTILINE)
    assert listed == sorted(
        path.stem.replace("_", "-") for path in (ROOT / "games").glob("[!_]*.py")
    )
    assert written == script["page"]()


def test_every_game_has_its_rules_in_words() -> None:
    """The page's help shows them: the sentence that lists show, and a paragraph of rules."""
    for word in sorted(path.stem.replace("_", "-") for path in (ROOT / "games").glob("[!_]*.py")):
        sentence, *paragraphs = describe_game(word, find_game(word))["rules"].split("\n\n")
        assert "\n" not in sentence, word
        assert [len(rules) > len(sentence) for rules in paragraphs] == [True], word
