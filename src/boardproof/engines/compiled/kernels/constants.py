"""Numbers that kernels and those who call them agree on."""

from __future__ import annotations

from typing import Any

import numpy as np

#: A place of a hash table that holds nothing, or a position that is just being written.
EMPTY, BUSY = np.uint64(0xFFFFFFFFFFFFFFFF), np.uint64(0xFFFFFFFFFFFFFFFE)
#: A line of memory has so many places of a table: they are looked at all at once.
LINE, LINE_BITS = 8, 3
#: Said instead of the bits of positions where they are hashed to any place of a table.
HASHED = -1
#: How many look-ups are in flight at once: their memory is prefetched.
DEPTH = 32
#: Positions in a batch: the children of all are asked for before the first is looked up.
BATCH = 16
#: How many images of a position are worked out together, and links are copied.
LANES = 4
#: How many moves are guessed before all legal ones are listed.
GUESSES = 2
#: A table's number for a key that it does not have.
ABSENT = -(1 << 61)

#: What expanding does with the positions it comes to: it forgets them after a ply, counts the moves
#: that arrive at each, or takes those back; it notes what moves lead to, or only keeps positions.
LAYERED, ARRIVING, LEAVING, LINKING, KEEPING = range(5)
#: What a thread of a search has beside its counts: the part it goes over, with the next row and the
#: end; where positions are numbered, the first child's number, and the links that are free.
STATE = 10
PART, ROW, END, FIRST_CHILD, LINK, LAST_LINK = range(4, STATE)
#: What is said of a part: its first row and its end in a block, the number of the block's first
#: row, and where the block's columns lie.
BEGIN, UNTIL, FIRST, ADDRESS = range(4)
#: How far ahead memory is asked for where what comes is known.
AHEAD = 12
#: How many links are brought near at a time.
NEAR = 256
#: How settling goes over positions: those whose children are all settled, values only, or all; or
#: it only takes note of those children that are in a part of the shelf.
SETTLING, VALUING, FINISHING, NOTING = range(4)

#: What the search keeps of each ply on its path.
FIELDS = 9
COUNT, AT, BEST, SURE, CHOSEN, MINE, STOOD, BEFORE, MARKED = range(FIELDS)
#: After so many positions below it, a position is marked as one that a thread is busy with.
HEAVY = 256
#: Places for such marks, a power of two.
MARKS = 1 << 12
#: More than anything is worth.
FAR: Any = np.int64(1 << 40)
#: The depth of an answer that leans on no evaluation.
SURELY = 127
#: What an endgame is worth that leads round in circles, or that is not worked out yet.
UNKNOWN, OPEN = 127, -128
