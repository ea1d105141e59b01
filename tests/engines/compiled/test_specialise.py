"""Kernels are made for a game by one pass, and mean the same as they are written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardproof.engines.compiled.kernels.specialise import specialise


def body(lines: str, **constants: object) -> list[str]:
    """Specialise the body of a function on positions of two words."""
    source = "def f(w: Words, c: Words, table: Columns, at: Int) -> Int:\n"
    source += "".join(f"    {line}\n" for line in lines.split("\n"))
    made = specialise(source, {"WORDS": 2, **constants}).split("\n")
    return [line.removeprefix("    ") for line in made[1:]]


def test_a_branch_on_constants_is_chosen() -> None:
    asked = "if KIND == 'a' and not ALIKE:\n    return 1\nreturn 2 if ALIKE else at"
    assert body(asked, KIND="a", ALIKE=False) == ["return 1"]
    assert body(asked, KIND="a", ALIKE=True) == ["return 2"]
    assert body(asked, KIND="b", ALIKE=False) == ["return at"]


def test_what_is_not_taken_is_never_read() -> None:
    assert body("return WORDS == 2 or w[7]") == ["return True"]
    assert body("if at and WORDS == 1:\n    return w[7]\nreturn at") == ["return at"]


def test_positions_are_written_word_by_word() -> None:
    assert body("c = load(table, at)\nstore(table, 0, c)") == [
        "c0 = table0[at]",
        "c1 = table1[at]",
        "table0[0] = c0",
        "table1[0] = c1",
    ]
    assert body("ok, *c = move(at, *w)\nc = canonical(c)") == [
        "ok, c0, c1 = move(at, w0, w1)",
        "c0, c1 = canonical(c0, c1)",
    ]
    assert body("return same(w, c)") == ["return w0 == c0 and w1 == c1"]
    assert body("return w") == ["return (w0, w1)"]


def test_loops_over_constants_are_written_out() -> None:
    cells = ((0, 3, 7), (1, 0, 1))
    lines = "for i, cell in enumerate(CELLS):\n    at += i * field(w, cell)\nreturn len(CELLS)"
    assert body(lines, CELLS=cells) == [
        "at += 0 * i64(w0 >> u(3) & u(7))",
        "at += 1 * i64(w1 >> u(0) & u(1))",
        "return 2",
    ]
    assert body("best = [at + g for g in each(GAMES)]\nbest[1] += 1", GAMES=2) == [
        "best0 = at + 0",
        "best1 = at + 1",
        "best1 += 1",
    ]


def test_a_name_inside_is_not_one_outside() -> None:
    assert body("column = 1\nreturn at + load(table, column)[0]")[1:] == [
        "return at + table0[column]"
    ]


def test_a_loop_over_what_is_not_known_is_refused() -> None:
    with pytest.raises(SyntaxError, match="at has no parts"):
        body("for word, other in zip(w, at):\n    pass")


PLAIN = """
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.minimax.driver import MinimaxDriver
from boardproof.engines.contract import make_engine
from boardproof import load

for game, parameters in (("tic-tac-toe", {"size": 2}), ("kalah", {"holes": 2, "beans": 2})):
    rules = load(game, **parameters)
    engine, reference = CompiledEngine(rules), make_engine("reference", rules)
    start = engine.initial()
    assert engine.enumerate() == reference.enumerate()
    assert engine.perft(start, 4) == reference.perft(start, 4)
    for kernel in ("expand_hashed", "settle_solve_packed"):
        print(engine.kernels.__dict__[kernel].__wrapped__.__code__.co_filename)
    first = next(iter(rules.game.players))
    search = MinimaxDriver(engine, 1 << 16, endgames=16)
    search.stand(start, first)
    _, value, sure = search.best_at(20, 0)
    print(engine.solve().value(start)[first] * search.worth, value, sure)
"""


def test_kernels_run_as_they_are_written(tmp_path: Path) -> None:
    """Without a compiler the files themselves run, so that a debugger can step through them."""
    env = {**os.environ, "BOARDPROOF_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run([sys.executable, "-c", PLAIN], env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    files = [line for line in run.stdout.split("\n") if line.endswith(".py")]
    assert [Path(file).name for file in files] == ["expand.py", "settle.py"] * 2
    assert all(Path(file).parent.name == "kernels" for file in files)
    values = [line.split() for line in run.stdout.split("\n") if line.endswith("True")]
    assert len(values) == 2
    assert all(solved == searched for solved, searched, _ in values)
