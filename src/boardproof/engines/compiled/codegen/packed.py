"""Ranks and grades of packed positions as source: what `packing` defines, in code."""

from __future__ import annotations

from collections.abc import Iterator

from ....packing.fields import Field
from ....packing.grade import BASE, Grade
from ....packing.rank import Ranking
from .fields import raw
from .values import u64


def rank_source(ranking: Ranking) -> str:
    """Write the rank of a position, with the tables it looks into."""
    names = [f"RANK{i}" for i in range(len(ranking.lookups))]
    tables = [
        f"{name} = np.array({numbers}, dtype=np.uint64)"
        for name, (_, numbers) in zip(names, ranking.lookups, strict=True)
    ]
    terms = [f"({_bits(field)} << {u64(to)})" for field, to in ranking.shifted]
    terms += [f"{name}[{_bits(f)}]" for name, (f, _) in zip(names, ranking.lookups, strict=True)]
    lines = [f"if {test} != u(0):\n        raise BoardsOverlap" for test in _overlaps(ranking)]
    lines.append(f"return {' + '.join(terms) or 'u(0)'}")
    body = "\n    ".join(lines)
    head = '"""Return the number of a position, unless boards share a place."""'
    listed = "\n".join(tables)
    return f"{listed}\n\n\n@rule\ndef place_marked(w0):\n    {head}\n    {body}\n"


def _overlaps(ranking: Ranking) -> Iterator[str]:
    """Write the places that boards share, where the layout does not keep them apart."""
    for boards in ranking.boards:
        if not boards.certain:
            taken = _bits(boards.fields[0])
            for field in boards.fields[1:]:
                yield f"({taken}) & {_bits(field)}"
                taken += f" | {_bits(field)}"


def _bits(field: Field) -> str:
    return f"(w{field.word} >> {u64(field.offset)} & {u64(field.ones)})"


def grade_line(grade: Grade) -> str:
    """Write the grade of a position."""
    small = "0"
    for field, weight in grade.small:
        small = f"({small} + {weight} * {raw(field)})"
    counts = [f"popcount(w{i} & {u64(mask)})" for i, mask in enumerate(grade.boards) if mask]
    return f"return {small} * {BASE} + {' + '.join(counts) or '0'}"
