"""Symmetry in the compiled engine: images of packed positions, and counts that stay whole."""

from itertools import cycle
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardproof import explore, load
from boardproof.analysis.symmetry import symmetries
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.codegen.module import common_kernels
from boardproof.engines.compiled.kernels.constants import HASHED
from boardproof.limits import Limits
from boardproof.packing.canonical import CanonicalForm, pieces
from boardproof.packing.layout import Layout
from boardproof.questions.known import Known, KnownOrbits

from ..engines.positions import any_position
from ..engines.variants import EVERY_VARIANT, Variant
from ..engines.variants import rules_of as variant_rules
from ..truths import cases, numbers_of, rules_of


@pytest.mark.parametrize(
    ("known", "orbits"), cases("orbits", slow=["connect-four columns=5 rows=4"])
)
def test_all_positions_are_counted_and_so_are_their_classes(
    known: Known, orbits: KnownOrbits
) -> None:
    count, positions = explore(rules_of(known), "compiled"), numbers_of(known)["positions"]
    assert (count.classes, count.symmetries) == (orbits.classes, orbits.symmetries)
    assert count.positions == sum(count.by_ply) == positions


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("tic-tac-toe", {}),
        ("tic-tac-toe", {"noting": "step"}),
        ("connect-four", {"columns": 4, "rows": 4}),
        ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
        ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "after_win": "continues"}),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_nothing_but_the_work_is_less(game: str, parameters: dict[str, Any], threads: int) -> None:
    engine = CompiledEngine(load(game, **parameters))
    with_symmetry = engine.enumerate(Limits(threads=threads))
    without = engine.enumerate(Limits(threads=threads, symmetry=False))
    assert with_symmetry == without
    assert with_symmetry.classes is not None
    assert with_symmetry.classes < without.positions
    assert without.classes == without.positions


def least_by_kernel(form: CanonicalForm, words: tuple[int, ...]) -> tuple[int, ...]:
    """Let the kernel that prepares look-ups bring one position into canonical form."""
    columns, slots = [np.array([word], np.uint64) for word in words], np.zeros(1, np.uint64)
    beside, images = np.zeros(0, np.uint8), (*form.tables, form.cuts)
    kernels: Any = common_kernels(len(words))
    kernels.ask_alike(*columns, 1, slots, slots, np.uint64(0), beside, 0, *images, HASHED)
    return tuple(int(column[0]) for column in columns)


@pytest.mark.parametrize(
    "variant",
    EVERY_VARIANT,
)
def test_images_of_words_are_images_of_positions(variant: Variant) -> None:
    rules = variant_rules(variant)
    layout, group = Layout(rules.game), symmetries(rules).all
    form = CanonicalForm(layout, group)

    @settings(
        max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
    )
    @given(st.data())
    def compare(data: st.DataObject) -> None:
        position = data.draw(any_position(rules.game))
        words = layout.pack(position)
        for image, symmetry in zip(form.images(words), cycle(group), strict=False):
            assert layout.unpack(image) == symmetry.apply(position)
        assert least_by_kernel(form, words) == form.least(words)

    compare()


def test_no_part_of_a_position_is_in_two_pieces() -> None:
    layout = CompiledEngine(load("connect-four", players=3)).layout
    cut = [piece.field for piece in pieces(layout)]
    bits = [(f.word, b) for f in cut for b in range(f.offset, f.offset + f.width)]
    assert len(set(bits)) == len(bits) >= layout.bits
