"""Results by their numbers: what the table says is what each result says itself."""

import pytest

from boardproof import load
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.answers.result_table import payoffs, words_of_results

from ...rulebooks import load_rulebook


@pytest.mark.parametrize(
    "rules",
    [
        load("tic-tac-toe"),
        load("kalah", holes=2, beans=2),
        load("hanoi"),
        load_rulebook("debts"),
        load_rulebook("debts", seats=3, more=-4),
    ],
    ids=["wins", "points", "one player", "below zero", "three players"],
)
def test_results_say_and_pay_what_their_numbers_stand_for(rules) -> None:
    engine = CompiledEngine(rules)
    paid, (words, said) = payoffs(engine), words_of_results(engine)
    assert len(paid) == len(said) == engine.results
    assert words[said[0]] == str(None)
    assert not paid[0].any()
    for code in range(1, engine.results):
        result = engine.result_of(code)
        assert words[said[code]] == str(result)
        assert paid[code].tolist() == list(result.payoff(engine.game.players).values())
