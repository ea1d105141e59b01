"""Inductive homomorphisms: written by the user, variable by variable from the top.

At each variable, `phi(variable, value)` returns what to do next: the arcs to write in place of the
one met, each with the homomorphism that goes on below it. Answers of `phi` are memoised. Where all
arcs lead to the same continuation, the whole is a chain of tests and assignments; else it becomes
one relation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import BadInput
from .homomorphisms import (
    Complement,
    Composition,
    Fix,
    Homomorphism,
    Id,
    Ite,
    Put,
    PutValue,
    Sel,
    Union,
    composition,
    union,
)

if TYPE_CHECKING:
    from ..engines.symbolic.bdd.space import DiagramSpace

#: How many answers of `phi` are kept.
REMEMBERED = 1 << 16


@dataclass(frozen=True)
class Arc(Homomorphism):
    """An arc that `phi` returns: a value of the variable, and what is applied below it.

    `Arc(v, 1) + Arc(v, 2)` are two arcs, and `Nothing` is none.
    """

    variable: Any
    value: Any
    then: Homomorphism = Id

    def __str__(self) -> str:
        return f"{self.variable} -|{self.value}|> {self.then}"


class Inductive(Homomorphism):
    """A homomorphism defined by what it does at each variable, from the top one on.

    It must be hashable, as a frozen dataclass is. One that only keeps or drops states may state it
    by `is_selector = True`, and can then be negated.

    >>> from boardproof.algebra import Nothing, Space
    >>> @dataclass(frozen=True)
    ... class AtMost(Inductive):
    ...     "Keeps the states in which at most so many variables are 1."
    ...     most: int
    ...     is_selector = True
    ...     def phi(self, variable, value):
    ...         if value == 0:
    ...             return None
    ...         return Arc(variable, value, AtMost(self.most - 1)) if self.most else Nothing
    ...     def phi_one(self):
    ...         return Id
    >>> space = Space(dict.fromkeys("abcd", [0, 1]))
    >>> AtMost(1)(space.everything).count, (~AtMost(1))(space.everything).count
    (5, 11)
    """

    def phi(self, variable: Any, value: Any) -> Homomorphism | None:
        """Return the arcs that replace an arc; None keeps it, and goes on below."""
        raise NotImplementedError(f"{type(self).__name__} defines no phi(variable, value)")

    def phi_one(self) -> Homomorphism:
        """Return Id or Nothing where the variables end; by default this is an error."""
        raise BadInput(f"{self} has met every variable and is not done: is one misspelt?")


@lru_cache(REMEMBERED)
def arcs(h: Inductive, variable: Any, value: Any) -> tuple[Arc, ...]:
    """Return the arcs that replace one arc."""
    replaced = h.phi(variable, value)
    if replaced is None:
        return (Arc(variable, value, h),)
    parts = replaced.parts if isinstance(replaced, Union) else (replaced,)
    for part in parts:
        if not isinstance(part, Arc) or part.variable != variable:
            raise BadInput(
                f"{h}.phi({variable!r}, {value!r}) returned {part}: return"
                f" Arc({variable!r}, value, then), a union of such arcs, Nothing or None"
            )
    return tuple(part for part in parts if isinstance(part, Arc))


def chain_of(space: DiagramSpace, h: Inductive) -> Homomorphism | None:
    """Return an inductive homomorphism as tests and assignments, None where it branches."""
    parts: list[Homomorphism] = []
    then: Homomorphism = h
    below = 0
    for name, values in space.values.items():
        if not isinstance(then, Inductive):
            break
        met = {value: arcs(then, name, value) for value in values}
        following = {arc.then for several in met.values() for arc in several}
        if any(len(several) > 1 for several in met.values()) or len(following) > 1:
            return None
        written = {value: several[0].value for value, several in met.items() if several}
        if len(written) < len(values) or any(old != new for old, new in written.items()):
            parts.append(_rewriting(name, written))
        then = following.pop() if following else Id
        below += 1
    if isinstance(then, Inductive):
        then = then.phi_one()
    elif isinstance(then, Union) and any(isinstance(part, Inductive) for part in _leaves(then)):
        return None
    check_below(space, then, below)
    return _checked(h, composition([then, *reversed(parts)]))


def _rewriting(name: Any, written: dict[Any, Any]) -> Homomorphism:
    if all(old == new for old, new in written.items()):
        return Sel(name, *written)
    return union(Put(name, new) & Sel(name, old) for old, new in written.items())


def _checked(h: Inductive, chain: Homomorphism) -> Homomorphism:
    if h.is_selector and not chain.is_selector:
        raise BadInput(f"{h} is stated to be a selector, and can change a state: {chain}")
    return chain


def changed_by(space: DiagramSpace, h: Homomorphism) -> list[int]:
    """Return the numbers of the variables that a homomorphism can change."""
    names = list(space.values)
    seen: set[tuple[Homomorphism, int]] = set()
    changed: set[int] = set()

    def visit(part: Homomorphism, number: int) -> None:
        if (part, number) in seen:
            return
        seen.add((part, number))
        if isinstance(part, Union):
            for each in part.parts:
                visit(each, number)
        elif not isinstance(part, Inductive):
            leaves = _leaves(part)
            changed.update(space.number(put.name) for put in leaves if isinstance(put, PutValue))
        elif number < len(names):
            for value in space.values[names[number]]:
                for arc in arcs(part, names[number], value):
                    space.checked(arc.variable, arc.value)
                    if arc.value != value:
                        changed.add(number)
                    visit(arc.then, number + 1)

    visit(h, 0)
    if changed and h.is_selector:
        raise BadInput(f"{h} is stated to be a selector, and can change {names[min(changed)]}")
    return sorted(changed)


def check_below(space: DiagramSpace, h: Homomorphism, number: int) -> None:
    """Refuse what cannot go on below an arc: it looks above, or starts at the top again."""
    for part in _leaves(h):
        if isinstance(part, Inductive):
            raise BadInput(f"{h} cannot go on below an arc: write it as one Inductive")
        if isinstance(part, Sel | PutValue) and space.number(part.name) < number:
            raise BadInput(f"{h} goes on below {part.name!r}, and cannot look at it or change it")


def _leaves(h: Homomorphism) -> Iterator[Homomorphism]:
    """Return the parts of a homomorphism that have no parts."""
    match h:
        case Union() | Composition():
            inner = h.parts
        case Complement() | Fix():
            inner = (h.of,)
        case Ite():
            inner = (h.test, h.then, h.otherwise)
        case _:
            yield h
            return
    for part in inner:
        yield from _leaves(part)
