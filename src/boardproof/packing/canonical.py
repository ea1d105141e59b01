"""Canonical forms: of the positions that symmetries make alike, the least stands for all.

A symmetry moves and renames the parts of a position independently of each other, so the image of
a word is the images of its pieces put together: one look-up for each piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np

from ..analysis.symmetry import Symmetry, symmetries
from ..ir.rules import Rules
from ..rules.elements import Player
from ..rules.results import Win
from .columns import Array, rows_below
from .fields import Field
from .layout import Layout

#: A piece is at most so wide: its table stays small.
WIDEST = 8
#: How many images are worked out together.
LANES = 4


@dataclass(frozen=True)
class Part:
    """Bits that mean something together: one bit of a board, or one small field."""

    field: Field
    codes: int  # how many patterns of the bits mean something


@dataclass(frozen=True)
class ImagePiece:
    """Neighbouring parts that one look-up takes together."""

    parts: tuple[Part, ...]

    @property
    def field(self) -> Field:
        """The bits of all parts."""
        first = self.parts[0].field
        return Field(first.word, first.offset, sum(part.field.width for part in self.parts))


class CanonicalForm:
    """The images of packed positions under a group of symmetries.

    `tables` has for each word the images of every piece: [piece, bits, which symmetry]. The images
    of a position's pieces, joined by exclusive or, are the image of the position. The group is
    repeated till it fills rows of `LANES`; one of the identity alone is left out. `cuts` says where
    pieces lie: word, offset and mask of each.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> rules = read(Diagonals())
    >>> form = canonical_form(rules, Layout(rules.game))
    >>> form.symmetries, form.least((0b1000,))
    (8, (1,))
    """

    def __init__(self, layout: Layout, group: Sequence[Symmetry] = ()) -> None:
        self._layout, self._pieces = layout, pieces(layout)
        self.symmetries = max(1, len(group))
        group = group if len(group) > 1 else ()
        size = 1 << max((piece.field.width for piece in self._pieces), default=0)
        shape = (len(self._pieces), size, len(group))
        self.tables: list[Array] = [np.zeros(shape, np.uint64) for _ in range(layout.words)]
        self._fields = [piece.field for piece in self._pieces]
        cuts = [(field.word, field.offset, field.ones) for field in self._fields]
        self.cuts = np.array(cuts, np.uint64).reshape(-1, 3)
        for number, symmetry in enumerate(group):
            self._fill(number, symmetry)
        times = LANES // gcd(LANES, self.symmetries)
        self.tables = [np.tile(table, times) for table in self.tables]

    def _fill(self, number: int, symmetry: Symmetry) -> None:
        start = self._image(symmetry, {})
        for k, piece in enumerate(self._pieces):
            for bits, words in self._piece_images(symmetry, piece, start):
                # What nothing maps to is there in the image of every position: it comes in once.
                image = _xor(words, start) if k else words
                for table, word in zip(self.tables, image, strict=True):
                    table[k, bits, number] = word

    def _piece_images(
        self, symmetry: Symmetry, piece: ImagePiece, start: tuple[int, ...]
    ) -> list[tuple[int, tuple[int, ...]]]:
        """Return every pattern of a piece with the image of the position that has only it."""
        images, offset = [(0, start)], piece.field.offset
        for part in piece.parts:
            changes = [
                (code << (part.field.offset - offset), self._image(symmetry, {part: code}))
                for code in range(1, part.codes)
            ]
            images += [
                (bits | more, _xor(_xor(words, change), start))
                for bits, words in images
                for more, change in changes
            ]
        return images

    def _image(self, symmetry: Symmetry, codes: dict[Part, int]) -> tuple[int, ...]:
        words = [0] * self._layout.words
        for part, code in codes.items():
            part.field.write(words, code)
        return self._layout.pack(symmetry.apply(self._layout.unpack(tuple(words))))

    def images(self, words: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the images of a position, in the order of the group."""
        bits = [piece.field.read(words) for piece in self._pieces]
        rows = [table[range(len(bits)), bits] for table in self.tables]
        return list(zip(*(np.bitwise_xor.reduce(row).tolist() for row in rows), strict=True))

    def representatives(self, columns: Sequence[Array]) -> list[Array]:
        """Return the least of each class of some positions, which have the images of each."""
        kept = np.ones(len(columns[0]), bool)
        for lane in range(self.symmetries):
            kept &= ~rows_below(self._image_columns(columns, lane), columns)
        return [column[kept] for column in columns]

    def orbit_sizes(self, columns: Sequence[Array]) -> Array:
        """Return how many different images each of some positions has, itself among them."""
        fixed = np.zeros(len(columns[0]), np.int64)
        for lane in range(self.symmetries):
            pairs = zip(self._image_columns(columns, lane), columns, strict=True)
            fixed += np.logical_and.reduce([image == column for image, column in pairs])
        return self.symmetries // np.maximum(fixed, 1)

    def _image_columns(self, columns: Sequence[Array], lane: int) -> list[Array]:
        """Return the images of positions under one symmetry."""
        pieces = [(np.uint64(f.offset), np.uint64(f.ones), f.word) for f in self._fields]
        bits = [columns[word] >> offset & ones for offset, ones, word in pieces]
        return [
            np.bitwise_xor.reduce([table[k, b, lane] for k, b in enumerate(bits)])
            for table in self.tables
        ]

    def least(self, words: tuple[int, ...]) -> tuple[int, ...]:
        """Return the least of a position and its images, compared by the last word first."""
        return min([words, *self.images(words)], key=lambda image: image[::-1])


def canonical_form(rules: Rules, layout: Layout) -> CanonicalForm:
    """Return the canonical form under the proved symmetries that keep the start and who wins."""
    group = symmetries(rules).fixing_start
    return CanonicalForm(layout, [g for g in group if keeps_results(g, rules.game.players)])


def keeps_results(symmetry: Symmetry, players: Iterable[Player]) -> bool:
    """Whether who wins stays who wins."""
    return all(symmetry.result(Win(player)) == Win(player) for player in players)


def pieces(layout: Layout) -> list[ImagePiece]:
    """Cut a position into pieces, no part in two."""
    groups: list[list[Part]] = []
    for part in _parts(layout):
        if groups and _fits(groups[-1][0].field, part.field):
            groups[-1].append(part)
        else:
            groups.append([part])
    return [ImagePiece(tuple(group)) for group in groups]


def _parts(layout: Layout) -> list[Part]:
    """Return the parts of a position, in the order of its bits."""
    parts = []
    for packed in layout.packed.values():
        for field in packed.fields:
            if packed.boards:
                parts += [Part(field.part(i, 1), 2) for i in range(field.width)]
            else:
                parts.append(Part(field, packed.codes))
    return sorted(parts, key=lambda part: (part.field.word, part.field.offset))


def _fits(first: Field, last: Field) -> bool:
    return first.word == last.word and last.offset + last.width - first.offset <= WIDEST


def _xor(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    return tuple(a ^ b for a, b in zip(left, right, strict=True))
