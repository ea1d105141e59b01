"""Runs commands in a terminal of its own and keeps what they show as SVG."""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

FOLDER = Path(__file__).parent
MORPION = FOLDER.parents[1] / "examples" / "morpion.py"

PICTURES = {
    "play": ("play connect-four columns=5 rows=4 --P1 random --seed 6", "2\n1\n2\nquit\n", 40),
    "show": ("show dstru-tac-toe", "", 45),
    "error": ("count wrong.py", "", 10),
}

WRONG = """\
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(3, 3)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def take(self, cell):
        require(cell not in self.taken)
        self.taken |= {cell.up}
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.taken == self.cells else None
"""


def run(line: str, typed: str) -> str:
    """Run one command with colours on, as a terminal shows it."""
    code = (
        "import click, sys; click.utils.should_strip_ansi = lambda *a, **k: False;"
        "from boardproof.faces.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *line.split()],
        input=typed, capture_output=True, text=True, cwd=FOLDER, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return done.stdout + done.stderr


def picture(line: str, output: str, lines: int) -> str:
    """Draw a command and what it printed."""
    console = Console(record=True, width=92, file=StringIO(), force_terminal=True)
    console.print(Text(f"$ boardproof {line}", style="bold green"))
    console.print(Text.from_ansi("\n".join(output.rstrip("\n").split("\n")[:lines])))
    svg = console.export_svg(title="boardproof", unique_id="boardproof")
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")


def morpion(size: int, name: str) -> None:
    """Keep one of the two diagrams that the tutorial's program draws."""
    with TemporaryDirectory() as drawn:
        subprocess.run([sys.executable, MORPION, str(size), "--draw", drawn], check=True)
        text = (Path(drawn) / f"{name}.svg").read_text(encoding="utf-8")
        (FOLDER / f"morpion-{name}.svg").write_text(text, encoding="utf-8")


def main() -> None:
    morpion(3, "initial")
    morpion(2, "reachable")
    wrong = FOLDER / "wrong.py"
    wrong.write_text(WRONG, encoding="utf-8")
    try:
        for name, (line, typed, lines) in PICTURES.items():
            svg = picture(line, run(line, typed), lines)
            (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
    finally:
        wrong.unlink()


if __name__ == "__main__":
    main()
