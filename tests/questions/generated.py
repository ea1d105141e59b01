"""Random queries of a game, built from what it declares, so that each is well-formed."""

from collections.abc import Iterator
from random import Random

from boardproof.analysis.callgraph import result_kinds
from boardproof.ir.rules import Rules
from boardproof.reading.queries import results_of
from boardproof.rules.game import choices, marked
from boardproof.rules.results import Score


def queries(rules: Rules, seed: int) -> Iterator[str]:
    """Yield queries without end: predicates and results, joined by and, or, not."""
    chance, atoms = Random(seed), list(_atoms(rules))
    while True:
        yield _query(chance, atoms, chance.randrange(3))


def _atoms(rules: Rules) -> Iterator[str]:
    game = rules.game
    yield from ("over", "wellformed")
    yield from () if Score in result_kinds(rules) else results_of(game)
    for name, mark in marked(type(game), "predicate", "forbidden").items():
        for given in choices(game, mark):
            values = ", ".join(_written(value) for value in given.values())
            yield f"{name}({values})"


def _written(value: object) -> str:
    return f"({', '.join(map(str, value))})" if isinstance(value, tuple) else str(value)


def _query(chance: Random, atoms: list[str], depth: int) -> str:
    if depth == 0:
        return chance.choice(("", "not ")) + chance.choice(atoms)
    left, right = (_query(chance, atoms, depth - 1) for _ in range(2))
    return f"({left}) {chance.choice(('and', 'or'))} ({right})"
