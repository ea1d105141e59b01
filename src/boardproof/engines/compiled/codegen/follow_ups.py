"""Following: a player who always answers in the same chain, and what that proves.

All places of a chain lie equally far apart on a board of bits, so that one shift goes a step up all
chains at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ....analysis.chains import Chains, chains_of, line_endings
from ....packing.fields import Field
from ....rules.state import MapVariable
from .lines import Lines, line_tests, lines_of, winning_lines
from .program import Program
from .values import u64


@dataclass(frozen=True)
class FollowUps:
    """Chains as bits of a board, each player's board, and the lines on it, counted from bit 0.

    `wins` says that a game is over with a line, and only then or with the last place taken.
    """

    chains: Chains
    bits: tuple[tuple[int, ...], ...]
    boards: tuple[Field, ...]
    lines: tuple[tuple[Lines, ...], ...]
    wins: bool

    @property
    def stride(self) -> int:
        """How far the places of a chain lie apart."""
        return next((chain[1] - chain[0] for chain in self.bits if len(chain) > 1), 1)

    @property
    def _longest(self) -> int:
        return max(map(len, self.bits))

    def constants(self) -> dict[str, Any]:
        """Return what the kernels are made for that follow chains."""
        return {
            "FOLLOWING": True,
            "PLACES": _bits(place for chain in self.bits for place in chain),
            "FIRSTS": _bits(chain[0] for chain in self.bits),
            "LASTS": _bits(chain[-1] for chain in self.bits),
            "STEPS": self._longest - 1,
            "ODD_LENGTH": self._longest % 2 == 1,
            "STRIDE": abs(self.stride),
            "ASCENDING": self.stride > 0,
            "LINE_ENDS": self.wins,
        }

    def source(self, words: list[str]) -> list[str]:
        """Write which places a player has, which would win, and how many lines are among some."""
        given = f"player, {', '.join(words)}"
        own, win = (
            ["@inner", f"def places_of({given}):"],
            ["@inner", f"def places_to_win({given}):"],
        )
        count = ["@inner", "def lines_among(player, x):"]
        for number, (board, lines) in enumerate(zip(self.boards, self.lines, strict=True)):
            here, moved = (
                f"    if player == {number}:",
                f">> {u64(board.offset)} & {u64(board.ones)}",
            )
            own += [here, f"        return w{board.word} {moved}"]
            win += [here, f"        return threats({given}) {moved}"]
            count += [here, f"        return {' + '.join(map(_whole, lines))}"]
        return [
            *own,
            "    return u(0)",
            "",
            *win,
            "    return u(0)",
            "",
            *count,
            "    return i64(0)",
            "",
        ]


def follow_ups(program: Program) -> FollowUps | None:
    """Return how a game's chains are followed, None where it has none or lines do not decide."""
    chains = chains_of(program.rules)
    packed = program.layout.packed[chains.board] if chains else None
    if chains is None or packed is None or not packed.planes:
        return None
    variable, players = packed.variable, program.rules.game.players
    assert isinstance(variable, MapVariable)
    if variable.values.elements[0] is not None:
        return None
    boards = tuple(packed.fields[variable.values.index(player) - 1] for player in players)
    bits = tuple(tuple(map(variable.domain.index, chain)) for chain in chains.places)
    lines = winning_lines(program)
    if not _is_even(bits) or not all(
        lines[player] and all(_lies_on(family, board) for family in lines[player])
        for player, board in zip(players, boards, strict=True)
    ):
        return None
    tests = line_tests(program)
    if lines_of(program, (test for test, _ in tests)) != lines:
        return None  # some are asked for of one player alone, or of nobody
    endings = line_endings(program.rules, chains, tests)
    if not endings.wins:
        return None
    moved = [
        tuple(_from_zero(family, board) for family in lines[player])
        for player, board in zip(players, boards, strict=True)
    ]
    return FollowUps(chains, bits, boards, tuple(moved), endings.ends)


def _is_even(chains: tuple[tuple[int, ...], ...]) -> bool:
    """Whether all places of all chains lie equally far apart.

    >>> _is_even(((0, 3, 6), (1, 4))), _is_even(((0, 3, 6), (1, 2)))
    (True, False)
    """
    return len({b - a for chain in chains for a, b in pairwise(chain)}) <= 1


def _lies_on(family: Lines, board: Field) -> bool:
    """Whether lines lie on a board, and on nothing else."""
    masks = (family.shape << start for start in family.starts)
    return family.word == f"w{board.word}" and all(mask & ~board.mask == 0 for mask in masks)


def _from_zero(family: Lines, board: Field) -> Lines:
    starts = tuple(start - board.offset for start in family.starts)
    return Lines("x", family.shape, starts)


def _whole(family: Lines) -> str:
    """Write how many of the lines are whole."""
    offsets = [i for i in range(family.shape.bit_length()) if family.shape >> i & 1]
    parts = [f"(x >> {u64(offset)})" if offset else "x" for offset in offsets]
    return f"popcount({' & '.join([family.where, *parts])})"


def _bits(places: Any) -> int:
    return sum(1 << place for place in places)
