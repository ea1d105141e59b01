"""Solve: known values by every way, and what the answer says."""

import json

import pytest

from boardproof import load, make_engine, solve
from boardproof.engines.planner import plan
from boardproof.engines.profile import SOLVE
from boardproof.errors import BadPosition, TooLarge
from boardproof.positions.notation import read_position
from boardproof.questions.known import known_games
from boardproof.questions.known_results import as_markdown, solve_again
from boardproof.reading import read

from ..engines.random_games import Walk
from ..games.peers import PEERS
from ..games.peers import solve as solve_peer
from ..truths import cases, rules_of

#: Shorter rows of pins are solved always.
LARGE = ["kayles pins=12 last=loses"]


@pytest.mark.parametrize(("known", "value"), cases("value", "quick", "long", slow=LARGE))
def test_the_known_values_are_found(known, value):
    found = solve_again(known, value)
    assert found.value == found.known
    assert value.distance in (None, found.solution.distance)


@pytest.mark.parametrize(
    ("known", "value"), cases("value", "quick", "long", where=lambda value: value.openings)
)
def test_as_many_first_moves_make_sure_of_it_as_known(known, value):
    engine, solved = plan(SOLVE, rules_of(known)).run(
        lambda engine, limits: (engine, engine.solve(limits))
    )
    start = engine.initial()
    kept = [solved.value(after) == solved.value(start) for _, after in engine.successors(start)]
    assert sum(kept) == value.openings


@pytest.mark.parametrize(("known", "value"), cases("value", where=lambda value: value.peer))
def test_the_second_program_finds_them_too(known, value):
    assert (solve_peer(PEERS[known.game](**known.parameters)),) == value.numbers


def not_huge(solved):
    """Whether a machine with little memory keeps all positions."""
    return sum(solved.counts.values()) < 10_000_000


@pytest.mark.parametrize(("known", "solved"), cases("solved", "quick", "long", where=not_huge))
def test_as_many_positions_of_each_value_as_known(known, solved):
    answer = solve(rules_of(known))
    assert answer.counts == solved.counts
    assert solved.longest is None or answer.worst.distance == solved.longest


def test_the_answer_as_json_says_what_it_must():
    answer = json.loads(solve(load("kalah", holes=2, beans=2)).to_json())
    assert answer.pop("seconds") >= 0
    assert answer == {
        "game": "kalah",
        "parameters": {
            "holes": 2,
            "beans": 2,
            "empty_capture": False,
            "ends": "either_side",
        },
        "engine": "reference",
        "position": "board=2,2,0,2,2,0 turn=South",
        "value": {"South": -2, "North": 2},
        "result": "North wins",
        "distance": 5,
        "best": ["2"],
        "positions": 23,
        "counts": {"North wins": 12, "South wins": 7, "draw": 4},
        "line": ["2", "2", "1", "2", "2"],
        "back_to": None,
    }


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("tic-tac-toe", {}),
        ("territory", {}),
        ("kalah", {"holes": 2, "beans": 3}),
        ("connect-four", {"columns": 4, "rows": 3, "connect": 3}),
    ],
)
def test_the_line_keeps_the_value_and_comes_a_move_nearer_each_time(game, parameters):
    rules = load(game, **parameters)
    engine, answer = make_engine("reference", rules), solve(rules)
    solved, position = engine.solve(), engine.initial()
    for done, name in enumerate(answer.line):
        assert solved.value(position) == answer.value
        assert solved.distance(position) == answer.distance - done
        position = {str(move): after for move, after in engine.successors(position)}[name]
    assert engine.payoff(position) == answer.value
    assert answer.back_to is None


def test_a_line_that_is_held_for_ever_stops_where_it_comes_round():
    rules = load("pong-hau-ki")
    engine, answer = make_engine("reference", rules), solve(rules)
    positions = [engine.initial()]
    for name in answer.line:
        following = {str(move): after for move, after in engine.successors(positions[-1])}
        positions.append(following[name])
    assert positions.index(positions[-1]) == answer.back_to
    assert len(set(positions)) == len(answer.line)


def test_a_position_is_solved_from_where_it_is():
    rules = load("tic-tac-toe")
    fork = read_position(rules.game, "mark=A.B/.A./B.. turn=A")
    answer = solve(rules, position=fork)
    assert (answer.result, answer.distance, answer.best) == ("A wins", 1, ["(2,2)"])
    whole = solve(rules, "ir", position=fork)
    assert (whole.value, whole.positions) == (answer.value, answer.positions)


def test_a_position_nobody_comes_to_is_solved_all_the_same():
    rules = load("tic-tac-toe", size=2)
    odd = read_position(rules.game, "mark=AB/.. turn=B")
    assert solve(rules, position=odd).result == "B wins"


def test_a_game_that_is_over_has_no_moves_left():
    rules = load("tic-tac-toe", size=2)
    over = read_position(rules.game, "mark=AB/A. turn=B")
    answer = solve(rules, position=over)
    assert (str(answer), answer.best) == ("A wins, over", [])


def test_a_position_of_another_game_is_refused():
    other = make_engine("reference", load("tic-tac-toe", size=4)).initial()
    with pytest.raises(BadPosition, match="position of tic-tac-toe size=4"):
        solve(load("tic-tac-toe"), position=other)


def test_points_of_three_players_are_said_one_by_one():
    answer = solve(read(Walk(seed=3, points=True, seats=3)))
    for player, points in answer.value.items():
        assert f"{points} point" in answer.result
        assert player in answer.result


def test_memory_is_bounded():
    with pytest.raises(TooLarge, match="raise it with --memory"):
        solve(load("tic-tac-toe"), "reference", memory=1)


def test_the_page_of_results_has_a_row_for_each():
    (known, _) = known_games("pong-hau-ki")
    page = as_markdown([solve_again(known, known.value)])
    assert page.splitlines()[-1].startswith(
        '| `pong-hau-ki` | draw | 0 | 0 | Wikipedia: "the game continues endlessly with no winner" '
        "| forever | 56 | reference |"
    )


def test_the_page_of_results_says_what_its_seconds_are():
    (known, _) = known_games("pong-hau-ki")
    page = as_markdown([solve_again(known, known.value, rounds=3)], rounds=3)
    assert "`boardproof results --rounds 3`" in page
    assert "by the clock, medians of 3 runs or, where one takes over 60, that one,\non " in page
    assert "core" in page
