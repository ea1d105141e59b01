"""Rulebooks as environments: of PettingZoo, for all players, and of Gymnasium, for one of them.

    from boardproof.interop.zoo import env
    game = env("connect-four", columns=5)

Importing this module registers every game that has a name, with both: `boardproof/connect_four-v0`.
An observation is made of planes (`boardproof.packing.planes`), the same for all players; an action
is the number of a move in the rulebook's order, and a mask says which are legal.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import numpy as np

from ..drawing.text import draw, status
from ..errors import BadInput
from ..packing.columns import Array
from ..players import Chooser, as_player, prepare
from ..reading.loader import game_names, lasting_name
from . import extra
from .stepping import Moment, SteppedGame, stepped

with extra("zoo"):
    import gymnasium
    import pettingzoo
    from gymnasium.utils import EzPickle
    from pettingzoo.utils import wrappers

#: What is shown: printed, as text, as pixels.
RENDER_MODES = ["human", "ansi", "rgb_array"]
#: What an illegal action costs; it ends the game.
ILLEGAL = -1.0


class raw_env(pettingzoo.AECEnv):  # noqa: N801
    """A game for all its players, without wrappers: whoever is to move chooses an action.

    The agents are `player_0`, `player_1`, … in the order of the seats; the rulebook's names for
    them are in the metadata. Where games start from many positions, the seed draws one.
    """

    def __init__(
        self,
        game: str | os.PathLike[str],
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__()
        self.game, self._chance = _stepped(game, max_cycles, parameters), Random()
        self.render_mode = _checked(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.game.players))]
        self.metadata = {
            "name": f"{game_id(self.game.rules.game.name)}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
            "players": dict(zip(self.possible_agents, self.game.players, strict=True)),
        }
        space = gymnasium.spaces.Dict(
            {
                "observation": planes_space(self.game),
                "action_mask": gymnasium.spaces.Box(0, 1, (len(self.game.moves),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(len(self.game.moves)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return what an agent's observations are drawn from."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent's actions are drawn from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; the option `position` lets it start from a position string."""
        if seed is not None:
            self._chance.seed(seed)
        self.moment = _start(self.game, self._chance, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.moment.mover or 0]
        self._settle()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent sees, and which of its actions are legal."""
        own = self.moment.mover is not None and self.possible_agents[self.moment.mover] == agent
        mask = action_mask(self.moment) if own else np.zeros(len(self.game.moves), np.int8)
        return {"observation": self.moment.observe(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.moment = self.moment.after(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.moment.mover is not None:
            self.agent_selection = self.possible_agents[self.moment.mover]
        self._settle()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Where nobody is to move, end the game for all."""
        if self.moment.over:
            ends = self.truncations if self.moment.truncated else self.terminations
            ends.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.possible_agents, self.moment.returns, strict=True))

    def render(self) -> Any:
        """Show the position."""
        return rendered(self.moment, self.render_mode)

    def close(self) -> None:
        """End; nothing is open."""


def env(
    game: str | os.PathLike[str],
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **parameters: Any,
) -> Any:
    """Return a game for all its players, by name or by the path of its file.

    An illegal action loses the game. `max_cycles` is the number of actions after which it is left.

    >>> game = env("tic-tac-toe")
    >>> game.reset()
    >>> game.step(4)
    >>> game.agent_selection, int(game.last()[0]["action_mask"].sum())
    ('player_1', 8)
    """
    raw = raw_env(game, render_mode, max_cycles, **parameters)
    safe = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(safe))


class SeatEnv(gymnasium.Env, EzPickle):
    """A game for one seat: the others are taken by players of ours, each named by a word, or yours.

    The mask of legal actions is in `info["action_mask"]`, and what `action_masks` returns. An
    illegal action loses the game.

    >>> game = SeatEnv("tic-tac-toe", opponents="perfect")
    >>> _, info = game.reset(seed=1)
    >>> _, reward, over, _, info = game.step(4)
    >>> reward, over, int(info["action_mask"].sum())
    (0.0, False, 7)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str | os.PathLike[str],
        seat: int = 0,
        opponents: str | Sequence[str | Chooser] = "random",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **parameters: Any,
    ) -> None:
        game = lasting_name(game)
        EzPickle.__init__(self, game, seat, opponents, render_mode, max_cycles, **parameters)
        self.game, self.seat = _stepped(game, max_cycles, parameters), seat
        self.render_mode = _checked(render_mode)
        self.observation_space = planes_space(self.game)
        self.action_space = gymnasium.spaces.Discrete(len(self.game.moves))
        self._luck = Random()
        self._others = self._seated(opponents)

    def _seated(self, opponents: str | Sequence[str | Chooser]) -> dict[int, Any]:
        """Return who sits at each of the other seats."""
        seats = [seat for seat in range(len(self.game.players)) if seat != self.seat]
        if len(seats) == len(self.game.players):
            names = ", ".join(f"{n} ({name})" for n, name in enumerate(self.game.players))
            raise BadInput(f"seat={self.seat}: the seats are {names}")
        named = [opponents] * len(seats) if isinstance(opponents, str) else list(opponents)
        if len(named) != len(seats):
            raise BadInput(f"name {len(seats)} opponents, or one for all; {len(named)} are named")
        players = [as_player(who, self._luck) for who in named]
        for player in players:
            prepare(player, self.game.engine)
        return dict(zip(seats, players, strict=True))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Start a game; the option `position` lets it start from a position string."""
        super().reset(seed=seed)
        self._luck.seed(int(self.np_random.integers(1 << 62)))
        self.moment = _start(self.game, self._luck, options)
        self._let_others_move()
        return self.moment.observe(), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others make theirs until it is the seat's turn again."""
        if int(action) not in self.moment.legal:
            return self.moment.observe(), ILLEGAL, True, False, self._info()
        self.moment = self.moment.after(int(action))
        self._let_others_move()
        reward, over = self.moment.returns[self.seat], self.moment.over
        truncated = over and self.moment.truncated
        if self.render_mode == "human":
            self.render()
        return self.moment.observe(), reward, over and not truncated, truncated, self._info()

    def _let_others_move(self) -> None:
        while self.moment.mover is not None and self.moment.mover != self.seat:
            player = self._others[self.moment.mover]
            for step in player.choose(self.game.engine, self.moment.position).steps:
                if not self.moment.over:  # it may be left in the middle of a turn
                    self.moment = self.moment.after(self.game.numbers[step])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Array:
        """Return which actions are legal, as a one or a zero for each."""
        return action_mask(self.moment)

    def render(self) -> Any:
        """Show the position."""
        return rendered(self.moment, self.render_mode)


def planes_space(game: SteppedGame) -> Any:
    """Return what the planes of a game's observations are drawn from."""
    return gymnasium.spaces.Box(0.0, 1.0, game.planes.shape, np.float32)


def action_mask(moment: Moment) -> Array:
    """Return a one for each action that is legal, a zero for each other."""
    mask = np.zeros(len(moment.game.moves), np.int8)
    mask[moment.legal] = 1
    return mask


def rendered(moment: Moment, mode: str | None) -> Any:
    """Return a picture of a position: text, pixels, or nothing where it is printed."""
    if mode == "rgb_array":
        from .raster import pixels

        return pixels(moment.board)
    text = "\n".join(filter(None, [str(draw(moment.board)), status(moment.board)]))
    if mode == "human":
        print(text)
    return text if mode == "ansi" else None


def _stepped(
    game: str | os.PathLike[str], max_cycles: int | None, parameters: dict[str, Any]
) -> SteppedGame:
    if max_cycles is not None and max_cycles < 0:
        raise BadInput(f"max_cycles={max_cycles}: give a number of actions, None for all there are")
    return stepped(game, parameters, max_cycles or 0)


def _checked(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadInput(f"render_mode={mode}: it is one of {', '.join(RENDER_MODES)}")
    if mode == "rgb_array":
        from . import raster  # noqa: F401  (refused now if what renders is not installed)
    return mode


def _start(game: SteppedGame, chance: Random, options: dict[str, Any] | None) -> Moment:
    position = (options or {}).get("position")
    return game.at(position) if position else game.drawn_start(chance)


def game_id(name: str) -> str:
    """Return a game's name as other programs write names.

    >>> game_id("tic-tac-toe")
    'tic_tac_toe'
    """
    return name.replace("-", "_")


def _register_all() -> list[str]:
    """Register every game that has a name with both libraries; return the names there."""
    ids = {f"boardproof/{game_id(name)}-v0": name for name in game_names()}
    here = "boardproof.interop.zoo"
    for identity, name in ids.items():
        pettingzoo.register("aec", identity, f"{here}:env", kwargs={"game": name})
        gymnasium.register(identity, f"{here}:SeatEnv", kwargs={"game": name})
    return list(ids)


#: The names of the environments, with PettingZoo and with Gymnasium.
IDS = _register_all()
