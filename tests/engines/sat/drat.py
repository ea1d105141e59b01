"""An independent checker of refutations: forward, by unit propagation, and slow.

Each line of a proof must follow: either its opposite propagates to a conflict, or, where it is a
resolution asymmetric tautology, all its resolvents on the first literal do.
"""

from __future__ import annotations

from collections.abc import Iterable

Clause = tuple[int, ...]


class RefutationChecker:
    """Clauses with two watched literals each, and what follows from them."""

    def __init__(self, clauses: Iterable[Iterable[int]]) -> None:
        self._clauses: list[Clause | None] = []
        self._numbers: dict[frozenset[int], list[int]] = {}
        self._watched: dict[int, list[int]] = {}
        self._units: list[int] = []
        for clause in clauses:
            self.add(tuple(dict.fromkeys(clause)))

    def add(self, clause: Clause) -> None:
        number = len(self._clauses)
        self._clauses.append(clause)
        self._numbers.setdefault(frozenset(clause), []).append(number)
        if len(clause) < 2:
            self._units.append(number)
        for literal in clause[:2]:
            self._watched.setdefault(literal, []).append(number)

    def remove(self, clause: Clause) -> None:
        self._clauses[self._numbers[frozenset(clause)].pop()] = None

    def conflicts(self, assumed: Iterable[int]) -> bool:
        """Whether assumptions propagate to a conflict."""
        true: set[int] = set()
        pending = list(assumed)
        for number in self._units:
            clause = self._clauses[number]
            if clause is not None and not clause:
                return True
            pending += clause or ()
        while pending:
            literal = pending.pop()
            if -literal in true:
                return True
            if literal in true:
                continue
            true.add(literal)
            for unit in self._falsified(-literal, true):
                if unit == 0:
                    return True
                pending.append(unit)
        return False

    def _falsified(self, literal: int, true: set[int]) -> Iterable[int]:
        """Return what is forced where a watched literal is false; 0 for a clause without any."""
        kept = []
        watchers = self._watched.pop(literal, [])
        forced = []
        for number in watchers:
            clause = self._clauses[number]
            if clause is None:
                continue
            first, second = clause[:2] if len(clause) > 1 else (clause[0], 0)
            other = second if first == literal else first
            fresh = next((one for one in clause[2:] if -one not in true), None)
            if len(clause) > 1 and fresh is not None and other not in true:
                rest = [one for one in clause if one not in (other, fresh)]
                self._clauses[number] = (other, fresh, *rest)
                self._watched.setdefault(fresh, []).append(number)
                continue
            kept.append(number)
            if len(clause) == 1 or -other in true:
                forced.append(0)
            elif other not in true:
                forced.append(other)
        self._watched[literal] = kept
        return forced

    def follows(self, clause: Clause) -> bool:
        """Whether a clause may be added: it follows, or it changes nothing that matters."""
        if self.conflicts(-literal for literal in clause):
            return True
        if not clause:
            return False
        pivot = clause[0]
        resolvents = [
            [*clause, *(one for one in other if one != -pivot)]
            for other in self._clauses
            if other is not None and -pivot in other
        ]
        return all(self.conflicts(-literal for literal in one) for one in resolvents)


def accepts(clauses: Iterable[Iterable[int]], lines: Iterable[str]) -> bool:
    """Whether every line of a proof follows, and the empty clause is among them."""
    checker = RefutationChecker(clauses)
    for line in lines:
        words = line.split()
        removes = words[0] == "d"
        clause = tuple(map(int, words[removes:-1]))
        if removes:
            checker.remove(clause)
        elif not checker.follows(clause):
            return False
        elif not clause:
            return True
        else:
            checker.add(clause)
    return False
