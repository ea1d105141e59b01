"""Hypothesis strategies: positions reached by play, and any well-typed position at all."""

from typing import Any

from hypothesis import strategies as st

from boardproof.engines.contract import Engine
from boardproof.positions.position import Position, position_of
from boardproof.rules.game import Game
from boardproof.rules.state import FlagVariable, MapVariable, SubsetVariable, Variable


@st.composite
def played_positions(draw: st.DrawFn, engine: Engine, longest: int = 60) -> list[Position]:
    """Draw a game, or its beginning, as the positions it goes through."""
    position = engine.initial()
    game = [position]
    for _ in range(draw(st.integers(0, longest))):
        following = engine.successors(position)
        if not following:
            break
        position = following[draw(st.integers(0, len(following) - 1))][1]
        game.append(position)
    return game


def _values(variable: Variable) -> st.SearchStrategy[Any]:
    match variable:
        case FlagVariable():
            return st.booleans()
        case MapVariable():
            one = st.sampled_from(variable.values.elements)
            return st.fixed_dictionaries(dict.fromkeys(variable.domain, one))
        case SubsetVariable():
            return st.frozensets(st.sampled_from(variable.domain.elements))
    return st.sampled_from(variable.domain.elements)


def any_position(game: Game) -> st.SearchStrategy[Position]:
    """Draw any well-typed position, reachable or not."""
    strategies = {name: _values(variable) for name, variable in game.variables.items()}
    return st.fixed_dictionaries(strategies).map(lambda values: position_of(game, values))
