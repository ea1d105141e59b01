"""What the page may send, typed and bounded: anything else is refused before it is looked at."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ...errors import BadInput

#: The largest body taken, in bytes.
LARGEST_BODY = 200_000

Word = Annotated[str, Meta(max_length=200)]
Line = Annotated[str, Meta(max_length=5_000)]
Whole = Annotated[int, Meta(ge=0, le=10_000)]
Parameters = Annotated[dict[Word, int | bool | Word], Meta(max_length=50)]


class Play(Struct, forbid_unknown_fields=True, kw_only=True):
    """A game, where it starts, and the moves made: all that there is to a game in progress."""

    game: Word
    parameters: Parameters = {}
    start: Line = ""
    moves: Annotated[list[Word], Meta(max_length=1_000)] = []


class View(Play, forbid_unknown_fields=True, kw_only=True):
    """Ask for the position after `at` moves (all of them unless said), or for every board."""

    at: Whole | None = None
    boards: bool = False
    asks: Annotated[list[Annotated[str, Meta(max_length=500)]], Meta(max_length=8)] = []


class Ask(Play, forbid_unknown_fields=True, kw_only=True):
    """Ask a question that may take long, about the position after the moves or the whole game."""

    question: Word
    # A player's name and numbers; no option of a player that names a folder comes from a browser.
    player: Annotated[str, Meta(pattern=r"^[a-z]+(:[a-z]+=[0-9.]+(,[a-z]+=[0-9.]+)*)?$")] = "random"
    text: Annotated[str, Meta(max_length=1_000)] = ""
    who: Annotated[list[Word], Meta(max_length=16)] = []
    ply: Whole = 0
    at: Whole | None = None
    depth: Annotated[int, Meta(ge=0, le=4)] = 2
    anywhere: bool = False


def decode(body: bytes, kind: type[Any]) -> Any:
    """Read a body, or say in one line what is wrong with it."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadInput(f"the request cannot be read: {wrong}") from None
