"""Thousands of games at once, on machine code; what is seen of them has the names it has in Pgx.

    batch = Batch("connect-four", columns=6, rows=5)
    state = batch.init(4096, seed=1)
    state = batch.step(state, batch.random_actions(state))

An action is the number of a move in the rulebook's order; a turn of several steps is as many
actions. Observations are the planes of `boardproof.packing.planes`, as whole numbers: divided by
`batch.scale` they lie between 0 and 1.

With `device="cuda"`, games are played on a GPU, and all arrays lie in its memory; whoever works
there takes them by DLPack. The same seed plays the same games on either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random
from typing import Any

import numpy as np

from .engines.compiled import COMPILED
from .engines.compiled.answers.result_table import payoffs
from .engines.compiled.batch import BatchKernels
from .engines.compiled.engine import CompiledEngine
from .engines.cuda import CUDA
from .engines.starts import starting_set
from .errors import BadInput, TooLarge
from .ir.rules import Rules
from .packing.columns import Array
from .packing.planes import ObservationPlanes
from .positions.position import Position
from .reading.loader import load

#: The engine that plays on each device.
ENGINES = {"cpu": COMPILED, "cuda": CUDA}
#: There is a row of payoffs for each result that there can be, of so many at most.
MOST_RESULTS = 1 << 20


@dataclass(frozen=True)
class BatchState:
    """Many games at a moment; each array has a row for each game, and stays as it is.

    `current_player` is the seat that is to move, -1 where the game is over. `rewards` is what each
    player got by the last action, `terminated` and `truncated` whether that ended the game.
    """

    current_player: Array
    observation: Array
    legal_action_mask: Array
    rewards: Array
    terminated: Array
    truncated: Array
    step_count: Array
    words: tuple[Array, ...]


class Batch:
    """Plays many games of a rulebook at once.

    A game that has ended stays as it is, with no rewards and no legal action. With `autoreset`,
    another begins in the same step: then the rewards and the end are those of the game before, and
    all else is the new one's. An illegal action ends a game: whoever made it gets -1.
    `max_steps`, where it is not 0, is the number of actions after which a game is cut off. The
    `device` is the processor, "cpu", or a GPU, "cuda".

    >>> batch = Batch("tic-tac-toe")
    >>> state = batch.init(2)
    >>> state = batch.step(state, np.array([4, 0]))
    >>> state.current_player.tolist(), state.legal_action_mask.sum(axis=1).tolist()
    ([1, 1], [8, 8])
    >>> state.observation.shape, state.observation[:, 1].reshape(2, 9).argmax(axis=1).tolist()
    ((2, 5, 3, 3), [4, 0])
    """

    def __init__(
        self,
        game: str | Rules,
        max_steps: int = 0,
        autoreset: bool = False,
        seed: int = 0,
        device: str = "cpu",
        **parameters: Any,
    ) -> None:
        if device not in ENGINES:
            raise BadInput(f"a batch is played on {' or '.join(ENGINES)}, not on {device!r}")
        self.rules = load(game, **parameters) if isinstance(game, str) else game
        self.max_steps, self.autoreset = max_steps, autoreset
        self.engine: CompiledEngine = ENGINES[device].engine()(self.rules)
        self.planes = ObservationPlanes(self.rules.game)
        if self.engine.results > MOST_RESULTS:
            raise TooLarge(f"{self.rules.game.identity} has too many results to play in a batch")
        self.moves, self.players = self.engine.moves, self.rules.game.players
        self.num_actions, self.num_players = len(self.moves), len(self.players)
        self.scale = self.planes.scale
        self._kernels: BatchKernels = self.engine.new_batch(self.planes)
        self._kind = np.uint8 if self.scale.max() < 256 else np.uint16
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Begin the random choices anew: of actions, and of where games start."""
        self._chance = Random(seed)

    def _drawn(self) -> np.uint64:
        """Return a number that each row's random choices of one call are made of."""
        return np.uint64(self._chance.getrandbits(64))

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The planes, rows and columns of one observation."""
        return self.planes.shape

    def init(self, games: int, seed: int | None = None) -> BatchState:
        """Return so many games at their start."""
        if games < 1:
            raise BadInput(f"a batch has 1 game or more, not {games}")
        if seed is not None:
            self.seed(seed)
        choice = np.random.default_rng(int(self._drawn()))
        chosen = choice.integers(len(self._starts[0]), size=games)
        return self._at([column[chosen] for column in self._starts])

    def at(self, positions: list[Position]) -> BatchState:
        """Return games that stand at some positions."""
        packed = [self.engine.layout.pack(position) for position in positions]
        return self._at([np.array(column, np.uint64) for column in zip(*packed, strict=True)])

    def _at(self, words: list[Array]) -> BatchState:
        size = len(words[0])
        state = self._new(size, [self._kernels.array(column) for column in words])
        left = self._kernels.run("start_games", size, self._payoffs, *self._arrays(state))
        if len(left):
            self._explain([(position, None) for position in self.positions(state, left)])
        return state

    @cached_property
    def _starts(self) -> list[Array]:
        """The words of the positions that games start from, without those that are over."""
        if not self.rules.starts_anywhere:
            return [np.array([word]) for word in self.engine.pack(self.engine.initial())]
        words = list(starting_set(self.rules).packed)
        alive = ~self._kernels.read(self._at(words).terminated)
        if not alive.any():
            raise BadInput(f"every game of {self.rules.game.identity} is over before it begins")
        return [column[alive] for column in words]

    @cached_property
    def _given_starts(self) -> list[Array]:
        """The same where kernels find them."""
        return [self._kernels.array(column) for column in self._starts]

    def _new(self, size: int, words: list[Array]) -> BatchState:
        empty = self._kernels.empty
        return BatchState(
            current_player=empty(size, np.int32),
            observation=empty((size, *self.planes.shape), self._kind),
            legal_action_mask=empty((size, self.num_actions), np.bool_),
            rewards=empty((size, self.num_players), np.float32),
            terminated=empty(size, np.bool_),
            truncated=empty(size, np.bool_),
            step_count=empty(size, np.int32),
            words=tuple(words),
        )

    def _arrays(self, state: BatchState) -> Iterator[Array]:
        """Yield the arrays of a state in the order in which kernels take them."""
        yield from state.words
        yield from (state.current_player, state.step_count, state.legal_action_mask)
        yield state.observation.reshape(len(state.observation), prod(self.planes.shape))
        yield from (state.rewards, state.terminated, state.truncated)

    def step(self, state: BatchState, action: Any, out: BatchState | None = None) -> BatchState:
        """Return the games after an action in each.

        New arrays cost more than the moves: `out` is a state that is no longer needed, and takes
        the new one. It may be the state itself.
        """
        actions, size = self._kernels.array(action, np.int32), len(state.step_count)
        if actions.shape != (size,):
            raise BadInput(f"{size} games take {size} actions, not an array of {actions.shape}")
        after = out or self._new(size, [self._kernels.empty(size, np.uint64) for _ in state.words])
        left = self._kernels.run(
            "step_games", size, *state.words, state.current_player, state.step_count,
            state.terminated, state.truncated, actions, *self._given_starts, self._drawn(),
            self.max_steps, int(self.autoreset), self._payoffs, *self._arrays(after),
        )  # fmt: skip
        if len(left):
            numbers = self._kernels.read(actions)[left].tolist()
            self._explain(list(zip(self.positions(state, left), numbers, strict=True)))
        return after

    def _explain(self, moments: list[tuple[Position, int | None]]) -> None:
        """Let the reference engine say which rule goes wrong, at a position or after an action."""
        reference = self.engine.reference
        for position, action in moments:
            reference.steps(position)
            if action is not None:
                position = reference.step(position, self.moves[action])
            reference.successors(position)
        raise TooLarge("a position has more turns than there is room for")

    @cached_property
    def _payoffs(self) -> Array:
        """What each result is worth to each player; nobody gets anything where nothing moves."""
        return self._kernels.array(payoffs(self.engine).astype(np.float32))

    def random_actions(self, state: BatchState) -> Array:
        """Choose a legal action of each game by lot, 0 where there is none."""
        size = len(state.step_count)
        actions = self._kernels.empty(size, np.int32)
        drawn = self._drawn()
        self._kernels.launch("random_actions", size, state.legal_action_mask, drawn, actions)
        return actions

    def positions(self, state: BatchState, rows: Any = None) -> list[Position]:
        """Return the positions of all games, or of some."""
        columns = [self._kernels.read(column) for column in state.words]
        rows = range(len(columns[0])) if rows is None else rows
        return [self.engine.unpack([column[row] for column in columns]) for row in rows]
