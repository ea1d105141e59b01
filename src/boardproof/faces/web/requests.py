"""What the page may send, typed and bounded: anything else is refused before it is looked at.

Each field says what it must be; the schema (`GET /api/schema`) and the refusals are made of that.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ...errors import BadInput

#: The largest body taken, in bytes.
LARGEST_BODY = 200_000
#: The most moves of one game in progress.
MOST_MOVES = 1_000

Word = Annotated[str, Meta(max_length=200)]
NAMED = "an object of at most 50 names, each with a number, a word, true or false"
Parameters = Annotated[dict[Word, int | bool | Word], Meta(max_length=50, description=NAMED)]
Other = Annotated[Parameters | None, Meta(description=NAMED)]
Game = Annotated[str, Meta(max_length=200, description="the name of a game, as a word")]
Start = Annotated[
    str, Meta(max_length=5_000, description="a position string of at most 5,000 characters")
]
Moves = Annotated[
    list[Word],
    Meta(
        max_length=MOST_MOVES,
        description=f"a list of at most {MOST_MOVES:,} moves, each a word; "
        "a longer game goes on from a position, given as start",
    ),
]
At = Annotated[
    Annotated[int, Meta(ge=0, le=10_000)] | None,
    Meta(description="a whole number from 0 to 10,000, or null"),
]
Number = Annotated[int, Meta(ge=0, le=10_000, description="a whole number from 0 to 10,000")]
Flag = Annotated[bool, Meta(description="true or false")]
Asks = Annotated[
    list[Annotated[str, Meta(max_length=500)]],
    Meta(max_length=8, description="a list of at most 8 questions of at most 500 characters each"),
]
# A player's name and numbers; no option of a player that names a folder comes from a browser.
Player = Annotated[
    str,
    Meta(
        pattern=r"^[a-z]+(:[a-z]+=[0-9.]+(,[a-z]+=[0-9.]+)*)?$",
        description="a player's name, with numbers as its options: random, smart:depth=4",
    ),
]
Text = Annotated[str, Meta(max_length=1_000, description="text of at most 1,000 characters")]
Who = Annotated[
    list[Word], Meta(max_length=16, description="a list of at most 16 names of players")
]
Plies = Annotated[
    Annotated[int, Meta(ge=0, le=10_000)] | None,
    Meta(description="a whole number from 0 to 10,000, or null for no limit"),
]
Depth = Annotated[int, Meta(ge=0, le=4, description="a whole number from 0 to 4")]


class Play(Struct, forbid_unknown_fields=True, kw_only=True):
    """A game, where it starts, and the moves made: all that there is to a game in progress."""

    game: Game
    parameters: Parameters = {}
    start: Start = ""
    moves: Moves = []


class View(Play, forbid_unknown_fields=True, kw_only=True):
    """Ask for the position after `at` moves (all of them unless said), or for every board."""

    at: At = None
    boards: Flag = False
    asks: Asks = []


class Ask(Play, forbid_unknown_fields=True, kw_only=True):
    """Ask a question that may take long, about the position after the moves or the whole game."""

    question: Annotated[str, Meta(max_length=200, description="the name of a question")]
    player: Player = "random"
    text: Text = ""
    who: Who = []
    ply: Number = 0
    number: Number = 1
    plies: Plies = None
    at: At = None
    depth: Depth = 2
    anywhere: Flag = False
    other: Other = None


def decode(body: bytes, kind: type[Any]) -> Any:
    """Read a body, or say in one line what is wrong with it.

    >>> decode(b'{"game": "kalah", "at": -1}', View)
    Traceback (most recent call last):
    boardproof.errors.BadInput: at must be a whole number from 0 to 10,000, or null
    """
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as wrong:
        raise BadInput(_told(str(wrong), kind)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadInput("the request is not JSON: send one object, written in UTF-8") from None


def _told(problem: str, kind: type[Any]) -> str:
    """Say in our own words what is wrong with a body that is JSON."""
    fields = fields_of(kind)
    if at := re.search(r"\$\.(\w+)", problem):
        return f"{at[1]} must be {fields[at[1]]}"
    if missing := re.search(r"missing required field `(\w+)`", problem):
        return f"{missing[1]} is missing: it must be {fields[missing[1]]}"
    if "unknown field" in problem:
        name = problem.partition("`")[2].removesuffix("`")
        return f"{name[:80]!r} means nothing here: a request has {', '.join(fields)}"
    return f"the request must be an object with {', '.join(fields)}"


def fields_of(kind: type[Any]) -> dict[str, str]:
    """Give the fields of a body, each with what it must be.

    >>> fields_of(View)["boards"]
    'true or false'
    """
    described = msgspec.json.schema_components([kind])[1][kind.__name__]
    return {name: one["description"] for name, one in described["properties"].items()}
