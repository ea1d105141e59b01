"""Find: instances among reachable positions, or anywhere; how many; near misses."""

from collections import Counter

import pytest

from boardproof import load, make_engine
from boardproof.errors import BadInput, BadQuestion
from boardproof.positions.notation import read_position
from boardproof.questions.find import find
from boardproof.questions.selection import Selection

TTT = load("tic-tac-toe")
FOUR = load("connect-four", columns=4, rows=4)


@pytest.mark.parametrize("engine", ["reference", "symbolic"])
def test_instances_are_counted_and_reached_by_a_shortest_trace(engine: str) -> None:
    answer = find(TTT, "winner(A) and full", engine=engine)
    assert (answer.found, answer.count, answer.positions) == (True, 62, 5478)
    assert answer.trace is not None
    assert len(answer.trace) == 9
    assert find(TTT, "A wins", engine=engine).count == 626


def test_the_next_instances_are_all_of_them_once() -> None:
    small = load("tic-tac-toe", size=2)
    found = [find(small, "over", selection=Selection(number=n)).position for n in range(1, 13)]
    assert len(set(found)) == 12
    beyond = find(small, "over", selection=Selection(number=13))
    assert not beyond.found
    assert beyond.message == "there are only 12"


def test_a_random_instance_is_the_same_for_a_seed_and_as_likely_as_any() -> None:
    small = load("tic-tac-toe", size=2)
    found = Counter(find(small, "over", selection=Selection(seed=n)).position for n in range(96))
    assert len(found) == 12
    assert max(found.values()) < 25
    assert find(small, "over", selection=Selection(seed=3)) == find(
        small, "over", selection=Selection(seed=3)
    )


def test_draws_up_to_symmetry() -> None:
    """The sixteen drawn boards are three, turned and mirrored."""
    assert find(TTT, "draw", selection=Selection(alike_once=True), engine="symbolic").count == 3


def test_the_two_numbers_of_the_guaranteed_win() -> None:
    """With the opponent to move 2,216 positions have it, and 1,746 of these are forced."""
    assert find(FOUR, "guaranteed_win(turn.next)", engine="symbolic").count == 2216
    text = "guaranteed_win(me) and turn == other and forced(me, me wins)"
    forced = [
        find(FOUR, text.replace("me", me).replace("other", other), engine="symbolic").count
        for me, other in (("P0", "P1"), ("P1", "P0"))
    ]
    assert sum(filter(None, forced)) == 1746


def test_none_comes_with_a_near_miss() -> None:
    answer = find(TTT, "winner(A) and turn == A", engine="symbolic")
    assert not answer.found
    assert answer.message == "in none of 5,478 positions; without winner(A) there are 2,739"
    assert answer.near is not None
    assert answer.near.trace is not None


def test_anywhere_prefers_a_wellformed_instance() -> None:
    rules = load("connect-four")
    engine = make_engine("reference", rules)
    for text in ("winning(P0)", "winning(P1) and not winning(P0)", "lowest_empty((3, 2))"):
        answer = find(rules, text, anywhere=True)
        assert answer.position is not None
        assert engine.defects(read_position(rules.game, answer.position)) == []
    floating = find(rules, "floating((1, 0))", anywhere=True)
    assert floating.position is not None
    (defect,) = engine.defects(read_position(rules.game, floating.position))
    assert defect.arguments == {"cell": (1, 0)}


def test_anywhere_counts_every_welltyped_position() -> None:
    small = load("tic-tac-toe", size=2)
    assert find(small, "full", anywhere=True, selection=Selection(count=True)).count == 2**4 * 2
    assert find(small, "turn == A", anywhere=True, selection=Selection(count=True)).count == 3**4
    none = find(small, "full and mark[(0, 0)] is None", anywhere=True)
    assert none.message == (
        "in none of 162 well-typed positions; these exclude each other: full, line 55; "
        "mark[(0, 0)] is None; without full there are 54"
    )


def test_the_depth_anchors_of_the_document() -> None:
    """On 7×6 the first player can win within seven moves, and not within six."""
    rules = load("connect-four")
    six, seven = (find(rules, "winning(P0)", depth=depth) for depth in (6, 7))
    assert not six.found
    assert six.message == (
        "none within 6 moves, over 22,100 positions; the least depth that has one is 7"
    )
    assert seven.found
    assert seven.trace is not None
    assert len(seven.trace) == 7


def test_what_can_be_forced_is_not_known_anywhere() -> None:
    with pytest.raises(BadInput, match="reachable positions only"):
        find(TTT, "forced(A, A wins)", anywhere=True)


@pytest.mark.parametrize("text", ["forced(A)", "forced(C, A wins)", "forced(A, A wins) or full"])
def test_forced_takes_players_and_a_goal_and_stands_by_itself(text: str) -> None:
    with pytest.raises(BadQuestion):
        find(load("tic-tac-toe", size=2), text)


@pytest.mark.slow
def test_machine_code_finds_and_counts() -> None:
    rules = load("kalah", holes=4, beans=2)
    answer = find(rules, "board[South, 0] == 12", engine="compiled")
    assert (answer.engine, answer.positions) == ("compiled", 303_314)
    assert answer.trace is not None
    assert "in none of 303,314 positions; without board[South, 0] == 12 there are" in str(
        find(rules, "board[South, 0] == 12 and board[North, 0] == 12", engine="compiled")
    )


@pytest.mark.parametrize("engine", ["reference", "symbolic"])
def test_a_depth_does_not_tell_what_cannot_be_forced(engine: str) -> None:
    """Every game ends, so nothing is found; a map of three plies cannot know."""
    bounded = find(TTT, "not forced(A, over)", depth=3, engine=engine)
    assert (bounded.found, bounded.complete) == (False, False)
    assert "depth 3 cannot tell" in bounded.message
    whole = find(TTT, "not forced(A, over)", depth=9, engine=engine)
    assert (whole.found, whole.complete) == (False, True)
    assert "cannot tell" not in whole.message
    won = find(TTT, "forced(A, A wins)", depth=6, engine=engine)
    everywhere = find(TTT, "forced(A, A wins)", engine=engine)
    assert won.count is not None
    assert everywhere.count is not None
    assert 0 < won.count < everywhere.count
    assert "depth 6 cannot tell" in won.message


def test_an_instance_near_the_start_of_a_large_game_is_soon_found() -> None:
    answer = find(load("connect-four"), "winning(P0)")
    assert (answer.found, answer.count, answer.complete) == (True, None, False)
    assert len(answer.trace) >= 7  # the first way to be done says it: not always a shortest game


@pytest.mark.parametrize(
    ("text", "found"), [("(not draw) or (not A wins)", True), ("draw and A wins", False)]
)
def test_every_result_or_none_may_be_asked_for(text: str, found: bool) -> None:
    assert find(load("tic-tac-toe", size=2), text).found is found
