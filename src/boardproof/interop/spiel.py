"""Rulebooks as games of OpenSpiel: importing this module registers every game that has a name.

    import pyspiel, boardproof.interop.spiel
    game = pyspiel.load_game("boardproof_connect_four(columns=5,rows=4)")

`register` does the same for a rulebook of your own. Parameters and readings are the parameters of
the OpenSpiel game. Two more are `max_game_length`, the number of actions after which a game is a
draw (0: as many as a game has, or 1,000 where that is not known), and, where games start from any
of many positions, `start`: the seed by which one of them is drawn (0: the one that is declared).
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ..errors import BadInput, BadPosition
from ..packing.columns import Array
from ..reading.loader import find_game, game_names, lasting_name, make_game
from ..rules.game import Game
from ..rules.starts import starts_of
from . import extra
from .stepping import Moment, SteppedGame, stepped

with extra("spiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

#: Every short name begins so.
PREFIX = "boardproof_"
LENGTH, START = "max_game_length", "start"


class SpielGame(pyspiel.Game):
    """A game of OpenSpiel; a subclass of it is registered for each rulebook."""

    source: str
    short_name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        own = {name: value for name, value in given.items() if name not in (LENGTH, START)}
        self.stepped = stepped(self.source, own, given.get(LENGTH, 0), given.get(START, 0))
        kind = game_type(self.short_name, self.stepped.rules.game)
        super().__init__(kind, _info(self.stepped), given)

    def new_initial_state(self, state: Any = None) -> SpielState:
        """Return where games start; or a position, given as its text or as a state's dictionary."""
        return SpielState(self, _moment(self.stepped, state))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what observes states: everything is public."""
        plain = iig_obs_type is None or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        )
        if plain:
            return PlanesObserver(self.stepped, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_spiel, (self.source, self.short_name, self.get_parameters())


class SpielState(pyspiel.State):
    """A state of a game of OpenSpiel."""

    def __init__(self, game: SpielGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    def current_player(self) -> int:
        """Return the number of the player to move."""
        mover = self.moment.mover
        return int(pyspiel.PlayerId.TERMINAL) if mover is None else mover

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal if player == self.moment.mover else []

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.game.moves[action].name

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.over

    def returns(self) -> list[float]:
        """Return what each player gets."""
        return self.moment.returns

    def __str__(self) -> str:
        return str(self.moment)

    def __reduce__(self) -> tuple[Any, ...]:
        return read_state, (self.get_game(), self.serialize())

    def _to_struct(self) -> dict[str, Any]:
        mover = self.moment.mover
        to_move = "" if mover is None else self.moment.game.players[mover]
        return {**self.moment.fields(), "current_player": to_move}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"move": self.moment.game.moves[action].name}

    def _struct_to_actions(self, action: dict[str, Any]) -> list[int]:
        moves = self.moment.game.moves
        return [number for number, move in enumerate(moves) if move.name == action["move"]]

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._to_struct()


class PlanesObserver:
    """Observes states as planes: see `boardproof.packing.planes`."""

    def __init__(self, game: SteppedGame, params: Any = None) -> None:
        if params:
            raise ValueError(f"observations have no parameters; given were {params}")
        shape = game.planes.shape
        self.tensor: Array = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Observe a state; all players see the same."""
        self.dict["observation"][:] = state.moment.observe()

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what is observed as text."""
        return str(state)


def _moment(game: SteppedGame, state: Any) -> Moment:
    if state is None:
        return game.first
    if isinstance(state, str):
        return game.at(state)
    fields = state if isinstance(state, dict) else state.to_dict()
    if "position" not in fields:
        raise BadPosition("a state's dictionary has a position, as what to_dict returns")
    return game.at(fields["position"], fields.get("steps", ""), fields.get("ply", 0))


def game_type(short_name: str, game: Game) -> Any:
    """Return what OpenSpiel is told of a game before it is loaded."""
    options = type(game).options
    for name in (LENGTH, START):
        if name in options:
            raise BadInput(f"{game.name}: OpenSpiel's games have a parameter {name} of their own")
    parameters = {name: option.default for name, option in options.items()}
    parameters |= {LENGTH: 0, **({START: 0} if starts_of(game) else {})}
    seats = options.get("players")
    players = [len(game.players), *(seats.choices if seats else ())]
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name,
        long_name=f"{game.name} (boardproof)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if len(game.players) == 2 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _info(game: SteppedGame) -> Any:
    least, most = game.utilities
    sums = {"utility_sum": 0.0} if len(game.players) == 2 else {}
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.moves),
        max_chance_outcomes=0,
        num_players=len(game.players),
        min_utility=least,
        max_utility=most,
        max_game_length=game.longest,
        **sums,
    )


def register(source: str | os.PathLike[str], short_name: str = "") -> str:
    """Register a game, by its name or by the path of its file; return its short name.

    >>> register("tic-tac-toe")
    'boardproof_tic_tac_toe'
    >>> state = pyspiel.load_game("boardproof_tic_tac_toe(size=4)").new_initial_state()
    >>> len(state.legal_actions()), state.action_to_string(5)
    (16, '(1,1)')
    """
    cls = find_game(source)
    source = lasting_name(source)
    short_name = short_name or PREFIX + cls.name.replace("-", "_")
    known = _registered.get(short_name)
    if known is None:
        kind = game_type(short_name, make_game(cls, {}))
        own = {"source": source, "short_name": short_name}
        _registered[short_name] = type("RegisteredGame", (SpielGame,), own)
        pyspiel.register_game(kind, _registered[short_name])
    elif known.source != source:
        raise BadInput(f"{short_name} is {known.source} already: give register another short_name")
    return short_name


_registered: dict[str, type[SpielGame]] = {}


def load_spiel(source: str, short_name: str, parameters: dict[str, Any]) -> Any:
    """Load a game, and register it where that was not done: for pickles."""
    return pyspiel.load_game(register(source, short_name), parameters)


def read_state(game: SpielGame, text: str) -> Any:
    """Read a state that was serialised: for pickles."""
    return game.deserialize_state(text)


def register_all() -> list[str]:
    """Register every game that has a name; return their short names."""
    return [register(name) for name in game_names()]


#: The short names of the games that have a name.
SHORT_NAMES = register_all()
