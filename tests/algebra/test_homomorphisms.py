"""Homomorphisms: compiled, interpreted, and on plain Python sets they lead to the same states."""

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardproof.algebra import (
    Fix,
    Homomorphism,
    Id,
    Ite,
    Nothing,
    Put,
    Sel,
    Space,
    composition,
    union,
)
from boardproof.algebra.homomorphisms import Complement, Composition, PutValue, Union
from boardproof.algebra.meaning import meaning
from boardproof.errors import BadInput

State = tuple[Any, ...]
NAMES = "vwxyz"


def on_plain_sets(h: Homomorphism, states: frozenset[State]) -> frozenset[State]:
    """Apply a homomorphism to a set of tuples, one state at a time where it can be."""
    match h:
        case Sel():
            return frozenset(s for s in states if s[NAMES.index(h.name)] in h.values)
        case PutValue():
            at = NAMES.index(h.name)
            return frozenset((*s[:at], h.value, *s[at + 1 :]) for s in states)
        case Union():
            return frozenset().union(*(on_plain_sets(part, states) for part in h.parts))
        case Composition():
            for part in reversed(h.parts):
                states = on_plain_sets(part, states)
            return states
        case Complement():
            return states - on_plain_sets(h.of, states)
        case Ite():
            kept = on_plain_sets(h.test, states)
            return on_plain_sets(h.then, kept) | on_plain_sets(h.otherwise, states - kept)
        case Fix():
            while not on_plain_sets(h.of, states) <= states:
                states |= on_plain_sets(h.of, states)
            return states
    assert h is Id
    return states


@st.composite
def sizes(draw: st.DrawFn) -> list[int]:
    return draw(st.lists(st.integers(2, 4), min_size=2, max_size=5))


def selectors(sizes: list[int]) -> st.SearchStrategy[Homomorphism]:
    def some(number: int) -> st.SearchStrategy[Homomorphism]:
        values = st.sets(st.integers(0, sizes[number] - 1))
        return values.map(lambda kept: Sel(NAMES[number], *kept))

    leaves = st.sampled_from([Id, Nothing]) | st.integers(0, len(sizes) - 1).flatmap(some)
    return st.recursive(
        leaves,
        lambda inner: (
            st.builds(lambda a, b: a + b, inner, inner)
            | st.builds(lambda a, b: a & b, inner, inner)
            | inner.map(lambda a: ~a)
            | st.builds(Ite, inner, inner, inner)
        ),
        max_leaves=6,
    )


def homomorphisms(sizes: list[int]) -> st.SearchStrategy[Homomorphism]:
    def some(number: int) -> st.SearchStrategy[Homomorphism]:
        return st.integers(0, sizes[number] - 1).map(lambda value: Put(NAMES[number], value))

    puts = st.integers(0, len(sizes) - 1).flatmap(some)
    return st.recursive(
        puts | puts | selectors(sizes),
        lambda inner: (
            st.builds(lambda a, b: a + b, inner, inner)
            | st.builds(lambda a, b: a & b, inner, inner)
            | st.builds(Ite, selectors(sizes), inner, inner)
            | inner.map(Fix)
        ),
        max_leaves=8,
    )


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.data())
def test_compiled_and_interpreted_and_plain_lead_to_the_same(data: st.DataObject) -> None:
    many = data.draw(sizes())
    h = data.draw(homomorphisms(many))
    everything = list(product(*map(range, many)))
    states = frozenset(data.draw(st.sets(st.sampled_from(everything))))
    encoding = data.draw(st.sampled_from(["binary", "one-hot"]))
    nodes = data.draw(st.sampled_from([60, 4000]))
    space = Space(dict(zip(NAMES, map(range, many), strict=False)), encoding=encoding, nodes=nodes)
    all_lead_to_the_same(space, h, states)


def all_lead_to_the_same(space: Space, h: Homomorphism, states: frozenset[State]) -> None:
    ours = space.states(dict(zip(space.values, s, strict=True)) for s in states)
    compiled = h(ours)
    assert compiled == meaning(h, ours), h
    assert {tuple(s.values()) for s in compiled} == on_plain_sets(h, states), h
    if h.is_selector:
        assert compiled <= ours
        assert (~h)(ours) == ours - compiled


@pytest.mark.parametrize("seed", range(40))
def test_long_chains_of_tests_and_assignments_lead_to_the_same(seed: int) -> None:
    chance = random.Random(seed)
    space = Space({name: range(3) for name in NAMES[:4]})
    everything = list(product(range(3), repeat=4))
    for _ in range(10):
        states = frozenset(chance.sample(everything, chance.randrange(len(everything))))
        chains = [composition(_links(chance)) for _ in range(chance.randint(1, 3))]
        all_lead_to_the_same(space, union(chains), states)


def _links(chance: random.Random) -> list[Homomorphism]:
    return [
        Put(chance.choice(NAMES[:4]), chance.randrange(3))
        if chance.random() < 0.5
        else _test(chance, 3)
        for _ in range(chance.randint(2, 5))
    ]


def _test(chance: random.Random, depth: int) -> Homomorphism:
    if not depth or chance.random() < 0.2:
        return Sel(chance.choice(NAMES[:4]), *chance.sample(range(3), chance.choice([1, 1, 2])))
    a, b, c = (_test(chance, depth - 1) for _ in range(3))
    return chance.choice([a + b, a & b, ~a, Ite(a, b, c), ~(a & b), a + b + c])


@pytest.fixture
def space() -> Space:
    return Space({"x": range(3), "y": range(3), "z": range(2)})


def test_selectors_are_closed_under_union_composition_negation_and_choice() -> None:
    a, b, put = Sel("x", 1), Sel("y", 2), Put("x", 0)
    assert all(h.is_selector for h in (Id, a, a + b, a & b, ~(a + b), Ite(a, b, ~b), Nothing))
    assert not any(h.is_selector for h in (put, a + put, a & put, Ite(a, put, b), Fix(put)))


def test_negating_what_is_no_selector_is_an_error() -> None:
    with pytest.raises(BadInput, match=r"only a selector can be negated, and \(Put\('x', 1\) & "):
        ~(Put("x", 1) & Sel("x", 0))
    with pytest.raises(BadInput, match=r"only a selector can be a test"):
        Ite(Put("x", 1), Id, Id)


def test_in_a_composition_the_right_one_comes_first(space: Space) -> None:
    states = space.state(x=0, y=0, z=0)
    assert not (Sel("x", 0) & Put("x", 1))(states)
    assert list((Put("x", 1) & Sel("x", 0))(states)) == [{"x": 1, "y": 0, "z": 0}]


def test_comparing_variables_selects(space: Space) -> None:
    everything = space.everything
    assert all(s["x"] == s["y"] for s in (space["x"] == space["y"])(everything))
    assert (space["x"] == space["y"])(everything).count == 6
    assert (space["x"] != space["z"])(everything).count == 12
    assert space["x"].is_in([0, 2])(everything) == space.where("x", 0, 2)


def test_putting_a_value_that_a_variable_lacks_is_an_error(space: Space) -> None:
    with pytest.raises(BadInput, match="z cannot be 2: its values are 0, 1"):
        Put("z", 2)(space.everything)
    with pytest.raises(BadInput, match="unknown variable 'u'"):
        (Put("u", 2) & Sel("x", 1))(space.everything)


def test_many_parts_make_no_deep_expression() -> None:
    space = Space({n: range(2) for n in range(40)})
    parts = [Put(n, 1) & Sel(n, 0) for n in range(40)] * 100
    assert Fix(union(parts))(space.state(dict.fromkeys(range(40), 0))).count == 2**40
    assert composition(parts)(space.everything).count == 0


def test_moves_with_too_many_combinations_are_taken_one_after_the_other() -> None:
    space = Space({n: range(10) for n in range(8)})
    step = union(Put(n, v) for n in range(8) for v in range(10))
    start = space.state(dict.fromkeys(range(8), 0))
    assert (step & step & step)(start) == meaning(step & step & step, start)
