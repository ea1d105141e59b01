"""What was learnt of a game: hints for the next time, which no answer depends on."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ..ir.printer import print_rules
from ..ir.rules import Rules
from .cache import cache_folder, keep


def recall(rules: Rules, what: str) -> Any:
    """Give what was noted of a game under this name, None where nothing was.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> rules = read(Diagonals(size=2))
    >>> note(rules, "answer", [4, 2])
    >>> recall(rules, "answer"), recall(rules, "question")
    ([4, 2], None)
    """
    return _notes(_page(rules)).get(what)


def note(rules: Rules, what: str, value: Any) -> None:
    """Keep a hint for the next time; where nothing can be kept, it is learnt again."""
    page = _page(rules)
    notes = {**_notes(page), what: value}
    with suppress(OSError):
        keep(page, msgspec.json.encode(notes).decode())


def _page(rules: Rules) -> Path:
    """Give the file of these rules: other rules of the same name have another."""
    text = f"{rules.game.identity}\n{print_rules(rules)}"
    return cache_folder() / f"learnt_{hashlib.sha256(text.encode()).hexdigest()[:24]}.json"


def _notes(page: Path) -> dict[str, Any]:
    try:
        notes = msgspec.json.decode(page.read_bytes())
    except (OSError, msgspec.DecodeError):
        return {}
    return notes if isinstance(notes, dict) else {}
