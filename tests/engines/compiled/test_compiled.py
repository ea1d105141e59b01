"""The compiled engine: its counts, its packing, its optimisations and its cache."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boardproof import explore, load
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.codegen.shifts import Family, WordChange, family_of
from boardproof.engines.compiled.codegen.values import both, condition_code, either, masked, negate
from boardproof.engines.contract import make_engine
from boardproof.errors import RuleBroken, TooLarge
from boardproof.packing.layout import Layout
from boardproof.questions.known import Known
from boardproof.rules import Count, Draw, Game, Map, Players, Range, Ring, Turn, move, require

from ...truths import named, numbers_of, rules_of
from ..agreement import reference_count

pytestmark = pytest.mark.xdist_group("compiled")

SMALL: list[Any] = [
    ("tic-tac-toe", {}),
    ("tic-tac-toe", {"noting": "step"}),
    ("territory", {}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "after_win": "continues"}),
    ("kalah", {"holes": 3, "beans": 2}),
    # The code of every reading runs as Python in the contract; here some are compiled.
    *(
        pytest.param(game, parameters, marks=pytest.mark.slow)
        for game, parameters in (
            ("territory", {"capture": "takes"}),
            ("territory", {"wipe_out": "exactly_one"}),
            ("kalah", {"holes": 2, "beans": 3, "empty_capture": True, "ends": "mover"}),
        )
    ),
]


@pytest.mark.parametrize(("game", "parameters"), SMALL)
def test_counts_as_the_reference_engine_does(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    counted = make_engine("compiled", rules).enumerate()
    assert counted == reference_count(game, *parameters.items())


KNOWN = [
    *named(
        "tic-tac-toe size=4",
        "connect-four columns=4 rows=4",
        "connect-four columns=4 rows=4 players=3",
    ),
    *named(
        "connect-four columns=5 rows=4",
        "kalah holes=4 beans=2",
        "kalah holes=4 beans=3",
        "connect-four columns=5 rows=5",
        "dstru-tac-toe",
        "dstru-tac-toe win=equals",
        slow=True,
    ),
]


@pytest.mark.parametrize("known", KNOWN)
def test_counts_what_is_known(known: Known) -> None:
    count, numbers = explore(rules_of(known), engine="compiled"), numbers_of(known)
    assert count.engine == "compiled"
    assert sum(count.by_ply) == numbers["positions"]
    assert {name: getattr(count, name) for name in numbers} == numbers


# -- packing ------------------------------------------------------------------------------------


def test_a_position_too_wide_says_what_takes_the_bits() -> None:
    with pytest.raises(TooLarge, match=r"needs 129 bits .* \(mark 128, turn 1\)"):
        CompiledEngine(load("tic-tac-toe", size=8))


def test_what_is_too_large_is_left_to_the_reference_engine() -> None:
    from boardproof.engines.planner import fastest

    assert fastest(load("tic-tac-toe", size=8)).name == "reference"


def test_planes_give_way_to_small_fields_where_they_do_not_fit() -> None:
    assert Layout(load("connect-four").game).packed["board"].planes
    wide = Layout(load("connect-four", players=3).game)
    assert not wide.packed["board"].planes
    assert wide.words == 2


# -- conditions on bits: each way of writing them means the same ----------------------------------


def _holds(test: Any, word: int) -> bool:
    names = {"w0": word & (1 << 64) - 1, "u": lambda x: x}
    return bool(eval(condition_code(test), names))


def test_merged_conditions_mean_what_their_parts_mean() -> None:
    chance = random.Random(1)
    for _ in range(300):
        parts = []
        for _ in range(chance.randint(1, 6)):
            mask = chance.randint(1, 255) << chance.randint(0, 20)
            value = mask & chance.getrandbits(30)
            parts.append(masked("w0", mask, value, chance.random() < 0.7))
        for _ in range(10):
            word = chance.getrandbits(30)
            each = [_holds(part, word) for part in parts]
            assert _holds(both(list(parts)), word) == all(each)
            assert _holds(either(list(parts)), word) == any(each)
            assert _holds(negate(both(list(parts))), word) != all(each)


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("full", [True, False])
def test_families_of_lines_mean_what_their_lines_mean(holds: bool, full: bool) -> None:
    chance = random.Random(2)
    lines = [0b1000100010001 << start for start in range(12)]
    tests = [masked("w0", line, line if full else 0, holds) for line in lines]
    for _ in range(500):
        word = chance.getrandbits(26) | (chance.choice(lines) if chance.random() < 0.5 else 0)
        each = [_holds(test, word) for test in tests]
        assert _holds(either(list(tests)), word) == any(each)
        assert _holds(both(list(tests)), word) == all(each)


def test_a_family_of_tests_says_where_they_hold() -> None:
    chance = random.Random(3)
    for value, holds in ((0, True), (0, False), (0b1001, True)):
        tests = [masked("w0", 0b1001 << s, value << s, holds) for s in (0, 2, 5, 9)]
        family = family_of(tests)
        assert isinstance(family, Family)
        for _ in range(200):
            word = chance.getrandbits(14)
            found = eval(family.code, {"w0": word, "u": lambda x: x})
            assert found == sum(
                1 << s for s, test in zip(family.starts, tests, strict=True) if _holds(test, word)
            )


def test_changes_compose() -> None:
    chance = random.Random(4)
    for _ in range(300):
        steps = [(chance.getrandbits(8), chance.getrandbits(8)) for _ in range(3)]
        word = chance.getrandbits(8)
        whole, stepwise = WordChange(), word
        for clears, sets in steps:
            whole = whole.then(clears, sets)
            stepwise = stepwise & ~clears | sets
        assert word & ~whole.clears | whole.sets == stepwise
        test = masked("w0", 0b1111, word & 0b1111)
        shorter = whole.assuming(test)
        assert word & ~shorter.clears | shorter.sets == stepwise


# -- rules that loop, jump, break ----------------------------------------------------------------


class Walk(Game):
    """Loops of every kind, with breaks, and a range that is left in the end."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring, self.steps = Ring(6), Range(0, 3)
        self.seen = Map(self.ring, Range(0, 9))
        self.total = Count(0, 12)
        self.turn = Turn(self.players)

    @move(step="steps")
    def go(self, step):
        at = self.ring[step]
        laps = 0
        while laps < 4:
            laps += 1
            at = at.next
            if self.seen[at] > 2:
                break
            if self.seen[at] == 1:
                continue
            self.seen[at] += 1
        for place in self.ring:
            if place == at:
                continue
            if self.seen[place] == 0:
                break
            self.total = min(12, self.total + 1)
        require(self.total < 12)
        self.total += step
        self.turn = self.turn.next

    def result(self):
        return Draw() if sum(self.seen[p] for p in self.ring) > 14 else None


def test_loops_and_jumps_run_alike() -> None:
    from boardproof.reading import read

    rules = read(Walk())
    reference, compiled = make_engine("reference", rules), CompiledEngine(rules)
    position, chance = reference.initial(), random.Random(1)
    for _ in range(400):
        expected = reference.successors(position) if not _breaks(reference, position) else None
        if expected is None:
            with pytest.raises(RuleBroken, match="total cannot be"):
                compiled.successors(position)
        else:
            assert compiled.successors(position) == expected
        choices = expected or []
        position = chance.choice(choices)[1] if choices else reference.initial()


def _breaks(engine: Any, position: Any) -> bool:
    try:
        engine.successors(position)
    except RuleBroken:
        return True
    return False


def test_a_rule_that_breaks_while_counting_is_explained() -> None:
    from boardproof.reading import read

    with pytest.raises(RuleBroken, match=r"total cannot be 1[345]") as broken:
        CompiledEngine(read(Walk())).enumerate()
    assert broken.value.place is not None
    assert broken.value.position


@pytest.mark.usefixtures("no_memory_in_use")
def test_more_memory_than_allowed_is_never_taken() -> None:
    from boardproof.limits import Limits

    engine = CompiledEngine(load("tic-tac-toe", size=4))
    engine.perft(engine.initial(), 1)
    with pytest.raises(TooLarge, match=r"stopped at ply \d+ with .* positions: continuing needs"):
        engine.enumerate(Limits(memory=4 << 20, symmetry=False))


def test_random_games_end_as_games_do() -> None:
    played = CompiledEngine(load("tic-tac-toe")).playouts(20_000, seed=1)
    assert played.games == sum(played.over.values()) == 20_000
    assert (played.stuck, played.left) == (0, 0)
    # Of all games of random moves A wins 58.5 %, B 28.8 %, and 12.7 % are drawn.
    shares = [played.over[result] / 20_000 for result in ("A wins", "B wins", "draw")]
    assert shares == pytest.approx([0.585, 0.288, 0.127], abs=0.02)
    assert CompiledEngine(load("tic-tac-toe")).playouts(20_000, seed=1) == played
    assert CompiledEngine(load("tic-tac-toe")).playouts(20_000, seed=2) != played
    assert CompiledEngine(load("tic-tac-toe")).playouts(100, seed=1, longest=4).left == 100


# -- the cache -----------------------------------------------------------------------------------

COUNT = (
    "from boardproof import load, make_engine;"
    "engine = make_engine('compiled', load('tic-tac-toe', size=2));"
    "print(len(engine.legal_moves(engine.initial())))"
)


def _process(cache: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", COUNT],
        env={**os.environ, "BOARDPROOF_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    both_ = [_process(tmp_path) for _ in range(2)]
    for process in both_:
        out, err = process.communicate(timeout=200)
        assert out == "4\n", err
    with _process(tmp_path) as again:
        assert again.communicate(timeout=200)[0] == "4\n"
    assert not list(tmp_path.rglob("*.tmp"))


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    with _process(blocked) as process:
        out, err = process.communicate(timeout=200)
    assert out == "4\n", err


class Twice(Game):
    """Puts two pieces on what one search found: the second must clear the first."""

    def setup(self):
        self.players = Players("A", "B")
        self.places = Ring(5)
        self.piece = Map(self.places, self.players | None)
        self.turn = Turn(self.players)
        self.kinds = Range(0, 2)

    def free(self):
        for place in self.places:
            if self.piece[place] is None:
                return place
        return None

    @move(kind="kinds")
    def put(self, kind):
        place = self.free()
        require(place is not None)
        self.piece[place] = self.turn
        if kind > 0:
            self.piece[place] = self.turn.next
        if kind > 1:
            self.piece[place] = None
            again = self.free()
            if again is not None:
                self.piece[again] = self.players.B
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.free() is None else None


def test_what_a_search_found_may_be_written_twice() -> None:
    from boardproof.reading import read

    rules = read(Twice())
    compiled = CompiledEngine(rules)
    assert compiled.enumerate() == make_engine("reference", rules).enumerate()
    position, chance = compiled.initial(), random.Random(1)
    for _ in range(200):
        following = make_engine("reference", rules).successors(position)
        assert compiled.successors(position) == following
        position = chance.choice(following)[1] if following else compiled.initial()
