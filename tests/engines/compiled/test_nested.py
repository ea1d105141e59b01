"""Moves and questions over pairs of cells are as short as those over cells."""

from pathlib import Path

from boardproof import load
from boardproof.engines.compiled.codegen.axes import following
from boardproof.engines.compiled.codegen.program import Program

STEPS = str(Path(__file__).parent.parent / "rulebooks" / "steps.py")


def test_code_for_steps_does_not_grow_with_the_board() -> None:
    sources = [Program(load(STEPS, rows=size, columns=5)).source() for size in (3, 5)]
    assert all("loops kept" in source for source in sources)
    small, large = (source.count("\n") for source in sources)
    assert large <= small + 10


def test_a_question_about_all_steps_takes_no_loop() -> None:
    source = Program(load(STEPS, rows=5, columns=5)).source()
    body = source.split("def result_code")[1].split("@rule")[0]
    assert "while" not in body
    assert "for" not in body.split()


def test_what_follows_looks_at_as_little_as_it_can() -> None:
    rows = [(0, 5, 1), (0, 6, 2), (3, 5, 1)]
    assert following(rows, 0) == ((), {(): {0, 3}})
    assert following(rows, 1) == ((0,), {(0,): {5, 6}, (3,): {5}})
    assert following(rows, 2) == ((1,), {(5,): {1}, (6,): {2}})
