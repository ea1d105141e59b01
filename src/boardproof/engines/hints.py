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
    hints = _read_hints(_hint_file(rules))
    return hints.get(_digest(print_rules(rules)), {}).get(name) if hints else None


def note(rules: Rules, name: str, value: Any) -> None:
    """Store a hint for later runs; where it cannot be stored, it is learnt again."""
    file, own = _hint_file(rules), _digest(print_rules(rules))
    hints = _read_hints(file)
    hints[own] = {**hints.get(own, {}), name: value}
    with suppress(OSError):
        keep(file, msgspec.json.encode(hints).decode())


def _hint_file(rules: Rules) -> Path:
    """Return the file of the hints of all rules of this name: their text tells them apart in it.

    Where there is none, the rules need not be written out.
    """
    return cache_folder() / f"learnt_{_digest(rules.game.identity)}.json"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _read_hints(file: Path) -> dict[str, dict[str, Any]]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Any]])
    except (OSError, msgspec.DecodeError):
        return {}
