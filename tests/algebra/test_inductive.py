"""Inductive homomorphisms: what `phi` returns is what happens, whatever its shape."""

from collections import Counter
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest

from boardproof.algebra import (
    Arc,
    Fix,
    Homomorphism,
    Id,
    Inductive,
    Ite,
    Nothing,
    Put,
    Sel,
    Space,
    composition,
    union,
)
from boardproof.algebra.inductive import chain_of
from boardproof.algebra.meaning import meaning
from boardproof.errors import BadInput

NAMES = "wxyz"


@pytest.fixture
def space() -> Space:
    return Space(dict.fromkeys(NAMES, range(3)))


@dataclass(frozen=True)
class Set(Inductive):
    """Assigns a value where a variable has another."""

    name: str
    old: int
    new: int

    def phi(self, variable: Any, value: Any) -> Homomorphism | None:
        if variable != self.name:
            return None
        return Arc(variable, self.new) if value == self.old else Nothing


@dataclass(frozen=True)
class Is(Inductive):
    """Keeps the states in which a variable has a value."""

    name: str
    value: int
    is_selector = True

    def phi(self, variable: Any, value: Any) -> Homomorphism | None:
        if variable != self.name:
            return None
        return Arc(variable, value) if value == self.value else Nothing


@dataclass(frozen=True)
class SumIs(Inductive):
    """Keeps the states with a sum, so that its continuation depends on the values met."""

    left: int
    is_selector = True

    def phi(self, variable: Any, value: Any) -> Homomorphism | None:
        return Arc(variable, value, SumIs(self.left - value)) if value <= self.left else Nothing

    def phi_one(self) -> Homomorphism:
        return Nothing if self.left else Id


@dataclass(frozen=True)
class Shift(Inductive):
    """Moves every value one variable down; the top variable gets the one carried."""

    carried: int

    def phi(self, variable: Any, value: Any) -> Homomorphism | None:
        return Arc(variable, self.carried, Shift(value))

    def phi_one(self) -> Homomorphism:
        return Id


@dataclass(frozen=True)
class AnyOther(Inductive):
    """Changes one variable to any other value: several arcs at once."""

    name: str

    def phi(self, variable: Any, value: Any) -> Homomorphism | None:
        if variable != self.name:
            return None
        return union(Arc(variable, other) for other in range(3) if other != value)


def states_of(space: Space, listed: Any) -> Any:
    return space.states(dict(zip(NAMES, state, strict=True)) for state in listed)


def plain(states: Any) -> set[tuple[int, ...]]:
    return {tuple(state.values()) for state in states}


ALL = list(product(range(3), repeat=4))


def test_a_chain_of_tests_and_assignments(space: Space) -> None:
    assert str(chain_of(space, Set("x", 0, 2))) == "(Id & Put('x', 2) & Sel('x', 0))"
    image = Set("x", 0, 2)(states_of(space, [(0, 0, 0, 0), (0, 1, 0, 0)]))
    assert plain(image) == {(0, 2, 0, 0)}


def test_the_continuation_may_depend_on_the_value(space: Space) -> None:
    assert chain_of(space, SumIs(3)) is None
    kept = SumIs(3)(space.everything)
    assert plain(kept) == {state for state in ALL if sum(state) == 3}
    assert (~SumIs(3))(space.everything) == space.everything - kept


def test_values_can_be_carried_down(space: Space) -> None:
    image = Shift(2)(states_of(space, [(0, 1, 2, 0), (1, 1, 1, 1)]))
    assert plain(image) == {(2, 0, 1, 2), (2, 1, 1, 1)}


def test_there_may_be_several_arcs(space: Space) -> None:
    assert plain(AnyOther("y")(states_of(space, [(0, 0, 1, 0)]))) == {(0, 0, 0, 0), (0, 0, 2, 0)}
    assert Fix(AnyOther("y") + AnyOther("z"))(states_of(space, [(0, 0, 1, 0)])).count == 9


def test_a_known_homomorphism_may_go_on_below(space: Space) -> None:
    @dataclass(frozen=True)
    class Then(Inductive):
        then: Homomorphism

        def phi(self, variable: Any, value: Any) -> Homomorphism | None:
            return Arc(variable, 2 - value, self.then if value else Id)

    below = Then(Put("y", 0) & Sel("z", 1) + Sel("z", 0) + Sel("x", 2))
    for h in (below, Then(~Sel("x", 1)), Then(SumIs(2) + Shift(0)), Then(Put("z", 1))):
        assert h(space.everything) == meaning(h, space.everything)


def test_phi_is_asked_once_for_each_variable_and_value(space: Space) -> None:
    asked: Counter[tuple[Any, Any]] = Counter()

    @dataclass(frozen=True)
    class Counting(Inductive):
        def phi(self, variable: Any, value: Any) -> Homomorphism | None:
            asked[variable, value] += 1
            return Arc(variable, (value + 1) % 3, self)

        def phi_one(self) -> Homomorphism:
            return Id

    for _ in range(3):
        assert Counting()(space.everything) == space.everything
    assert Fix(Counting())(space.state(w=0, x=0, y=0, z=0)).count == 3
    assert set(asked.values()) == {1}
    assert len(asked) == 12


@pytest.mark.parametrize("seed", range(30))
def test_compiled_and_interpreted_lead_to_the_same(space: Space, seed: int) -> None:
    random = Random(seed)

    def any_of(depth: int, selector: bool = False) -> Homomorphism:
        name, number = random.choice(NAMES), random.randrange(3)
        leaves = [Is(name, number), SumIs(random.randrange(6)), Sel(name, number)]
        if not selector:
            leaves += [Set(name, number, 2 - number), Shift(number), AnyOther(name), Put(name, 1)]
        if not depth:
            return random.choice(leaves)
        one, other = any_of(depth - 1, selector), any_of(depth - 1, selector)
        test = any_of(depth - 1, True)
        return random.choice([one + other, one & other, one & ~test, Ite(test, one, other)])

    h = any_of(3)
    for states in space.everything, states_of(space, random.sample(ALL, 20)):
        assert h(states) == meaning(h, states), h
        assert Fix(h)(states) == meaning(Fix(h), states), h


# -- errors -------------------------------------------------------------------------------------


def test_what_is_not_stated_a_selector_cannot_be_negated() -> None:
    with pytest.raises(BadInput, match="only a selector can be negated"):
        ~Set("x", 0, 1)


def test_a_selector_that_changes_a_state_is_found_out(space: Space) -> None:
    @dataclass(frozen=True)
    class Liar(Inductive):
        branching: bool
        is_selector = True

        def phi(self, variable: Any, value: Any) -> Homomorphism | None:
            if variable == "y":
                return Arc(variable, 0)
            return Arc(variable, value, Liar(value > 0)) if self.branching else None

    for h in Liar(False), ~Liar(True), composition([Liar(True), Put("x", 1)]):
        with pytest.raises(BadInput, match="is stated to be a selector, and can change"):
            h(space.everything)


def test_a_variable_that_is_not_there_is_found_out(space: Space) -> None:
    with pytest.raises(BadInput, match="has met every variable and is not done"):
        Set("v", 0, 1)(space.everything)


@pytest.mark.parametrize("wrong", [Sel("x", 1), Arc("z", 1), Arc("w", 1) + Id])
def test_phi_returns_arcs_of_its_variable(space: Space, wrong: Homomorphism) -> None:
    @dataclass(frozen=True)
    class Wrong(Inductive):
        returned: Homomorphism

        def phi(self, variable: Any, value: Any) -> Homomorphism | None:
            return self.returned

    with pytest.raises(BadInput, match=r"return Arc\('w', value, then\)"):
        Wrong(wrong)(space.everything)


def test_nothing_below_looks_above(space: Space) -> None:
    @dataclass(frozen=True)
    class Up(Inductive):
        branching: bool

        def phi(self, variable: Any, value: Any) -> Homomorphism | None:
            return Arc(variable, 0, Id if self.branching and value else Sel("w", 1))

    for branching in (False, True):
        with pytest.raises(BadInput, match="goes on below 'w', and cannot look at it"):
            Up(branching)(space.everything)


def test_an_inductive_does_not_start_again_below(space: Space) -> None:
    @dataclass(frozen=True)
    class Again(Inductive):
        def phi(self, variable: Any, value: Any) -> Homomorphism | None:
            return Arc(variable, value, Shift(0) & Put("y", 1))

    with pytest.raises(BadInput, match="cannot go on below an arc: write it as one Inductive"):
        Again()(space.everything)


def test_an_arc_has_a_value_of_its_variable(space: Space) -> None:
    with pytest.raises(BadInput, match="x cannot be 7"):
        Set("x", 0, 7)(space.everything)
