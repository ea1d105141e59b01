"""Symmetry on packed positions: images by table, one position standing for its whole class.

A symmetry moves and renames the parts of a position independently of each other, so the image of
a word is the images of its pieces put together: one look-up for each piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....analysis.symmetry import Symmetry
from ....packing.layout import Layout
from ....rules.domains import Player
from ....rules.results import Win

#: A piece is at most so wide: its table stays small.
PIECE = 8


@dataclass(frozen=True)
class BitGroup:
    """Bits that mean something together: one bit of a board, or one small field."""

    word: int
    offset: int
    width: int
    codes: int  # how many patterns of the bits mean something


def parts(layout: Layout) -> list[BitGroup]:
    """List the parts of a position, in the order of its bits."""
    groups = []
    for packed in layout.packed.values():
        for field in packed.fields:
            if packed.boards:
                groups += [BitGroup(field.word, field.offset + i, 1, 2) for i in range(field.width)]
            else:
                groups.append(BitGroup(field.word, field.offset, field.width, packed.codes))
    return sorted(groups, key=lambda part: (part.word, part.offset))


@dataclass(frozen=True)
class ImagePiece:
    """Neighbouring parts that one look-up takes together."""

    parts: tuple[BitGroup, ...]

    @property
    def word(self) -> int:
        """The word it lies in."""
        return self.parts[0].word

    @property
    def offset(self) -> int:
        """Its lowest bit."""
        return self.parts[0].offset

    @property
    def width(self) -> int:
        """How many bits it has."""
        return self.parts[-1].offset + self.parts[-1].width - self.offset

    @property
    def cell(self) -> tuple[int, int, int]:
        """Where kernels find it: its word, its lowest bit, and a mask as wide as it is."""
        return self.word, self.offset, (1 << self.width) - 1


def pieces(layout: Layout) -> list[ImagePiece]:
    """Cut a position into pieces, no part in two."""
    groups: list[list[BitGroup]] = []
    for part in parts(layout):
        last = groups[-1] if groups else None
        if last and last[0].word == part.word and _reach(last[0], part) <= PIECE:
            last.append(part)
        else:
            groups.append([part])
    return [ImagePiece(tuple(group)) for group in groups]


def keeps_results(symmetry: Symmetry, players: Iterable[Player]) -> bool:
    """Whether who wins stays who wins."""
    return all(symmetry.result(Win(player)) == Win(player) for player in players)


def _reach(first: BitGroup, last: BitGroup) -> int:
    return last.offset + last.width - first.offset


def image_tables(layout: Layout, group: Sequence[Symmetry]) -> list[Any]:
    """Return for each word the images of every piece under each symmetry: [which, piece, bits].

    The images of a position's pieces, joined by exclusive or, are the image of the position.
    """
    cut = pieces(layout)
    size = 1 << max((piece.width for piece in cut), default=0)
    tables = [np.zeros((len(group), len(cut), size), np.uint64) for _ in range(layout.words)]
    for g, symmetry in enumerate(group):
        start = _image(layout, symmetry, {})
        for k, piece in enumerate(cut):
            for bits, words in _piece_images(layout, symmetry, piece, start):
                # What nothing maps to is there in the image of every position: it comes in once.
                whole = [a ^ b for a, b in zip(words, start, strict=True)] if k else words
                for table, word in zip(tables, whole, strict=True):
                    table[g, k, bits] = word
    return tables


def _piece_images(
    layout: Layout, symmetry: Symmetry, piece: ImagePiece, start: tuple[int, ...]
) -> Iterable[tuple[int, list[int]]]:
    images = [(0, list(start))]
    for part in piece.parts:
        changes = [
            (code << (part.offset - piece.offset), _image(layout, symmetry, {part: code}))
            for code in range(1, part.codes)
        ]
        images += [
            (bits | more, [w ^ c ^ s for w, c, s in zip(words, change, start, strict=True)])
            for bits, words in images
            for more, change in changes
        ]
    return images


def _image(layout: Layout, symmetry: Symmetry, codes: dict[BitGroup, int]) -> tuple[int, ...]:
    words = [0] * layout.words
    for part, code in codes.items():
        words[part.word] |= code << part.offset
    return layout.pack(symmetry.apply(layout.unpack(tuple(words))))
