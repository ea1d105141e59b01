"""The search by many threads: records are read whole, and answers are those of one thread."""

import sys
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import numpy as np
import pytest
from numba import njit

from boardproof import load, make_engine
from boardproof.engines.compiled.codegen.module import GeneratedModule, common_kernels
from boardproof.engines.compiled.codegen.program import Program
from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.compiled.kernels.constants import SURELY
from boardproof.engines.compiled.kernels.specialise import Kernel
from boardproof.engines.compiled.minimax import driver, searcher
from boardproof.engines.compiled.minimax.codegen import AlphaBetaWriter
from boardproof.engines.compiled.minimax.driver import BUCKET, DEEPEST, MinimaxDriver
from boardproof.engines.game_search import SearchStopped
from boardproof.errors import BadInput, RulebookError, RuleBroken, TooLarge
from boardproof.limits import Limits
from boardproof.questions.solve_weak import solve_weak
from boardproof.reading.loader import load as load_file

from ..random_rulebooks import rulebook

pytestmark = pytest.mark.xdist_group("weak")

THREADS = 4
#: The shapes of records: one word, two words with what is known above the second, and beside them.
SHAPES = {
    "one word": {"WORDS": 1, "RECORD": 2, "WAYS": 4, "TOP": 0},
    "two words": {"WORDS": 2, "RECORD": 2, "WAYS": 4, "TOP": 9, "LOW": 511, "KEY_MASKS": (0, 0)},
    "wide": {"WORDS": 2, "RECORD": 4, "WAYS": 2, "TOP": 0, "LOW": 0, "KEY_MASKS": (0, 0)},
}


@pytest.fixture
def hurried(monkeypatch):
    """Threads that join in at once, return all the time, and are switched as often as can be."""
    monkeypatch.setattr(driver, "ALONE", 0)
    monkeypatch.setattr(searcher, "FIRST_PORTION", 64)
    monkeypatch.setattr(searcher, "PORTION", 0.0)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def table_kernels(shape):
    """Return the kernels of a table whose records have some shape."""
    constants = AlphaBetaWriter(Program(load("tic-tac-toe")))._constants() | shape
    common = common_kernels(shape["WORDS"]).__name__
    return GeneratedModule(f"from {common} import *\n", (Kernel("search", constants),)).load()


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_record_that_threads_write_at_once_is_read_whole_or_not_at_all(shape):
    kernels = table_kernels(shape)
    keep, look_up, move_over = kernels.keep, kernels.look_up, kernels.move_over
    two = shape["WORDS"] == 2

    @njit(nogil=True)
    def hammer(table, seed, rounds):
        """Write records that say their position's number, and count those read that do not."""
        wrong, read = 0, 0
        for _ in range(rounds):
            seed = seed * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            number = np.uint64(1) + (seed >> np.uint64(33)) % np.uint64(8)
            move = np.int64(number)
            place = np.uint64(0)
            if two:
                keep(table, place, number, number, move, True, SURELY, move, move, 1)
                data = look_up(table, place, number, number, 1)
            else:
                keep(table, place, number, move, True, SURELY, move, move, 1)
                data = look_up(table, place, number, 1)
            if data != np.uint64(0):
                read += 1
                wrong += np.int64((data >> np.uint64(11)) & np.uint64(15)) != move
        return wrong, read

    table = np.zeros(8, np.uint64)
    hammer(table, np.uint64(0), 10)
    with ThreadPoolExecutor(THREADS) as pool:
        runs = [pool.submit(hammer, table, np.uint64(seed), 1_000_000) for seed in range(THREADS)]
        larger = np.zeros(16, np.uint64)
        while not all(run.done() for run in runs):
            move_over(table, larger, np.uint64(2))
            assert _keys_and_moves(larger, shape)
            larger[:] = 0
    wrong, read = np.sum([run.result() for run in runs], axis=0)
    assert wrong == 0
    assert read > 1_000_000


def _keys_and_moves(table, shape):
    """Whether every record of a table says its position's number."""
    records = table.reshape(-1, shape["RECORD"])
    data = records[:, shape["RECORD"] // 2] >> np.uint64(shape["TOP"])
    written = data != 0
    return (records[written, 0] == (data[written] >> np.uint64(11)) & np.uint64(15)).all()


@pytest.mark.parametrize("memory", [BUCKET, 1 << 20], ids=["one bucket", "a table"])
@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("tic-tac-toe", {}),
        pytest.param("kalah", {"holes": 2, "beans": 3}, marks=pytest.mark.slow),
        pytest.param(
            "connect-four", {"columns": 3, "rows": 3, "connect": 3}, marks=pytest.mark.slow
        ),
        pytest.param("hexapawn", {}, marks=pytest.mark.slow),
    ],
)
@pytest.mark.usefixtures("hurried")
def test_threads_find_the_value_of_every_position(game, parameters, memory):
    rules = load(game, **parameters)
    compiled, solved = CompiledEngine(rules), make_engine("reference", rules).solve()
    minimax = MinimaxDriver(compiled, memory, endgames=0, limits=Limits(threads=THREADS))
    for position in _some_positions(compiled):
        for hero in rules.game.players:
            minimax.stand(position, hero)
            value = solved.value(position)[hero] * minimax.worth
            for goal in (value, value + 1):
                found = minimax.ask(goal, DEEPEST)
                assert found.sure
                assert (found.value >= goal) == (value >= goal)
                assert found.move in compiled.legal_moves(position)


def _some_positions(engine):
    """Return positions that are not over, those near the start first."""
    seen = {engine.initial(): None}
    for position in seen.copy():
        seen |= dict.fromkeys(after for _, after in engine.successors(position))
    for position in list(seen):
        seen |= dict.fromkeys(after for _, after in engine.successors(position))
    return [position for position in list(seen)[:60] if engine.legal_moves(position)]


@pytest.mark.usefixtures("hurried")
def test_the_first_thread_with_an_answer_ends_the_search_of_all():
    minimax, told = _asked_at_the_start(2), list[int]()

    def wait_for_the_other(nodes):
        told.append(nodes)
        if len(told) == 2:
            while minimax._winner is None:
                sleep(0.001)
        return True

    answer = minimax.ask(minimax.worth, DEEPEST, wait_for_the_other)
    first, second = minimax._searchers
    assert minimax._winner is second
    assert (answer.value < minimax.worth, answer.sure) == (True, True)
    assert minimax.nodes == first.nodes + second.nodes


@pytest.mark.usefixtures("hurried")
def test_a_search_that_is_stopped_stops_all_threads():
    minimax = _asked_at_the_start(THREADS)
    with pytest.raises(SearchStopped):
        minimax.ask(minimax.worth, DEEPEST, lambda nodes: False)
    assert 0 < minimax.nodes == sum(one.nodes for one in minimax._searchers)
    assert minimax.ask(minimax.worth, DEEPEST).value < minimax.worth


def _asked_at_the_start(threads):
    engine = CompiledEngine(load("tic-tac-toe"))
    minimax = MinimaxDriver(engine, 1 << 20, limits=Limits(threads=threads))
    minimax.stand(engine.initial(), "A")
    return minimax


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_threads_agree_with_one_on_random_rulebooks(tmp_path):
    solved = 0
    for seed in range(240):
        path = tmp_path / f"random_{seed}.py"
        path.write_text(rulebook(seed))
        try:
            rules = load_file(str(path))
            alone = solve_weak(rules, threads=1, time=10)
        except (RulebookError, BadInput, RuleBroken, TooLarge):
            continue
        together = solve_weak(rules, threads=THREADS, time=10)
        if alone.value is not None:
            solved += 1
            assert together.value == alone.value, rulebook(seed)
    assert solved > 5
