"""What the machine has, and the cache: shown as it is, and cleared of our own files only."""

import json
from pathlib import Path

import pytest

from boardproof.engines.hints import note
from boardproof.engines.profile import profiles
from boardproof.faces.cli import main
from boardproof.reading import read
from boardproof.rules.sample import Diagonals


def run(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = 0
    try:
        main(line.split())
    except SystemExit as leave:
        status = int(leave.code or 0)
    return status, capsys.readouterr().out


def test_the_doctor_lists_every_engine_and_says_what_is_missing(capsys, monkeypatch):
    status, out = run("doctor --json", capsys)
    found = {one["name"]: one for one in json.loads(out)["components"]}
    assert status == 0
    for profile in profiles():
        assert found[f"engine {profile.name}"]["present"] == (profile.missing() is None)
    assert found["numba"]["enables"] == "the compiled engine"
    monkeypatch.setattr("boardproof.faces.cli.doctor.OPTIONAL", {"nothing-of-the-kind": ("x", "y")})
    status, out = run("doctor", capsys)
    assert (status, "nothing-of-the-kind  not installed (pip install 'y'): x" in out) == (0, True)


def test_the_doctor_ends_with_status_1_where_something_needed_is_missing(capsys, monkeypatch):
    monkeypatch.setattr("boardproof.engines.cache.os.access", lambda path, mode: False)
    status, out = run("doctor --json", capsys)
    cache = next(one for one in json.loads(out)["components"] if one["name"] == "cache")
    assert (status, cache["present"]) == (1, False)
    assert cache["found"].endswith("read-only")


def test_only_our_own_files_are_removed_from_the_cache(capsys, monkeypatch, tmp_path: Path):
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path))
    note(read(Diagonals()), "answer", 42)
    folder = tmp_path / "boardproof"
    machine = folder / "__pycache__" / f"rules_{'0a' * 12}.mover-1.py311.nbi"
    mine = [folder / "thesis.py", folder / "rules_of_the_house.py", folder / "src" / "game.py"]
    for path in [machine, *mine]:
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    status, out = run("cache --json", capsys)
    facts = json.loads(out)
    assert (status, facts["folder"], facts["files"]) == (0, str(folder), 2)
    assert {one["kind"]: one["files"] for one in facts["kinds"]} == {"learnt": 1, "rules": 1}
    status, out = run("cache clear", capsys)
    assert "2 files removed" in out
    assert json.loads(run("cache --json", capsys)[1])["files"] == 0
    assert all(path.exists() for path in mine)
    assert run("cache empty", capsys)[0] == 2
