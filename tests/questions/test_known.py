"""What is known of the games is one file, with an entry for each game and its parameters."""

import pytest

from boardproof.errors import BadInput
from boardproof.questions.known import FILE, headlines, known_games, parse_known
from boardproof.reading.loader import find_game, game_names, make_game


def test_no_entry_is_passed_over_where_games_are_read_one_by_one() -> None:
    assert known_games() == parse_known(FILE.read_text(encoding="utf-8"))


def test_each_entry_is_of_a_game_of_its_own() -> None:
    games = [make_game(find_game(known.game), known.parameters) for known in known_games()]
    for known, game in zip(known_games(), games, strict=True):
        assert known.is_of(game)
    assert len({game.identity for game in games}) == len(games)


def test_defaults_may_be_written_or_left_out() -> None:
    (known,) = parse_known("[[kalah]]\nparameters = { holes = 3, beans = 4 }")
    kalah = find_game("kalah")
    assert known.identity == "kalah holes=3 beans=4"
    assert known.is_of(make_game(kalah, {"holes": 3}))
    assert not known.is_of(make_game(kalah, {"holes": 3, "empty_capture": True}))


def test_every_game_is_listed_with_something() -> None:
    assert all(headlines(name) for name in game_names())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[nim]]\nposition = 3", "known.toml, nim 1: Object contains unknown field `position`"),
        ("[[nim]]\n[[nim]]\nvalue = { numbers = [1] }", "nim 2: .*missing required field `source`"),
        (
            "[[nim]]\ncount = [{ positions = '3', source = 'by hand' }]",
            r"Expected `int \| null`, got `str` - at `\$.count\[0\].positions`",
        ),
        (
            "[[nim]]\nvalue = { numbers = [1], effort = 'slow', source = 'by hand' }",
            "Invalid enum value 'slow'",
        ),
        ("[nim]\nvalue = 3", "known.toml: Expected `array`, got `object`"),
        ("[[nim", "known.toml: Expected ']]'"),
    ],
)
def test_what_is_not_foreseen_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        parse_known(text)
