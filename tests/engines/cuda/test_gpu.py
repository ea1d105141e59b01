"""What is known of the games, found again on a GPU: `scripts/test -m gpu` where there is one."""

from functools import cache

import pytest

from boardproof.engines.contract import Engine, make_engine
from boardproof.engines.cuda import CUDA
from boardproof.errors import TooLarge
from boardproof.limits import Limits
from boardproof.questions.known import Known, known_games
from boardproof.reading.loader import load

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(CUDA.missing() is not None, reason=str(CUDA.missing())),
]
#: What has more positions takes more memory than GPUs have.
MOST = 3_000_000_000


def entries(*what: str) -> list[object]:
    """List what is known of games that fit, if any of that is about these."""
    return [
        pytest.param(one, id=" ".join([one.game, *one.arguments]))
        for one in known_games()
        if any(getattr(one, name) for name in what)
        and all((count.positions or 0) < MOST for count in one.count)
        and not any(count.effort == "search" for count in one.count)
    ]


@cache
def engine_of(name: str, parameters: tuple[tuple[str, object], ...]) -> Engine:
    try:
        return make_engine("cuda", load(name, **dict(parameters)))
    except TooLarge as refusal:
        pytest.skip(str(refusal))


def engine_for(known: Known) -> Engine:
    return engine_of(known.game, tuple(known.parameters.items()))


@pytest.mark.parametrize("known", entries("count"))
def test_as_many_positions_as_known(known):
    found = engine_for(known).enumerate(Limits())
    for count in known.count:
        numbers = {name: getattr(found, name) for name in count.numbers}
        assert numbers == count.numbers
        assert {result: found.over.get(result, 0) for result in count.over} == count.over


@pytest.mark.parametrize("known", entries("solved"))
def test_as_many_positions_of_each_value_as_known(known):
    engine = engine_for(known)
    players = engine.game.players
    counts = engine.solve(Limits()).counts
    assert sum(counts.values()) == sum(known.solved.counts.values())
    by_winner = {
        result: sum(n for paid, n in counts.items() if paid[list(players).index(player)] > 0)
        for player in players
        if (result := f"{player} wins") in known.solved.counts
    }
    assert by_winner == {result: known.solved.counts[result] for result in by_winner}


@pytest.mark.parametrize("known", entries("value"))
def test_the_values_known_are_found(known):
    engine = engine_for(known)
    if known.value.effort == "search":
        pytest.skip("too large to be solved strongly")
    value = engine.solve(Limits()).look(engine.initial())
    assert value.values == known.value.numbers
