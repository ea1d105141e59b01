"""A player in one word: its name and its options, or one line that says what is wrong."""

from pathlib import Path
from random import Random

import pytest

from boardproof.errors import UnknownPlayer
from boardproof.players import make_player
from boardproof.players.player_text import (
    FOLDER,
    SECONDS,
    WHOLE,
    PlayerKind,
    read_options,
    split_word,
)

KIND = PlayerKind("", {"depth": WHOLE, "time": SECONDS, "store": FOLDER})


def test_options_are_read_as_what_they_are():
    name, given = split_word("smart:depth=6,time=.5,store=a/b")
    assert name == "smart"
    assert read_options(name, KIND, given) == {"depth": 6, "time": 0.5, "store": Path("a/b")}


@pytest.mark.parametrize(
    ("word", "problem"),
    {
        "smart:": "options are written smart:key=value",
        "smart:depth": "options are written smart:key=value",
        "smart:depth=": "options are written smart:key=value",
        "smart:depth=1,depth=2": "gives depth twice",
        "smart:dept=1": "did you mean depth?",
        "smart:luck=1": "it has depth, time, store",
        "smart:depth=0": "depth is a whole number, 1 or more",
        "smart:depth=²": "depth is a whole number",
        "smart:time=-1": "time is a number of seconds above 0",
        "smart:time=nan": "time is a number of seconds above 0",
        "smart:time=soon": "time is a number of seconds above 0",
    }.items(),
)
def test_a_wrong_option_is_said_in_one_line(word, problem):
    with pytest.raises(UnknownPlayer) as wrong:
        read_options("smart", KIND, split_word(word)[1])
    assert problem in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_player_without_options_takes_none():
    with pytest.raises(UnknownPlayer, match="random has no option 'depth': it has none"):
        make_player("random:depth=3", Random(1))


def test_an_unknown_player_is_told_who_there_is():
    with pytest.raises(UnknownPlayer, match="did you mean random"):
        make_player("randon", Random(1))


def test_a_human_has_no_seat_where_programs_play():
    with pytest.raises(UnknownPlayer, match="a human takes a seat with `boardproof play`"):
        make_player("human", Random(1))
