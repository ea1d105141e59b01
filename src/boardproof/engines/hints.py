"""Hints: what was learnt about a game, kept for later runs; no answer depends on them."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ..ir.printer import print_rules
from ..ir.rules import Rules
from .cache import cache_folder, keep


def recall(rules: Rules, name: str) -> Any:
    """Return the hint of this name for a game, None where there is none.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> rules = read(Diagonals(size=2))
    >>> note(rules, "answer", [4, 2])
    >>> recall(rules, "answer"), recall(rules, "question")
    ([4, 2], None)
    """
    return _read_hints(_hint_file(rules)).get(name)


def note(rules: Rules, name: str, value: Any) -> None:
    """Store a hint for later runs; where it cannot be stored, it is learnt again."""
    file = _hint_file(rules)
    hints = {**_read_hints(file), name: value}
    with suppress(OSError):
        keep(file, msgspec.json.encode(hints).decode())


def _hint_file(rules: Rules) -> Path:
    """Return the file of hints of these rules, named by a digest of their text."""
    text = f"{rules.game.identity}\n{print_rules(rules)}"
    return cache_folder() / f"learnt_{hashlib.sha256(text.encode()).hexdigest()[:24]}.json"


def _read_hints(file: Path) -> dict[str, Any]:
    try:
        hints = msgspec.json.decode(file.read_bytes())
    except (OSError, msgspec.DecodeError):
        return {}
    return hints if isinstance(hints, dict) else {}
