"""`boardproof doctor`: what this machine has, and what each of it is good for."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TypedDict

import click

from ... import __version__
from ...engines.cache import is_writable
from ...engines.planner import WORDS
from ...engines.profile import ENUMERATE, profiles
from ...limits import Limits, size_text
from .cache import cache_facts
from .options import echo_json, json_option
from .terminal import hanging

#: Packages that are not needed, what each is good for, and what installs it.
OPTIONAL = {
    "open_spiel": ("games for OpenSpiel", "boardproof[spiel]"),
    "pettingzoo": ("environments for all players", "boardproof[zoo]"),
    "gymnasium": ("environments for one seat", "boardproof[zoo]"),
    "resvg-py": ("pixels of boards, for environments", "boardproof[zoo]"),
    "numba-cuda": ("the cuda engine, with a GPU", "boardproof[cuda]"),
    "pandas": ("answers as its tables", "pandas"),
    "polars": ("answers as its tables", "polars"),
    "pyarrow": ("answers as its tables; solve --out values.parquet", "boardproof[tables]"),
    "torch": ("examples/alphazero.py, which learns games", "boardproof[learn]"),
    "ipykernel": ("boards in notebooks", "ipykernel"),
    "ray": ("the cluster engine", "boardproof[ray]"),
}
#: The names under which the browser is installed.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Component(TypedDict):
    """One thing that this machine has or lacks: what is found of it, and what it enables."""

    name: str
    present: bool
    found: str
    enables: str


class Diagnosis(TypedDict):
    """What this machine has; `well` where nothing that is needed is missing."""

    well: bool
    components: list[Component]


JSON = {"doctor": Diagnosis}


@click.command("doctor")
@json_option
def command(as_json: bool) -> None:
    """Show what is installed and what the machine has, and what each enables.

    Exits with status 1 where something that is needed is missing.
    """
    diagnosis = diagnose()
    if as_json:
        echo_json(diagnosis)
    else:
        width = max(len(one["name"]) for one in diagnosis["components"])
        for one in diagnosis["components"]:
            mark = click.style("✓", fg="green") if one["present"] else click.style("–", fg="yellow")
            about = hanging(f"{one['found']}: {one['enables']}", width + 4)
            click.echo(f"{mark} {one['name']:<{width}}  {about}")
    raise click.exceptions.Exit(0 if diagnosis["well"] else 1)


def diagnose() -> Diagnosis:
    """Look at everything; what is needed comes first."""
    needed = list(_needed())
    well = all(one["present"] for one in needed)
    return {"well": well, "components": [*needed, *_engines(), *_optional(), _browser()]}


def _component(name: str, present: bool, found: str, enables: str) -> Component:
    return {"name": name, "present": present, "found": found, "enables": enables}


def _needed() -> Iterator[Component]:
    limits, facts = Limits(), cache_facts()
    python = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield _component("boardproof", True, __version__, "rulebooks, engines, questions, the page")
    yield _component("python", True, python, "everything")
    for package in ("numpy", "numba", "oxidd", "python-sat"):
        installed = _version(package)
        yield _component(package, installed is not None, installed or "missing", NEEDED[package])
    yield _component("cores", True, str(limits.threads), "threads of the compiled engine")
    yield _component("memory", True, size_text(limits.limit), "positions that can be kept")
    writable = is_writable()
    what = f"{facts['folder']}, {size_text(facts['bytes'])}" + ("" if writable else ", read-only")
    yield _component("cache", writable, what, "machine code is made once for each game")


#: What the packages that are always installed are for.
NEEDED = {
    "numpy": "columns of positions",
    "numba": "the compiled engine",
    "oxidd": "the symbolic engine",
    "python-sat": "the sat engine",
}


def _engines() -> Iterator[Component]:
    for profile in profiles():
        lacking = profile.missing()
        able = [WORDS[ability] for ability in sorted(profile.abilities)]
        enables = str(profile) if ENUMERATE in profile.abilities else ", ".join(able)
        yield _component(f"engine {profile.name}", lacking is None, lacking or "ready", enables)


def _optional() -> Iterator[Component]:
    for package, (enables, install) in OPTIONAL.items():
        installed = _version(package)
        found = installed or f"not installed (pip install '{install}')"
        yield _component(package, installed is not None, found, enables)


def _browser() -> Component:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    return _component("chromium", path is not None, path or "not found", "tests of the page")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
