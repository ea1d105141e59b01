"""Questions about all reachable positions: the compiled engine answers as the book does."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from boardproof import load, make_engine
from boardproof.engines.compiled import CompiledEngine
from boardproof.errors import BadInput, BadPosition, RuleBroken, TooLarge
from boardproof.limits import Limits
from boardproof.reading import read
from boardproof.rules import Count, Draw, Game, Players, Turn, move, predicate
from boardproof.rules.sample import Diagonals
from boardproof.statespace.goals import Aim, Goal, goals_of

from ..oracle import Plain
from .graphs import Graph, Walk

pytestmark = pytest.mark.xdist_group("kernels")

#: More questions take long to compile, and are asked no other way.
MOST = 16
#: A rulebook's name or class with its parameters.
Case = tuple[Any, tuple[tuple[str, Any], ...]]


def case(game: Any, slow: bool = False, **parameters: Any) -> Any:
    words = [getattr(game, "__name__", game), *(f"{k}={v}" for k, v in parameters.items())]
    marks = [pytest.mark.slow] if slow else []
    return pytest.param((game, tuple(parameters.items())), id=" ".join(words), marks=marks)


CASES = [
    case(Walk),
    case(Graph, seats=3, points=True),
    case("kalah", holes=2, beans=2),
    case(Diagonals),
    case(Graph, True),
    case(Graph, True, seats=3),
    case(Graph, True, points=True),
    case(Graph, True, loops=False),
    case(Graph, True, points=True, loops=False),
    case("tic-tac-toe", True),
    case("tic-tac-toe", True, noting="step"),
    case("territory", True),
    case("territory", True, capture="takes"),
    case("territory", True, wipe_out="exactly_one"),
    case("connect-four", True, columns=3, rows=3, connect=3),
    case("connect-four", True, columns=3, rows=3, connect=3, players=3),
    case("connect-four", True, columns=3, rows=3, connect=3, after_win="continues"),
    case("kalah", True, holes=2, beans=3, empty_capture=True, ends="mover"),
]
each = pytest.mark.parametrize("given", CASES)


@cache
def rules_of(given: Case) -> Any:
    game, parameters = given
    return (
        load(game, **dict(parameters)) if isinstance(game, str) else read(game(**dict(parameters)))
    )


@cache
def plain_of(given: Case) -> Plain:
    return Plain(rules_of(given))


@cache
def engine_of(given: Case) -> CompiledEngine:
    return CompiledEngine(rules_of(given))


def aims_of(given: Case) -> list[Aim]:
    """Every way to end, and every question of one argument at most, asked both ways."""
    rules, engine = rules_of(given), plain_of(given).engine
    ends = {str(engine.result(position)) for position in plain_of(given).ply} - {"None"}
    found = [Aim(results=frozenset({end})) for end in sorted(ends)]
    found.append(Aim(results=frozenset(sorted(ends)[:2]), holds=False))
    found += [Aim(), Aim(holds=False)]  # met nowhere, and everywhere
    for question in rules.questions:
        parameters = rules.functions[question].parameters
        if len(parameters) > 1:
            continue
        values: list[Any] = [()]
        for name, kind in parameters:
            domain = list(kind.domain) if hasattr(kind, "domain") else [kind.lo, kind.hi]
            values = [((name, value),) for value in domain[:2]]
        found += [Aim(question=question, arguments=value) for value in values]
        found += [Aim(question=question, arguments=values[-1], holds=False)]
    return found[:MOST]


@each
def test_a_survey_counts_what_meets_an_aim(given: Case) -> None:
    plain, engine, aims = plain_of(given), engine_of(given), aims_of(given)
    survey = engine.survey(aims)
    assert survey.complete
    assert survey.positions == len(plain.ply)
    for aim, sight in zip(aims, survey.sights, strict=True):
        assert sight.by_ply == plain.by_ply(aim), aim
        first = next((ply for ply, count in enumerate(sight.by_ply) if count), None)
        if first is None:
            assert sight.way is None
            continue
        position = plain.engine.initial()
        assert sight.way is not None
        assert len(sight.way) == first
        for step in sight.way:
            position = plain.engine.successor(position, step)
        assert plain.meets(aim, position)


@each
def test_what_can_be_forced_is_what_sets_grow_to(given: Case) -> None:
    plain, engine = plain_of(given), engine_of(given)
    aims = aims_of(given)
    goals = goals_of(plain.players, aims[:3])[:28]
    goals += [Goal(frozenset(list(plain.players)[:1]), aims[0], keep) for keep in aims[-2:]]
    for some in (goals, goals[:3]):
        attraction = engine.attract(some)
        sets = [plain.attraction(goal) for goal in some]
        assert attraction.positions == len(plain.ply)
        assert attraction.counts == [len(found) for found in sets]
        for position in plain.ply:
            assert attraction.forced(position) == tuple(position in found for found in sets)


@pytest.mark.parametrize("given", CASES[:4])
def test_those_who_follow_the_moves_chosen_reach_their_goal(given: Case) -> None:
    plain, engine, aims = plain_of(given), engine_of(given), aims_of(given)
    goals = goals_of(plain.players, aims[:2])
    attraction = engine.attract(goals)
    for number, goal in enumerate(goals):
        needs = plain.attraction(goal)
        for position in plain.ply:
            chosen = attraction.choose(number, position)
            mine = plain.mover[position] in goal.who
            assert (chosen is not None) == (mine and needs.get(position, 0) > 0)
            if chosen is not None:
                assert needs[plain.engine.successor(position, chosen)] < needs[position]


@each
def test_values_are_what_everybody_can_force(given: Case) -> None:
    plain, solved = plain_of(given), engine_of(given).solve()
    values = {player: plain.values(player) for player in plain.players}
    counts = Counter(tuple(values[p][at] for p in plain.players) for at in plain.ply)
    assert solved.positions == len(plain.ply)
    assert solved.counts == counts
    for position in plain.ply:
        assert solved.value(position) == {p: values[p][position] for p in plain.players}


@each
def test_distances_win_soon_and_lose_late(given: Case) -> None:
    plain, solved = plain_of(given), engine_of(given).solve()
    values = {player: plain.values(player) for player in plain.players}
    distances = {player: plain.distances(player, values[player]) for player in plain.players}
    for position, moves in plain.moves.items():
        player = plain.mover[position] or next(iter(plain.players))
        value, distance = values[player][position], distances[player][position]
        assert solved.distance(position) == distance
        best = [
            step
            for step, after in moves
            if values[player][after] == value
            and (value == 0 or distances[player][after] == (distance or 0) - 1)
        ]
        assert solved.best(position) == best


@pytest.mark.parametrize("given", [CASES[0], CASES[3]])
def test_layers_are_settled_one_by_one(given: Case) -> None:
    engine = engine_of(given)
    build, solved = engine.build(), engine.solve()
    codes: list[Any] = []
    for layer in reversed(range(build.layers)):
        words = build.words(layer)
        listed = list(zip(*(list(map(int, column)) for column in reversed(words)), strict=True))
        assert listed == sorted(set(listed))
        codes.append(build.settle(layer, codes[-1] if codes else None))
    codes.reverse()
    assert build.solved(codes).counts == solved.counts
    for position in plain_of(given).ply:
        found = build.find(position)
        assert found is not None
        row = codes[found[0]][found[1]]
        assert build.coding.value(row[0]) == next(iter(solved.value(position).values()))


def test_threads_and_symmetry_change_no_answer() -> None:
    engine = engine_of(CASES[3].values[0])
    win = Aim(results=frozenset({"A wins"}))
    goals = goals_of(engine.game.players, [win])
    alone, every = Limits(), Limits(symmetry=False, threads=2)
    assert engine.solve(alone).counts == engine.solve(every).counts
    assert engine.attract(goals, alone).counts == engine.attract(goals, every).counts
    assert engine.build(alone).classes < engine.build(every).classes == 33


# -- depth, bounds and errors ---------------------------------------------------------------------


def test_a_depth_leaves_the_rest_out() -> None:
    engine = CompiledEngine(load("tic-tac-toe"))
    won = Aim(results=frozenset({"A wins"}))
    near, far = engine.survey([won], depth=4), engine.survey([won], depth=5)
    assert not near.complete
    assert near.sights[0].way is None
    assert sum(engine.enumerate().by_ply[:6]) == far.positions
    assert far.sights[0].way is not None
    assert engine.survey([won], depth=9).complete


class Brittle(Game):
    """Count up; asking for half of it fails at four."""

    def setup(self):  # type: ignore[no-untyped-def]
        self.players = Players("A", "B")
        self.half = {0: 0, 1: 0, 2: 1, 3: 1}
        self.total = Count(0, 5)
        self.turn = Turn(self.players)

    @move
    def add(self):  # type: ignore[no-untyped-def]
        self.total += 1
        self.turn = self.turn.next

    @predicate
    def paired(self):  # type: ignore[no-untyped-def]
        return self.half[self.total] == 1

    def result(self):  # type: ignore[no-untyped-def]
        return Draw() if self.total == 5 else None


def test_a_question_that_breaks_is_explained() -> None:
    engine = CompiledEngine(read(Brittle()))
    paired = Aim(question="paired")
    with pytest.raises(RuleBroken, match="no entry for 4"):
        engine.survey([paired])
    with pytest.raises(RuleBroken, match="no entry for 5"):
        engine.attract([Goal(frozenset({"A"}), paired)])


def test_bad_aims_are_refused() -> None:
    engine = CompiledEngine(load("tic-tac-toe"))
    with pytest.raises(BadInput, match="has no question 'winnning'"):
        engine.survey([Aim(question="winnning")])
    with pytest.raises(BadInput, match="at most 64 aims"):
        engine.survey([Aim(question="full")] * 65)


@pytest.mark.parametrize("name", ["compiled", "disk"])
def test_more_goals_than_a_word_has_bits_are_forced_in_parts(name: str) -> None:
    engine = make_engine(name, load("tic-tac-toe", size=2))
    ends = [Aim(results=frozenset({end})) for end in ("A wins", "B wins", "draw")]
    goals = [Goal(frozenset(who), aim) for who in ("A", "B", "AB") for aim in ends] * 8
    whole, few = engine.attract(goals), engine.attract(goals[:9])
    start = engine.initial()
    assert whole.counts == few.counts * 8
    assert (whole.positions, whole.goals) == (few.positions, goals)
    assert whole.forced(start) == few.forced(start) * 8
    assert whole.forced_starts() == few.forced_starts() * 8
    assert [whole.choose(at, start) for at in range(72)] == [
        few.choose(at % 9, start) for at in range(72)
    ]


def test_a_position_no_game_comes_to_has_no_value() -> None:
    engine = CompiledEngine(load("tic-tac-toe"))
    odd = engine.initial().replace(mark={(0, 0): "B", (1, 1): "B"})
    with pytest.raises(BadPosition, match="not among the solved positions"):
        engine.solve().value(odd)


@pytest.mark.usefixtures("no_memory_in_use")
def test_memory_is_bound() -> None:
    engine = CompiledEngine(load("tic-tac-toe"))
    won = Aim(results=frozenset({"A wins"}))
    for work in (
        engine.solve,
        lambda limits: engine.attract([Goal(frozenset({"A"}), won)], limits),
        lambda limits: engine.survey([won], limits),
    ):
        with pytest.raises(TooLarge, match="continuing needs"):
            work(Limits(memory=1 << 18))


def test_work_is_interrupted_between_stretches() -> None:
    engine = CompiledEngine(load("tic-tac-toe"))
    told: list[int] = []

    def interrupt(layer: int, positions: int) -> None:
        told.append(layer)
        if len(told) > 1 and layer < told[-2]:  # the way back has begun
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.solve(Limits(interrupt))
