"""Holding a claimed symmetry against the rules as they run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from boardproof.analysis.symmetry import Symmetry
from boardproof.engines.plain.ir import IrEngine
from boardproof.errors import RuleBroken
from boardproof.positions.position import Position, position_of
from boardproof.rules.decorators import Illegal
from boardproof.rules.game import Game
from boardproof.rules.state import FlagVariable, MapVariable, SubsetVariable, Variable

BROKEN, ILLEGAL = "broken", "illegal"


def outcome(engine: IrEngine, position: Position, number: int) -> Any:
    """Say what a move makes of a position, over or not; why it is illegal does not count."""
    move = engine.moves[number]
    try:
        return engine.run(position, move.rule, *move.arguments)[1]
    except Illegal:
        return ILLEGAL
    except RuleBroken:
        return BROKEN


def answer(engine: IrEngine, position: Position, rule: str) -> Any:
    try:
        return engine.ask(position, rule)
    except RuleBroken:
        return BROKEN


def failure(engine: IrEngine, symmetry: Symmetry, position: Position) -> str:
    """Say in what a symmetry fails at a position, "" where it holds."""
    image = symmetry.apply(position)
    result, of_image = answer(engine, position, "result"), answer(engine, image, "result")
    if of_image != (result if result == BROKEN else symmetry.result(result)):
        return f"result {result} becomes {of_image}"
    player, of_image = answer(engine, position, "to_move"), answer(engine, image, "to_move")
    seats = symmetry.domains.get(engine.game.players, {})  # one player has nobody to swap with
    if of_image != seats.get(player, player):
        return f"{player} to move becomes {of_image}"
    for number, image_number in enumerate(symmetry.moves):
        after = outcome(engine, position, number)
        expected = symmetry.apply(after) if isinstance(after, Position) else after
        if outcome(engine, image, image_number) != expected:
            return f"{engine.moves[number]} does not become {engine.moves[image_number]}"
    return ""


def any_positions(game: Game, rng: random.Random) -> Iterator[Position]:
    """Give well-typed positions without end, reachable or not."""
    while True:
        yield position_of(game, {n: _value(v, rng) for n, v in game.variables.items()})


def _value(variable: Variable, rng: random.Random) -> Any:
    match variable:
        case FlagVariable():
            return rng.random() < 0.5
        case MapVariable():
            values = rng.sample(variable.values.elements, min(3, len(variable.values)))
            return {key: rng.choice(values) for key in variable.domain}
        case SubsetVariable():
            share = rng.random()
            return {element for element in variable.domain if rng.random() < share}
    return rng.choice(variable.domain.elements)


def played_positions(engine: IrEngine, rng: random.Random) -> Iterator[Position]:
    """Give the positions of random games without end."""
    while True:
        position = engine.initial()
        for _ in range(60):
            yield position
            following = engine.successors(position)
            if not following:
                break
            position = rng.choice(following)[1]
