"""Numbers that these kernels and those who launch them agree on."""

from __future__ import annotations

#: What a launch counts: new positions, moves, stuck, positions, those done, and those changed.
NEW, MOVES, STUCK, POSITIONS, DONE, CHANGED = range(6)
STATE = 8
#: How many counts the threads of a block keep between them, before they add them to all.
SHARED = 512
#: A thread looks at one place of a hash table at a time: each is a line of its own.
LINE = 1
