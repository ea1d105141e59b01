"""Which of the instances of a query is wanted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Selection:
    """Which instance is wanted: by number or at random; possibly one for each symmetry class.

    Where they are many, instances are counted only if `count` says so.
    """

    number: int = 1
    seed: int | None = None
    alike_once: bool = False
    count: bool = False

    @property
    def simple(self) -> bool:
        """Whether the first instance is wanted, counted or not."""
        return self.number == 1 and self.seed is None and not self.alike_once

    @property
    def any(self) -> bool:
        """Whether any instance will do, and nobody asks how many there are."""
        return self.simple and not self.count
