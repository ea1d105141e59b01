"""A soak: random questions at the command line, each within its memory and its time."""

import os
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from boardproof import load

from .generated import queries

#: So many questions, with so much memory and time each; what a process needs to start and to end.
QUESTIONS, MEMORY, SECONDS, MARGIN = 500, 1 << 30, 6.0, 30.0
GAMES = ("connect-four", "kalah", "dstru-tac-toe", "tic-tac-toe", "territory")
MAIN = "import sys; from boardproof.faces.cli import main; main(sys.argv[1:])"


def memory_of_group(group: int) -> int:
    """Return the memory of all processes of a group, each with its share of what is shared."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) == group:
                lines = (folder / "smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return 1024 * total


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process shares")
@pytest.mark.parametrize("game", GAMES)
def test_no_question_exceeds_its_limits(game: str) -> None:
    options = ["--memory", str(MEMORY >> 20) + "M", "--time", str(SECONDS)]
    for text in islice(queries(load(game), seed=11), QUESTIONS // len(GAMES)):
        words = [sys.executable, "-c", MAIN, "find", game, text, *options]
        began, most = time.monotonic(), 0
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True) as asked:
            while asked.poll() is None:
                most = max(most, memory_of_group(asked.pid))
                time.sleep(0.1)
        assert asked.returncode in (0, 1, 3), text
        assert most < 1.2 * MEMORY, (text, most)
        assert time.monotonic() < began + SECONDS + MARGIN, text
