"""Parameters and readings: every game can be read at the ends of their ranges."""

import numpy as np
import pytest

from boardproof import load, make_engine
from boardproof.errors import BadParameter
from boardproof.faces.web.catalogue import _option
from boardproof.ir.types import NONE
from boardproof.reading import read
from boardproof.reading.loader import find_game, game_names, parse_parameters
from boardproof.rules import Game, Map, Parameter, Players, Range, Turn, Win, move, require


def extremes() -> list[tuple[str, dict[str, int]]]:
    """List every game with each bounded parameter at its least and at its most."""
    found = []
    for name in game_names():
        options = find_game(name).options.values()
        for end in ("at_least", "at_most"):
            sizes = {o.name: getattr(o, end) for o in options if getattr(o, end) is not None}
            found += [(name, {key: size}) for key, size in sizes.items()]
            found += [(name, sizes)] if len(sizes) > 1 else []
    return found


@pytest.mark.parametrize(("game", "parameters"), extremes())
def test_a_game_can_be_read_and_started_at_the_ends_of_its_ranges(
    game: str, parameters: dict[str, int]
) -> None:
    rules = load(game, **parameters)
    reference, ir = make_engine("reference", rules), make_engine("ir", rules)
    start = reference.initial()
    assert reference.successors(start) == ir.successors(start)
    assert reference.legal_moves(start)


@pytest.mark.parametrize(
    ("game", "parameters", "message"),
    [
        ("kalah", {"holes": 0}, "holes=0: holes must be 1 to 12"),
        ("kalah", {"holes": "3"}, "holes='3': holes must be 1 to 12"),
        ("kalah", {"holes": True}, "holes=true: holes must be 1 to 12"),
        ("kalah", {"empty_capture": 1}, "empty_capture must be false or true"),
        ("kalah", {"hols": 3}, "kalah has no parameter 'hols': did you mean holes?"),
        ("connect-four", {"players": 4}, "players=4: players must be 2 or 3"),
        ("connect-four", {"seats": 2}, "has no parameter 'seats'"),
        ("territory", {"turns": 18}, "turns=18: turns must be 20 or 16"),
    ],
)
def test_a_value_that_a_parameter_cannot_take_is_refused(
    game: str, parameters: dict[str, object], message: str
) -> None:
    with pytest.raises(BadParameter) as refusal:
        load(game, **parameters)
    assert message in str(refusal.value)


def test_a_number_of_an_array_is_a_number() -> None:
    (holes,) = np.array([3])
    assert load("kalah", holes=holes).game.parameters == load("kalah", holes=3).game.parameters
    assert type(load("kalah", holes=holes).game.parameters["holes"]) is int


class Slide(Game):
    """Push a number into the hole."""

    start: str = Parameter("012", matches="[012]{3}")
    tag: str = Parameter("x", matches=str.islower)

    def setup(self) -> None:
        self.players = Players("Solver")
        self.places = Range(0, 2)
        self.at = Map(self.places, Range(0, 2), start=lambda place: int(self.start[place]))
        self.turn = Turn(self.players)

    @move(place="places")
    def push(self, place: int) -> None:
        require(self.at[place] != 0, "there is nothing to push")
        self.at[place] = 0

    def result(self) -> Win | None:
        return Win("Solver") if self.start == "001" and self.at[1] == 0 else None


def test_a_text_keeps_its_zeros() -> None:
    given = parse_parameters(Slide, ("start=001", "tag=a=b"))
    assert given == {"start": "001", "tag": "a=b"}
    game = Slide(**given)
    assert game.identity == "slide start=001 tag=a=b"
    assert list(game.variables["at"].start.values()) == [0, 0, 1]
    assert read(game).functions["result"].returns != NONE


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("start=12", r"start=12: start must be text that matches \[012\]\{3\}"),
        ("start=", "start=: start must be text that matches"),
        ("tag=A", "tag=A: tag must be text: Return True if the string is a lowercase string"),
        ("tag=a b", "tag=a b: tag must be text"),
    ],
)
def test_a_text_that_does_not_match_is_refused(word: str, message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        parse_parameters(Slide, (word,))


def test_the_page_is_told_that_a_parameter_is_a_text() -> None:
    told = [_option(option) for option in Slide.options.values()]
    assert [(one["text"], one["pattern"]) for one in told] == [(True, "[012]{3}"), (True, "")]
