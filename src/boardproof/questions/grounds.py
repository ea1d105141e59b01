"""What the answer of a solver rests on, in words."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

from ..statespace.goals import Aim

#: Seconds for a look whether a rule goes wrong.
FAULT_SECONDS = 10.0
#: A conflict of more conditions than so many explains nothing.
MOST_NAMED = 6


def unless_wrong(
    engine: Any, deadline: float, aims: Sequence[Aim] = (), depth: int | None = None
) -> str:
    """Return what an answer rests on, where a rule may go wrong; raise its error if one does."""
    moves = engine.faultless(aims, depth, min(deadline, monotonic() + FAULT_SECONDS))
    if moves is None:
        return ""
    within = "not known" if moves < 0 else f"known within {moves} moves"
    return f"; that no rule goes wrong is {within}"


def given(proof: Any) -> str:
    """Return the claims that a proof makes use of."""
    return f", given {', '.join(proof.lemmas)}" if proof.lemmas else ""


def conflict(engine: Any, aims: Sequence[Aim], deadline: float | None) -> str:
    """Return which conditions exclude each other, where no position meets all aims."""
    parts = engine.conflict(aims, deadline)
    if not 1 < len(parts) <= MOST_NAMED:
        return ""
    return f"; these exclude each other: {'; '.join(dict.fromkeys(map(str, parts)))}"
