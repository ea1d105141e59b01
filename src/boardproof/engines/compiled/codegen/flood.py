"""Flood fill: the set of what can be reached on a board, as a function on words.

Where neighbours are translations it shifts a word; elsewhere it takes the places whose neighbours
it has not looked at yet from a word, bit by bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....rules.grids import BoardDomain
from .values import u64

if TYPE_CHECKING:
    from .program import Program

#: Neighbours that lie in more directions than this are looked up.
MOST_DIRECTIONS = 12


def flood_fill(program: Program, board: BoardDomain[Any]) -> str:
    """Return the name of the function of two words that fills the second from the first."""
    name, beside = program.functions.name("reach"), _ways(board)
    body = _by_shifts(beside) if len(beside) <= MOST_DIRECTIONS else _by_table(program, board)
    head = ["@inner", f"def {name}(start, within):", "    reached = start & within"]
    return program.functions.keep_once(name, [*head, *body, "    return reached", ""])


def _ways(board: BoardDomain[Any]) -> dict[int, int]:
    """Return for each direction, a number of bits, the places that have a neighbour there."""
    ways: dict[int, int] = {}
    for at, place in enumerate(board):
        for other in place.neighbours:
            way = board.index(other) - at
            ways[way] = ways.get(way, 0) | 1 << at
    return ways


def _by_shifts(ways: dict[int, int]) -> list[str]:
    """Write rounds that step in all directions, until one adds nothing."""
    lines = ["    grown, reached = reached, u(0)", "    while grown != reached:"]
    lines.append("        reached = grown")
    for way, mask in sorted(ways.items()):
        shift = f"<< {u64(way)}" if way > 0 else f">> {u64(-way)}"
        lines.append(f"        grown |= ((grown & {u64(mask)}) {shift}) & within")
    return lines


def _by_table(program: Program, board: BoardDomain[Any]) -> list[str]:
    """Write a walk that takes each place it reaches once."""
    masks = [sum(1 << board.index(other) for other in place.neighbours) for place in board]
    mask = program.tables.word(masks, "lowest(ahead)")
    beside = u64(mask) if isinstance(mask, int) else mask
    return [
        "    ahead = reached",
        "    while ahead != u(0):",
        f"        more = {beside} & within & ~reached",
        "        ahead = (ahead & (ahead - u(1))) | more",
        "        reached |= more",
    ]
