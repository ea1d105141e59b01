"""A player's choices beside perfect play: counted here a second time, position by position."""

import pytest

from boardproof import load, make_engine
from boardproof.errors import BadInput, IllegalMove, UnknownPlayer
from boardproof.players.judge import judge
from boardproof.questions.requests import JudgeRequest, ask
from boardproof.statespace.graph import StateGraph


class FirstMove:
    """Plays the first legal move there is."""

    name = "first"

    def choose(self, engine, position):
        return engine.legal_moves(position)[0]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("nim", {"largest": 3}),
        ("dots-and-boxes", {"rows": 1, "columns": 2}),
        ("connect-four", {"columns": 3, "rows": 2, "connect": 2, "players": 3}),
    ],
)
def test_every_choice_is_counted_once_with_what_it_gives_away(name, parameters):
    rules = load(name, **parameters)
    engine = make_engine("reference", rules)
    solution = engine.solve()
    regrets, critical = [], 0
    for position in StateGraph(engine).positions:
        after = [solution.value(there) for _, there in engine.successors(position)]
        if after:
            mover = engine.player_to_move(position)
            worths = [value[mover] for value in after]
            assert max(worths) == solution.value(position)[mover]
            regrets.append(max(worths) - worths[0])
            critical += min(worths) < max(worths)
    answer = judge(rules, sample=0, chooser=FirstMove())
    total = answer.total
    assert (total.positions, total.kept) == (len(regrets), regrets.count(0))
    assert total.critical == critical > 0
    assert total.regret == pytest.approx(sum(regrets) / len(regrets), abs=1e-6)
    assert (answer.complete, answer.player) == (True, "first")
    for groups in (answer.by_ply, answer.by_result):
        assert sum(one.positions for one in groups) == total.positions
        assert sum(one.kept for one in groups) == total.kept
    assert answer.mistakes[0].regret == max(regrets)
    assert answer.mistakes[0].move not in answer.mistakes[0].best


def test_a_perfect_player_gives_nothing_away():
    answer = judge(load("nim"), "perfect", sample=3)
    assert (answer.total.accuracy, answer.total.regret, answer.mistakes) == (1.0, 0.0, [])
    assert not answer.complete
    assert max(one.positions for one in answer.by_ply) == 3
    assert [one.group for one in answer.by_result] == ["won", "lost"]


def test_a_seed_draws_the_same_positions_again():
    rules = load("nim")
    one, same, other = (judge(rules, "random", sample=4, seed=seed) for seed in (1, 1, 2))
    assert (one.total, one.mistakes) == (same.total, same.mistakes)
    assert one.mistakes != other.mistakes


def test_large_games_are_judged_where_random_games_come(monkeypatch):
    monkeypatch.setattr("boardproof.players.judge.LISTED", 10)
    answer = judge(load("nim"), "random", sample=5)
    assert not answer.complete
    assert all(one.positions <= 5 for one in answer.by_ply)
    assert answer.by_ply[0].positions == 1


def test_it_is_a_question_like_others():
    rules = load("nim", largest=2)
    answer = ask(rules, JudgeRequest(player="random", sample=0))
    assert answer.to_dict()["total"]["positions"] == answer.total.positions
    with pytest.raises(UnknownPlayer):
        ask(rules, JudgeRequest(player="wizard"))
    with pytest.raises(BadInput, match="sample -1"):
        judge(rules, sample=-1)


def test_a_choice_that_is_not_legal_is_named():
    class Cheat:
        name = "cheat"

        def choose(self, engine, position):
            return engine.moves[-1]

    with pytest.raises(IllegalMove, match=r"cheat chooses 2-2, which is not a legal turn at heap="):
        judge(load("nim", largest=2, heaps=2), chooser=Cheat(), sample=0)
