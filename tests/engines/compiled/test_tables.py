"""The tables a search keeps its positions in, and the threads that fill them: all find the same."""

import random
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardproof import explore, load
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.bfs import numbered, team, visited, workers
from boardproof.engines.compiled.bfs import search as bfs_search
from boardproof.engines.compiled.bfs.search import (
    PLIES_MIX,
    ClosedSearch,
    LayeredSearch,
    PlyNotUnique,
)
from boardproof.engines.compiled.kernels.constants import EMPTY
from boardproof.engines.compiled.kernels.intrinsics import BoardsOverlap, RuleFault, TableCrowded
from boardproof.engines.contract import make_engine
from boardproof.engines.hints import recall
from boardproof.errors import BadInput, RuleBroken, TooLarge
from boardproof.limits import Limits
from boardproof.packing.layout import Layout
from boardproof.packing.rank import Ranking, ranking_of
from boardproof.reading import read
from boardproof.rules import Count, Draw, Game, Players, Range, Ring, Subset, Turn, move, require
from boardproof.statespace.goals import Enumeration

from .test_compiled import Walk

pytestmark = pytest.mark.xdist_group("tables")


class Apart(Game):
    """Each player has a set; whoever moves adds to one, and the two never meet."""

    def setup(self):
        self.players = Players("A", "B")
        self.places = Ring(7)
        self.mine, self.yours = Subset(self.places), Subset(self.places)
        self.turn = Turn(self.players)

    @move(place="places")
    def add(self, place):
        require(place not in self.yours)
        require(place not in self.mine)
        if self.turn == self.players.A:
            self.mine |= {place}
        else:
            self.yours |= {place}
        self.turn = self.turn.next

    def result(self):
        return Draw() if len(self.mine) + len(self.yours) == len(self.places) else None


class Meeting(Apart):
    """As before, but where one has a place the other may come too."""

    @move(place="places")
    def add(self, place):
        if self.turn == self.players.A:
            require(place not in self.mine)
            self.mine |= {place}
        else:
            require(place not in self.yours)
            self.yours |= {place}
        self.turn = self.turn.next

    def result(self):
        return Draw() if len(self.yours) == len(self.places) else None


class Wide(Game):
    """Sets of 40 places: a position takes two words. Stones are taken away and come back."""

    def setup(self):
        self.players = Players("A", "B")
        self.places, self.near = Ring(40), Range(0, 6)
        self.mine, self.yours = Subset(self.places), Subset(self.places)
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move(step="near")
    def add(self, step):
        place = self.places[5 * step]
        require(self.left > 0)
        if place in self.mine:
            self.mine -= {place}
            self.yours |= {place.next}
            self.left -= 1
        else:
            self.mine |= {place}
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.left == 0 else None


class WideOnce(Wide):
    """As before, but every stone stays."""

    @move(step="near")
    def add(self, step):
        place = self.places[5 * step]
        require(place not in self.mine)
        require(place not in self.yours)
        if self.turn == self.players.A:
            self.mine |= {place}
        else:
            self.yours |= {place}
        self.turn = self.turn.next


def _engine(game: Any, **parameters: Any) -> CompiledEngine:
    return CompiledEngine(load(game, **parameters) if isinstance(game, str) else read(game))


def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pieces and tables so small that they fill up all the time."""
    monkeypatch.setattr(workers, "BLOCK", 64)
    monkeypatch.setattr(team, "SHORTEST", 16)
    monkeypatch.setattr(team, "SHORTEST_PART", 8)
    monkeypatch.setattr(team, "WORTH", 1)
    monkeypatch.setattr(visited, "SMALLEST", 64)


GAMES: list[Any] = [
    ("tic-tac-toe", {}),
    ("tic-tac-toe", {"noting": "step"}),
    ("territory", {}),
    ("connect-four", {"columns": 4, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "after_win": "continues"}),
    ("kalah", {"holes": 3, "beans": 2}),
    (Apart(), {}),
    (Meeting(), {}),
    (Wide(), {}),
    (WideOnce(), {}),
]


def _expected(engine: CompiledEngine) -> Enumeration:
    return make_engine("reference", engine.rules).enumerate()


@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_any_number_of_threads_finds_the_same(
    game: Any, parameters: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = _engine(game, **parameters)
    expected = _expected(engine)
    assert engine.enumerate() == expected
    _small(monkeypatch)
    with _often_switched():
        for threads in (1, 2, 3, 2, 3):
            assert engine.enumerate(Limits(threads=threads)) == expected


@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_any_number_of_threads_solves_alike(
    game: Any, parameters: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = _engine(game, **parameters)
    alone = engine.solve(Limits(threads=1))
    expected = alone.counts, list(alone.each())
    _small(monkeypatch)
    monkeypatch.setattr(team, "PIECE", 16)
    for threads in (2, 3):
        solution = engine.solve(Limits(threads=threads))
        assert (solution.counts, list(solution.each())) == expected


@contextmanager
def _often_switched() -> Iterator[None]:
    """Let Python switch between threads wherever it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class Short(Limits):
    """Limits that have no room for more after some of the links were noted."""

    left = 0

    def has_room(self, more: int) -> bool:
        """Whether there is room, some times."""
        self.left -= 1
        return self.left >= 0


@pytest.mark.parametrize(("game", "parameters"), [GAMES[5], GAMES[8]])
@pytest.mark.parametrize("left", [0, 3])
def test_where_links_are_forgotten_the_rules_say_again_what_moves_lead_to(
    game: Any, parameters: dict[str, Any], left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = _engine(game, **parameters)
    _small(monkeypatch)
    monkeypatch.setattr(numbered, "LINKS", 600)
    for threads in (1, 2):
        limits = Short(threads=threads)
        limits.left = left
        search = ClosedSearch(engine, limits, threads)
        assert search.count() == _expected(engine)
        assert not search.whole.linked


def test_a_crowded_table_looks_at_positions_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one bit to say how many lines from home a place is, some position soon is too far."""
    engine = _engine("kalah", holes=3, beans=2)
    _small(monkeypatch)
    monkeypatch.setattr(numbered, "SPARE", 1)
    monkeypatch.setattr(numbered, "LOAD", 0.99)
    monkeypatch.setattr(engine.layout, "bits", 60)
    with pytest.raises(TableCrowded):
        ClosedSearch(engine, Limits(threads=1), 1).count()
    assert engine.enumerate() == _expected(engine)


def test_threads_that_meet_at_one_place_add_a_position_once() -> None:
    """All insert the same wide keys at once into one table: each is new to exactly one."""
    machine: Any = _engine(Wide()).machine
    table = [np.full(1 << 10, EMPTY, np.uint64) for _ in range(2)]
    mask, chance = np.uint64((1 << 10) - 1), random.Random(1)
    keys = [
        (np.uint64(chance.getrandbits(3)), np.uint64(chance.getrandbits(6))) for _ in range(2000)
    ]
    new: list[int] = []

    def insert() -> None:
        new.append(
            sum(
                machine.find_hashed(*key, machine.place_hashed(*key, mask), mask, *table, True)[1]
                for key in keys
            )
        )

    threads = [threading.Thread(target=insert) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(new) == len(set(keys))


def _random_keys(number: int, words: int, chance: random.Random) -> list[tuple[np.uint64, ...]]:
    """Return different keys, many of which share a word with others."""
    keys = {
        tuple(np.uint64(chance.getrandbits(9)) for _ in range(words)) for _ in range(2 * number)
    }
    return sorted(keys)[:number]


@pytest.mark.parametrize("game", [Apart(), Wide()], ids=["one word", "two words"])
def test_positions_are_found_again_once_a_crowded_table_has_doubled(game: Any) -> None:
    """The table is so full that lines overflow, round its end too."""
    engine = _engine(game)
    kernels, words = engine.kernels, engine.layout.words
    for seed in range(100):
        chance, masks = random.Random(seed), (np.uint64(63), np.uint64(127))
        table = [np.full(128, EMPTY, np.uint64) for _ in range(words)]
        keys, small = _random_keys(61, words, chance), [column[:64] for column in table]

        def found(key: Any, into: list[Any], mask: np.uint64) -> Any:
            return kernels.find_hashed(*key, kernels.place_hashed(*key, mask), mask, *into, 0)

        assert all(found(key, small, masks[0])[1] for key in keys)
        assert not any(found(key, small, masks[0])[1] for key in keys)
        kernels.spread(*table, 64, masks[1])
        places = [found(key, table, masks[1]) for key in keys]
        assert not any(new for _, new in places)
        assert len({place for place, _ in places}) == np.sum(table[0] != EMPTY) == len(keys)


def test_a_position_that_is_not_in_the_table_is_not_taken_for_an_empty_place() -> None:
    """The bits of a place that holds nothing are those of the last position."""
    kernels, spare, mask = _engine(Apart()).kernels, 9, np.uint64(63)
    for seed in range(100):
        chance, table = random.Random(seed), np.full(64, EMPTY, np.uint64)
        keys = [key[0] for key in _random_keys(50, 1, chance) if key[0] < 511]
        codes = np.array([[chance.randrange(-200, 200)] for _ in keys], np.int16)
        kernels.shelve_packed(np.array(keys), codes, table, mask, spare, 0)
        for key, (code,) in zip(keys, codes, strict=True):
            place = kernels.place_hashed(key, mask)
            seen = kernels.seek_packed(key, place, mask, table, spare)
            assert np.int64(np.uint64(seen)) >> spare == code
        last = np.uint64(511)
        with pytest.raises(RuleFault):
            kernels.seek_packed(last, kernels.place_hashed(last, mask), mask, table, spare)


def test_a_rule_that_breaks_in_any_thread_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = CompiledEngine(read(Walk()))
    _small(monkeypatch)
    for threads in (2, 3):
        with pytest.raises(RuleBroken, match=r"total cannot be 1[345]") as broken:
            engine.enumerate(Limits(threads=threads))
        assert broken.value.position


@pytest.mark.usefixtures("no_memory_in_use")
def test_threads_stop_at_the_memory_allowed() -> None:
    engine = _engine("tic-tac-toe", size=4)
    engine.perft(engine.initial(), 1)
    with pytest.raises(TooLarge, match=r"stopped at ply \d+ with"):
        engine.enumerate(Limits(memory=4 << 20, threads=2, symmetry=False))


def test_threads_stop_when_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = _engine("tic-tac-toe")
    _small(monkeypatch)

    def interrupt(ply: int, positions: int) -> None:
        if ply == 5:
            raise KeyboardInterrupt

    before = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt):
        engine.enumerate(Limits(interrupt, threads=3))
    for thread in set(threading.enumerate()) - before:  # they end after what they have in hand
        thread.join(30)
        assert not thread.is_alive()


@pytest.mark.parametrize("threads", [0, -1])
def test_no_threads_are_refused(threads: int) -> None:
    with pytest.raises(BadInput, match="is not a number of threads, 1 or more"):
        explore(load("tic-tac-toe"), threads=threads)


# -- ranks ---------------------------------------------------------------------------------------


def test_sets_that_never_meet_share_their_ranks() -> None:
    assert Ranking(Layout(Apart())).size == 2 * 3**7
    assert Ranking(Layout(load("tic-tac-toe", size=4).game)).size == 2 * 3**16
    assert ranking_of(Layout(load("connect-four").game)) is None
    assert ranking_of(Layout(Wide())) is None


def test_every_position_has_a_rank_of_its_own() -> None:
    engine = _engine(Apart())
    size, found = Ranking(engine.layout).size, set()
    todo = [engine.initial()]
    positions = set()
    while todo:
        position = todo.pop()
        words = engine.pack(position)
        if words not in positions:
            positions.add(words)
            found.add(int(engine.machine.place_marked(*words)))
            todo += [after for _, after in engine.successors(position)]
    assert len(found) == len(positions)
    assert max(found) < size


def _search(game: Any, limits: Limits | None = None, **parameters: Any) -> LayeredSearch:
    engine = _engine(game, **parameters)
    return LayeredSearch(engine, limits or Limits(), 1, ranking_of(engine.layout))


def test_each_game_gets_the_table_that_suits_it() -> None:
    marked, hashed = _search(Apart()), _search("connect-four", columns=4, rows=4)
    assert marked.count() == _expected(marked.engine)
    assert isinstance(marked.seen, visited.BitVisited)
    assert hashed.count().longest == 16
    assert isinstance(hashed.seen, visited.LayerVisited)
    for circling in (_search("kalah", holes=2, beans=2), _search(Wide())):
        with pytest.raises(PlyNotUnique):
            circling.count()
    assert _search(WideOnce()).count().longest == 7


def test_no_search_by_layers_is_tried_where_random_games_show_that_plies_mix(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tried = list[str]()

    class Tried(LayeredSearch):
        def __init__(self, engine: CompiledEngine, *given: Any) -> None:
            tried.append(engine.game.identity)
            super().__init__(engine, *given)

    monkeypatch.setattr(bfs_search, "LayeredSearch", Tried)
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path))
    for engine in (_engine("kalah", holes=2, beans=2), _engine("tic-tac-toe", size=2)):
        assert engine.enumerate() == _expected(engine)
    assert tried == ["tic-tac-toe size=2"]
    assert recall(engine.rules, PLIES_MIX) is False


def test_marks_are_given_up_where_boards_meet_after_all() -> None:
    search = _search(Meeting())
    with pytest.raises(BoardsOverlap):
        search.count()
    assert search.engine.enumerate() == _expected(search.engine)


@pytest.mark.usefixtures("no_memory_in_use")
def test_marks_are_done_without_where_memory_is_short() -> None:
    search = _search("tic-tac-toe", Limits(memory=9 << 20, symmetry=False), size=4)
    with pytest.raises(TooLarge):
        search.count()
    assert isinstance(search.seen, visited.LayerVisited)


class Heap(Game):
    """Takes one or two: a number is reached at several plies."""

    def setup(self):
        self.players = Players("A", "B")
        self.handful = Range(1, 2)
        self.left = Count(0, 9, start=9)
        self.turn = Turn(self.players)

    @move(number="handful")
    def take(self, number):
        require(number <= self.left)
        self.left -= number

    def result(self):
        return Draw() if self.left == 0 else None


class Circle(Heap):
    """Comes back to where it was, away from the start."""

    @move
    def back(self):
        require(self.left == 3)
        self.left = 5


@pytest.mark.parametrize("game", [Heap, Circle])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_position_at_two_plies_is_noticed_by_marks_too(game: type[Game], threads: int) -> None:
    rules = read(game())
    found = CompiledEngine(rules).enumerate(Limits(threads=threads))
    assert found == make_engine("reference", rules).enumerate()


class Breaking(Heap):
    """Takes more than there is."""

    @move
    def grab(self):
        self.left -= 4


def test_a_rule_that_breaks_in_random_play_is_explained() -> None:
    with pytest.raises(RuleBroken, match="left"):
        CompiledEngine(read(Breaking())).playouts(100, seed=1)
