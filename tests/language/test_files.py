"""Rulebook files that are no rulebooks: a plain sentence for each."""

import os

import pytest

from boardproof.errors import BoardproofError, RulebookError, UnknownGame
from boardproof.reading.shelf import load


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
