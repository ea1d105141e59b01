"""Known values of games, and what players are known to force: the compiled engine finds them."""

import pytest

from boardproof.engines.compiled import CompiledEngine
from boardproof.questions.known import Known, KnownForce, known_games
from boardproof.statespace.goals import Aim, Goal

from ...truths import named, rules_of

SOLVED = [
    *named("tic-tac-toe"),
    *named(
        "tic-tac-toe size=4",
        "connect-four columns=4 rows=4",
        "connect-four columns=5 rows=4",
        "connect-four columns=5 rows=5",
        "territory",
        "territory capture=takes",
        "kalah holes=4 beans=1",
        "kalah holes=4 beans=2",
        "kalah holes=4 beans=3",
        "kalah holes=4 beans=1 empty_capture=true",
        "kalah holes=4 beans=2 empty_capture=true",
        "kalah holes=4 beans=3 empty_capture=true",
        slow=True,
    ),
]
FORCED = named(*(known.identity for known in known_games() if known.force), slow=True)


@pytest.mark.parametrize("known", SOLVED)
def test_values_are_those_known(known: Known) -> None:
    engine = CompiledEngine(rules_of(known))
    solved, (first, second) = engine.solve(), engine.game.players
    assert known.value is not None
    assert known.value.numbers == (solved.value(engine.initial())[first],)
    won = {f"{first} wins": 1, "draw": 0, f"{second} wins": -1}
    counts = known.solved.counts if known.solved else {}
    assert counts == {end: solved.counts[won[end], -won[end]] for end in counts}


@pytest.mark.parametrize("known", FORCED)
def test_what_is_forced_is_what_is_known(known: Known) -> None:
    engine = CompiledEngine(rules_of(known))
    facts = [fact for fact in known.force if not fact.always]
    attraction = engine.attract([_goal(fact) for fact in facts])
    assert list(attraction.forced(engine.initial())) == [fact.forced for fact in facts]


def _goal(fact: KnownForce) -> Goal:
    return Goal(frozenset(fact.who), Aim(results=frozenset(fact.goal.split(" or "))))
