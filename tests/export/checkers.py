"""Other people's checkers, run on exported models: Spin, Storm, Fast Downward.

Spin needs its program and a C compiler. Storm (`stormpy`) and Fast Downward (`up-fast-downward`)
are Python packages, large ones: they may be in an environment of their own, whose interpreter
CHECKERS_PYTHON names.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from boardproof.export.pddl import export_pddl
from boardproof.export.prism import export_prism
from boardproof.export.promela import export_promela
from boardproof.ir.rules import Rules

PYTHON = os.environ.get("CHECKERS_PYTHON", sys.executable)
#: State vectors of so many bytes, and circles of so many moves, are room enough here.
PAN = ["gcc", "-w", "-O0", "-DSAFETY", "-DNOREDUCE", "-DVECTORSZ=8192", "-o", "pan", "pan.c"]
STORM = """
import json, stormpy, sys
model = stormpy.build_model(stormpy.parse_prism_program(sys.argv[1]))
labels = model.labeling
sizes = {name: labels.get_states(name).get_number_of_set_bits() for name in labels.get_labels()}
print(json.dumps({"states": model.nr_states, "choices": model.nr_choices, "labels": sizes}))
"""


@dataclass(frozen=True)
class SpinReport:
    """How many states and transitions Spin found, and whether an assertion was violated."""

    states: int
    transitions: int
    violated: bool


@dataclass(frozen=True)
class StormReport:
    """How many states and choices Storm found, and how many states have each label."""

    states: int
    choices: int
    labels: dict[str, int]


@cache
def _package(module: str) -> Path | None:
    """Find a package of the checkers' interpreter."""
    look = f"from importlib.util import find_spec as f; s = f({module!r}); print(s and s.origin)"
    printed = subprocess.run([PYTHON, "-c", look], capture_output=True, text=True, check=True)
    origin = printed.stdout.strip()
    return None if origin == "None" else Path(origin).parent


def _run(command: list[str], folder: Path) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.stdout


def spin(rules: Rules, folder: Path, depth: int | None = None) -> SpinReport:
    """Run Spin on a rulebook, or skip; games may be followed a few moves only."""
    if shutil.which("spin") is None or shutil.which("gcc") is None:
        pytest.skip("needs Spin and a C compiler: apt-get install spin gcc")
    (folder / "model.pml").write_text(export_promela(rules).text, encoding="utf-8")
    _run(["spin", "-a", "model.pml"], folder)
    _run(PAN, folder)
    printed = _run(["./pan", "-c0", f"-m{depth or 1_000_000}"], folder)  # on after a violation
    assert depth is not None or "max search depth too small" not in printed
    assert "pan:1: invalid end state" not in printed

    def number(what: str) -> int:
        found = re.search(rf"^\s*(\d+) {what}", printed, re.MULTILINE)
        assert found is not None, printed
        return int(found[1])

    violated = re.search(r"errors: 0$", printed, re.MULTILINE) is None
    return SpinReport(number("states, stored"), number("transitions"), violated)


def storm(rules: Rules, folder: Path) -> StormReport:
    """Run Storm on a rulebook, or skip."""
    if _package("stormpy") is None:
        pytest.skip("needs stormpy: set CHECKERS_PYTHON to an interpreter that has it")
    (folder / "model.prism").write_text(export_prism(rules).text, encoding="utf-8")
    printed = _run([PYTHON, "-c", STORM, "model.prism"], folder)
    return StormReport(**json.loads(printed.splitlines()[-1]))


def plan(rules: Rules, goal: str, folder: Path) -> list[str] | None:
    """Let Fast Downward find a shortest plan, or skip; None where there is no plan."""
    package = _package("up_fast_downward")
    if package is None:
        pytest.skip("needs up-fast-downward: set CHECKERS_PYTHON to an interpreter that has it")
    task = export_pddl(rules, goal)
    (folder / "domain.pddl").write_text(task.text, encoding="utf-8")
    (folder / "problem.pddl").write_text(task.configuration, encoding="utf-8")
    driver = str(package / "downward" / "fast-downward.py")
    files = ["--plan-file", "plan", "domain.pddl", "problem.pddl"]
    command = [PYTHON, driver, *files, "--search", "astar(blind())"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode in (11, 12):  # proved unsolvable, or all searched in vain
        return None
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    lines = (folder / "plan").read_text(encoding="utf-8").splitlines()
    return [line.strip("() ") for line in lines if not line.startswith(";")]
