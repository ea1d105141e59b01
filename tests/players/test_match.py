"""Matches: everybody meets, seats go round, one seed is one match, and games play again."""

import pytest

from boardproof import load, make_engine
from boardproof.errors import BadInput, BadRecord
from boardproof.players.match import match
from boardproof.players.records import Record, read_records, replay_record, write_records


@pytest.fixture(scope="module")
def rules():
    return load("tic-tac-toe")


def test_everybody_meets_everybody_and_sits_everywhere(rules):
    result, records = match(rules, ["random", "bad", "random"], games=4, seed=1)
    assert result.games == len(records) == 12
    assert [one.games for one in result.standings] == [8, 8, 8]
    assert all(sum(counts) == 4 for one in result.standings for counts in one.seats.values())
    assert sum(one.score * one.games for one in result.standings) == pytest.approx(12)


def test_too_few_players_sit_twice():
    rules = load("connect-four", columns=3, rows=2, connect=2, players=3)
    result, _ = match(rules, ["random", "random"], games=3, seed=1)
    assert sum(one.games for one in result.standings) == 9


def test_a_player_of_your_own_takes_part(rules):
    class FirstMove:
        name = "first move"

        def choose(self, engine, position):
            return engine.legal_moves(position)[0]

    result, records = match(rules, [FirstMove(), "random"], games=2, seed=1)
    assert [one.player for one in result.standings] == ["first move", "random"]
    assert records[0].moves[0] == "(0,0)"


def test_one_seed_is_one_match(rules):
    first, again, other = (match(rules, ["random", "random"], 6, seed)[1] for seed in (1, 1, 2))
    assert first == again != other


def test_smart_under_a_depth_is_one_match_too(rules):
    first, again = (match(rules, ["smart:depth=2", "random"], 6, 3)[1] for _ in range(2))
    assert first == again


def test_games_written_down_play_again(rules):
    engine = make_engine("reference", rules)
    _, records = match(rules, ["random", "random"], 5, 1)
    assert list(read_records(write_records(records))) == records
    for record in records:
        positions = replay_record(engine, record)
        assert len(positions) == len(record.moves) + 1
        assert engine.is_over(positions[-1])


def test_a_game_that_goes_round_is_drawn_and_plays_again():
    rules = load("pong-hau-ki")
    result, records = match(rules, ["perfect", "perfect"], games=3, seed=1)
    assert result.repeated == 3
    assert [one.draws for one in result.standings] == [3, 3]
    assert list(read_records(write_records(records))) == records
    engine = make_engine("reference", rules)
    for record in records:
        assert record.result == "drawn: the position came three times"
        positions = replay_record(engine, record)
        assert positions.count(positions[-1]) == 3
        assert all(positions[:-1].count(position) < 3 for position in positions)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "kalah"}, "a game of kalah, and the game here is tic-tac-toe"),
        ({"moves": ("(0,0)", "(0,0)")}, "move 2 of the game"),
        ({"moves": ("nowhere",)}, "move 1 of the game"),
        ({"result": "B wins"}, "ends with 'B wins', but it ends with 'A wins'"),
    ],
)
def test_a_record_that_cannot_be_true_is_refused(rules, changes, message):
    moves = ("(0,0)", "(1,0)", "(0,1)", "(1,1)", "(0,2)")
    told = {"game": "tic-tac-toe", "seats": {}, "moves": moves, "result": "A wins"}
    with pytest.raises(BadRecord, match=message):
        replay_record(make_engine("reference", rules), Record(**{**told, **changes}))


@pytest.mark.parametrize("text", ["[Game]\n1 2", '[Game "nim"]\n1 2', "1 2 3"])
def test_text_that_is_no_record_is_refused(text):
    with pytest.raises(BadRecord):
        list(read_records(text))


@pytest.mark.parametrize(
    ("words", "games"), [(["random"], 1), (["random", "human"], 1), (["random"] * 2, 0)]
)
def test_what_is_no_match_is_refused(rules, words, games):
    with pytest.raises(BadInput):
        match(rules, words, games)


@pytest.mark.slow
def test_smart_beats_random_from_either_side():
    result, _ = match(load("kalah"), ["smart:depth=4", "random"], games=200, seed=1)
    assert all(wins >= 95 for wins, _, _ in result.standings[0].seats.values())
