"""The rules as kernels see them: a function that expands a block of positions, and its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ....errors import TooLarge
from ....positions.position import Position
from ..codegen.values import code_of

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: Children in a block: what is asked for on their behalf stays near till it is used.
CHILDREN = 1 << 7


class RuleBlock:
    """What one thread needs to expand positions, a block at a time.

    Games start from the position that is given, if any; no move need lead to that.
    """

    def __init__(self, engine: CompiledEngine, start: Position | None = None) -> None:
        self._engine, start = engine, start or engine.initial()
        self.room = CHILDREN + engine.program.most_children
        opening = code_of(
            engine.reference.result(start), engine.game.players, engine.program.points
        )
        self._origin = [np.array([word, word]) for word in engine.pack(start)]
        children = [np.empty(self.room, np.uint64) for _ in self._origin]
        of_positions = [np.empty(CHILDREN, np.int64) for _ in range(3)]
        #: What kernels take first of all.
        self.arguments: tuple[Any, ...] = (
            engine.expanding, *self._origin, opening, *children, np.empty(self.room, np.uint64),
            *of_positions,
        )  # fmt: skip

    def explain(self) -> None:
        """Let the reference engine say what is wrong with the position that was being expanded."""
        words = [column[1] for column in self._origin]
        self._engine.reference.successors(self._engine.unpack(words))
        if self._engine.rules.has_turns:
            raise TooLarge("a position has more turns than the compiled engine has room for")
