"""Sets of states do what Python's own sets do, whatever room they have."""

import random
from itertools import product
from typing import Any

import pytest

from boardproof.algebra import Sel, Space, StateSet, union
from boardproof.errors import BadInput, TooLarge

VALUES = {"x": [0, 1, 2], "y": ["a", "b"], "z": [None, True, "far", 7]}

State = tuple[Any, ...]


def plain(states: StateSet) -> set[State]:
    return {tuple(state.values()) for state in states}


def of(space: Space, states: set[State]) -> StateSet:
    return space.states(dict(zip(space.values, state, strict=True)) for state in states)


@pytest.fixture(params=["binary", "one-hot"])
def space(request: pytest.FixtureRequest) -> Space:
    return Space(VALUES, encoding=request.param)


def test_everything_is_every_combination_in_order(space: Space) -> None:
    found = [tuple(state.values()) for state in space.everything]
    assert found == list(product(*VALUES.values()))
    assert len(space.everything) == space.everything.count == 24
    assert not space.empty
    assert list(space.empty) == []


def test_sets_join_meet_and_compare_like_pythons(space: Space) -> None:
    chance, everything = random.Random(1), sorted(product(*VALUES.values()), key=str)
    for _ in range(50):
        a, b = (set(chance.sample(everything, chance.randrange(24))) for _ in range(2))
        one, two = of(space, a), of(space, b)
        assert plain(one | two) == a | b
        assert plain(one & two) == a & b
        assert plain(one - two) == a - b
        assert plain(one ^ two) == a ^ b
        assert (one <= two, one < two, one >= two, one > two) == (a <= b, a < b, a >= b, a > b)
        assert (one == two, bool(one), len(one)) == (a == b, bool(a), len(a))
        assert one == of(space, a)
        assert hash(one) == hash(of(space, a))
        assert all((dict(zip(VALUES, s, strict=True)) in one) == (s in a) for s in everything)


def test_the_order_of_variables_is_the_one_that_is_asked_for() -> None:
    space = Space(VALUES, order=["z", "x", "y"])
    assert list(next(iter(space.everything))) == ["z", "x", "y"]
    assert space.number("z") == 0


def test_every_state_is_as_likely_as_any_other(space: Space) -> None:
    states = of(space, {(0, "a", None), (0, "a", True), (0, "b", 7), (2, "b", 7)})
    chance, found = random.Random(5), {}
    for _ in range(2000):
        state = tuple(states.sample(chance).values())
        found[state] = found.get(state, 0) + 1
    assert set(found) == plain(states)
    assert all(420 < times < 580 for times in found.values())


def test_a_set_says_how_many_states_it_has_beyond_what_len_can() -> None:
    space = Space({n: [0, 1, 2] for n in range(60)})
    assert space.everything.count == 3**60
    with pytest.raises(TooLarge, match=r"len\(\) cannot return .*: use \.count"):
        len(space.everything)


def test_a_variable_with_one_value_takes_no_bits() -> None:
    space = Space({"only": ["this"]})
    assert space.slots.bits == 0
    assert list(space.everything) == [{"only": "this"}]
    assert {"only": "this"} not in space.empty


MISTAKES = {
    "unknown variable 'w': the variables are 'x', 'y', 'z'": lambda s: s.where("w", 1),
    "x cannot be 3: its values are 0, 1, 2": lambda s: s.where("x", 3),
    "a state needs a value for every variable, and z has none": lambda s: s.state(x=0, y="a"),
    "an empty set cannot be sampled": lambda s: s.empty.sample(),
    "unknown variable 'v'": lambda s: {"v": 1} in s.everything,
    "y cannot be 'c'": lambda s: Sel("y", "c")(s.everything),
    "unknown variable 'u'": lambda s: s["u"],
}


@pytest.mark.parametrize("message", MISTAKES)
def test_mistakes_are_told_in_one_line(space: Space, message: str) -> None:
    with pytest.raises(BadInput, match=message) as told:
        MISTAKES[message](space)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"variables": {"x": []}}, "x needs at least one value, each listed once"),
        ({"variables": {"x": [1, True]}}, "x needs at least one value, each listed once"),
        (
            {"variables": {"x": [1]}, "order": ["x", "x"]},
            "the order must name every variable exactly once",
        ),
        ({"variables": {"x": [1]}, "encoding": "gray"}, "'gray' is not an encoding"),
    ],
)
def test_a_space_that_cannot_be_is_refused(arguments: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Space(**arguments)


@pytest.mark.parametrize(
    "mixed",
    [
        lambda a, b: a | b,
        lambda a, b: a & b,
        lambda a, b: a - b,
        lambda a, b: a ^ b,
        lambda a, b: a == b,
        lambda a, b: a <= b,
    ],
)
def test_sets_of_two_spaces_do_not_mix(mixed: Any) -> None:
    one, other = Space(VALUES), Space(VALUES)
    with pytest.raises(BadInput, match="these two sets belong to different spaces"):
        mixed(one.everything, other.everything)


def test_a_set_joins_only_with_a_set(space: Space) -> None:
    with pytest.raises(TypeError):
        space.everything | {1}
    assert space.everything != 24


@pytest.mark.parametrize("seed", range(50))
def test_sets_survive_in_little_room(seed: int) -> None:
    """Random work in a room that is far too small: it grows, or says so, and no set is harmed."""
    chance = random.Random(seed)
    names = {n: range(chance.randint(2, 4)) for n in range(chance.randint(3, 5))}
    memory = chance.choice([1 << 30, chance.randint(4_000, 60_000)])
    space = Space(names, nodes=chance.randint(4, 2000), memory=memory)
    everything = list(product(*names.values()))
    held: list[tuple[StateSet, set[State]]] = []
    refused = 0
    for _ in range(60):
        try:
            held.append(_one_step(space, held, everything, chance))
        except TooLarge:
            refused += 1
            held = held[len(held) // 2 :]
        if len(held) > 25:
            held.pop(chance.randrange(len(held)))
    assert all(plain(ours) == theirs for ours, theirs in held)
    assert all(ours.count == len(theirs) for ours, theirs in held)
    assert space.nodes * 38 <= memory or refused == 0


def _one_step(
    space: Space, held: list[Any], everything: list[State], chance: random.Random
) -> tuple[StateSet, set[State]]:
    if len(held) < 2 or chance.random() < 0.3:
        some = set(chance.sample(everything, chance.randrange(1, min(30, len(everything)))))
        return of(space, some), some
    (a, left), (b, right) = chance.choices(held, k=2)
    if chance.random() < 0.2:
        name = chance.choice(list(space.values))
        value = chance.choice(space.values[name])
        return a.put(name, value), {(*s[:name], value, *s[name + 1 :]) for s in left}
    return chance.choice(
        [
            lambda: (a | b, left | right),
            lambda: (a - b, left - right),
            lambda: (a ^ b, left ^ right),
        ]
    )()


def test_work_that_has_no_room_at_all_says_so_and_leaves_what_is_held() -> None:
    space = Space({n: range(4) for n in range(12)}, nodes=100, memory=8_000)
    held = space.where(0, 1) & space.where(11, 2)
    everything = space.everything
    h = union(space[n] == space[n + 6] for n in range(6))
    with pytest.raises(TooLarge, match=r"more than the \d+ nodes that 8,000 bytes have room for"):
        h(everything)
    assert held.sample(random.Random(1)) in held
    assert held <= space.everything


def test_a_set_moves_along_into_a_larger_room() -> None:
    space = Space({n: range(2) for n in range(16)}, nodes=64)
    first, room = space.where(3, 1), space.nodes
    for n in range(8):
        first = first | (space[n] == space[n + 8])(space.everything)
    assert space.nodes > room
    odd = 2**16 - first.count
    assert odd == sum(1 for s in product((0, 1), repeat=16) if _differ(s))


def _differ(state: State) -> bool:
    return not state[3] and all(state[n] != state[n + 8] for n in range(8))
