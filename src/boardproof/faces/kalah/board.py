"""Kalah's board by itself: look into holes, sow, fill pots; no turns, no captures, no end.

A `Board` holds a position of the kalah rulebook and changes it in place. Sides are `SOUTH` and
`NORTH`; holes are numbered from 1, and hole 0 is the side's pot.

What the board cannot do raises `BadInput`, and then nothing has changed: a side or hole that is
not there, sowing from a pot or an empty hole, more beans than a hole can hold.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...engines.contract import RuleEngine
from ...engines.planner import runner
from ...errors import BadInput, RuleBroken
from ...games.kalah import Kalah
from ...positions.position import Position
from ...reading.loader import load
from ...rules.elements import Player

SOUTH, NORTH = "South", "North"
Place = tuple[Player, int]


class Board:
    """A kalah board with `holes` holes per side and `beans` beans in each.

    >>> board = Board(holes=6, beans=4)
    >>> board
    Board(South=[4, 4, 4, 4, 4, 4] pot 0, North=[4, 4, 4, 4, 4, 4] pot 0)
    """

    def __init__(self, holes: int = 6, beans: int = 4) -> None:
        #: Runs the rules of this board.
        self.engine = _engine(holes=holes, beans=beans)
        self._position = self.engine.initial()

    @classmethod
    def of(cls, position: Position) -> Board:
        """Make a board that starts with a position of the kalah rulebook.

        >>> Board.of(Board(2, 1).position)
        Board(South=[1, 1] pot 0, North=[1, 1] pot 0)
        """
        if not isinstance(position.game, Kalah):
            raise BadInput(f"this is a position of {position.game.name}, not of kalah")
        board = cls.__new__(cls)
        board.engine, board._position = _engine(**position.game.parameters), position
        return board

    @property
    def position(self) -> Position:
        """The board as a position of the kalah rulebook; whose turn it is never changes.

        >>> Board(2, 1).position.board["North", 2]
        1
        """
        return self._position

    @property
    def holes(self) -> int:
        """The number of holes on a side, not counting the pot.

        >>> Board(6, 4).holes
        6
        """
        holes: int = self._position.game.parameters["holes"]
        return holes

    def turn_of(self, side: str) -> Position:
        """Return the board as a position in which a side is to move.

        >>> str(Board(2, 1).turn_of(NORTH).turn)
        'North'
        """
        return self._position.replace(turn=self._side(side))

    def beans(self, side: str, hole: int) -> int:
        """Count the beans in a hole, or in the pot for hole 0.

        >>> Board(6, 4).beans(NORTH, 3)
        4
        """
        beans: int = self._position.board[self._place(side, hole)]
        return beans

    def beans_in_play(self, side: str) -> int:
        """Count the beans in a side's holes, not those in its pot.

        >>> Board(6, 4).beans_in_play(SOUTH)
        24
        """
        beans: int = self.engine.ask(self._position, "in_play", self._side(side))
        return beans

    def total_beans(self) -> int:
        """Count all beans, those in the pots too.

        >>> Board(6, 4).total_beans()
        48
        """
        return sum(self._position.board.values())

    def sow(self, side: str, hole: int) -> tuple[str, int]:
        """Sow a hole's beans for a side; return where the last one fell. Nothing is captured.

        >>> board = Board(6, 4)
        >>> board.sow(SOUTH, 3)
        ('South', 0)
        >>> board
        Board(South=[4, 4, 0, 5, 5, 5] pot 1, North=[4, 4, 4, 4, 4, 4] pot 0)
        """
        place = self._hole(side, hole)
        if self._position.board[place] == 0:
            raise BadInput(f"{side}'s hole {hole} is empty: there is nothing to sow")
        try:
            end, self._position = self.engine.run(self._position, "sow", *place)
        except RuleBroken:
            full = f"no place holds more than {self._most()} beans"
            raise BadInput(f"{side}'s hole {hole} cannot be sown: {full}") from None
        return str(end[0]), int(end[1])

    def move_to_pot(self, side: str, hole: int, pot_owner: str) -> None:
        """Move all beans of a hole into the pot of either side.

        >>> board = Board(6, 4)
        >>> board.move_to_pot(NORTH, 2, SOUTH)
        >>> board.beans(NORTH, 2), board.beans(SOUTH, 0)
        (0, 4)
        """
        place, pot = self._hole(side, hole), self._place(pot_owner, 0)
        self._put({place: 0, pot: self._position.board[pot] + self._position.board[place]})

    def set_beans(self, side: str, hole: int, beans: int) -> None:
        """Set the number of beans in a hole, or in the pot for hole 0.

        >>> board = Board(6, 4)
        >>> board.set_beans(NORTH, 3, 10)
        >>> board.beans(NORTH, 3)
        10
        """
        self._put({self._place(side, hole): beans})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._position == other._position

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        sides = (
            f"{side}={[self.beans(side, hole) for hole in range(1, self.holes + 1)]} "
            f"pot {self.beans(side, 0)}"
            for side in (SOUTH, NORTH)
        )
        return f"Board({', '.join(sides)})"

    def _side(self, side: str) -> Player:
        players = self._position.game.players
        if side not in players:
            raise BadInput(f"no side is called {side!r}: there are {SOUTH} and {NORTH}")
        return players[side]

    def _place(self, side: str, hole: int) -> Place:
        """Find a hole or a pot."""
        place = self._side(side), hole
        if place not in self._position.board:
            raise BadInput(f"{side} has no hole {hole}: holes are 1 to {self.holes}, the pot is 0")
        return place

    def _hole(self, side: str, hole: int) -> Place:
        """Find a hole that is not a pot."""
        place = self._place(side, hole)
        if hole == 0:
            raise BadInput(f"hole 0 is {side}'s pot: beans that are in a pot stay there")
        return place

    def _put(self, beans: dict[Place, int]) -> None:
        for (side, hole), number in beans.items():
            if not 0 <= number <= self._most():
                where = f"hole {hole}" if hole else "pot"
                raise BadInput(
                    f"{side}'s {where} cannot hold {number} beans: it holds 0 to {self._most()}"
                )
        self._position = self._position.replace(board=beans)

    def _most(self) -> int:
        """Return the most beans that a place can hold: all that the board began with."""
        board: Any = self._position.game.variables["board"]
        most: int = board.values.last
        return most


@lru_cache
def _engine(**parameters: int) -> RuleEngine:
    return runner(load("kalah", **parameters))
