"""Perft: the known numbers of move sequences, for every game and its readings."""

import pytest

from boardproof import make_engine, perft
from boardproof.positions.moves import MoveNames
from boardproof.reading.loader import game_names

from ..rows import TESTS, cases

FILES = sorted((TESTS / "perft").glob("*.perft"))


@pytest.mark.parametrize("row", cases(*FILES))
def test_as_many_sequences_of_moves_as_known(row):
    rules, start = started(row)
    deepest = max(map(int, row.numbers))
    engine = "compiled" if max(row.numbers.values()) > 300_000 else "reference"
    counts = perft(rules, deepest, engine, start).counts
    for depth, known in sorted((int(depth), known) for depth, known in row.numbers.items()):
        assert counts[depth] == known, split(rules, start, depth)


def test_every_game_has_a_file_of_known_numbers():
    assert {path.stem for path in FILES} == set(game_names())


def started(row):
    """Load the row's game and play the moves it starts after."""
    rules = row.rules
    engine = make_engine("reference", rules)
    names, position = MoveNames(engine.moves), engine.initial()
    for word in row.after:
        position = engine.successor(position, names.read(word))
    return rules, position


def split(rules, start, depth):
    """Show the sequences by first move: where two programs differ, go one move deeper there."""
    found = perft(rules, depth, position=start, divide=True)
    rows = [f"{name}: {number}" for name, number in found.divide.items()]
    return "\n".join([f"{rules.game.identity} at depth {depth}:", *rows])
