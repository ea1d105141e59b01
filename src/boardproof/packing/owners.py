"""Which shard owns a position."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .columns import Array

#: Odd numbers that no table hashes by: the positions of a shard must not crowd its tables.
FIRST, OTHERS = np.uint64(0xD6E8FEB86659FD93), np.uint64(0xA0761D6478BD642F)
#: The bits of a product that all bits of a word have changed.
HIGH = np.uint64(32)


def owners_of(words: Sequence[Array], shards: int) -> Array:
    """Return the number of the shard that owns each of some positions.

    >>> owners = owners_of([np.arange(30_000, dtype=np.uint64)], 3)
    >>> [int(size) // 1000 for size in np.bincount(owners)]
    [9, 9, 10]
    """
    mixed = np.zeros(len(words[0]), np.uint64)
    for word in words:
        mixed = (mixed * OTHERS) ^ (word * FIRST)
        mixed ^= mixed >> HIGH
    mixed *= FIRST
    owners: Array = ((mixed >> HIGH) % np.uint64(shards)).astype(np.int64)
    return owners


def owner_of(words: Sequence[int], shards: int) -> int:
    """Return the number of the shard that owns a position.

    >>> owner_of((12345,), 1), owner_of((5,), 3) == owners_of([np.array([5], np.uint64)], 3)[0]
    (0, np.True_)
    """
    if shards == 1:
        return 0
    return int(owners_of([np.array([word], np.uint64) for word in words], shards)[0])


def cut(columns: Sequence[Array], words: int, shards: int) -> list[list[Array]]:
    """Cut rows in order into those of each shard, which are in order too."""
    owners = owners_of(columns[:words], shards)
    return [[column[owners == shard] for column in columns] for shard in range(shards)]
