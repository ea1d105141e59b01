"""A crew: threads that expand the positions of one ply between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from ....limits import Limits
from ..kernels.intrinsics import RuleFault
from .memory import zeros
from .visited import Column, VisitedSet

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: Positions in a piece, which one thread expands at a time.
PIECE = 1 << 16
#: Progress is told after so many pieces.
REPORT = 16


@dataclass
class Block:
    """A stretch of memory with positions in it."""

    columns: list[Column]
    count: int = 0
    done: int = 0


class BlockPool:
    """Pieces that are used again and again."""

    def __init__(self, words: int, size: int, limits: Limits) -> None:
        self._words, self.size, self._limits = words, size, limits
        self._free: list[Block] = []

    def take(self) -> Block:
        """Return an empty piece."""
        try:
            return self._free.pop()
        except IndexError:
            self._limits.room(8 * self._words * self.size)
            return Block([zeros(self.size) for _ in range(self._words)])

    def give(self, piece: Block) -> None:
        """Take back a piece that is done."""
        piece.count = piece.done = 0
        self._free.append(piece)


class Worker:
    """What one thread has for itself: its counts, and the piece it fills."""

    def __init__(self, results: int, pieces: BlockPool) -> None:
        self.tally = np.zeros(results, np.int64)
        self.moves = self.stuck = self.found = self.positions = 0
        self.graded = True
        self.state = np.zeros(6, np.int64)
        self.filled: list[Block] = []
        self._pieces = pieces

    def room_for(self, moves: int) -> Block:
        """Return the piece to fill, a new one where not even one position's moves fit any more."""
        if not self.filled or len(self.filled[-1].columns[0]) - self.filled[-1].count <= moves:
            self.filled.append(self._pieces.take())
        return self.filled[-1]

    def note(self, piece: Block) -> int:
        """Add up what the kernel counted; give how many positions it found."""
        found, moves, stuck, graded, _, positions = map(int, self.state)
        new, piece.count = found - piece.count, found
        self.found += new
        self.moves += moves
        self.positions += positions
        self.stuck += stuck
        self.graded &= bool(graded)
        return new


class LayerJob:
    """All hands at work on one ply."""

    def __init__(self, crew: WorkerPool, todo: Sequence[Block], seen: VisitedSet, ply: int) -> None:
        self._crew, self._seen, self._ply = crew, seen, ply
        self._todo = deque(todo)
        self._stopped = False
        self._lock = Lock()
        self.hands = [Worker(crew.results, crew.pieces) for _ in range(crew.threads)]

    @property
    def found(self) -> int:
        """How many positions were found so far."""
        return sum(hand.found for hand in self.hands)

    @property
    def graded(self) -> bool:
        """Whether every position so far fits its grade."""
        return all(hand.graded for hand in self.hands)

    def filled(self) -> list[Block]:
        """Return the pieces with what was found."""
        return [piece for hand in self.hands for piece in hand.filled if piece.count]

    def run(self, tell: Callable[[int], None]) -> None:
        """Expand everything, or stop when a position does not fit its grade."""
        while self._todo and not self._stopped:
            self._round(tell)
            if self._todo and not self._stopped:
                self._make_room()

    def _round(self, tell: Callable[[int], None]) -> None:
        """Work until all is done, or the table is as full as it may be."""
        others: list[Future[None]] = []
        try:
            for hand in self.hands[1:]:
                others.append(self._crew.pool.submit(self._work, hand))
            self._work(self.hands[0], tell)
            for other in others:
                other.result()
        finally:
            # Reached early when work was interrupted: the others stop after their pieces.
            self._stopped |= not all(other.done() for other in others)

    def _work(self, hand: Worker, tell: Callable[[int], None] | None = None) -> None:
        """Take pieces as long as there are any; what goes wrong stops the others too."""
        pieces = 0
        try:
            while not self._stopped and (piece := self._next()):
                if not self._expand(hand, piece):
                    self._todo.appendleft(piece)
                    return
                self._crew.pieces.give(piece)
                pieces += 1
                if tell and pieces % REPORT == 0:
                    tell(self.found)
        except BaseException:
            self._stopped = True
            raise

    def _next(self) -> Block | None:
        try:
            return self._todo.popleft()
        except IndexError:
            return None

    def _expand(self, hand: Worker, piece: Block) -> bool:
        """Expand a piece; False when the table has no room for all of it."""
        moves = self._crew.moves
        while piece.done < piece.count:
            into = hand.room_for(moves)
            granted = self._grant(len(into.columns[0]) - into.count)
            if granted <= moves:
                self._return(granted)
                return False
            hand.state[:] = into.count, 0, 0, 1, 0, 0
            self._run_kernel(hand, piece, into, into.count + granted)
            self._return(granted - hand.note(into))
            if not hand.graded:
                self._stopped = True
                return False
        return True

    def _run_kernel(self, hand: Worker, piece: Block, into: Block, limit: int) -> None:
        crew = self._crew
        try:
            piece.done = crew.kernel(self._seen.kernel)(
                *piece.columns, piece.done, piece.count, *self._seen.columns, *into.columns, limit,
                hand.state, hand.tally, crew.grade, self._ply, self._seen.stage, crew.threads > 1,
                *crew.images,
            )  # fmt: skip
        except RuleFault:
            crew.explain([column[hand.state[4]] for column in piece.columns])
            raise

    def _grant(self, wanted: int) -> int:
        """Set room in the table apart for one hand, and leave some for the others."""
        with self._lock:
            room, threads = self._seen.room, len(self.hands)
            share = room if threads == 1 else max(room // (2 * threads), 4 * self._crew.moves)
            granted = max(0, min(wanted, share, room))
            self._seen.took(granted)
            return granted

    def _return(self, left: int) -> None:
        with self._lock:
            self._seen.took(-left)

    def _make_room(self) -> None:
        while self._seen.room <= 4 * self._crew.moves * len(self.hands):
            self._seen.grow()


class WorkerPool:
    """The threads of a search, and what they share."""

    def __init__(
        self, engine: CompiledEngine, limits: Limits, threads: int = 1, symmetry: bool = True
    ) -> None:
        self._engine, self.threads = engine, threads
        self.results, self.moves = engine.results, len(engine.moves)
        self.pieces = BlockPool(engine.layout.words, max(PIECE, 4 * self.moves), limits)
        self.images = engine.images(limits.symmetry and symmetry)
        # In one ply all threads write the same number, so none needs an array of its own.
        self.grade = np.full(engine.program.grades, -1, np.int32)
        self.pool = ThreadPoolExecutor(max(1, threads - 1))

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown()

    @property
    def alike(self) -> bool:
        """Whether one position stands for all that are alike."""
        return len(self.images[0]) > 0

    def kernel(self, name: str) -> Any:
        """Return a kernel, in the form that the symmetries ask for."""
        return getattr(self._engine.machine, f"{name}_alike" if self.alike else name)

    def explain(self, words: Any) -> None:
        """Let the reference engine say what is wrong with a position that was being expanded."""
        self._engine.reference.successors(self._engine.unpack(words))
