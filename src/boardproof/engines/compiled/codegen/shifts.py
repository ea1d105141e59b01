"""Families: the same test, or the same move, at many places of one word.

Where tests differ only by a shift, one word says where all of them hold. A move that then sets
and clears bits there is made for each bit of that word, and an element that is looked for is its
lowest bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .values import Masked, shifted_word, u64

FULL = (1 << 64) - 1


@dataclass(frozen=True)
class Family:
    """Tests of one shape: where each starts, in the order they were given."""

    word: str
    shape: int
    wants: str  # "none", "some" or "all" of the shape's bits
    starts: tuple[int, ...]

    @property
    def code(self) -> str:
        """Write the word that has a bit at each start whose test holds."""
        shifted = shifted_word(self.word, self.shape, whole=self.wants == "all")
        opposite = "~" if self.wants == "none" else ""
        return f"({opposite}{shifted} & {u64(sum(1 << s for s in self.starts))})"


def family_of(tests: list[Any]) -> Family | None:
    """Return the family that tests form, None where they are not all of one shape."""
    kinds, starts = set(), []
    for test in tests:
        if not isinstance(test, Masked):
            return None
        wants = _wants(test)
        if wants is None:
            return None
        start = (test.mask & -test.mask).bit_length() - 1
        kinds.add((test.word, test.mask >> start, wants))
        starts.append(start)
    if len(kinds) != 1 or len(set(starts)) != len(starts):
        return None
    word, shape, wants = kinds.pop()
    return Family(word, shape, wants, tuple(starts))


def _wants(test: Masked) -> str | None:
    if test.value == 0:
        return "none" if test.holds else "some"
    return "all" if test.value == test.mask and test.holds else None


@dataclass(frozen=True)
class WordChange:
    """What a move does to a word: bits it clears, then bits it sets."""

    clears: int = 0
    sets: int = 0

    def then(self, clears: int, sets: int) -> WordChange:
        """Add a further change."""
        return WordChange(self.clears | clears, (self.sets & ~clears) | sets)

    def assuming(self, test: Masked) -> WordChange:
        """Leave out what the test already says: clearing what is clear, setting what is set."""
        if not test.holds:
            return self
        zeros, ones = test.mask & ~test.value, test.value
        return WordChange(self.clears & ~self.sets & ~zeros, self.sets & ~ones)


def moved_change(
    changes: list[WordChange], starts: tuple[int, ...]
) -> tuple[WordChange, WordChange] | None:
    """Split changes into what all share and what moves with the start; None where they do not."""
    shared = WordChange(_common(c.clears for c in changes), _common(c.sets for c in changes))
    moving = {
        ((c.clears & ~shared.clears) >> s, (c.sets & ~shared.sets) >> s)
        for c, s in zip(changes, starts, strict=True)
    }
    if len(moving) != 1:
        return None
    clears, sets = moving.pop()
    whole = all(
        clears << s == c.clears & ~shared.clears and sets << s == c.sets & ~shared.sets
        for c, s in zip(changes, starts, strict=True)
    )
    return (shared, WordChange(clears, sets)) if whole else None


def _common(masks: Any) -> int:
    common = FULL
    for mask in masks:
        common &= mask
    return common


def write_moves(family: Family, shared: WordChange, moving: WordChange, words: int) -> list[str]:
    """Write the loop that makes a move at every start where it is legal."""
    index = int(family.word[1:])
    child = f"w{index}"
    if shared.clears | shared.sets:
        child = f"(({child} & {u64(~shared.clears & FULL)}) | {u64(shared.sets)})"
    if moving.clears:
        child = f"({child} & ~{_at(moving.clears)})"
    if moving.sets:
        child = f"({child} | {_at(moving.sets)})"
    lines = [f"legal = {family.code}", "while legal != u(0):", "    bit = legal & (~legal + u(1))"]
    lines += ["    legal ^= bit"]
    for i in range(words):
        lines.append(f"    out{i}[count] = {child if i == index else f'w{i}'}")
    return [*lines, "    count += u(1)"]


def _at(shape: int) -> str:
    """Write a shape moved to the bit."""
    return "bit" if shape == 1 else f"(bit * {u64(shape)})"
