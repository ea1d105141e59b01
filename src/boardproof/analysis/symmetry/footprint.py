"""What of a position a run of the rules reads and writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Footprint:
    """What of the position a run looks at and changes; `None` for a key that may be any."""

    reads: set[tuple[str, Any]] = field(default_factory=set)
    writes: set[tuple[str, Any]] = field(default_factory=set)
    refuses: bool = False

    def disturbs(self, other: Footprint) -> bool:
        """Whether what this run changes matters to another."""
        return any(_meet(a, b) for a in self.writes for b in other.reads | other.writes)


def _meet(a: tuple[str, Any], b: tuple[str, Any]) -> bool:
    return a[0] == b[0] and (a[1] is None or b[1] is None or a[1] == b[1])
