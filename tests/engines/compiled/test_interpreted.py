"""Generated rules run by Python itself: the same moves, results and predicates as the reference."""

from random import Random

import pytest

from boardproof.engines.compiled.interpreted import InterpretedRules
from boardproof.engines.scout import Scout
from boardproof.errors import TooLarge
from boardproof.reading.queries import results_of
from boardproof.rules.decorators import CLAIMS
from boardproof.rules.game import marked
from boardproof.rules.results import STUCK
from boardproof.statespace.goals import Aim

from ..variants import EVERY_VARIANT, Variant, engine_of, few_or_many, rules_of

LONGEST = 60


def aims_of(variant: Variant) -> list[Aim]:
    game = rules_of(variant).game
    plain = [name for name, mark in marked(type(game), *CLAIMS).items() if not mark.domains]
    endings = [Aim(results=frozenset({word})) for word in (*results_of(game), STUCK)]
    questions = [Aim(question=name, holds=holds) for name in plain for holds in (True, False)]
    going = Aim(results=frozenset([*results_of(game), STUCK]), holds=False)
    return [*endings, going, *questions]


@few_or_many("games", 2, 8)
@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_random_games_are_those_of_the_reference(variant: Variant, games: int) -> None:
    reference, aims = engine_of("reference", variant), aims_of(variant)
    if reference.rules.has_turns:
        with pytest.raises(TooLarge, match="a turn of several steps"):
            InterpretedRules(rules_of(variant), aims)
        return
    rules, chance = InterpretedRules(rules_of(variant), aims), Random(7)
    for _ in range(games):
        state = rules.starts[0]
        for _ in range(LONGEST):
            position, following = rules.position(state), rules.following(state)
            after = [after for _, after in reference.successors(position)]
            assert [rules.position(one) for one in following] == after
            met = [bit == "1" for bit in f"{rules.test(state, following):0{len(aims)}b}"[::-1]]
            assert met == [aim.met_by(reference, position) for aim in aims]
            if not following:
                break
            taken = rules.random_after(state, chance)
            assert taken in following
            state = taken


def test_a_scout_finds_a_shortest_way_and_knows_when_it_saw_all() -> None:
    variant = ("tic-tac-toe", ())
    aims = [Aim(results=frozenset({word})) for word in ("A wins", "B wins", "draw", STUCK)]
    scout = Scout(rules_of(variant), aims)
    assert scout.look_near(10_000) == 9
    assert (scout.size, scout.complete) == (5478, True)
    assert {aim: len(path) - 1 for aim, path in scout.met.items()} == {0: 5, 1: 6, 2: 9}


def test_a_game_too_wide_for_words_is_scouted_by_the_rules_as_written() -> None:
    from boardproof import load

    rules = load("connect-four", columns=16, rows=16)
    scout = Scout(rules, [Aim(question="starting"), Aim(question="starting", holds=False)])
    assert scout.look_near(1) == 1
    assert len(scout.met[1]) == 2
