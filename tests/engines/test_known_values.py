"""Known values of games, and what players are known to force: the compiled engine finds them."""

import pytest

from boardproof.engines.compiled import CompiledEngine
from boardproof.statespace.goals import Aim, Goal

from ..rows import TESTS, Row, cases, endings

FOLDER = TESTS / "engines"


@pytest.mark.parametrize("row", cases(FOLDER / "solved.txt"))
def test_values_are_those_known(row: Row) -> None:
    engine = CompiledEngine(row.rules)
    solved, (first, second) = engine.solve(), engine.game.players
    value = {"value": solved.value(engine.initial())[first]}
    won = {f"{first} wins": 1, "draw": 0, f"{second} wins": -1}
    over, rest = endings(row.numbers)
    assert rest == value
    assert over == {end: solved.counts[won[end], -won[end]] for end in over}


@pytest.mark.parametrize("row", cases(FOLDER / "forced.txt"))
def test_what_is_forced_is_what_is_known(row: Row) -> None:
    engine = CompiledEngine(row.rules)
    attraction = engine.attract([_goal(name) for name in row.numbers])
    forced = attraction.forced(engine.initial())
    assert dict(zip(row.numbers, map(int, forced), strict=True)) == row.numbers


def _goal(name: str) -> Goal:
    who, _, results = name.partition("/")
    meant = frozenset(result.replace("_", " ") for result in results.split("|"))
    return Goal(frozenset(who.split("+")), Aim(results=meant))
