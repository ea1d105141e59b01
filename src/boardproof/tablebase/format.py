"""What a tablebase is on disk: a manifest, and a file for each layer.

manifest.json    what is solved, by which rules, and the size and checksum of every file
layer-007.bpt    | block | block | … | palette | index |
layer-007-shard-002.bpt    the same of the positions that one shard owns

A block is compressed by itself. It holds some positions of the layer, in order: either sorted
keys, as differences, like bytes side by side; or a stretch of an array by rank. A position's values
are one small number for each game, its place in the palette: the list of all codes that occur in
the layer. The index says for each block where it ends and what its checksum is, and for sorted keys
the first key. In a table in shards, the positions of a layer lie in several files, each of sorted
keys: a hash of the key says in which.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar

import msgspec

from ..errors import BadTablebase

FORMAT, VERSION = "boardproof tablebase", 1
MANIFEST = "manifest.json"

#: The positions of a block of sorted keys: about 16 KiB before compression.
ENTRIES = 4096
#: The bytes of a block of an array by rank, before compression.
BLOCK = 1 << 14


#: Codes, how many positions have each, and the words of one; not written where it is not asked for.
StoredSpectrum = list[tuple[int, int, list[int]]] | msgspec.UnsetType


class LayerEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file: how its positions are kept, how many there are, and how it can be checked.

    `code` is the kind of number that the engine settles to, which it needs when it goes on;
    `grades` are what the positions' grades can be; None where there are too many to list. In a
    table in shards, `part` is the number of the layer and that of the shard.
    """

    file: str
    kind: str
    positions: int
    entries: int
    blocks: int
    palette: int
    code: str
    size: int
    index: str
    checksum: str
    grades: list[int] | None
    part: tuple[int, int] | msgspec.UnsetType = msgspec.UNSET


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is known of a table without its values.

    `counts` says how many positions have each value: what every player can force. Where games
    start from many positions, `spectrum` says how many have each code, and the words of one.
    `engine` is the one whose layers these are, whichever engine made them. A table in `shards` says
    into how many.
    """

    format: str
    version: int
    game: str
    identity: str
    parameters: dict[str, int | str | bool]
    readings: dict[str, int | str | bool]
    rules: str
    players: list[str]
    engine: str
    words: int
    games: int
    bits: int
    positions: int
    classes: int
    symmetries: int
    counts: list[tuple[list[int], int]]
    layers: list[LayerEntry]
    spectrum: StoredSpectrum = msgspec.UNSET
    shards: int | msgspec.UnsetType = msgspec.UNSET
    checksum: str = ""


def layer_file(number: int, shard: int | None = None) -> str:
    """Return the name of a layer's file, or of a shard's.

    >>> layer_file(7), layer_file(7, 2)
    ('layer-007.bpt', 'layer-007-shard-002.bpt')
    """
    part = "" if shard is None else f"-shard-{shard:03}"
    return f"layer-{number:03}{part}.bpt"


def place_width(palette: int) -> int:
    """Return how many bytes an index into the palette takes, with one more index for none.

    >>> [place_width(size) for size in (1, 255, 256, 70_000)]
    [1, 1, 2, 4]
    """
    return 1 if palette < 1 << 8 else 2 if palette < 1 << 16 else 4


def checksum(data: Any) -> str:
    """Return the checksum of some bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A layer that is written while others are not: its counts are in no manifest yet."""

    layer: LayerEntry
    counts: list[tuple[list[int], int]]
    spectrum: StoredSpectrum = msgspec.UNSET
    checksum: str = ""


Sealed = TypeVar("Sealed", Manifest, Checkpoint)


def seal(value: Sealed) -> bytes:
    """Return a manifest or a checkpoint as bytes, with a checksum of all it holds."""
    plain = msgspec.structs.replace(value, checksum="")
    sealed = msgspec.structs.replace(plain, checksum=checksum(msgspec.json.encode(plain)))
    return msgspec.json.format(msgspec.json.encode(sealed), indent=1) + b"\n"


def unseal(data: bytes, kind: type[Sealed], where: str) -> Sealed:
    """Read what was sealed; refuse it where a single byte was changed since."""
    try:
        value = msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        value = None
    if value is None or seal(value) != data:
        raise BadTablebase(
            f"{where} is damaged, or of another version of boardproof: build the tablebase again"
        )
    return value
