"""The planner: what it chooses follows from what engines declare, those of other packages too."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from boardproof import load
from boardproof.engines.contract import Engine
from boardproof.engines.hints import note
from boardproof.engines.planner import MADE, WORDS, Plan, fastest, plan, runner
from boardproof.engines.profile import (
    ATTRACT,
    COVERAGE,
    ENUMERATE,
    REWRITTEN,
    SOLVE,
    STATES,
    able,
    profile_of,
    profiles,
)
from boardproof.errors import BadInput, TooLarge
from boardproof.faces.cli import cli
from boardproof.limits import Limits, TooMany, free_memory, machine_memory, usable_cores
from boardproof.questions.explore import explore
from boardproof.questions.find import find
from boardproof.questions.solve import solve

RULES = load("tic-tac-toe", size=2)

RIVAL = """
from boardproof.engines.plain.reference import ReferenceEngine
from boardproof.engines.profile import CONTRACT, EngineProfile
from boardproof.errors import TooLarge

class Rival(ReferenceEngine):
    name = "rival"

class Quick(Rival):
    abilities, startup, rate = CONTRACT, 0.0, 10_000_000

class Proud(Quick):
    def __init__(self, rules):
        raise TooLarge("not for me")

PROFILE = EngineProfile("rival", "rival_engines:Rival", startup=0.0, rate=10_000_000)
HAUGHTY = EngineProfile("rival", "rival_engines:Proud", startup=0.05, rate=50_000)
LATE = EngineProfile("rival", "rival_engines:Rival", startup=0.5, rate=10_000_000)
"""

Register = Callable[[str], None]


@pytest.fixture
def register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Register:
    """Install a package that registers an engine."""
    (tmp_path / "rival_engines.py").write_text(RIVAL, encoding="utf-8")
    info = tmp_path / "rival-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rival\nVersion: 1.0\n")
    monkeypatch.delitem(sys.modules, "rival_engines", raising=False)

    def write(home: str) -> None:
        (info / "entry_points.txt").write_text(f"[boardproof.engines]\nrival = {home}\n")
        monkeypatch.syspath_prepend(tmp_path)

    return write


def tried(made: Plan) -> list[tuple[str, int | float | None]]:
    return [(one.profile.name, one.positions or one.nodes or one.seconds) for one in made.attempts]


def test_ours_are_tried_as_their_costs_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path))  # as if no engine was ever made
    first, last = ("reference", 1.3), ("reference", None)
    diagrams, machine = ("symbolic", 200_000), ("compiled", None)
    trials = [("reference", 0.2), ("generated", 6.0)]
    assert tried(plan(SOLVE, RULES)) == [*trials, machine, last]
    assert tried(plan(STATES, RULES)) == [first, diagrams, last]
    assert tried(plan(ATTRACT, RULES, trials=STATES)) == [first, diagrams, machine, last]
    assert tried(plan(COVERAGE, RULES, partial=True)) == [("ir", 6_500), ("symbolic", 300_000)]
    assert tried(plan(SOLVE, RULES, "ir")) == [("ir", None)]
    assert runner(RULES).name == "reference"
    assert runner(RULES, REWRITTEN).name == "ir"


def test_every_ability_has_words_and_an_engine() -> None:
    declared = {ability for one in profiles() for ability in one.abilities}
    assert declared == set(WORDS)


def test_an_engine_without_the_ability_is_refused() -> None:
    with pytest.raises(BadInput, match=r"cannot keep sets of positions: choose auto, ir, ref"):
        plan(STATES, RULES, "compiled")


def test_planning_imports_no_engine() -> None:
    code = (
        "import sys, boardproof.engines.planner as planner;"
        "from boardproof import load;"
        "[planner.plan(one, load('tic-tac-toe')) for one in planner.WORDS];"
        "heavy = ('numba', 'oxidd', 'boardproof.engines.compiled.engine',"
        " 'boardproof.engines.symbolic.engine');"
        "print([one for one in heavy if one in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("home", ["rival_engines:Quick", "rival_engines:PROFILE"])
def test_an_engine_of_another_package_is_chosen_if_it_is_best(
    register: Register, home: str
) -> None:
    ours = explore(RULES)
    register(home)
    theirs = explore(RULES)
    assert (ours.engine, theirs.engine) == ("reference", "rival")
    assert (theirs.positions, theirs.over) == (ours.positions, ours.over)
    assert solve(RULES).engine == "rival"
    assert find(RULES, "full").engine == "reference"  # it keeps no sets


def test_the_bound_follows_from_the_next_engine(register: Register) -> None:
    register("rival_engines:LATE")
    assert tried(plan(SOLVE, RULES))[1:3] == [("generated", 0.5), ("rival", None)]


def test_a_plain_class_without_costs_is_only_taken_if_asked_for(register: Register) -> None:
    register("rival_engines:Rival")
    assert "rival" in {one.name for one in able(SOLVE)}
    assert explore(RULES).engine == "reference"
    assert explore(RULES, engine="rival").engine == "rival"


def test_an_engine_that_refuses_the_rules_leaves_them_to_one_that_takes_all(
    register: Register,
) -> None:
    register("rival_engines:Proud")
    assert explore(RULES).engine == "reference"
    assert fastest(RULES).name == "reference"
    with pytest.raises(TooLarge, match="not for me"):
        explore(RULES, engine="rival")


@pytest.mark.parametrize("home", ["rival_engines:Nobody", "rivals:Engine", "rival_engines:RIVAL"])
def test_a_broken_package_gets_one_line_and_harms_nothing(register: Register, home: str) -> None:
    register(home)
    assert explore(RULES).engine == "reference"
    with pytest.raises(BadInput, match=r"the engine 'rival', .* cannot be loaded: "):
        profile_of("rival")


def test_a_trial_is_given_up_and_memory_that_runs_out_is_told() -> None:
    chosen = plan(SOLVE, RULES, limits=Limits(memory=1))

    def too_many(engine: object, limits: Limits) -> int:
        raise TooMany

    assert chosen.soon(too_many) is None
    with pytest.raises(TooLarge, match="stopped at ply 0 with 1 position"):
        explore(RULES, memory=1)


def test_a_later_trial_that_takes_all_the_memory_leaves_the_work_to_the_next() -> None:
    def work(engine: Engine, limits: Limits) -> str:
        if engine.name == "reference":
            raise TooMany
        if engine.name == "generated":
            raise TooLarge("it takes more than there is")
        return engine.name

    assert plan(SOLVE, RULES).run(work) == "compiled"


def test_a_count_that_was_given_up_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path))
    rules = load("tic-tac-toe")

    def too_many(engine: object, limits: Limits) -> int:
        raise TooMany

    assert plan(ENUMERATE, rules).soon(too_many) is None
    assert not plan(ENUMERATE, rules).trials
    assert plan(SOLVE, rules).trials


def test_an_engine_that_refuses_the_rules_leaves_its_seconds_to_the_one_before(
    register: Register,
) -> None:
    register("rival_engines:HAUGHTY")
    given: list[tuple[str, float | None]] = []

    def too_many(engine: Engine, limits: Limits) -> int:
        given.append((engine.name, limits.most_seconds))
        raise TooMany

    assert plan(SOLVE, RULES).soon(too_many) is None
    assert given[:2] == [("reference", 0.05), ("reference", 0.2)]
    assert [name for name, _ in given[2:]] == ["generated"]


def test_an_engine_that_is_known_to_refuse_the_rules_is_not_tried() -> None:
    steps = load("draughts", size=4)
    assert "generated" not in {name for name, _ in tried(plan(SOLVE, steps))}
    assert "generated" in {name for name, _ in tried(plan(SOLVE, RULES))}


def test_limits_are_what_the_machine_has() -> None:
    limits = Limits()
    assert limits.threads == usable_cores() >= 1
    assert Limits(threads=1).threads == 1
    assert 0 < free_memory() < machine_memory()
    assert 0 < limits.free <= limits.limit <= machine_memory()
    with pytest.raises(TooLarge):  # enforced, though nobody has set it
        limits.require_memory(2 * machine_memory())
    with pytest.raises(TooMany):
        limits.bounded(positions=10).report(1, 11)


def test_a_trial_is_given_up_where_too_much_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.1, 1.0, 1.0, 9.0, 13.0])
    monkeypatch.setattr("boardproof.limits.process_time", lambda: next(clock))
    trial = Limits().bounded(seconds=6.0)
    trial.foresee(10, 10**6)  # it is too soon to judge
    trial.foresee(1_000, 5_000)
    with pytest.raises(TooMany):
        trial.foresee(1_000, 7_000)
    trial.report(3, 1_000)
    with pytest.raises(TooMany):
        trial.report(3, 1_000)


def test_an_engine_starts_sooner_where_it_was_made_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path))
    rules = load("tic-tac-toe", size=2)
    assert tried(plan(SOLVE, rules))[1] == ("generated", 6.0)
    note(rules, MADE, ["compiled"])
    assert tried(plan(SOLVE, rules))[1] == ("generated", 1.3)


@pytest.mark.parametrize(
    "line",
    [
        "count tic-tac-toe size=2",
        "perft tic-tac-toe size=2",
        "check tic-tac-toe size=2 two_winners",
        "find tic-tac-toe full",
        "force tic-tac-toe size=2",
        "solve tic-tac-toe size=2",
        "lint tic-tac-toe size=2",
    ],
)
def test_a_plan_is_explained_on_standard_error(line: str) -> None:
    silent = CliRunner().invoke(cli, [*line.split(), "--json"])
    told = CliRunner().invoke(cli, [*line.split(), "--json", "--explain-plan"])
    assert told.exit_code == silent.exit_code
    assert silent.stderr == ""
    assert ": starts " in told.stderr
    assert f"threads: {usable_cores()}; memory: up to " in told.stderr
    assert told.stdout[:1] == silent.stdout[:1] in ("{", "[")
    assert "in this order" not in told.stdout
    assert "asked for" not in told.stderr


def test_a_plan_says_that_an_engine_was_asked_for_where_it_was() -> None:
    line = "check tic-tac-toe size=2 two_winners --explain-plan"
    told = CliRunner().invoke(cli, [*line.split(), "--engine", "reference"])
    assert "1. reference: it was asked for" in told.stderr
    chosen = CliRunner().invoke(cli, line.split())
    assert "1. reference: a look near the start shows that there are few" in chosen.stderr
