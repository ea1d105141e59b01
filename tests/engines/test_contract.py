"""The contract: what every engine must answer, and alike, for every game and reading.

Games and engines enter by registration; none is known here by name but `reference`, the meaning.
"""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from boardproof.engines.contract import Engine
from boardproof.errors import IllegalMove, RuleBroken
from boardproof.positions.moves import Move, MoveNames
from boardproof.positions.notation import read_position, write_position
from boardproof.positions.position import Position
from boardproof.rules.decorators import CLAIMS
from boardproof.rules.game import choices, marked

from .positions import any_position
from .variants import (
    ENGINES,
    EVERY_VARIANT,
    Variant,
    asked_of,
    engine_of,
    few_or_many,
    rules_of,
)

OTHERS = [name for name in ENGINES if name != "reference"]

every_variant = pytest.mark.parametrize("variant", EVERY_VARIANT)
every_engine = pytest.mark.parametrize("engine_name", asked_of(*ENGINES))
every_other = pytest.mark.parametrize("engine_name", asked_of(*OTHERS))
often = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


#: Random games are given up after so many moves, and so many of their positions are looked at.
LONGEST, SEEN = 60, 8


@cache
def met_in_play(variant: Variant, games: int) -> list[Position]:
    """Play random games by the reference engine; list how they begin and end, and some between."""
    engine, chance = engine_of("reference", variant), random.Random(1)
    met: dict[Position, None] = {}
    for _ in range(games):
        game = [engine.initial()]
        while len(game) <= LONGEST and (following := engine.successors(game[-1])):
            game.append(chance.choice(following)[1])
        met |= dict.fromkeys([*game[:: len(game) // SEEN + 1], *game[-2:]])
    return list(met)


def answers(engine: Engine, position: Position) -> dict[str, Any]:
    """Ask an engine everything about one position; a rule that breaks is an answer too."""
    asked = {
        "successors": lambda: engine.successors(position),
        "legal": lambda: engine.legal_moves(position),
        "result": lambda: engine.result(position),
        "over": lambda: engine.is_over(position),
        "payoff": lambda: engine.payoff(position),
        "to move": lambda: engine.player_to_move(position),
        "expected": lambda: engine.expected(position),
        "defects": lambda: engine.defects(position),
        "wellformed": lambda: engine.holds(position, "wellformed"),
    }
    game = engine.rules.game
    for name, mark in marked(type(game), *CLAIMS).items():
        for given_ in choices(game, mark):
            asked[f"{name} {given_}"] = lambda n=name, g=given_: engine.holds(position, n, **g)
    return {question: answer_or_break(ask) for question, ask in asked.items()}


@cache
def right_answers(variant: Variant, position: Position) -> dict[str, Any]:
    """Ask the reference engine once, however many engines are held against it."""
    return answers(engine_of("reference", variant), position)


def answer_or_break(ask: Any) -> Any:
    try:
        return ask()
    except RuleBroken as broken:
        return "broken", broken.problem, broken.place and broken.place.line


@few_or_many("games", 2, 20)
@every_other
@every_variant
def test_agrees_with_the_reference_in_play(engine_name: str, variant: Variant, games: int) -> None:
    engine = engine_of(engine_name, variant)
    for position in met_in_play(variant, games):
        assert answers(engine, position) == right_answers(variant, position)


@few_or_many("examples", 5, 50)
@every_other
@every_variant
def test_agrees_with_the_reference_on_any_position(
    engine_name: str, variant: Variant, examples: int
) -> None:
    engine = engine_of(engine_name, variant)

    @settings(often, max_examples=examples)
    @given(any_position(engine.rules.game))
    def agree(position: Position) -> None:
        assert answers(engine, position) == right_answers(variant, position)

    agree()


@few_or_many("games", 2, 20)
@every_variant
def test_moves_and_endings_fit_together(variant: Variant, games: int) -> None:
    """Of the reference engine: the others say the same, as is tested above."""
    players = list(rules_of(variant).game.players)
    for position in met_in_play(variant, games):
        right = right_answers(variant, position)
        assert [move for move, _ in right["successors"]] == right["legal"]
        assert right["over"] == (right["result"] is not None)
        assert right["over"] == (right["to move"] is None)
        if right["over"]:
            assert right["legal"] == []
            assert list(right["payoff"]) == players


def some(moves: list[Move], most: int) -> list[Move]:
    """Return all of a few moves, or some of many."""
    return moves[:: len(moves) // most + 1]


@few_or_many("most", 6, 40)
@every_engine
@every_variant
def test_a_move_by_itself_leads_where_it_does_among_all(
    engine_name: str, variant: Variant, most: int
) -> None:
    engine = engine_of(engine_name, variant)
    for position in met_in_play(variant, 2):
        after = dict(right_answers(variant, position)["successors"])
        for move in some(list(after), most):
            assert after[move] == engine.successor(position, move)
        for move in some([move for move in engine.moves if move not in after], most):
            with pytest.raises(IllegalMove, match="is not legal"):
                engine.successor(position, move)


@every_engine
@every_variant
def test_starts_wellformed_and_open(engine_name: str, variant: Variant) -> None:
    engine = engine_of(engine_name, variant)
    start = engine.initial()
    assert engine.defects(start) == []
    assert not engine.is_over(start)
    assert engine.player_to_move(start) in engine.rules.game.players


@few_or_many("examples", 5, 50)
@every_variant
def test_position_strings_come_back(variant: Variant, examples: int) -> None:
    game = rules_of(variant).game

    @settings(often, max_examples=examples)
    @given(any_position(game))
    def comes_back(position: Position) -> None:
        text = write_position(position)
        again = read_position(game, text)
        assert "\n" not in text
        assert again == position
        assert hash(again) == hash(position)
        assert write_position(again) == text

    comes_back()


@every_variant
def test_move_names_come_back(variant: Variant) -> None:
    moves = engine_of("reference", variant).moves
    names = MoveNames(moves)
    assert [names.read(move.name) for move in moves] == list(moves)
    assert len({move.name for move in moves}) == len(moves)


@every_variant
def test_positions_never_change(variant: Variant) -> None:
    engine = engine_of("reference", variant)
    start = engine.initial()
    before = write_position(start)
    with pytest.raises(TypeError, match="never changes"):
        start.turn = None
    for name, value in start.as_dict().items():
        if isinstance(value, dict):
            with pytest.raises(TypeError, match="never changes"):
                getattr(start, name)[next(iter(value))] = None
    engine.successors(start)
    assert write_position(start) == before


@few_or_many("depth", 2, 3)
@every_other
@every_variant
def test_counts_the_same_sequences(engine_name: str, variant: Variant, depth: int) -> None:
    reference, engine = engine_of("reference", variant), engine_of(engine_name, variant)
    start = reference.initial()
    deeper = reference.successors(start)[-1][1]
    for position, plies in ((start, 0), (start, 1), (start, depth), (deeper, depth)):
        assert engine.perft(position, plies) == reference.perft(position, plies)


@pytest.mark.slow
@every_other
@every_variant
def test_agrees_on_ten_thousand_positions_of_random_games(
    engine_name: str, variant: Variant
) -> None:
    reference, engine = engine_of("reference", variant), engine_of(engine_name, variant)
    chance, position = random.Random(), reference.initial()
    for _ in range(10_000):
        following = reference.successors(position)
        assert engine.successors(position) == following
        assert engine.result(position) == reference.result(position)
        position = chance.choice(following)[1] if following else reference.initial()
