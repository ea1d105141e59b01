"""Stretches of memory with positions in them, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ....limits import Limits
from .memory import zeros
from .visited import Column

#: As many blocks as there are lie in one stretch of memory, up to so many.
MOST = 64


@dataclass
class Block:
    """A stretch of memory with positions in it; where these are numbered, its first number."""

    columns: list[Column]
    count: int = 0
    done: int = 0
    first: int = 0


class BlockSource(Protocol):
    """Where blocks come from, and go once they are done."""

    def take(self) -> Block:
        """Return an empty block."""
        ...

    def give(self, block: Block) -> None:
        """Take back a block that is done."""
        ...

    def lend(self, state: Column) -> None:
        """Let a thread have what else it needs before it runs the kernel."""
        ...

    def take_back(self, state: Column, last: Block) -> None:
        """Take back what a thread has left once a ply is done, the end of its last block too."""
        ...


class BlockPool:
    """Pieces that are used again and again."""

    def __init__(self, words: int, size: int, limits: Limits) -> None:
        self._words, self.size, self._limits = words, size, limits
        self._free: list[Block] = []
        self._untouched: list[Block] = []
        self._made = 0

    def take(self) -> Block:
        """Return an empty block."""
        if self._free:
            return self._free.pop()
        self._limits.require_memory(8 * self._words * self.size)
        if not self._untouched:
            self._make(min(max(1, self._made), MOST))
        return self._untouched.pop()

    def _make(self, count: int) -> None:
        """Make some blocks in one stretch of memory, the first to be taken first."""
        stretches = [zeros(count * self.size).reshape(count, -1) for _ in range(self._words)]
        self._untouched = [Block(list(columns)) for columns in zip(*stretches, strict=True)][::-1]
        self._made += count

    def give(self, block: Block) -> None:
        """Take back a block that is done."""
        block.count = block.done = 0
        self._free.append(block)

    def lend(self, state: Column) -> None:
        """Need nothing else."""

    def take_back(self, state: Column, last: Block) -> None:
        """Leave a block that has positions as it is till it is done."""
        if not last.count:
            self.give(last)
