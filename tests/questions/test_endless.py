"""What a game without end is worth: values against value iteration, and the words for them."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boardproof import explore, force, load, solve
from boardproof.analysis.endless import endless_result, endless_result_at
from boardproof.engines.contract import make_engine
from boardproof.errors import BadInput, RuleBroken
from boardproof.ir.rules import Rules
from boardproof.limits import Limits
from boardproof.players.records import describe_ending
from boardproof.positions.position import Position
from boardproof.questions.counterplay import avoiding_play
from boardproof.questions.force import everything_forced
from boardproof.questions.solve_weak import solve_weak
from boardproof.reading import read
from boardproof.rules import Game, One, Players, Range, Turn, Win, move
from boardproof.statespace.goals import Aim, Goal, with_endless
from boardproof.statespace.graph import StateGraph
from boardproof.tablebase.builder import Builder

ENGINES = Path(__file__).parents[1] / "engines"
RULEBOOKS, CIRCLING = ENGINES / "rulebooks", ENGINES / "compiled" / "circling.py"


def chase(worth: str, rows: int = 2, columns: int = 3) -> Rules:
    """Return the chase with a worth of a game without end."""
    return load(str(RULEBOOKS / "chase.py"), worth=worth, rows=rows, columns=columns)


def iterated(rules: Rules) -> list[int]:
    """Return the first player's values: as if games were cut off ever later, and worth that."""
    engine = make_engine("reference", rules)
    graph, first = StateGraph(engine), rules.game.players.elements[0]
    worth = endless_result(rules).payoff(rules.game.players)[first]
    ends = {number: end.payoff(rules.game.players)[first] for number, end in graph.results.items()}
    values = [ends.get(number, worth) for number in range(graph.size)]
    movers = [engine.player_to_move(position) for position in graph.positions]
    while True:
        after = [
            ends[number]
            if number in ends
            else (max if movers[number] == first else min)(values[t] for t in graph.targets[number])
            for number in range(graph.size)
        ]
        if after == values:
            return values
        values = after


@pytest.mark.parametrize("size", [(2, 3), (1, 4), (3, 3)])
@pytest.mark.parametrize("worth", ["hare", "hounds", "draw", "points"])
def test_values_are_those_of_ever_longer_games(worth: str, size: tuple[int, int]) -> None:
    rules = chase(worth, *size)
    engine = make_engine("reference", rules)
    solved, graph = engine.solve(), StateGraph(engine)
    first = rules.game.players.elements[0]
    assert [solved.value(position)[first] for position in graph.positions] == iterated(rules)


def test_who_never_is_caught_wins() -> None:
    assert str(solve(chase("hare", 3, 3))).startswith("Hare wins, by repetition")
    assert str(solve(chase("draw", 3, 3))).startswith("draw, by repetition")
    assert str(solve(chase("hounds", 2, 3))).startswith("Hounds wins, in 3 moves")


def test_best_moves_lead_to_an_end_that_is_better_than_none() -> None:
    rules = chase("points")
    engine = make_engine("reference", rules)
    solved = engine.solve()
    for position in StateGraph(engine).positions:
        distance = solved.distance(position)
        for best in solved.best(position):
            after = engine.successor(position, best)
            assert solved.value(after) == solved.value(position)
            assert distance is None or solved.distance(after) == distance - 1


@pytest.mark.parametrize("worth", ["hare", "hounds", "draw"])
def test_what_is_forced_is_what_is_solved(worth: str) -> None:
    rules = chase(worth, 3, 3)
    value = solve(rules).value
    for player in rules.game.players:
        can = force(rules, [player], f"{player} wins").forced
        assert can == (value[player] > 0)
    listed = {(tuple(one.who), one.goal): one.forced for one in everything_forced(rules)}
    for player in rules.game.players:
        assert listed[(player,), f"{player} wins"] == (value[player] > 0)


def test_a_weak_solve_that_would_take_it_for_a_draw_says_so() -> None:
    with pytest.raises(BadInput, match=r"endless says .* is no draw.*without --weak"):
        solve_weak(chase("hare"))


def test_a_game_that_repeats_itself_ends_as_the_rulebook_says() -> None:
    engine = make_engine("reference", chase("hare"))
    assert describe_ending(engine, [engine.initial()] * 3) == "Hare wins"
    engine = make_engine("reference", chase("draw"))
    assert describe_ending(engine, [engine.initial()] * 3).startswith("drawn")


def web(seed: int, **more: Any) -> Rules:
    """Return a walk through a random graph, worth what the circle says that it stays in."""
    return load(str(RULEBOOKS / "web.py"), seed=seed, **more)


def worth_at(rules: Rules, position: Position) -> int:
    first = rules.game.players.elements[0]
    return endless_result_at(rules, position).payoff(rules.game.players)[first]


def held(graph: StateGraph, own: list[bool], good: list[bool], safe: set[int]) -> set[int]:
    """Return where the first player can see to it that a game comes to good positions for ever.

    Or that it ends in a safe one: the least set from which the game comes to the set itself, or
    stays where it is good.
    """

    def before(numbers: set[int], number: int) -> bool:
        return (any if own[number] else all)(end in numbers for end in graph.targets[number])

    inner: set[int] = set()
    while True:
        stays = set(range(graph.size))
        while True:
            kept = {
                number
                for number in stays
                if (number in safe if not graph.targets[number] else before(inner, number))
                or (graph.targets[number] and good[number] and before(stays, number))
            }
            if kept == stays:
                break
            stays = kept
        if stays == inner:
            return inner
        inner = stays


def thresholds(rules: Rules) -> list[int]:
    """Return the first player's values, each the most that can be held: nothing is settled."""
    engine = make_engine("reference", rules)
    graph, first = StateGraph(engine), rules.game.players.elements[0]
    own = [engine.player_to_move(position) == first for position in graph.positions]
    worths = [worth_at(rules, position) for position in graph.positions]
    ends = {number: end.payoff(rules.game.players)[first] for number, end in graph.results.items()}
    values = [min([*worths, *ends.values()])] * graph.size
    for least in sorted({*worths, *ends.values()}):
        safe = {number for number, value in ends.items() if value >= least}
        for number in held(graph, own, [worth >= least for worth in worths], safe):
            values[number] = least
    return values


@pytest.mark.parametrize("engine", ["reference", "ir"])
@pytest.mark.parametrize("seed", range(40))
def test_values_are_what_can_be_held_where_circles_differ(seed: int, engine: str) -> None:
    rules = web(seed)
    solved, first = make_engine(engine, rules).solve(), rules.game.players.elements[0]
    graph = StateGraph(make_engine("reference", rules))
    assert [solved.value(position)[first] for position in graph.positions] == thresholds(rules)


def test_seeds_that_go_round_are_shared() -> None:
    rules = load("oware", houses=2, seeds=1, circling="shared")
    solved, first = make_engine("reference", rules).solve(), rules.game.players.elements[0]
    positions = StateGraph(make_engine("reference", rules)).positions
    assert [solved.value(position)[first] for position in positions] == thresholds(rules)
    assert solve(rules).engine == "reference"


@pytest.mark.parametrize("seed", range(40))
def test_best_moves_arrive_where_circles_differ(seed: int) -> None:
    """Whatever best moves are chosen, the game comes to what was promised."""
    rules = web(seed)
    engine = make_engine("reference", rules)
    solved, first = engine.solve(), rules.game.players.elements[0]
    for start in StateGraph(engine).positions:
        for choose in (min, max):
            position, passed = start, [start]
            while solved.best(position) and passed.count(position) < 3:
                move = choose(solved.best(position), key=lambda move: move.name)
                position = engine.successor(position, move)
                passed.append(position)
            payoff = engine.payoff(position)
            worth = worth_at(rules, position) if payoff is None else payoff[first]
            assert worth == solved.value(start)[first]


def test_circles_of_different_worth_are_told() -> None:
    told = []
    for seed in range(10):
        try:
            solve(web(seed, circles="mixed"))
        except RuleBroken as wrong:
            told.append(str(wrong.problem))
    assert told
    for problem in told:
        assert re.search(r"can circle through: at=\d and at=\d$", problem)


class Unsaid(Game):
    """Go round; what that is worth is said of one place alone."""

    def setup(self):
        self.players = Players("A", "B")
        self.places = Range(0, 2)
        self.worth = {1: self.players.A}
        self.at = One(self.places, start=1)
        self.turn = Turn(self.players)

    @move
    def go(self):
        self.at = (self.at + 1) % 3
        self.turn = self.turn.next

    def result(self):
        return None

    def endless(self):
        return Win(self.worth[self.at])


def test_an_endless_that_goes_wrong_says_where() -> None:
    with pytest.raises(RuleBroken, match=r"(?s)no entry for 2.*at at=2 turn=B"):
        solve(read(Unsaid()))


def compared(games: list[str], **environment: str) -> None:
    """Let a program of its own hold machine code to the reference engine."""
    done = subprocess.run(
        [sys.executable, CIRCLING, *games],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(games)} games compared" in done.stdout


def test_code_follows_circles_of_different_worth() -> None:
    webs = [f"{RULEBOOKS / 'web.py'} seed={seed}" for seed in range(12)]
    mixed = [f"{web} circles=mixed" for web in webs[:6]]
    games = [*webs, *mixed, "oware houses=1 seeds=2 circling=shared"]
    compared(games, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
def test_machine_code_follows_circles_of_different_worth() -> None:
    webs = [f"{RULEBOOKS / 'web.py'} seed={seed} size=30" for seed in range(12, 20)]
    oware = ["oware houses=2 seeds=1 circling=shared", "oware houses=2 seeds=2 circling=shared"]
    compared([*webs, f"{webs[0]} circles=mixed", *oware])


@pytest.mark.parametrize("engine", ["reference", "symbolic"])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_forced_is_what_is_solved_where_circles_differ(seed: int, engine: str) -> None:
    rules = web(seed)
    made = make_engine(engine, rules)
    solved = make_engine("reference", rules).solve()
    players = rules.game.players.elements
    wins = [Aim(results=frozenset({f"{player} wins"})) for player in players]
    draw = [Aim(results=frozenset({f"{player} wins", "draw"})) for player in players]
    goals = [
        with_endless(Goal(frozenset({player}), aim), rules)[0]
        for player, *aims in zip(players, wins, draw, strict=True)
        for aim in aims
    ]
    forced = made.attract(goals)
    for position in StateGraph(make_engine("reference", rules)).positions:
        value = solved.value(position)
        right = [test for player in players for test in (value[player] > 0, value[player] >= 0)]
        assert list(forced.forced(position)) == right


@pytest.mark.parametrize("seed", range(8))
def test_a_force_that_fails_shows_a_circle_of_the_others(seed: int) -> None:
    rules = web(seed)
    space = make_engine("reference", rules).states()
    for player in rules.game.players:
        aim = Aim(results=frozenset({f"{player} wins"}))
        goal, _ = with_endless(Goal(frozenset({player}), aim), rules)
        attractor = space.attractor_of(goal)
        if space.starts - attractor.states:
            way, back = avoiding_play(space, goal, attractor)
            ended = space.engine.result(way[-1])
            assert (ended is None) == (back is not None)
            assert str(ended or endless_result_at(rules, way[-1])) not in aim.results


def test_all_results_are_forced_or_not_where_circles_differ() -> None:
    rules = load("oware", houses=2, seeds=1, circling="shared")
    value = solve(rules).value
    listed = {(tuple(one.who), one.goal): one.forced for one in everything_forced(rules)}
    for player in rules.game.players:
        assert listed[(player,), f"{player} wins"] == (value[player] > 0)
        assert force(rules, [player], f"{player} wins").forced == (value[player] > 0)


def test_what_does_not_follow_positions_says_so(tmp_path: Path) -> None:
    rules = web(1)
    for engine in ("disk", "symbolic"):
        with pytest.raises(BadInput, match=f"the {engine} engine cannot follow an endless that"):
            solve(rules, engine=engine, disk=str(tmp_path) if engine == "disk" else None)
    with pytest.raises(BadInput, match="which no tablebase keeps"):
        Builder(rules, tmp_path, "auto", Limits())
    assert explore(rules).positions == StateGraph(make_engine("reference", rules)).size
