"""Random games: each thread plays its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...compiled.kernels.intrinsics import grid, u
from ...compiled.kernels.words import Array, Int, Words

if TYPE_CHECKING:
    from ...compiled.kernels.playouts import playouts
    from .intrinsics import cuda


@grid
def play(w: Words, games: Array, longest: Int, seeds: Array, tallies: Array, moves: Array) -> None:
    """Play games of random moves, as many as each thread is given, with its own seed."""
    for i in range(cuda.grid(1), games.size, cuda.gridsize(1)):
        moves[i] = playouts(w, games[i], longest, u(seeds[i]), tallies[i])
