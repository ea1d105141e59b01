"""Circuits as clauses: a gate becomes a variable, by Tseitin's encoding.

A template is written once, on variables of its own, and copied by renumbering them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np
import numpy.typing as npt

from .circuit import Circuit, Gate

#: A literal of a solver: a variable's number, negative for the opposite.
Literal = int
Clause = list[Literal]
Numbers = npt.NDArray[np.int64]

#: Of more literals than this, "at most one" is a ladder and no longer every pair.
PAIRWISE = 6


@dataclass(frozen=True)
class Template:
    """Clauses on variables 1, 2, …: the constant, then inputs, then gates.

    `literals` are all clauses in a row, `ends` where each ends; `outputs` what was asked for.
    """

    inputs: int
    variables: int
    literals: Numbers
    ends: list[int]
    outputs: Numbers

    def copy(self, inputs: Sequence[Literal], true: Literal, first: int) -> Copy:
        """Return the clauses on given inputs, with gates numbered from `first` on."""
        names = np.empty(self.variables + 1, np.int64)
        names[1] = true
        names[2 : 2 + self.inputs] = inputs
        count = self.variables - 1 - self.inputs
        names[2 + self.inputs :] = np.arange(first, first + count)
        row = _renamed(self.literals, names).tolist()
        starts = [0, *self.ends[:-1]]
        clauses = (row[a:b] for a, b in zip(starts, self.ends, strict=True))
        return Copy(clauses, _renamed(self.outputs, names).tolist(), count)


@dataclass(frozen=True)
class Copy:
    """The clauses of a template on variables of a solver, its outputs there, and its new gates."""

    clauses: Iterator[Clause]
    outputs: list[Literal]
    gates: int


def _renamed(literals: Numbers, names: Numbers) -> Numbers:
    renamed: Numbers = np.sign(literals) * names[np.abs(literals)]
    return renamed


class TemplateWriter:
    """Writes the gates that outputs rest on as clauses.

    Of what is only ever assumed to be true, clauses need not say where it is false: a gate gets
    those of the signs in which it is used.
    """

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit

    def write(
        self, inputs: Sequence[Gate], assumed: Sequence[Gate], exact: Sequence[Gate] = ()
    ) -> Template:
        """Return the template of exact outputs, then of those that are assumed, on given inputs."""
        children = self._circuit.children
        outputs = [gate.number for gate in (*exact, *assumed)]
        needs = _needs(children, outputs, len(exact))
        names = {0: 1} | {gate.number >> 1: 2 + at for at, gate in enumerate(inputs)}
        row: list[int] = [1]  # the constant is true
        ends: list[int] = [1]
        flat: dict[int, list[int]] = {}
        for node in sorted(needs):
            if not children[node]:
                continue
            inner = _flattened(children[node], flat)
            signs = needs[node]
            if signs == _ONCE:
                flat[node] = inner  # it joins the gate above
                continue
            names[node] = name = len(names) + 1
            parts = [_literal(number, names) for number in dict.fromkeys(inner)]
            if signs & _TRUE:
                for part in parts:
                    row += (-name, part)
                    ends.append(len(row))
            if signs & _FALSE:
                row.append(name)
                row += [-part for part in parts]
                ends.append(len(row))
        made = [_literal(number, names) for number in outputs]
        arrays = np.array(row, np.int64), np.array(made, np.int64)
        return Template(len(inputs), len(names), arrays[0], ends, arrays[1])


#: How a gate is used: where it must be true, where false; once and not negated by another gate.
_TRUE, _FALSE, _ONCE = 1, 2, 4


def _needs(children: list[tuple[int, ...]], outputs: list[int], exact: int) -> dict[int, int]:
    """Return how each gate that outputs rest on is used."""
    needs: dict[int, int] = {}
    for at, number in enumerate(outputs):
        sign = _FALSE if number & 1 else _TRUE
        needs[number >> 1] = needs.get(number >> 1, 0) | (_TRUE | _FALSE if at < exact else sign)
    uses = dict.fromkeys(needs, 2)
    pending = [-node for node in needs]  # the largest first: what uses a gate comes after it
    heapify(pending)
    while pending:
        node = -heappop(pending)
        signs = needs[node]
        for number in children[node]:
            below, negated = number >> 1, number & 1
            if below not in needs:
                needs[below] = uses[below] = 0
                heappush(pending, -below)
            uses[below] += 1 + negated
            needs[below] |= signs if not negated else (signs & _TRUE) << 1 | signs >> 1
    return {node: _ONCE if uses[node] == 1 else signs for node, signs in needs.items()}


def _flattened(inner: tuple[int, ...], flat: dict[int, list[int]]) -> list[int]:
    if not any(number >> 1 in flat for number in inner):
        return list(inner)
    return [part for number in inner for part in flat.get(number >> 1, (number,))]


def _literal(number: int, names: dict[int, int]) -> int:
    name = names[number >> 1]
    return -name if number & 1 else name


def exactly_one(literals: Sequence[Literal], first: int) -> tuple[list[Clause], int]:
    """Return clauses that make one of some literals true, and how many variables they add."""
    clauses, added = at_most_one(literals, first)
    return [list(literals), *clauses], added


def at_most_one(literals: Sequence[Literal], first: int) -> tuple[list[Clause], int]:
    """Return clauses that exclude any two of some literals, and how many variables they add.

    >>> at_most_one([1, 2, 3], 4)
    ([[-1, -2], [-1, -3], [-2, -3]], 0)
    """
    if len(literals) <= PAIRWISE:
        pairs = [[-a, -b] for at, a in enumerate(literals) for b in literals[at + 1 :]]
        return pairs, 0
    # Split off the first few with a variable that stands for the rest.
    head, tail = literals[: PAIRWISE - 2], literals[PAIRWISE - 2 :]
    near, _ = at_most_one([*head, first], first)
    far, added = at_most_one([-first, *tail], first + 1)
    return near + far, added + 1
