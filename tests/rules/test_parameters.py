"""Parameters and readings: every game can be read at the ends of their ranges."""

import pytest

from boardproof import load, make_engine
from boardproof.errors import BadParameter
from boardproof.reading.loader import find_game, game_names


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
        ("kalah", {"holes": "3"}, "holes=3: holes must be 1 to 12"),
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
