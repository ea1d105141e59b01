"""A rulebook on its way to other machines: by its name where it is installed, else as text."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...errors import RuleBroken
from ...ir.rules import Rules
from ...reading.loader import find_game, game_names, load
from ...reading.source import display_path
from ...rules.game import Game


@dataclass(frozen=True)
class Rulebook:
    """How a process elsewhere reads the same rules: from a game's name, or from a file's text."""

    name: str
    text: str | None
    parameters: dict[str, Any]
    #: What the file is called here.
    file: str = ""

    def read(self) -> Rules:
        """Read the rules."""
        if self.text is None:
            return load(self.name, **self.parameters)
        file, _, cls = self.name.partition(":")
        with TemporaryDirectory(prefix="boardproof-") as folder:
            path = Path(folder) / file
            path.write_text(self.text, encoding="utf-8")
            return load(f"{path}:{cls}", **self.parameters)

    def place_here(self, failure: Exception) -> Exception:
        """Return what went wrong elsewhere, with the place where the rule is written here."""
        if isinstance(failure, RuleBroken) and failure.place is not None and self.file:
            failure.place = replace(failure.place, file=self.file)
        return failure


def rulebook_of(game: Game) -> Rulebook:
    """Return how others read a game's rules.

    >>> from boardproof.rules.sample import Diagonals
    >>> rulebook_of(Diagonals()).name, rulebook_of(Diagonals()).read().game.name
    ('sample.py:Diagonals', 'diagonals')
    """
    name = next((name for name in game_names() if find_game(name) is type(game)), None)
    if name is not None:
        return Rulebook(name, None, game.parameters)
    file = Path(str(sys.modules[type(game).__module__].__file__))
    text = file.read_text(encoding="utf-8")
    name = f"{file.name}:{type(game).__name__}"
    return Rulebook(name, text, game.parameters, display_path(str(file)))
