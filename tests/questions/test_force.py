"""Force: who can bring what about, and a strategy that does."""

from pathlib import Path
from random import Random

import pytest

from boardproof import load
from boardproof.engines.symbolic.engine import SymbolicEngine
from boardproof.errors import BadInput, BadQuestion
from boardproof.positions.notation import read_position
from boardproof.questions.force import force, strategy
from boardproof.statespace.goals import Aim, goals_of

#: game and parameters ; who ; goal ; forced # source
FACTS = Path(__file__).with_name("forced.txt")


def facts() -> list[tuple[str, str, str, bool]]:
    lines = [line for line in FACTS.read_text().splitlines() if line and line[0] != "#"]
    cut = [line.partition(" # ")[0].split(" ; ") for line in lines]
    return [(game, who, goal, forced == "yes") for game, who, goal, forced in cut]


@pytest.mark.parametrize(("game", "who", "goal", "forced"), facts())
def test_a_known_fact(game: str, who: str, goal: str, forced: bool) -> None:
    name, *words = game.split()
    given = {k: int(v) if v.isdigit() else v for k, v in (w.split("=") for w in words)}
    always = goal.startswith("always ")
    answer = force(load(name, **given), who.split(","), goal.removeprefix("always "), always=always)
    assert answer.forced == forced


DSTRU = {
    "contains": {
        "Uno": set(),
        "Tres": set(),
        "Uno Tres": set(),
        "Dos": {"Uno wins", "Tres wins"},
        "Uno Dos": {"Uno wins", "Dos wins", "Tres wins"},
        "Dos Tres": {"Uno wins", "Dos wins", "Tres wins"},
        "Uno Dos Tres": {"Uno wins", "Dos wins", "Tres wins"},
    },
}


def forced_table(win: str) -> dict[str, set[str]]:
    rules = load("dstru-tac-toe", win=win)
    aims = [Aim(results=frozenset({f"{player} wins"})) for player in rules.game.players]
    goals = goals_of(rules.game.players, aims)
    attraction = SymbolicEngine(rules).attract(goals)
    assert attraction.positions == {"contains": 122_281_584, "equals": 128_263_622}[win]
    found: dict[str, set[str]] = {}
    for goal, can in zip(goals, attraction.forced(_start(rules)), strict=True):
        who = " ".join(player for player in rules.game.players if player in goal.who)
        found.setdefault(who, set()).update(goal.aim.results if can else ())
    return found


def _start(rules):
    return SymbolicEngine(rules).initial()


def test_what_each_coalition_forces_in_the_game_of_three() -> None:
    """As computed by a hand-written program: without Dos nothing, Dos alone who wins."""
    assert forced_table("contains") == DSTRU["contains"]


@pytest.mark.slow
def test_read_literally_tres_alone_can_make_dos_win() -> None:
    table = forced_table("equals")
    assert "Dos wins" in table["Tres"]


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
