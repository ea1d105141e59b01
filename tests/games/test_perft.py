"""Perft: the known numbers of move sequences, for every game and its readings."""

import pytest

from boardproof import make_engine, perft
from boardproof.positions.moves import MoveNames
from boardproof.questions.known import known_games
from boardproof.reading.loader import game_names

from ..truths import cases, rules_of


@pytest.mark.parametrize(("known", "row"), cases("perft", "quick", "long"))
def test_as_many_sequences_of_moves_as_known(known, row):
    rules = rules_of(known)
    start = started(rules, row.after)
    engine = "reference" if few_positions(known) or max(row.counts) < 100_000 else "auto"
    counts = perft(rules, len(row.counts) - 1, engine, start).counts
    for depth, number in enumerate(row.counts):
        assert counts[depth] == number, split(rules, start, depth)


def test_every_game_has_known_numbers():
    numbers = [known for known in known_games() if known.perft or known.count or known.value]
    assert {known.game for known in numbers} == set(game_names())


def few_positions(known):
    """Whether a game is soon over for an engine that follows equal positions once."""
    return any(0 < (count.positions or 0) < 10_000 for count in known.count)


def started(rules, after):
    """Play the moves that the sequences start after."""
    engine = make_engine("reference", rules)
    names, position = MoveNames(engine.moves), engine.initial()
    for word in after.split():
        position = engine.successor(position, names.read(word))
    return position


def split(rules, start, depth):
    """Show the sequences by first move: where two programs differ, go one move deeper there."""
    found = perft(rules, depth, position=start, divide=True)
    rows = [f"{name}: {number}" for name, number in found.divide.items()]
    return "\n".join([f"{rules.game.identity} at depth {depth}:", *rows])
