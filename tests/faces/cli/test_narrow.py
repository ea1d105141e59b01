"""A narrow terminal: lines are wrapped between words, and a bar shows only what matters."""

import os
import pty
import re
import sys

import pytest

COLUMNS = 50
MAIN = "import sys; from boardproof.faces.cli import main; main(sys.argv[1:])"


def printed(*words: str) -> list[str]:
    """Return what a command prints on a terminal of its own, without colours, line by line."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(COLUMNS=str(COLUMNS), TERM="xterm")
        os.execv(sys.executable, [sys.executable, "-c", MAIN, *words])
    chunks = []
    try:
        while chunk := os.read(terminal, 65536):
            chunks.append(chunk)
    except OSError:  # the other side is closed
        pass
    os.waitpid(pid, 0)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", b"".join(chunks).decode())
    return re.split(r"[\r\n]+", text)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    "words",
    [
        ("find", "connect-four", "full and winning(P0) and starting"),
        ("check", "connect-four", "gravity"),
    ],
)
def test_no_line_is_wider_than_the_terminal(words: tuple[str, ...]) -> None:
    lines = printed(*words)
    assert any("connect-four" in line for line in lines)
    assert max(map(len, lines)) <= COLUMNS
