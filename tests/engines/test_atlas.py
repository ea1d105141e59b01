"""Questions about all positions at once: every engine that answers them answers alike."""

from functools import cache
from typing import Any

import pytest

from boardproof.engines.contract import Engine, make_engine
from boardproof.engines.plain.base import PlainEngine
from boardproof.errors import BadPosition
from boardproof.ir.rules import Rules
from boardproof.reading.queries import ask
from boardproof.rules.game import choices
from boardproof.statespace.base import StateSpace
from boardproof.statespace.goals import Aim, Goal, goals_of

from .variants import VARIANTS, Variant, label, rules_of

#: Parameters that make a game small, and the depth to which it is followed.
SMALL: dict[str, tuple[dict[str, Any], int | None]] = {
    "connect-four": ({"columns": 3, "rows": 2, "connect": 2}, None),
    "tic-tac-toe": ({"size": 2}, None),
    "kalah": ({"holes": 2, "beans": 2}, None),
    "territory": ({}, 3),
    "dstru-tac-toe": ({}, 3),
}
ATLASES = ("ir", "symbolic")
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=label)


@cache
def small(variant: Variant) -> tuple[Rules, int | None]:
    name, parameters = variant
    more, depth = SMALL.get(name, ({}, None))
    given = {key: value for key, value in more.items() if key not in dict(parameters)}
    rules = rules_of((name, (*parameters, *given.items())))
    return ask(rules, "wellformed and not over")[0], depth


@cache
def engine_for(name: str, variant: Variant) -> Engine:
    return make_engine(name, small(variant)[0])


@cache
def atlas_of(name: str, variant: Variant) -> StateSpace:
    engine = engine_for(name, variant)
    assert isinstance(engine, PlainEngine)
    return engine.states(None, small(variant)[1])


@cache
def aims_of(variant: Variant) -> list[Aim]:
    rules = small(variant)[0]
    asked = [
        Aim(question=name, arguments=tuple(choice.items()), holds=holds)
        for name, mark in rules.marks.items()
        for choice, holds in zip(choices(rules.game, mark), (True, False), strict=False)
    ]
    words = [*(f"{player} wins" for player in rules.game.players), "draw"]
    return [*asked, *(Aim(results=frozenset({word})) for word in words)]


def told(engine_or_atlas: Any, *more: Any) -> Any:
    survey = engine_or_atlas.survey(*more)
    sights = [(one.by_ply, one.way and len(one.way)) for one in survey.sights]
    return survey.positions, survey.complete, sights


@pytest.mark.parametrize("name", ATLASES)
@every_variant
def test_surveys_agree(name: str, variant: Variant) -> None:
    aims = [*aims_of(variant), Aim(results=frozenset({"stuck"}))]
    assert told(atlas_of(name, variant), aims) == told(atlas_of("reference", variant), aims)


@pytest.mark.parametrize("name", ATLASES)
@every_variant
def test_ways_lead_where_they_say(name: str, variant: Variant) -> None:
    states, reference = atlas_of(name, variant), engine_for("reference", variant)
    for aim in aims_of(variant)[-4:]:
        met = states.where(aim)
        way = states.way_to(met)
        if way is None:
            assert states.count(met) == 0
            continue
        assert way[0] == reference.initial()
        for move, here, there in zip(states.moves_along(way), way, way[1:], strict=False):
            assert reference.successor(here, move) == there
        assert states.has(met, way[-1])


@pytest.mark.parametrize("name", ATLASES)
@every_variant
def test_what_can_be_forced_agrees(name: str, variant: Variant) -> None:
    game = small(variant)[0].game
    wins = [Aim(results=frozenset({f"{player} wins"})) for player in game.players]
    keep = Aim(question="wellformed")
    goals = [
        *goals_of(game.players, wins),
        Goal(frozenset(), Aim(results=frozenset({"draw"}), holds=False)),
        Goal(frozenset(game.players), wins[0], keep),
    ]
    reference = atlas_of("reference", variant).attract(goals)
    other = atlas_of(name, variant).attract(goals)
    assert other.counts == reference.counts
    start = engine_for("reference", variant).initial()
    assert other.forced(start) == reference.forced(start)


@pytest.mark.parametrize("name", ["reference", *ATLASES])
def test_the_chosen_move_comes_nearer_until_the_goal_is_met(name: str) -> None:
    """Two rings of a loop: a strategy that only stays where it can win would never arrive."""
    variant: Variant = ("tic-tac-toe", (("size", 2),))
    states, engine = atlas_of(name, variant), engine_for("reference", variant)
    goal = Goal(frozenset([engine.rules.game.players.A]), Aim(results=frozenset({"A wins"})))
    attraction, position = states.attract([goal]), engine.initial()
    while not engine.is_over(position):
        assert attraction.forced(position) == (True,)
        move = attraction.choose(0, position)
        legal = engine.legal_moves(position)
        position = engine.successor(position, move if move is not None else legal[-1])
    assert str(engine.result(position)) == "A wins"


@pytest.mark.parametrize("name", ATLASES)
@every_variant
def test_moves_that_break_a_step_agree(name: str, variant: Variant) -> None:
    rules = small(variant)[0]
    for step, mark in rules.steps.items():
        given = [tuple(choice.values()) for choice in choices(rules.game, mark)]
        broken = [atlas_of(n, variant).breaking(step, given) for n in ("reference", name)]
        assert not broken[0]
        assert not broken[1]


@pytest.mark.parametrize("name", ATLASES)
@every_variant
def test_lengths_of_games_agree(name: str, variant: Variant) -> None:
    def lasting(of: str) -> tuple[int, int]:
        space = atlas_of(of, variant)
        endless, longest = space.lasting()
        return space.count(endless), longest

    assert lasting(name) == lasting("reference")


def test_a_position_no_game_comes_to_is_refused() -> None:
    variant: Variant = ("tic-tac-toe", (("size", 2),))
    states, engine = atlas_of("reference", variant), engine_for("reference", variant)
    goal = Goal(frozenset(), Aim(question="full"))
    with pytest.raises(BadPosition, match="no game comes to mark"):
        states.attract([goal]).forced(engine.initial().replace(turn="B"))
