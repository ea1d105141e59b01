"""`boardproof bench`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from ...errors import BadInput

FOLDER = Path(__file__).parents[4] / "benchmarks"


@click.command("bench")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Fewer rounds: rougher figures, sooner.")
def command(names: tuple[str, ...], quick: bool) -> None:
    """Run the benchmarks: ratios to programs measured in the same run.

    NAME is a script of the benchmarks folder; without one, all are run.
    """
    known = {path.stem: path for path in sorted(FOLDER.glob("*.py"))}
    if not known:
        raise BadInput("the benchmarks are part of the source: run this in a checkout")
    for name in names:
        if name not in known:
            raise BadInput(f"no benchmark is called {name!r}: there are {', '.join(known)}")
    for name in names or known:
        click.echo(click.style(name, bold=True))
        words = [sys.executable, str(known[name]), *(["--quick"] if quick else [])]
        status = subprocess.run(words, check=False).returncode
        if status:
            raise BadInput(f"the benchmark {name} failed with status {status}")
