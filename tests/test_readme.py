"""The README's first screen does what it says."""

import re
from pathlib import Path

import pytest

import boardproof
from boardproof.faces.cli import main

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_first_example_counts_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = re.search(r"```python\n(from boardproof.rules.*?)```", README, re.DOTALL)
    shown = re.search(r"\$ boardproof count mygame.py\n(.*?)\$ boardproof", README, re.DOTALL)
    assert code
    assert shown
    monkeypatch.chdir(tmp_path)
    Path("mygame.py").write_text(code[1], encoding="utf-8")
    main(["count", "mygame.py"])
    assert capsys.readouterr().out.startswith(shown[1])


def test_every_command_it_lists_exists() -> None:
    from boardproof.faces.cli import COMMANDS

    listed = set(re.findall(r"^    boardproof ([\w-]+)", README, re.MULTILINE))
    assert listed <= set(COMMANDS)
    assert listed


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", README))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (Path(__file__).parents[1] / link.partition("#")[0]).exists()


GLOSSARY = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
PLACES = sorted({path for cell in re.findall(r"\| ([^|]*) \|$", GLOSSARY, re.MULTILINE)
                 for path in re.findall(r"`([^`]+)`", cell)})  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_the_glossary_names_modules_that_exist(place: str) -> None:
    assert (Path(boardproof.__file__).parent / place).exists()
