"""Generated code counts and solves whole games as the reference engine does."""

from typing import Any

import pytest

from boardproof import explore, load, solve
from boardproof.engines.compiled.interpreted import InterpretedFault, InterpretedRules
from boardproof.engines.contract import make_engine
from boardproof.engines.planner import plan
from boardproof.engines.profile import SURVEY
from boardproof.errors import BadInput, TooLarge
from boardproof.limits import Limits, TooMany
from boardproof.positions.notation import read_position

from ..agreement import count, disagreements
from ..agreement import solve as solve_all
from ..variants import EVERY_VARIANT, Variant, rules_of

#: A variant with more positions than so many is counted by the long suites of others.
MOST = 2_000


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_whole_games_are_those_of_the_reference(variant: Variant) -> None:
    try:
        found = disagreements(rules_of(variant), ["generated"], (count, solve_all), MOST)
    except TooMany:
        pytest.skip(f"more than {MOST:,} positions")
    assert found == []


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("kalah", {"holes": 3, "beans": 3}),
        ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
        ("tic-tac-toe", {}),
    ],
)
def test_larger_games_too(game: str, parameters: dict[str, Any]) -> None:
    assert disagreements(load(game, **parameters), ["generated"], (count, solve_all)) == []


def test_a_game_is_solved_from_a_position_on() -> None:
    rules = load("tic-tac-toe")
    position = read_position(rules.game, "mark=A.B/.../..A turn=B")
    assert solve(rules, "generated", position).to_dict() | {"engine": "", "seconds": 0} == (
        solve(rules, "reference", position).to_dict() | {"engine": "", "seconds": 0}
    )


def test_where_the_code_goes_wrong_the_rulebook_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: InterpretedRules, state: Any) -> Any:
        raise InterpretedFault

    engine: Any = make_engine("generated", load("tic-tac-toe", size=2))
    monkeypatch.setattr(InterpretedRules, "successors", failing)
    assert engine.enumerate().positions == 29
    assert engine.solve().positions == 29


def test_turns_of_several_steps_are_refused() -> None:
    with pytest.raises(TooLarge, match="a turn of several steps: choose auto"):
        explore(load("draughts"), engine="generated")


def test_what_it_cannot_do_is_said() -> None:
    with pytest.raises(BadInput, match="cannot look for aims"):
        plan(SURVEY, load("tic-tac-toe"), "generated")


def test_more_positions_than_a_trial_may_visit_end_it() -> None:
    engine: Any = make_engine("generated", load("tic-tac-toe"))
    with pytest.raises(TooMany):
        engine.enumerate(Limits().bounded(positions=100))
