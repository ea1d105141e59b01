"""Force: who can bring what about, and a strategy that does."""

from random import Random

import pytest

from boardproof import load
from boardproof.engines.symbolic.engine import SymbolicEngine
from boardproof.errors import BadInput, BadQuestion
from boardproof.positions.notation import read_position
from boardproof.questions.force import force, strategy
from boardproof.questions.known import Known, KnownForce
from boardproof.statespace.goals import Aim, goals_of

from ..truths import cases, named, numbers_of, rules_of


@pytest.mark.parametrize(("known", "fact"), cases("force"))
def test_a_known_fact(known: Known, fact: KnownForce) -> None:
    answer = force(rules_of(known), list(fact.who), fact.goal, always=fact.always)
    assert answer.forced == fact.forced


def forced_table(known: Known) -> dict[tuple[tuple[str, ...], str], bool]:
    """Say of every set of players and everybody's win whether they can force it."""
    rules = rules_of(known)
    aims = [Aim(results=frozenset({f"{player} wins"})) for player in rules.game.players]
    goals = goals_of(rules.game.players, aims)
    attraction = SymbolicEngine(rules).attract(goals)
    assert attraction.positions == numbers_of(known)["positions"]
    found = {}
    for goal, can in zip(goals, attraction.forced(_start(rules)), strict=True):
        who = tuple(player for player in rules.game.players if player in goal.who)
        (result,) = goal.aim.results
        found[who, result] = can
    return found


def _start(rules):
    return SymbolicEngine(rules).initial()


@pytest.mark.parametrize("known", named("dstru-tac-toe"))
def test_what_each_coalition_forces_in_the_game_of_three(known: Known) -> None:
    """As computed by a hand-written program: without Dos nothing, Dos alone who wins."""
    assert forced_table(known) == {(fact.who, fact.goal): fact.forced for fact in known.force}


@pytest.mark.parametrize("known", named("dstru-tac-toe win=equals", slow=True))
def test_read_literally_tres_alone_can_make_dos_win(known: Known) -> None:
    (fact,) = known.force
    assert forced_table(known)[fact.who, fact.goal] == fact.forced


@pytest.mark.parametrize("engine", ["reference", "symbolic"])
def test_a_strategy_wins_against_anything(engine: str) -> None:
    rules = load("kalah", holes=2, beans=2)
    how = strategy(rules, ["North"], "North wins", engine=engine)
    chance, runner = Random(7), how.engine
    for _ in range(20):
        position = runner.initial()
        while not runner.is_over(position):
            move = how.choose(position) or chance.choice(runner.legal_moves(position))
            position = runner.successor(position, move)
        assert str(runner.result(position)) == "North wins"


def test_a_strategy_keeps_what_is_to_stay_true() -> None:
    how = strategy(load("tic-tac-toe"), ["B"], "not A wins", always=True, engine="symbolic")
    chance, runner = Random(2), how.engine
    for _ in range(20):
        position = runner.initial()
        while not runner.is_over(position):
            move = how.choose(position) or chance.choice(runner.legal_moves(position))
            position = runner.successor(position, move)
        assert str(runner.result(position)) != "A wins"


def test_from_any_position_reachable_or_not() -> None:
    rules = load("tic-tac-toe")
    alone = read_position(rules.game, "mark=AA./.../... turn=A")
    assert force(rules, ["A"], "A wins", position=alone).forced
    assert not force(rules, ["B"], "not A wins", position=alone, always=True).forced


def test_one_thing_until_another() -> None:
    rules = load("tic-tac-toe")
    how = {"goal": "mark[(1, 1)] is None", "until": "A wins", "engine": "symbolic"}
    assert force(rules, ["A", "B"], **how).forced
    assert not force(rules, ["A"], **how).forced


def test_nobody_and_unknown_players_are_refused() -> None:
    with pytest.raises(BadInput, match="nobody is named"):
        force(load("tic-tac-toe"), [""], "A wins")
    with pytest.raises(BadQuestion, match="nobody is called 'C'"):
        force(load("tic-tac-toe"), ["C"], "A wins")
