"""Every block of code in the documentation runs, or is at least accepted by the command line.

```python     with `>>>` is a doctest, which pytest finds by itself
              that begins with `# name.py` is a file for the blocks after it
              any other is executed with the words of the language at hand, unless on a GPU
```console    each `$ command` prints what stands below it; a line `...` stands for any lines
others        a line that begins with `boardproof` is a command with options that exist: not all of
              them end, or end soon
"""

import re
import runpy
import shlex
from contextlib import suppress
from pathlib import Path
from textwrap import indent

import pytest

from boardproof.faces.cli import cli, main

REPOSITORY = Path(__file__).parents[1]
WRITTEN = {"gallery", "_build"}
PAGES = sorted(
    path
    for path in (REPOSITORY / "docs").rglob("*.md")
    if not WRITTEN & set(path.relative_to(REPOSITORY).parts)
)
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
#: A command in an indented block, perhaps with a remark beside it.
COMMAND = re.compile(r"^    (?:\$ )?boardproof +(.+?)(?: {2,}.*)?$", re.MULTILINE)

Block = tuple[str, str]


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page: the language, and the text."""
    return FENCE.findall(page.read_text(encoding="utf-8"))


def pages_with(language: str) -> list[object]:
    found = [page for page in PAGES if any(name == language for name, _ in blocks(page))]
    return [pytest.param(page, id=page.relative_to(REPOSITORY).as_posix()) for page in found]


def test_a_block_says_how_it_is_run() -> None:
    languages = {name for page in PAGES for name, _ in blocks(page)}
    assert languages <= {"python", "console", "", "{eval-rst}", "{schemas}"}


# -- commands with their output ----------------------------------------------------------------


@pytest.mark.parametrize("page", pages_with("console"))
def test_commands_print_what_is_shown(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for language, text in blocks(page):
        file = re.match(r"# (\w+\.py)\n", text) if language == "python" else None
        if file:
            Path(file[1]).write_text(text, encoding="utf-8")
        if language == "console":
            for command, shown in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                run(command)
                assert_like(capsys.readouterr().out, shown, command)


def run(command: str) -> None:
    program, *words = shlex.split(command)
    if program == "python":
        runpy.run_path(words[0], run_name="__main__")
        return
    assert program == "boardproof"
    with suppress(SystemExit):  # the status of a no is 1
        main(words)


def assert_like(printed: str, shown: str, command: str) -> None:
    """Whether a command printed what is shown, where `...` is any number of lines."""
    lines = [line.rstrip() for line in shown.splitlines()]
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in lines)
    text = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    assert re.fullmatch(pattern, text), f"{command} printed\n{text}"


def test_the_picture_of_the_tutorial_is_what_its_command_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = REPOSITORY / "docs" / "tutorial.md"
    *_, rulebook = [text for _, text in blocks(page) if text.startswith("# treblecross.py")]
    (drawn,) = re.findall(r"^\$ (boardproof draw .+)$", page.read_text("utf-8"), re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    Path("treblecross.py").write_text(rulebook, encoding="utf-8")
    run(drawn)
    shown = page.parent / "pictures" / "strip.svg"
    assert drawing(Path("strip.svg")) == drawing(shown)


def drawing(file: Path) -> str:
    """Return a picture without its style sheet, which all pictures share."""
    return re.sub(r"<style>.*</style>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)


# -- Python that is no session -----------------------------------------------------------------


SNIPPETS = [
    pytest.param(text, id=f"{page.stem} {number}")
    for page in PAGES
    for number, (language, text) in enumerate(blocks(page))
    if language == "python" and ">>> " not in text and not re.match(r"# \w+\.py\n", text)
]


#: What is in a snippet that only a machine with a GPU could run.
GPU = 'device="cuda"'


@pytest.mark.parametrize("text", SNIPPETS)
def test_a_snippet_is_accepted(text: str) -> None:
    code = compile(f"from boardproof.rules import *\n{text}", "snippet", "exec")
    if GPU not in text:
        exec(code, {})


# -- commands that are only listed -------------------------------------------------------------


def listed() -> list[str]:
    """List the commands that stand in a block which is not run."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    texts.append((REPOSITORY / "README.md").read_text(encoding="utf-8"))
    plain = [
        FENCE.sub(lambda block: "" if block[1] else indent(block[2], " " * 4), t) for t in texts
    ]
    return sorted({command for text in plain for command in COMMAND.findall(text)})


@pytest.mark.parametrize("command", listed())
def test_a_listed_command_has_the_options_it_is_given(command: str) -> None:
    name, *words = shlex.split(command)
    top = cli.make_context("boardproof", [name])
    found = cli.get_command(top, name)
    assert found is not None
    found.make_context(name, words, parent=top)
