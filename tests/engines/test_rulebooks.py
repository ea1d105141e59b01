"""Small rulebooks that engines once disagreed on."""

from typing import Any

import pytest

from boardproof import load, solve
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.codegen import functions
from boardproof.engines.compiled.codegen.budget import BUDGET
from boardproof.engines.contract import make_engine
from boardproof.engines.planner import fastest
from boardproof.engines.profile import ATTRACT, can
from boardproof.errors import BadInput, RuleBroken, TooLarge
from boardproof.questions.solve_weak import solve_weak
from boardproof.rules.results import Draw
from boardproof.statespace.goals import Aim, goals_of

from ..rulebooks import load_rulebook
from .agreement import QUESTIONS, count, disagreements
from .compiled.interpreted import written_otherwise
from .variants import COUNTING

RULEBOOKS: list[tuple[str, dict[str, Any]]] = [
    ("debts", {}),
    ("debts", {"seats": 3, "more": -4}),
    ("paths", {}),
    ("number_sets", {}),
    ("nothing_legal", {}),
    ("changed_keys", {}),
    ("chase", {"worth": "points"}),
    ("chase", {"worth": "hounds"}),
    ("sliding", {}),
    ("blocked", {"length": 6}),
    ("blocked", {"length": 7, "seats": 3}),
    ("domineering", {}),
    ("wanderers", {}),
    ("nogo", {"rows": 2, "wrap": "columns"}),
    ("toads", {"length": 6}),
    ("words", {}),
    ("steps", {}),
    ("strolls", {}),
    ("swaps", {}),
    ("guarded_walk", {}),
    ("own_names", {}),
    ("sown_apart", {}),
    ("led_elsewhere", {}),
    ("three_of_six", {}),
    ("odd_numbers", {}),
    ("sliding_pairs", {}),
    ("named_keys", {}),
    ("keyed_by_flags", {}),
    ("sought", {}),
    ("handed_on", {}),
    ("alone", {}),
    ("elsewhere", {}),
    ("paired_calls", {}),
    ("pairs_kept", {}),
    ("begun_once", {}),
    ("ruled_out", {}),
    ("turned_over", {}),
    ("turned_over", {"size": 16}),
]
#: Here the rules go wrong, so there is nothing to count.
BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("gaps", {}),
    ("overfull", {}),
    ("unused", {}),
    ("misjudged", {}),
    ("paired_places", {}),
]

#: Of these only the code that is written is compared.
WRITTEN: list[tuple[str, dict[str, Any]]] = [
    ("guarded_look", {}),
    ("absent_list", {}),
    ("unpacked_anew", {}),
]


#: Points are what solving is about; the others are counted.
SOLVED = ("debts", "chase", "sliding")
#: What writes code of its own kind; the code of the others runs as Python here, and as machine code
#: in the long suite.
COMPILED = [
    RULEBOOKS[1],
    *(one for one in RULEBOOKS if one[0] in ("wanderers", "words", "steps", "strolls", "swaps")),
]


@pytest.mark.parametrize(("name", "parameters"), RULEBOOKS)
def test_engines_agree(name: str, parameters: dict[str, Any]) -> None:
    rules = load_rulebook(name, **parameters)
    assert fastest(rules).name == "compiled"
    others = [engine for engine in COUNTING if engine != "compiled"]
    assert disagreements(rules, others, QUESTIONS if name in SOLVED else (count,)) == []


@pytest.mark.parametrize(
    ("name", "parameters"),
    [pytest.param(*one, marks=[pytest.mark.slow] * (one not in COMPILED)) for one in RULEBOOKS],
)
def test_machine_code_agrees(name: str, parameters: dict[str, Any]) -> None:
    rules = load_rulebook(name, **parameters)
    questions = QUESTIONS if name in SOLVED else (count,)
    assert disagreements(rules, ["compiled"], questions) == []


@pytest.mark.parametrize("budget", [BUDGET, 0])
@pytest.mark.parametrize(("name", "parameters"), [*RULEBOOKS, *BROKEN, *WRITTEN])
def test_code_is_written_as_the_rules_say(
    name: str, parameters: dict[str, Any], budget: int
) -> None:
    rules = load_rulebook(name, **parameters)
    assert written_otherwise(rules, most=500, budget=budget) == []


@pytest.mark.parametrize("name", ["ir", "generated", "symbolic", "compiled"])
def test_no_engine_passes_over_a_result_that_goes_wrong(name: str) -> None:
    engine = make_engine(name, load_rulebook("misjudged"))
    aims = goals_of(engine.rules.game.players, [Aim(results=frozenset({Draw()}))])
    asked = [engine.enumerate, engine.solve, lambda: engine.attract(aims)]
    for ask in asked if can(name, ATTRACT) else asked[:2]:
        with pytest.raises(RuleBroken, match="empty collection"):
            ask()


@pytest.mark.parametrize("name", ["ir", "generated", "compiled"])
def test_no_engine_passes_over_a_rule_that_never_ends(name: str) -> None:
    engine = make_engine(name, load_rulebook("endless_call"))
    for ask in (engine.enumerate, engine.solve):
        with pytest.raises(RuleBroken, match="calls itself without end"):
            ask()


def test_a_weak_solve_refuses_a_position_without_moves() -> None:
    with pytest.raises(BadInput, match="no move is possible"):
        solve_weak(load_rulebook("nothing_legal"))


def test_code_too_long_to_compile_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(functions, "MOST_SOURCE", 5_000)
    rules = load("tic-tac-toe")
    with pytest.raises(TooLarge, match=r"9 moves, .* more than 5,000 letters .* another engine"):
        CompiledEngine(rules)
    assert fastest(rules).name == "reference"


def test_one_player_has_points_below_zero() -> None:
    rules = load_rulebook("debts", seats=1)
    assert disagreements(rules, [name for name in COUNTING if name != "compiled"], (count,)) == []
    assert written_otherwise(rules, most=500) == []


def test_a_weak_solve_makes_the_moves_that_there_are() -> None:
    rules = load_rulebook("three_of_six")
    assert solve_weak(rules).value == solve(rules).value


def test_a_weak_solve_takes_points_below_zero() -> None:
    rules = load_rulebook("debts", more=-4)
    assert solve_weak(rules).value == solve(rules).value
