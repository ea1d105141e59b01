"""Thousands of games at once, on machine code; what is seen of them has the names it has in Pgx.

    batch = Batch("connect-four", columns=6, rows=5)
    state = batch.init(4096, seed=1)
    state = batch.step(state, batch.random_actions(state))

An action is the number of a move in the rulebook's order; a turn of several steps is as many
actions. Observations are the planes of `boardproof.packing.planes`, as whole numbers: divided by
`batch.scale` they lie between 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .engines.compiled.codegen.observation import BatchWriter
from .engines.compiled.engine import CompiledEngine
from .engines.compiled.kernels.intrinsics import RuleFault
from .engines.starts import starting_set
from .errors import BadInput, TooLarge
from .ir.rules import Rules
from .packing.columns import Array
from .packing.planes import ObservationPlanes
from .positions.position import Position
from .reading.loader import load
from .rules.results import STUCK

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
    `max_steps`, where it is not 0, is the number of actions after which a game is cut off.

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
        **parameters: Any,
    ) -> None:
        self.rules = load(game, **parameters) if isinstance(game, str) else game
        self.max_steps, self.autoreset = max_steps, autoreset
        self.engine = CompiledEngine(self.rules)
        self.planes = ObservationPlanes(self.rules.game)
        if self.engine.results > MOST_RESULTS:
            raise TooLarge(f"{self.rules.game.identity} has too many results to play in a batch")
        self.moves, self.players = self.engine.moves, self.rules.game.players
        self.num_actions, self.num_players = len(self.moves), len(self.players)
        self.scale = self.planes.scale
        writer = BatchWriter(self.engine.program, self.planes)
        self._machine: Any = writer.module(self.engine.machine.__name__).load()
        room = self.engine.program.most_children if self.rules.has_turns else 1
        self._room = [np.empty(room, np.uint64) for _ in range(self.engine.layout.words)]
        self._kind = np.uint8 if self.scale.max() < 256 else np.uint16
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Begin the random choices anew: of actions, and of where games start."""
        state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % (1 << 64) or 1
        self._chance = np.array([state], np.uint64)

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
        chosen = np.random.default_rng(self._chance).integers(len(self._starts[0]), size=games)
        return self._at([column[chosen] for column in self._starts])

    def at(self, positions: list[Position]) -> BatchState:
        """Return games that stand at some positions."""
        packed = [self.engine.layout.pack(position) for position in positions]
        return self._at([np.array(column, np.uint64) for column in zip(*packed, strict=True)])

    def _at(self, words: list[Array]) -> BatchState:
        size = len(words[0])
        state, ended = self._new(size, tuple(words)), np.zeros(size, np.int64)
        try:
            self._machine.start_games(
                *words, *self._room, state.current_player, state.legal_action_mask,
                self._flat(state), ended,
            )  # fmt: skip
        except RuleFault:
            for position in self.positions(state):
                self.engine.reference.successors(position)
            raise
        state.truncated[:], state.step_count[:] = False, 0
        state.terminated[:] = ended != 0
        return state

    @cached_property
    def _starts(self) -> list[Array]:
        """The words of the positions that games start from, without those that are over."""
        if not self.rules.starts_anywhere:
            return [np.array([word]) for word in self.engine.pack(self.engine.initial())]
        words = list(starting_set(self.rules).packed)
        alive = ~self._at(words).terminated
        if not alive.any():
            raise BadInput(f"every game of {self.rules.game.identity} is over before it begins")
        return [column[alive] for column in words]

    def _new(self, size: int, words: tuple[Array, ...]) -> BatchState:
        return BatchState(
            current_player=np.empty(size, np.int32),
            observation=np.empty((size, *self.planes.shape), self._kind),
            legal_action_mask=np.empty((size, self.num_actions), np.bool_),
            rewards=np.zeros((size, self.num_players), np.float32),
            terminated=np.empty(size, np.bool_),
            truncated=np.empty(size, np.bool_),
            step_count=np.empty(size, np.int32),
            words=words,
        )

    def _flat(self, state: BatchState) -> Array:
        return state.observation.reshape(len(state.observation), -1)

    def step(self, state: BatchState, action: Any, out: BatchState | None = None) -> BatchState:
        """Return the games after an action in each.

        New arrays cost more than the moves: `out` is a state that is no longer needed, and takes
        the new one. It may be the state itself.
        """
        actions = np.ascontiguousarray(action, np.int32)
        size = len(state.step_count)
        if actions.shape != (size,):
            raise BadInput(f"{size} games take {size} actions, not an array of {actions.shape}")
        done, at = state.terminated | state.truncated, np.zeros(1, np.int64)
        after = out or self._new(size, tuple(map(np.empty_like, state.words)))
        after.terminated[:], after.truncated[:] = state.terminated, state.truncated
        after.rewards[:] = 0
        try:
            self._machine.step_games(
                *state.words, state.current_player, state.step_count, done, actions,
                *self._starts, self._chance, self._payoffs, self.max_steps, int(self.autoreset),
                *self._room, *after.words, after.current_player, after.step_count,
                after.legal_action_mask, self._flat(after), after.rewards, after.terminated,
                after.truncated, at,
            )  # fmt: skip
        except RuleFault:
            self._explain(self.positions(state, [int(at[0])])[0], int(actions[at[0]]))
            raise
        return after

    def _explain(self, position: Position, action: int) -> None:
        """Let the reference engine say which rule goes wrong, at a position or after an action."""
        reference = self.engine.reference
        reference.steps(position)
        reference.successors(reference.step(position, self.moves[action]))

    @cached_property
    def _payoffs(self) -> Array:
        """What each result is worth to each player; nobody gets anything where nothing moves."""
        payoffs = np.zeros((self.engine.results, self.num_players), np.float32)
        for code in range(1, self.engine.results):
            result = self.engine.result_of(code)
            if result is not None and str(result) != STUCK:
                payoffs[code] = list(result.payoff(self.players).values())
        return payoffs

    def random_actions(self, state: BatchState) -> Array:
        """Choose a legal action of each game by lot, 0 where there is none."""
        actions = np.empty(len(state.step_count), np.int32)
        self._machine.random_actions(state.legal_action_mask, self._chance, actions)
        return actions

    def positions(self, state: BatchState, rows: Any = None) -> list[Position]:
        """Return the positions of all games, or of some."""
        rows = range(len(state.step_count)) if rows is None else rows
        return [self.engine.unpack([column[row] for column in state.words]) for row in rows]
