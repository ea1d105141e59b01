"""Rulebook files that are no rulebooks: a plain sentence for each."""

import os
import sys
from pathlib import Path

import pytest

from boardproof.errors import BoardproofError, RulebookError, UnknownGame
from boardproof.reading.loader import load

NIM = Path(__file__).parents[2] / "examples" / "nim.py"


def refusal(path):
    with pytest.raises(BoardproofError) as caught:
        load(str(path))
    return caught.value


def test_a_folder_is_no_rulebook(tmp_path):
    (tmp_path / "x.py").mkdir()
    error = refusal(tmp_path / "x.py")
    assert isinstance(error, UnknownGame)
    assert str(error).endswith("x.py is a folder, not a file")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_said_to_be_so(tmp_path):
    path = tmp_path / "x.py"
    path.write_text("")
    path.chmod(0)
    assert "cannot be read" in str(refusal(path))


def test_a_file_with_a_nul_byte_keeps_its_name(tmp_path):
    path = tmp_path / "x.py"
    path.write_bytes(b"a = 1\n\0\n")
    error = refusal(path)
    assert isinstance(error, RulebookError)
    assert error.place.file.endswith("x.py")


def test_a_file_saved_twice_within_a_second_is_read_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path, text = tmp_path / "nim.py", NIM.read_text(encoding="utf-8")
    for at, name in enumerate(("heaps", "piles")):
        path.write_text(text.replace("heaps", name), encoding="utf-8")
        os.utime(path, ns=(10**18 + at, 10**18 + at))
        assert name in load(str(path)).game.parameters
    assert not (tmp_path / "__pycache__").exists()
