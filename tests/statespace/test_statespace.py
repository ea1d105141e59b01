"""State spaces: every implementation answers alike, and as the algorithms on sets do."""

from functools import cache
from itertools import count
from typing import Any

import pytest

from boardproof import load
from boardproof.engines.contract import Engine, make_engine
from boardproof.engines.plain.base import PlainEngine
from boardproof.errors import BadPosition
from boardproof.ir.rules import Rules
from boardproof.limits import Limits, TooMany
from boardproof.reading.queries import ask
from boardproof.rules.game import choices
from boardproof.statespace.algorithms import attractor_rings, cycles, lasso, stay_forever
from boardproof.statespace.base import StateSpace, join_by_words
from boardproof.statespace.explicit import ExplicitStateSpace
from boardproof.statespace.goals import Aim, Goal, goals_of
from boardproof.statespace.graph import StateGraph

from ..engines.variants import EVERY_VARIANT, Variant, rules_of

#: Parameters that make a game small, and the depth to which it is followed.
SMALL: dict[str, tuple[dict[str, Any], int | None]] = {
    "connect-four": ({"columns": 3, "rows": 2, "connect": 2}, None),
    "tic-tac-toe": ({"size": 2}, None),
    "kalah": ({"holes": 2, "beans": 2}, None),
    "territory": ({}, 3),
    "dstru-tac-toe": ({}, 3),
    "pong-hau-ki": ({}, None),
    "chess-endings": ({"size": 3}, 2),
}
#: How far other games are followed.
DEPTH = 3
SPACES = ("ir", "symbolic")
every_variant = pytest.mark.parametrize("variant", EVERY_VARIANT)


@cache
def small(variant: Variant) -> tuple[Rules, int | None]:
    name, parameters = variant
    more, depth = SMALL.get(name, ({}, DEPTH))
    given = {key: value for key, value in more.items() if key not in dict(parameters)}
    rules = rules_of((name, (*parameters, *given.items())))
    return ask(rules, "wellformed and not over")[0], depth


@cache
def engine_for(name: str, variant: Variant) -> Engine:
    return make_engine(name, small(variant)[0])


@cache
def space_of(name: str, variant: Variant) -> StateSpace:
    engine = engine_for(name, variant)
    if name == "symbolic" and engine.rules.has_turns:
        pytest.skip("diagrams do not follow turns of several steps")
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


def summary(space: StateSpace, aims: list[Aim]) -> Any:
    survey = space.survey(aims)
    sights = [(one.by_ply, one.way and len(one.way)) for one in survey.sights]
    return survey.positions, survey.complete, sights


@pytest.mark.parametrize("name", SPACES)
@every_variant
def test_surveys_agree(name: str, variant: Variant) -> None:
    aims = [*aims_of(variant), Aim(results=frozenset({"stuck"}))]
    assert summary(space_of(name, variant), aims) == summary(space_of("reference", variant), aims)


@pytest.mark.parametrize("name", SPACES)
@every_variant
def test_ways_lead_where_they_say(name: str, variant: Variant) -> None:
    space, reference = space_of(name, variant), engine_for("reference", variant)
    for aim in aims_of(variant)[-4:]:
        met = space.where(aim)
        way = space.path_to(met)
        if way is None:
            assert space.count(met) == 0
            continue
        assert way[0] in reference.initials()
        for move, here, there in zip(space.moves_along(way), way, way[1:], strict=False):
            assert reference.successor(here, move) == there
        assert space.contains(met, way[-1])


@pytest.mark.parametrize("name", SPACES)
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
    reference = space_of("reference", variant).attract(goals)
    other = space_of(name, variant).attract(goals)
    assert other.counts == reference.counts
    start = engine_for("reference", variant).initial()
    assert other.forced(start) == reference.forced(start)


@pytest.mark.parametrize("name", ["reference", *SPACES])
def test_the_chosen_move_comes_nearer_until_the_goal_is_met(name: str) -> None:
    """Two rings of a loop: a strategy that only stays where it can win would never arrive."""
    variant: Variant = ("tic-tac-toe", (("size", 2),))
    space, engine = space_of(name, variant), engine_for("reference", variant)
    goal = Goal(frozenset([engine.rules.game.players.A]), Aim(results=frozenset({"A wins"})))
    attraction, position = space.attract([goal]), engine.initial()
    while not engine.is_over(position):
        assert attraction.forced(position) == (True,)
        move = attraction.choose(0, position)
        legal = engine.legal_moves(position)
        position = engine.successor(position, move if move is not None else legal[-1])
    assert str(engine.result(position)) == "A wins"


@pytest.mark.parametrize("name", SPACES)
@every_variant
def test_moves_that_break_a_step_agree(name: str, variant: Variant) -> None:
    rules = small(variant)[0]
    for step, mark in rules.steps.items():
        given = [tuple(choice.values()) for choice in choices(rules.game, mark)]
        broken = [space_of(n, variant).breaking(step, given) for n in ("reference", name)]
        assert not broken[0]
        assert not broken[1]


@pytest.mark.parametrize("name", SPACES)
@every_variant
def test_lengths_of_games_agree(name: str, variant: Variant) -> None:
    def lengths(of: str) -> tuple[int, int | None]:
        space = space_of(of, variant)
        return space.count(space.infinite_plays), space.longest_play

    assert lengths(name) == lengths("reference")


@every_variant
def test_what_is_faster_one_by_one_is_the_same_on_sets(variant: Variant) -> None:
    space = space_of("reference", variant)
    lasting, longest = stay_forever(space, space.interior)
    assert lasting == space.infinite_plays
    assert space.longest_play == (None if lasting else longest)
    for player in space.rules.game.players:
        who, target = frozenset([player]), space.everything - space.going
        for keep in (None, space.movers.get(player)):
            rings = attractor_rings(space, who, target, keep)
            assert space.attractor(who, target, keep).rings == rings[:-1]


@every_variant
def test_outcomes_told_ending_by_ending_are_those_of_the_results(variant: Variant) -> None:
    space = space_of("symbolic", variant)
    assert space.outcomes == join_by_words(space.results)
    assert space.union(space.outcomes.values()) == space.everything - space.going


@pytest.mark.parametrize("name", SPACES)
@every_variant
def test_sets_by_rule_and_values_agree(name: str, variant: Variant) -> None:
    def parts(of: str) -> Any:
        space, names = space_of(of, variant), list(small(variant)[0].game.variables)
        return (
            {str(result): space.by_ply(states) for result, states in space.outcomes.items()},
            {player: space.by_ply(states) for player, states in space.movers.items()},
            space.by_ply(space.stuck),
            space.values(),
            [space.distinct([name]) for name in names],
            [space.combinations(names[:1]), space.combinations(names[-1:])],
        )

    assert parts(name) == parts("reference")
    if small(variant)[1] is None:
        assert space_of(name, variant).legal_moves == space_of("reference", variant).legal_moves


@pytest.mark.parametrize("name", ["reference", *SPACES])
@every_variant
def test_images_and_preimages_are_those_of_the_moves(name: str, variant: Variant) -> None:
    space, engine = space_of(name, variant), engine_for("reference", variant)
    for position in list(space.each(space.interior))[:40:4]:
        here = space.singleton(position)
        following = {after for _, after in engine.successors(position)}
        assert set(space.each(space.after(here))) == following
        for after in following:
            assert space.contains(space.before(space.singleton(after)), position)


@pytest.mark.parametrize("name", ["reference", *SPACES])
def test_a_lasso_comes_back_to_a_position_on_it(name: str) -> None:
    space = space_of(name, ("pong-hau-ki", ()))
    around = cycles(space, space.infinite_plays)
    path = space.path_to(around)
    assert path is not None
    path, back_to = lasso(space, path, around)
    assert path[-1] == path[back_to]
    assert len(set(path)) == len(path) - 1
    assert len(space.moves_along(path)) == len(path) - 1


def test_an_audit_stopped_early_keeps_the_plies_it_has_expanded() -> None:
    engine = engine_for("reference", ("tic-tac-toe", ()))
    assert isinstance(engine, PlainEngine)
    space = ExplicitStateSpace(engine, most=10, audits=True)
    assert (space.complete, space.plies) == (False, [1, 4])
    first = next(space.each(space.layers[1]))
    following = [after for _, after in engine.successors(first)]
    assert not any(space.contains(space.everything, after) for after in following)
    assert not space.after(space.singleton(first))
    assert space.interior == space.layers[0]


def test_a_position_no_game_comes_to_is_refused() -> None:
    variant: Variant = ("tic-tac-toe", (("size", 2),))
    space, engine = space_of("reference", variant), engine_for("reference", variant)
    goal = Goal(frozenset(), Aim(question="full"))
    with pytest.raises(BadPosition, match=r"mark.* cannot be reached"):
        space.attract([goal]).forced(engine.initial().replace(turn="B"))


def test_an_audit_stops_in_the_middle_of_a_ply_once_it_ran_enough() -> None:
    engine = make_engine("reference", load("tic-tac-toe"))
    assert isinstance(engine, PlainEngine)
    whole, began = StateGraph(engine), engine.tried
    part = StateGraph(engine, audits=True, enough=lambda: engine.tried - began >= 30 * 9)
    assert (part.size, part.by_ply, part.complete) == (30, [1, 9, 20], False)
    assert part.positions == whole.positions[:30]
    assert [list(part.targets[i]) for i in range(30)] == [list(whole.targets[i]) for i in range(30)]


def test_a_trial_is_given_up_in_the_middle_of_a_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = make_engine("reference", load("chess-endings", size=3))
    assert isinstance(engine, PlainEngine)
    clock = count()
    for module in ("limits", "statespace.graph"):
        monkeypatch.setattr(f"boardproof.{module}.process_time", lambda: next(clock) / 100)
    monkeypatch.setattr("boardproof.limits.SURE", 0.0)
    monkeypatch.setattr("boardproof.statespace.graph.PAUSE", 0.0)
    with pytest.raises(TooMany):
        StateGraph(engine, Limits().bounded(seconds=1.0))
    assert 0 < engine.tried < 10 * len(engine.moves)
