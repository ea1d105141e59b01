"""Counting on diagrams: the same numbers as one by one, whatever order, encoding and room."""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from boardproof import explore, load
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.contract import make_engine
from boardproof.engines.hints import note, recall
from boardproof.engines.symbolic import count as counting_module
from boardproof.engines.symbolic.bdd.manager import ENTRY_BYTES, Diagrams
from boardproof.engines.symbolic.count import NodeCapacity, SymbolicCount
from boardproof.engines.symbolic.engine import SymbolicEngine
from boardproof.engines.symbolic.eval.encoding import all_places, plain_slots
from boardproof.engines.symbolic.transition import layer_walk, phases
from boardproof.engines.symbolic.transition.layer_walk import LayerWalk
from boardproof.engines.symbolic.transition.reorder import (
    ENCODINGS,
    ORDERS,
    distinct_orders,
    place_permutations,
)
from boardproof.errors import BadInput, RuleBroken, TooLarge
from boardproof.limits import Limits
from boardproof.questions.known import Known
from boardproof.reading import read
from boardproof.rules import (
    Count,
    Draw,
    Game,
    Map,
    Players,
    Range,
    Result,
    Ring,
    Subset,
    Turn,
    Win,
    move,
    require,
)

from ...truths import named, numbers_of, rules_of
from ..agreement import reference_count
from ..compiled.interpreted import written_otherwise

pytestmark = pytest.mark.xdist_group("counting")

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("tic-tac-toe", {"noting": "step"}),
    ("territory", {}),
    ("territory", {"wipe_out": "exactly_one"}),
    ("connect-four", {"columns": 4, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "after_win": "continues"}),
    ("kalah", {"holes": 2, "beans": 2}),
    ("kalah", {"holes": 2, "beans": 2, "empty_capture": True, "ends": "mover"}),
]
#: Readings whose positions are followed some plies far always, and counted by the long suite.
READINGS = [
    pytest.param("territory", reading, marks=pytest.mark.slow)
    for reading in (
        {"turns": 16},
        {"capture": "takes"},
        {"placement": "any"},
        {"placement_seen": True},
        {"free_end": "exactly"},
    )
]


@pytest.mark.parametrize(("game", "parameters"), [*SMALL, *READINGS])
def test_counts_as_the_reference_engine_does(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    counted = make_engine("symbolic", rules).enumerate()
    assert counted == reference_count(game, *parameters.items())


LARGER: list[Any] = [
    ("tic-tac-toe", {"size": 4}),
    pytest.param("tic-tac-toe", {"size": 4, "noting": "step"}, marks=pytest.mark.slow),
    ("connect-four", {"columns": 4, "rows": 4}),
    pytest.param("dstru-tac-toe", {"win": "equals"}, marks=pytest.mark.slow),
    pytest.param("dstru-tac-toe", {}, marks=pytest.mark.slow),
    pytest.param("dstru-tac-toe", {"order": "dos_uno_tres"}, marks=pytest.mark.slow),
    pytest.param("connect-four", {"columns": 5, "rows": 5}, marks=pytest.mark.slow),
    pytest.param("connect-four", {"columns": 4, "rows": 4, "players": 3}, marks=pytest.mark.slow),
    pytest.param("kalah", {"holes": 3, "beans": 3}, marks=pytest.mark.slow),
    pytest.param("kalah", {"holes": 4, "beans": 2}, marks=pytest.mark.slow),
    pytest.param(
        "territory",
        {
            "expand": "stays",
            "placement": "any",
            "free_end": "exactly",
            "wipe_out": "exactly_one",
        },
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize(("game", "parameters"), LARGER)
def test_counts_as_the_compiled_engine_does(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    found, other = SymbolicEngine(rules).enumerate(), CompiledEngine(rules).enumerate()
    assert found.by_ply == other.by_ply
    assert (found.over, found.stuck) == (other.over, other.stuck)
    assert (found.longest, found.shortest) == (other.longest, other.shortest)
    assert found.moves in (None, other.moves)


KNOWN = [
    *named("tic-tac-toe size=5"),
    *named(
        "tic-tac-toe size=5 noting=step",
        "tic-tac-toe size=6",
        "connect-four columns=6 rows=4",
        "connect-four columns=6 rows=5",
        "connect-four columns=6 rows=6",
        slow=True,
    ),
]


@pytest.mark.parametrize("known", KNOWN)
def test_counts_what_is_known(known: Known) -> None:
    count = explore(rules_of(known), "symbolic")
    assert count.positions == sum(count.by_ply) == numbers_of(known)["positions"]
    assert count.nodes is not None
    assert len(count.nodes) == len(count.by_ply)


# -- order and encoding -------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("encoding", ["plain", "compact"])
def test_any_order_and_encoding_counts_the_same(order: str, encoding: str) -> None:
    parameters = {"columns": 3, "rows": 4, "connect": 3}
    found = SymbolicEngine(load("connect-four", **parameters), order, encoding).enumerate()
    assert found == reference_count("connect-four", *parameters.items())


def test_a_column_of_falling_pieces_takes_a_bit_more_than_its_height() -> None:
    counting = SymbolicCount(load("connect-four", columns=5, rows=4), "auto", "auto", None)
    slots = counting._compact(plain_slots(counting.game))
    assert slots is not None
    assert [slot.bits for slot in slots] == [1, 5, 5, 5, 5, 5]
    assert len(slots[1].combinations) == 2**5 - 1


def test_orders_that_come_to_the_same_are_tried_once() -> None:
    slots = plain_slots(load("tic-tac-toe").game)
    assert list(distinct_orders(slots)) == [
        "natural", "columns", "columns-middle-out", "rows-middle-out",
    ]  # fmt: skip


def test_an_order_that_a_symmetry_makes_of_another_is_not_tried() -> None:
    rules = load("tic-tac-toe", size=4)
    slots = plain_slots(rules.game)
    left = distinct_orders(slots, place_permutations(rules))
    assert list(left) == ["natural", "columns-middle-out"]
    sizes = [SymbolicEngine(rules, order, "plain").enumerate().nodes for order in ORDERS]
    natural, columns, rows, columns_middle_out, rows_middle_out = sizes
    assert natural == columns == rows != columns_middle_out == rows_middle_out


@pytest.mark.parametrize(
    ("game", "found"),
    [
        ("connect-four", 1),
        ("six-mens-morris", 15),
        ("tic-tac-toe", 7),
        ("dodgem", 0),  # with the board turned, the players swap
    ],
)
def test_symmetries_permute_places_where_they_change_no_value(game: str, found: int) -> None:
    rules = load(game)
    permutations = place_permutations(rules)
    assert len(permutations) == found
    for permutation in permutations:
        assert set(permutation) == set(permutation.values()) == set(all_places(rules.game))


def test_the_best_order_is_learnt_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path))
    monkeypatch.setattr(counting_module, "SMALL", 20)
    rules = load("connect-four", columns=4, rows=3)
    tried = SymbolicEngine(rules).enumerate()
    order, encoding = recall(rules, counting_module.HINT)
    assert (order, encoding) in [(o, e) for o in ORDERS for e in ENCODINGS]
    made: list[Any] = []
    monkeypatch.setattr(SymbolicCount, "_start_walk", _noting(made, SymbolicCount._start_walk))
    for known in ([order, encoding], ["columns", "compact"]):
        note(rules, counting_module.HINT, known)
        made.clear()
        assert SymbolicEngine(rules).enumerate() == tried
        assert len(made) == 1


def _noting(made: list[Any], started: Any) -> Any:
    def start(self: Any, *how: Any) -> Any:
        made.append(how)
        return started(self, *how)

    return start


@pytest.mark.parametrize(
    "page",
    [
        "",
        "[]",
        "{",
        '{"RULES": []}',
        '{"RULES": {"diagrams": ["no", "such"]}}',
        '{"RULES": {"longer_than": [], "made": 1}}',
    ],
)
def test_wrong_notes_are_passed_over(
    page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path))
    rules = load("connect-four", columns=3, rows=3)
    expected = SymbolicEngine(rules).enumerate()
    note(rules, "longer_than", 1)
    (only,) = (tmp_path / "boardproof").glob("learnt_*.json")
    (own,) = json.loads(only.read_text(encoding="utf-8"))
    only.write_text(page.replace("RULES", own), encoding="utf-8")
    assert SymbolicEngine(rules).enumerate() == expected
    assert explore(rules).positions == expected.positions


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(BadInput, match="order cannot be 'wild': choose auto, natural"):
        SymbolicEngine(load("tic-tac-toe"), order="wild")


def test_what_cannot_be_written_together_says_so() -> None:
    with pytest.raises(TooLarge, match="has no places to encode together: use --encoding plain"):
        SymbolicEngine(load("tic-tac-toe", size=4), encoding="compact").enumerate()


# -- room ---------------------------------------------------------------------------------------


#: Seeds that try every game, and each amount of room, once.
ALWAYS = (1, 2, 3, 5, 7, 12)


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.slow] * (seed not in ALWAYS)) for seed in range(20)],
)
def test_little_room_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    room = NodeCapacity(chance.choice([300, 800, 2000, 5000]), chance.choice([64, 256, 1024]))
    monkeypatch.setattr(NodeCapacity, "first", classmethod(lambda cls, limits: room))
    moved: list[LayerWalk] = []
    whole = SymbolicCount._move
    monkeypatch.setattr(
        SymbolicCount, "_move", lambda self, *a: moved.append(a[0]) or whole(self, *a)
    )
    game, parameters = chance.choice(SMALL[:3] + SMALL[4:8])
    found = SymbolicCount(load(game, **parameters), "auto", "auto", None).enumeration()
    assert found == reference_count(game, *parameters.items())


@pytest.mark.parametrize(("game", "parameters"), SMALL)
def test_layers_are_followed_alike_where_they_are_large(
    game: str, parameters: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Endings are united, and the moves are asked what the positions of a layer share."""
    monkeypatch.setattr(layer_walk, "LARGER", 0)
    monkeypatch.setattr(phases, "GROWN", 0)
    monkeypatch.setattr(phases, "SMALLER", 1)
    found = SymbolicCount(load(game, **parameters), "auto", "auto", None).enumeration()
    assert found == reference_count(game, *parameters.items())


def test_the_moves_prove_layers_disjoint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pieces are only added, one look a layer is enough, and none of them at a large one."""
    monkeypatch.setattr(layer_walk, "LARGER", 0)
    looks: list[tuple[int, bool]] = []
    supersets = LayerWalk._supersets

    def watched(walk: LayerWalk, *rest: Any) -> Iterator[Any]:
        for where in supersets(walk, *rest):
            looks.append((walk.ply, where == walk.layer))
            yield where

    monkeypatch.setattr(LayerWalk, "_supersets", watched)
    SymbolicCount(load("tic-tac-toe"), "natural", "plain", None).enumeration()
    assert [ply for ply, _ in looks] == list(range(10))
    assert [ply for ply, exact in looks if exact] == [0, 1]  # all positions with one piece


def test_room_is_made_before_a_step_that_would_not_fit() -> None:
    small = NodeCapacity(nodes=1000, cache=1 << 10)
    assert small.for_layers(10, Limits()) == small
    wider = small.for_layers(1000, Limits())
    assert wider.nodes == 4000
    assert small.cache < wider.cache <= wider.nodes
    assert small.for_layers(1000, Limits(memory=1)) == small


class Left(Limits):
    """So many bytes are free, whatever this process uses."""

    def __init__(self, free: int) -> None:
        super().__init__(memory=1 << 60)
        self.left = free

    @property
    def free(self) -> int:
        return self.left


@pytest.mark.parametrize("seed", range(200))
def test_nodes_and_cache_together_fit_what_memory_is_free(seed: int) -> None:
    chance = random.Random(seed)
    limits = Left(int(2 ** chance.uniform(20, 36)))
    capacity = NodeCapacity.first(limits)
    assert capacity.bytes <= limits.free
    for _ in range(20):
        wider = capacity.for_layers(int(2 ** chance.uniform(3, 26)), limits)
        given_back = ENTRY_BYTES * capacity.cache
        assert wider == capacity or wider.bytes <= limits.free + given_back
        assert wider.cache == capacity.cache or wider.cache * ENTRY_BYTES <= limits.free // 4
        assert wider.nodes >= capacity.nodes
        assert wider.cache >= capacity.cache
        capacity = wider
        limits.left = int(limits.left * chance.uniform(0.5, 1.2))
        with suppress(TooLarge):
            assert capacity.larger(limits).bytes <= limits.free + ENTRY_BYTES * capacity.cache


@pytest.mark.parametrize("entries", [1, 2, 3, 1000, 1024, 1025])
def test_the_operation_cache_has_no_more_entries_than_were_asked_for(entries: int) -> None:
    """The library rounds up to a power of two, which could take nearly twice the memory."""
    cache = Diagrams(2, 100, entries).cache
    assert cache <= entries < 2 * cache


def test_memory_that_is_not_enough_is_said() -> None:
    with pytest.raises(TooLarge, match=r"stopped at ply \d+ with .* raise it with --memory"):
        explore(load("connect-four", columns=6, rows=5), "symbolic", memory=60 << 20)


# -- traps --------------------------------------------------------------------------------------


class Full(Game):
    """A position that is stuck, and a last move that fills the board."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.places = Ring(4)
        self.piece = Map(self.places, self.players | None)
        self.left = Count(0, 4, start=4)
        self.turn = Turn(self.players)

    @move(place="places")
    def put(self, place):
        require(self.piece[place] is None)
        require(self.piece[place.next] != self.turn or self.left < 2)
        self.piece[place] = self.turn
        self.left -= 1
        if self.left > 1:
            self.turn = self.turn.next

    def result(self) -> Result | None:
        return Draw() if all(self.piece[place] is not None for place in self.places) else None


class Overflow(Full):
    """Takes one more than there is, in a position that games get to."""

    @move
    def drain(self):
        self.left -= 3


class Round(Game):
    """Goes round for ever, with a way out."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.at = Count(0, 6)
        self.steps = Range(1, 2)
        self.turn = Turn(self.players)

    @move(step="steps")
    def walk(self, step):
        self.at = (self.at + step) % 6 if self.at != 5 else 6
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return Draw() if self.at == 6 else None


class Steps(Game):
    """A number that moves may change; the kinds of loops and tests below change it."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.n = Count(0, 5)
        self.held = Subset(Range(0, 5))
        self.steps = Range(1, 3)
        self.table = {0: 0, 1: 0, 2: 1}
        self.turn = Turn(self.players)

    @move(step="steps")
    def go(self, step):
        require(self.n + step <= 5)
        self.n += step
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return None


class NoLaps(Steps):
    """A loop that some positions do not enter, and the others leave the rule by."""

    @move(step="steps")
    def go(self, step):
        self.turn = self.turn.next
        for _ in range(self.n):
            return
        self.n = step


class LoopChangesItself(Steps):
    """A loop whose body changes what it goes over."""

    @move(step="steps")
    def go(self, step):
        m = self.n
        for _ in range(m):
            m = 0
            if self.n == 5:
                return
        self.n = step


class NameAfterLoop(Steps):
    """A name that keeps the value of the loop's last lap."""

    @move(step="steps")
    def go(self, step):
        x = 0
        for x in range(4):
            if x == self.n + step:
                break
        self.n = x


class GuardedLookup(Steps):
    """A table that is looked into only where it has an entry."""

    def result(self) -> Result | None:
        if self.n < 3 and self.table[self.n] == 1:
            return Win(self.turn)
        if self.n > 4:
            return Draw()
        return None


class GuardedFold(Steps):
    """A test of members only of those that are there."""

    @move(step="steps")
    def go(self, step):
        require(step < 3)
        require(not any(x == 1 for x in self.held if self.table[x] == 1))
        self.held |= {step}
        self.n = (self.n + step) % 6


class LongLoop(Steps):
    """A loop longer than all positions at once are followed through."""

    @move(step="steps")
    def go(self, step):
        laps = 0
        while laps < 450 + step:
            laps += 1
        self.n = laps % 6


class Deep(Steps):
    """A rule that comes back to itself many times."""

    @move(step="steps")
    def go(self, step):
        self.n = self.down(130 + step)

    def down(self, k: int) -> int:
        if k < 6:
            return k
        return self.down(k - 1)


class Rings(Game):
    """Rings of several lengths: a set of positions comes back after very long only."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.lengths = {1: 2, 2: 3, 3: 5, 4: 7, 5: 11, 6: 13, 7: 17, 8: 19}
        self.rings = Range(1, 8)
        self.ring = Count(0, 8)
        self.at = Count(0, 18)
        self.turn = Turn(self.players)

    @move(ring="rings")
    def choose(self, ring):
        require(self.ring == 0)
        self.ring = ring

    @move
    def walk(self):
        for ring in self.rings:
            if self.ring == ring:
                self.at = (self.at + 1) % self.lengths[ring]
                return
        require(False)

    def result(self) -> Result | None:
        return None


LOOPS = [
    NoLaps,
    LoopChangesItself,
    NameAfterLoop,
    GuardedLookup,
    GuardedFold,
    LongLoop,
    Deep,
    Rings,
]


@pytest.mark.parametrize("game", LOOPS)
def test_loops_lookups_and_recursion_are_counted_alike(game: type[Game]) -> None:
    rules = read(game())
    assert SymbolicEngine(rules).enumerate() == make_engine("reference", rules).enumerate()


@pytest.mark.parametrize("game", LOOPS)
def test_loops_lookups_and_recursion_are_written_alike(game: type[Game]) -> None:
    assert written_otherwise(read(game()), most=500) == []


#: The code of all has run as Python; a compiler treats recursion and long loops in its own way.
COMPILED = [
    pytest.param(game, marks=[pytest.mark.slow] * (game not in (Deep, LongLoop))) for game in LOOPS
]


@pytest.mark.parametrize("game", COMPILED)
def test_machine_code_counts_loops_lookups_and_recursion_alike(game: type[Game]) -> None:
    rules = read(game())
    assert CompiledEngine(rules).enumerate() == make_engine("reference", rules).enumerate()


class ResultBreaks(Steps):
    """A result that goes wrong in play."""

    def result(self) -> Result | None:
        return Win(self.turn) if self.table[self.n] == 5 else None


def test_a_result_that_breaks_in_play_is_explained() -> None:
    with pytest.raises(RuleBroken):
        SymbolicEngine(read(ResultBreaks())).enumerate()


@pytest.mark.parametrize("game", [Full, Round])
def test_stuck_full_and_endless_games_are_counted_alike(game: type[Game]) -> None:
    rules = read(game())
    assert SymbolicEngine(rules).enumerate() == make_engine("reference", rules).enumerate()


@pytest.mark.parametrize("game", [Full, Round])
def test_stuck_positions_of_large_layers_are_counted_alike(
    game: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layer_walk, "LARGER", 0)
    rules = read(game())
    assert SymbolicEngine(rules).enumerate() == make_engine("reference", rules).enumerate()


def test_a_rule_that_breaks_in_play_is_explained() -> None:
    with pytest.raises(RuleBroken, match="left"):
        SymbolicEngine(read(Overflow())).enumerate()


def test_rules_run_on_layers_agree_with_the_relation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = load("connect-four", columns=4, rows=3, connect=3)
    compiled = SymbolicCount(rules, "auto", "auto", None).enumeration()
    again = SymbolicCount(rules, "auto", "auto", Limits())
    again._run = True
    assert again.enumeration() == compiled
    monkeypatch.setattr(counting_module, "SMALL", 10)
    assert SymbolicCount(rules, "auto", "auto", None).enumeration() == compiled
