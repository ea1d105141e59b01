# mypy: disable-error-code="no-untyped-def"
"""Work on all positions that threads share: the answers are those of one thread, whoever is first.

Blocks and stretches are small, so that there are many, and threads are switched all the time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from boardproof import load
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.answers.attraction import CompiledAttraction
from boardproof.engines.compiled.bfs import numbered, sorting, team, workers
from boardproof.engines.disk.engine import DiskEngine
from boardproof.errors import RulebookError, RuleBroken, TooLarge
from boardproof.ir.rules import Rules
from boardproof.limits import Limits
from boardproof.packing.columns import sorting_key
from boardproof.positions.play import replay
from boardproof.positions.position import Position
from boardproof.reading import read
from boardproof.reading.loader import load as load_file
from boardproof.rules import Game, Map, Players, Range, Turn, move
from boardproof.statespace.goals import Aim, goals_of, with_endless
from boardproof.tablebase import build_tablebase, layer_writer

from ..oracle import Plain
from ..random_rulebooks import rulebook
from .graphs import Graph
from .test_tables import Wide

pytestmark = pytest.mark.xdist_group("shared work")

THREADS = (2, 4)
#: Games in which plies mix; positions of the last are of two words.
GAMES: dict[str, dict[str, Any]] = {
    "graph": {},
    "graph of three": {"seats": 3, "points": True},
    "graph without loops": {"loops": False},
    "hexapawn": {},
    "mu-torere": {},
    "dodgem": {},
    "hare-and-hounds": {},
    "pong-hau-ki": {},
    "three-mens-morris": {},
    "oware": {"houses": 2, "seeds": 2},
    "oware shared": {"houses": 2, "seeds": 2, "circling": "shared"},
    "six-mens-morris": {},
    "wide": {},
}
SLOW = [pytest.mark.slow]
each_game = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=SLOW if game == "six-mens-morris" else []) for game in GAMES]
)
#: Random rulebooks are compiled; of those with more positions nothing is asked.
SEEDS, MOST = range(40), 20_000
#: Moves are compared at about so many positions.
SOME = 150


@pytest.fixture(autouse=True)
def much_to_share(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(workers, "BLOCK", 64)
    monkeypatch.setattr(team, "SHORTEST", 16)
    monkeypatch.setattr(team, "SHORTEST_PART", 8)
    monkeypatch.setattr(team, "WORTH", 1)
    monkeypatch.setattr(team, "CLOSE", 16)
    monkeypatch.setattr(team, "FEWEST", 8)
    monkeypatch.setattr(sorting, "FEW", 32)
    monkeypatch.setattr(team, "PIECE", 16)
    monkeypatch.setattr(numbered, "ROUND", 4)
    monkeypatch.setattr(layer_writer, "PIECE", 16)
    monkeypatch.setattr(layer_writer, "ENTRIES", 32)
    monkeypatch.setattr(layer_writer, "TOGETHER", 2)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@cache
def rules_of(game: str) -> Rules:
    parameters = GAMES[game]
    if game == "wide":
        return read(Wide())
    return (
        read(Graph(**parameters))
        if game.startswith("graph")
        else load(game.split()[0], **parameters)
    )


@cache
def engine_of(game: str) -> CompiledEngine:
    return CompiledEngine(rules_of(game))


def aims_of(engine: CompiledEngine) -> list[Aim]:
    """Each result, everything, and what is met nowhere."""
    ends = [frozenset({end}) for end in engine.enumerate().over]
    return [*(Aim(results=end) for end in ends), Aim(), Aim(holds=False)]


def surveyed(engine: CompiledEngine, threads: int) -> Any:
    survey = engine.survey(aims_of(engine), Limits(threads=threads))
    return survey, engine.survey(aims_of(engine), Limits(threads=threads), depth=3)


@each_game
def test_a_survey_finds_the_same_positions_and_ways(game: str) -> None:
    engine = engine_of(game)
    alone = surveyed(engine, 1)
    for threads in THREADS:
        assert surveyed(engine, threads) == alone


@each_game
def test_positions_and_the_longest_game_are_counted_the_same(game: str) -> None:
    engine = engine_of(game)
    alone = engine.enumerate(Limits(threads=1))
    for threads in THREADS:
        assert engine.enumerate(Limits(threads=threads)) == alone


def some(positions: list[Position]) -> list[Position]:
    """Return some positions from everywhere."""
    return positions[:: 1 + len(positions) // SOME]


def solved(engine: CompiledEngine, threads: int) -> Any:
    """Return all values with their distances, and the best moves of some positions."""
    solution = engine.solve(Limits(threads=threads))
    rows = list(solution.each())
    best = [solution.best(position) for position in some([position for _, position, _ in rows])]
    return solution.counts, rows, best


def forced(engine: CompiledEngine, threads: int) -> Any:
    """Return where players can force each result, and the moves that do so at some positions."""
    aims = aims_of(engine)[:-2]
    goals = [with_endless(goal, engine.rules)[0] for goal in goals_of(engine.game.players, aims)]
    attraction = engine.attract(goals, Limits(threads=threads))
    assert isinstance(attraction, CompiledAttraction)
    everywhere = [codes.tolist() for codes in attraction._codes]
    positions = some([position for _, position, _ in engine.solve(Limits(threads=1)).each()])
    moves = [attraction.choose(goal, p) for p in positions for goal in range(len(goals))]
    return attraction.counts, everywhere, moves


@each_game
@pytest.mark.parametrize("ask", [solved, forced])
def test_positions_are_settled_to_the_same(game: str, ask: Any) -> None:
    engine = engine_of(game)
    alone = ask(engine, 1)
    for threads in THREADS:
        assert ask(engine, threads) == alone


@pytest.mark.parametrize("game", ["dodgem", "hare-and-hounds", "wide"])
def test_a_tablebase_has_the_same_bytes(game: str, tmp_path: Path) -> None:
    tables = set()
    for threads in (1, *THREADS):
        folder = tmp_path / str(threads)
        build_tablebase(rules_of(game), folder, "compiled", Limits(threads=threads))
        tables.add(tuple((path.name, path.read_bytes()) for path in sorted(folder.iterdir())))
    assert len(tables) == 1


@pytest.mark.slow
def test_random_rulebooks_are_answered_the_same(tmp_path: Path) -> None:
    compared = 0
    for seed in SEEDS:
        path = tmp_path / f"random_{seed}.py"
        path.write_text(rulebook(seed))
        try:
            engine = CompiledEngine(load_file(str(path)))
            if engine.enumerate(Limits(threads=1)).positions > MOST:
                continue
            alone = [ask(engine, 1) for ask in (surveyed, solved, forced)]
        except (RulebookError, RuleBroken, TooLarge):
            continue
        compared += 1
        for threads in THREADS:
            given = [ask(engine, threads) for ask in (surveyed, solved, forced)]
            assert given == alone, rulebook(seed)
    assert compared > 5


@pytest.mark.parametrize("game", ["graph", "dodgem", "hare-and-hounds", "wide"])
def test_the_least_position_is_taken_and_the_least_before_it(game: str) -> None:
    engine, aims = engine_of(game), aims_of(engine_of(game))
    plain = Plain(engine.rules)

    def least(some: Iterable[Position]) -> Position:
        return min(some, key=lambda position: sorting_key(list(map(int, engine.pack(position)))))

    for aim, sight in zip(aims, engine.survey(aims, Limits(threads=2)).sights, strict=True):
        if sight.way is None:
            continue
        path = replay(engine, sight.way)
        meeting = [p for p, ply in plain.ply.items() if plain.meets(aim, p)]
        first = min(plain.ply[p] for p in meeting)
        assert len(sight.way) == first
        assert path[-1] == least(p for p in meeting if plain.ply[p] == first)
        for ply, (before, after) in enumerate(pairwise(path)):
            assert before == least(
                p for p, at in plain.ply.items() if at == ply and after in plain.after(p)
            )


def test_the_engine_disk_shows_the_same_way(tmp_path: Path) -> None:
    engine = engine_of("dodgem")
    for threads in (1, 2):
        limits = Limits(threads=threads, disk=tmp_path / str(threads))
        survey = DiskEngine(engine.rules).survey(aims_of(engine), limits)
        assert survey == engine.survey(aims_of(engine), Limits(threads=2))


class Overflowing(Game):
    """Add to counts, one of which is too small before long: any of several."""

    def setup(self):
        self.players = Players("A", "B")
        self.places = Range(0, 4)
        self.count = Map(self.places, Range(0, 4))
        self.turn = Turn(self.players)

    @move(place="places")
    def add(self, place):
        self.count[place] += 1
        self.turn = self.turn.next

    def result(self):
        return None


def test_a_rule_that_goes_wrong_is_told_of_the_same_position() -> None:
    engine, told = CompiledEngine(read(Overflowing())), set()
    for threads in (1, 2, 4, 4, 4):
        with pytest.raises(RuleBroken) as broken:
            engine.survey([Aim()], Limits(threads=threads))
        told.add(str(broken.value))
    assert len(told) == 1
