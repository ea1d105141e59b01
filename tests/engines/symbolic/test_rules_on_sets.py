"""Rules run on the set of one position do what they do to that position."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardproof.engines.contract import Engine
from boardproof.engines.symbolic.bdd.manager import Diagrams
from boardproof.engines.symbolic.bdd.slots import Coder, Slots
from boardproof.engines.symbolic.eval.encoding import place_values, plain_slots, position_at
from boardproof.engines.symbolic.transition.relation import TransitionBuilder
from boardproof.errors import RuleBroken
from boardproof.positions.position import Position
from boardproof.rules.decorators import CLAIMS, Illegal
from boardproof.rules.game import choices, marked
from boardproof.rules.state import FlagVariable, MapVariable, SubsetVariable

from ..positions import any_position, played_positions
from ..variants import EVERY_VARIANT, Variant, engine_of, few_or_many, rules_of

ILLEGAL, BROKEN = "illegal", "broken"

every_variant = pytest.mark.parametrize("variant", EVERY_VARIANT)
seldom = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def translator_of(variant: Variant) -> TransitionBuilder:
    rules = rules_of(variant)
    slots = Slots(plain_slots(rules.game))
    return TransitionBuilder(rules, Coder(slots, Diagrams(2 * slots.bits, 1 << 22)))


def on_a_set(translator: TransitionBuilder, position: Position, rule: str, arguments: Any) -> Any:
    """Run a rule on the set of one position; give what it returns and the position it leaves."""
    here = translator.coder.position(place_values(position))
    runner = translator.narrow_runner({}, here)
    value = runner.run(rule, arguments)
    if runner.broken.satisfiable():
        return BROKEN
    if runner.refused.satisfiable():
        return ILLEGAL
    known = runner.algebra.within(runner.as_cases(value), here)
    return known.only(), reached(position.game, runner, here)


def reached(game: Any, runner: Any, here: Any) -> Position:
    """Return the position that a run on a single position has led to."""
    values: dict[Any, Any] = {}
    for name, variable in game.variables.items():
        value = runner.state[name]
        match variable:
            case FlagVariable():
                values[name,] = (value & here).satisfiable()
            case SubsetVariable():
                values.update({(name, e): (w & here).satisfiable() for e, w in value.of.items()})
            case MapVariable():
                within = runner.algebra.within
                values.update({(name, key): within(v, here).only() for key, v in value.items()})
            case _:
                values[name,] = runner.algebra.within(value, here).only()
    return position_at(game, values)


def alone(engine: Any, position: Position, rule: str, arguments: Any) -> Any:
    try:
        return engine.run(position, rule, *arguments)
    except Illegal:
        return ILLEGAL
    except RuleBroken:
        return BROKEN


def agree(translator: TransitionBuilder, engine: Engine, position: Position) -> None:
    asked: list[tuple[str, Any]] = [(move.rule, move.arguments) for move in engine.moves]
    asked += [("result", ()), ("to_move", ())]
    for name, mark in marked(type(position.game), *CLAIMS).items():
        asked += [(name, tuple(given_.values())) for given_ in choices(position.game, mark)][:4]
    for rule, arguments in asked:
        found = on_a_set(translator, position, rule, arguments)
        assert found == alone(engine, position, rule, arguments), (rule, arguments)


@few_or_many("examples", 2, 20)
@every_variant
def test_rules_on_sets_agree_with_the_reference(variant: Variant, examples: int) -> None:
    engine, translator = engine_of("reference", variant), translator_of(variant)

    @settings(seldom, max_examples=examples)
    @given(st.data())
    def compare(data: st.DataObject) -> None:
        agree(translator, engine, data.draw(any_position(rules_of(variant).game)))
        agree(translator, engine, data.draw(played_positions(engine, 30))[-1])

    compare()
