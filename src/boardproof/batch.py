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

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
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
#: The arrays of a state that a step goes on from, besides its words.
GIVEN = ("current_player", "step_count", "terminated", "truncated")


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
        game: str | os.PathLike[str] | Rules,
        max_steps: int = 0,
        autoreset: bool = False,
        seed: int = 0,
        device: str = "cpu",
        **parameters: Any,
    ) -> None:
        if device not in ENGINES:
            raise BadInput(f"a batch is played on {' or '.join(ENGINES)}, not on {device!r}")
        if max_steps < 0:
            raise BadInput(f"max_steps={max_steps}: give a number of actions, 0 for all there are")
        if isinstance(game, Rules) and parameters:
            raise BadInput(f"give {', '.join(parameters)} to load: these rules have been read")
        self.rules = game if isinstance(game, Rules) else load(game, **parameters)
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
        self._forms = lru_cache(self._formed)
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
        if not positions:
            raise BadInput("a batch has 1 game or more, not 0")
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
        forms = self._forms(size).items()
        arrays = {name: self._kernels.empty(shape, kind) for name, (shape, kind) in forms}
        return BatchState(**arrays, words=tuple(words))

    def _formed(self, size: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Return the shape and the kind of every array of a state, but of the words."""
        return {
            "current_player": ((size,), np.int32),
            "observation": ((size, *self.planes.shape), self._kind),
            "legal_action_mask": ((size, self.num_actions), np.bool_),
            "rewards": ((size, self.num_players), np.float32),
            "terminated": ((size,), np.bool_),
            "truncated": ((size,), np.bool_),
            "step_count": ((size,), np.int32),
        }

    def _check(self, state: BatchState, size: int, names: Iterable[str]) -> None:
        """Refuse a state of another batch: kernels look at no array's length."""
        forms, words = self._forms(size), self.engine.layout.words
        kept: list[tuple[Any, ...]] = [(array, (size,), np.uint64) for array in state.words]
        kept += [(getattr(state, name), *forms[name]) for name in names]
        fits = all(array.shape == shape and array.dtype.type is kind for array, shape, kind in kept)
        if not fits or len(state.words) != words:
            game = self.rules.game.identity
            raise BadInput(f"this is not a state of {size} games of {game}: another batch made it")

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
        actions, size = self._kernels.array(self._numbers(action), np.int32), len(state.step_count)
        if actions.shape != (size,):
            raise BadInput(f"{size} games take {size} actions, not an array of {actions.shape}")
        if out is not state:
            self._check(state, size, GIVEN)
        if out is not None:
            self._check(out, size, self._forms(size))
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

    def _numbers(self, action: Any) -> Any:
        """Return actions that are whole numbers; one that there is none of is -1, and illegal."""
        if hasattr(action, "__cuda_array_interface__"):
            return action
        numbers = np.asarray(action)
        if numbers.dtype.kind not in "iu":
            raise BadInput(f"actions are whole numbers, not numbers of type {numbers.dtype}")
        if numbers.dtype == np.int32:
            return numbers
        return np.where((numbers < 0) | (numbers >= self.num_actions), -1, numbers)

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
