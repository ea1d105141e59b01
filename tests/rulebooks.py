"""Rulebooks that several tests load: small ones of their own, and those of the library."""

from pathlib import Path
from typing import Any

from boardproof import load
from boardproof.ir.rules import Rules

FOLDER = Path(__file__).parent / "engines" / "rulebooks"


def load_rulebook(name: str, **parameters: Any) -> Rules:
    """Load a rulebook of the tests by the name of its file, or a game of the library by its own."""
    path = FOLDER / f"{name}.py"
    return load(str(path) if path.exists() else name, **parameters)
