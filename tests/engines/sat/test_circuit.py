"""Circuits and their clauses mean what the operators say, whatever is folded on the way."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from boardproof.engines.sat.circuit import Circuit, Gate
from boardproof.engines.sat.clauses import TemplateWriter
from boardproof.engines.sat.solver import ClauseSolver, Undecided

Assignment = dict[int, bool]


def evaluated(circuit: Circuit, inputs: Assignment) -> Assignment:
    """Return the value of every gate, by its children."""
    values = {0: True, **inputs}
    for node, children in enumerate(circuit.children):
        if children:
            values[node] = all(values[n >> 1] != bool(n & 1) for n in children)
    return values


def value_of(gate: Gate, values: Assignment) -> bool:
    return values[gate.number >> 1] != bool(gate.number & 1)


def assignments(groups: list[list[Gate]], bits: list[Gate]) -> list[Assignment]:
    """List every way to choose one of each group, and a truth for each bit."""
    ways = []
    for chosen in product(*groups, *[(False, True)] * len(bits)):
        heads, tails = chosen[: len(groups)], chosen[len(groups) :]
        held = {g.number >> 1: g in heads for group in groups for g in group}
        ways.append(held | {b.number >> 1: t is True for b, t in zip(bits, tails, strict=True)})
    return ways


@pytest.mark.parametrize("seed", range(25))
def test_random_circuits_keep_their_meaning(seed: int) -> None:
    chance, circuit = Random(seed), Circuit()
    groups = [circuit.one_hot(3), circuit.one_hot(4)]
    bits = [circuit.input() for _ in range(3)]
    ways = assignments(groups, bits)
    inputs = [g for group in groups for g in group] + bits
    made = [(g, [way[g.number >> 1] for way in ways]) for g in inputs]
    for _ in range(40):
        (a, at), (b, bt), (c, ct) = (chance.choice(made) for _ in range(3))
        made.append(
            chance.choice(
                [
                    (a & b, [x and y for x, y in zip(at, bt, strict=True)]),
                    (a | b, [x or y for x, y in zip(at, bt, strict=True)]),
                    (a ^ b, [x != y for x, y in zip(at, bt, strict=True)]),
                    (~a, [not x for x in at]),
                    (
                        circuit.ite(a, b, c),
                        [y if x else z for x, y, z in zip(at, bt, ct, strict=True)],
                    ),
                    (
                        circuit.any_of([a, b, c]),
                        [x or y or z for x, y, z in zip(at, bt, ct, strict=True)],
                    ),
                    (
                        circuit.all_of([a, ~b, c]),
                        [x and not y and z for x, y, z in zip(at, bt, ct, strict=True)],
                    ),
                ]
            )
        )
    values = [evaluated(circuit, way) for way in ways]
    for gate, truths in made:
        assert [value_of(gate, one) for one in values] == truths
    check_clauses(circuit, inputs, [gate for gate, _ in made[-4:]], chance.sample(ways, 6))


def check_clauses(
    circuit: Circuit, inputs: list[Gate], outputs: list[Gate], ways: list[Assignment]
) -> None:
    """Compare the models of templates, exact and assumed, with the values of gates."""
    solver, writer = ClauseSolver(), TemplateWriter(circuit)
    literals = [solver.variable() for _ in inputs]
    exact = solver.copy(writer.write(inputs, [], exact=outputs), literals)
    assumed = solver.copy(writer.write(inputs, outputs), literals)
    for way in ways:
        chosen = [
            literal if way[gate.number >> 1] else -literal
            for gate, literal in zip(inputs, literals, strict=True)
        ]
        values = evaluated(circuit, way)
        for gate, both, one in zip(outputs, exact, assumed, strict=True):
            value = value_of(gate, values)
            assert solver.solve([*chosen, both]) == value
            assert solver.solve([*chosen, -both]) != value
            assert solver.solve([*chosen, one]) == value


@pytest.mark.parametrize("size", range(1, 20))
def test_exactly_one_of_any_number(size: int) -> None:
    solver = ClauseSolver()
    literals = [solver.variable() for _ in range(size)]
    solver.require_one(literals)
    for chosen in literals:
        assert solver.solve([chosen])
        assert [one for one in literals if solver.holds(one)] == [chosen]
    assert not solver.solve([-one for one in literals])


def pigeons(solver: ClauseSolver, number: int) -> None:
    """Put one pigeon more than there are holes into holes, one into each."""
    rows = [[solver.variable() for _ in range(number)] for _ in range(number + 1)]
    solver.add(rows)
    for hole in zip(*rows, strict=True):
        solver.add([-a, -b] for a, b in combinations(hole, 2))


def test_what_takes_too_much_work_is_undecided() -> None:
    solver = ClauseSolver()
    pigeons(solver, 9)
    with pytest.raises(Undecided):
        solver.solve(conflicts=100)
    solver = ClauseSolver(deadline=0.0)
    pigeons(solver, 10)
    with pytest.raises(Undecided):
        solver.solve()
