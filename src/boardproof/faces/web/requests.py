"""What the page may send, typed and bounded: anything else is refused before it is used.

The fields of a question come from its request (`questions/requests.py`). The schema
(`GET /api/schema`) and the refusals derive from the types.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from msgspec import NODEFAULT, Meta, Struct, inspect

from ...errors import BadInput
from ...questions.requests import PositionText, Request, Word, fields_of, request_type
from ...questions.table import QUESTIONS

#: The largest body taken, in bytes.
LARGEST_BODY = 200_000
#: The most moves of one game in progress.
MOST_MOVES = 1_000

NAMED = "an object of at most 50 names, each with a number, a word, true or false"
Parameters = Annotated[dict[Word, int | bool | Word], Meta(max_length=50, title=NAMED)]
Other = Annotated[Parameters | None, Meta(title=NAMED)]
Game = Annotated[str, Meta(max_length=200, title="the name of a game, as a word")]
Moves = Annotated[
    list[Word],
    Meta(
        max_length=MOST_MOVES,
        title=f"a list of at most {MOST_MOVES:,} moves, each a word; "
        "a longer game goes on from a position, given as start",
    ),
]
Number = Annotated[int, Meta(ge=0, le=10_000)]
Expressions = Annotated[list[Annotated[str, Meta(max_length=500)]], Meta(max_length=8)]
# A player's name and numbers; no option of a player that names a folder comes from a browser.
Player = Annotated[
    str,
    Meta(
        pattern=r"^[a-z]+(:[a-z]+=[0-9.]+(,[a-z]+=[0-9.]+)*)?$",
        title="a player's name, with numbers as its options: random, smart:depth=4",
    ),
]


class Play(Struct, forbid_unknown_fields=True, kw_only=True):
    """A game, where it starts, and the moves made: all that there is to a game in progress."""

    game: Game
    parameters: Parameters = {}
    start: PositionText = ""
    moves: Moves = []


class View(Play, forbid_unknown_fields=True, kw_only=True):
    """Ask for the position after `at` moves (all of them by default), or for every board."""

    at: Number | None = None
    boards: bool = False
    asks: Expressions = []


class Ask(Play, forbid_unknown_fields=True, kw_only=True):
    """Ask a question that may take long, about the position after the moves or the whole game."""

    question: Annotated[str, Meta(max_length=200, title="the name of a question")]
    player: Player = "random"
    ply: Number = 0
    at: Number | None = None
    depth: Annotated[int, Meta(ge=0, le=4)] = 2
    other: Other = None
    #: Whether an analysis goes on while the game is made into machine code, and uses that.
    patient: bool = False


def _page_fields() -> list[tuple[str, Any, Any]]:
    """List the fields that the page sets in the requests of all questions, each once."""
    fields: dict[str, tuple[str, Any, Any]] = {}
    for field in (field for name in QUESTIONS for field in fields_of(request_type(name))):
        page, default = field.marks.get("page"), field.default
        if page is not None:
            default = "" if default is NODEFAULT else default
            fields.setdefault(page, (page, field.annotation, default))
    return list(fields.values())


#: The body of a question: what all have, and the fields of their requests under the page's names.
AskBody: Any = msgspec.defstruct(
    "Ask", _page_fields(), bases=(Ask,), forbid_unknown_fields=True, kw_only=True
)

#: The longest rulebook that can be written in the page, in characters.
LONGEST_TEXT = 100_000
Text = Annotated[
    str,
    Meta(
        max_length=LONGEST_TEXT,
        title=f"the text of a rulebook, at most {LONGEST_TEXT:,} characters",
    ),
]


class WrittenText(Struct, forbid_unknown_fields=True, kw_only=True):
    """The text of a rulebook that is being written."""

    source: Text


class WrittenGame(WrittenText, forbid_unknown_fields=True, kw_only=True):
    """A rulebook that is being written, and what it is called."""

    game: Game


class WrittenView(View, forbid_unknown_fields=True, kw_only=True):
    """Ask for a game in progress of a text."""

    source: Text


WrittenAsk: Any = msgspec.defstruct(
    "WrittenAsk", [("source", Text)], bases=(AskBody,), forbid_unknown_fields=True, kw_only=True
)


class Save(WrittenGame, forbid_unknown_fields=True, kw_only=True):
    """Save a text in place of the one that was read: `base` is its digest, unless `over` it all."""

    base: Annotated[str, Meta(max_length=64)] = ""
    over: bool = False


def page_request(kind: type[Request], body: dict[str, Any], **more: Any) -> Any:
    """Make a request of the fields that the page set.

    >>> from boardproof.questions.requests import FindRequest
    >>> page_request(FindRequest, {"text": "full", "plies": 3}, memory=5).arguments()["depth"]
    3
    """
    given = {
        field.name: body[page]
        for field in fields_of(kind)
        if (page := field.marks.get("page")) in body
    }
    return kind(**given, **more)


def decode(body: bytes, kind: type[Any]) -> Any:
    """Decode a body, or say in one line what is wrong with it.

    >>> decode(b'{"game": "kalah", "at": -1}', View)
    Traceback (most recent call last):
    boardproof.errors.BadInput: at must be a whole number from 0 to 10,000, or null
    """
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as wrong:
        raise BadInput(_refusal(str(wrong), kind)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadInput("the request is not JSON: send one object, written in UTF-8") from None


def _refusal(problem: str, kind: type[Any]) -> str:
    """Describe what is wrong with a body that is JSON."""
    fields = fields_expected(kind)
    if at := re.search(r"\$\.(\w+)", problem):
        return f"{at[1]} must be {fields[at[1]]}"
    if missing := re.search(r"missing required field `(\w+)`", problem):
        return f"{missing[1]} is missing: it must be {fields[missing[1]]}"
    if "unknown field" in problem:
        name = problem.partition("`")[2].removesuffix("`")
        return f"{name[:80]!r} is not a field: a request has {', '.join(fields)}"
    return f"the request must be an object with {', '.join(fields)}"


def fields_expected(kind: type[Any]) -> dict[str, str]:
    """Return the fields of a body, each with what it must be.

    >>> fields_expected(View)["boards"]
    'true or false'
    """
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return {field.name: _expected(field.type) for field in described.fields}


def _expected(kind: inspect.Type) -> str:
    """Describe the values of a type: by its title, or by its bounds."""
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=schema):
            return str((schema or {}).get("title") or _expected(inner))
        case inspect.UnionType(types=types):
            given = [_expected(one) for one in types if not isinstance(one, inspect.NoneType)]
            return " or ".join(given) + (", or null" if len(given) < len(types) else "")
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least:,} to {most:,}"
        case inspect.FloatType(gt=least, le=most):
            return f"a number above {least:,g}, at most {most:,g}"
        case inspect.StrType(max_length=most):
            return f"text of at most {most:,} characters"
        case (
            inspect.ListType(item_type=item, max_length=most)
            | inspect.VarTupleType(item_type=item, max_length=most)
        ):
            return f"a list of at most {most} texts, each {_expected(item)}"
    raise TypeError(f"no words for {kind}")
