"""Packing: what numbers and arrays say of packed positions is what generated code says."""

from typing import Any

import numpy as np
import pytest

from boardproof.engines.compiled.kernels.intrinsics import BoardsOverlap
from boardproof.packing.columns import find_row
from boardproof.packing.grade import Grade
from boardproof.packing.layout import Layout
from boardproof.packing.rank import Ranking, ranking_of

from ..engines.compiled.interpreted import Word
from ..engines.variants import AS_PYTHON, EVERY_VARIANT, Variant, engine_of, rules_of

GAMES = EVERY_VARIANT


def packed_positions(variant: Variant) -> list[tuple[int, ...]]:
    """Return some positions of a game, packed: those first reached, each once."""
    engine = engine_of("reference", variant)
    layout, reached = Layout(rules_of(variant).game), [engine.initial()]
    for position in reached:
        reached += [after for _, after in engine.successors(position) if after not in reached]
        if len(reached) > 60:
            break
    return [layout.pack(position) for position in reached]


@pytest.mark.parametrize("variant", GAMES)
def test_words_are_read_as_generated_code_reads_them(variant: Variant) -> None:
    engine: Any = engine_of(AS_PYTHON, variant)
    grade, ranking = Grade(engine.layout), ranking_of(engine.layout)
    for words in packed_positions(variant):
        columns = [Word(word) for word in words]
        assert grade.of(words) == engine.machine.grade_key(*columns) < grade.size
        if ranking is None:
            continue
        if ranking.overlaps(words[0]):
            with pytest.raises(BoardsOverlap):
                engine.machine.place_marked(*columns)
        else:
            assert ranking.rank(words[0]) == engine.machine.place_marked(*columns)


@pytest.mark.parametrize("variant", GAMES)
def test_arrays_are_read_as_numbers_are(variant: Variant) -> None:
    layout = Layout(rules_of(variant).game)
    positions = sorted(packed_positions(variant), key=lambda words: words[::-1])
    columns = [np.array(column, np.uint64) for column in zip(*positions, strict=True)]
    grade = Grade(layout)
    assert grade.distinct(columns).tolist() == sorted({grade.of(words) for words in positions})
    assert [find_row(columns, words) for words in positions] == list(range(len(positions)))
    if layout.words == 1:
        ranking = Ranking(layout)
        ranks = [ranking.rank(words[0]) for words in positions]
        overlaps = [bool(ranking.overlaps(words[0])) for words in positions]
        assert ranking.rank(columns[0]).tolist() == ranks
        assert ranking.overlaps(columns[0]).tolist() == overlaps
        assert any(overlaps) or len(set(ranks)) == len(ranks)
