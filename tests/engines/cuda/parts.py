"""Holds the engine cuda to the reference engine where tables are made in parts.

A program of its own: the GPU is simulated, and is said to have hardly any memory. Arguments are
games; what differs is printed, and the exit status is 1 where anything does, or was made in one.
Every other time that memory is taken, a block or a layer is moved away first.
"""

import sys
from itertools import cycle
from typing import Any

from boardproof.engines.cuda import hash_tables
from boardproof.engines.cuda.device import Device

#: The memory that is said to be free, and the least table.
BYTES, PLACES = 512, 4


def note_parts() -> set[int]:
    """Leave hardly any memory; return a set of the numbers of parts, to be filled."""
    begin, seen = hash_tables.DeviceTable.begin, set[int]()

    def noted(table: Any, expected: int) -> None:
        begin(table, expected)
        seen.add(table.parts)

    table: Any = hash_tables.DeviceTable
    device: Any = Device
    table.begin, device.free = noted, property(lambda _: BYTES)
    hash_tables.SMALLEST = PLACES
    return seen


def spill_often() -> None:
    """Let memory be short every other time that some is taken."""
    take, is_short = Device._taken, cycle([False, True])

    def taken(gpu: Any, what: Any) -> Any:
        spiller = gpu._spiller()
        if spiller is not None and next(is_short):
            spiller.spill()
        return take(gpu, what)

    device: Any = Device
    device._taken = taken


def main(games: list[str]) -> int:
    import simulated  # beside this file

    parts = note_parts()
    spill_often()
    wrong = simulated.main(games)
    print(f"at most {max(parts)} parts")
    return wrong or int(max(parts) == 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
