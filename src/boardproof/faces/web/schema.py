"""The API described for programs, in OpenAPI: what is sent, and what is returned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ... import __version__
from ...questions.requests import schemas
from .editing import HEADER, PATH
from .requests import AskBody, Save, View, WrittenAsk, WrittenGame, WrittenText, WrittenView

#: Every error has this shape; a wrong move also says how many could be made before it, and what is
#: wrong with a text that is being written: the place, the problem, what to write instead.
REFUSAL = {
    "type": "object",
    "properties": {
        "error": {"type": "string"},
        "made": {"type": "integer"},
        "place": {"type": "object"},
        **{name: {"type": "string"} for name in ("problem", "instead", "base")},
    },
    "required": ["error"],
    "additionalProperties": False,
}
#: The fields of answers that are JSON, each with its type; `?` allows null.
GAMES = {"games": "array", "players": "array", "questions": "array"}
SOURCE = {"file": "string", "text": "string"}
LISTS = "players line grounds defects targets spots moves variables questions"
SHOWN = {
    **dict.fromkeys(("game", "identity", "position", "expected", "svg"), "string"),
    **dict.fromkeys(("to_move", "result", "ended"), "string?"),
    **dict.fromkeys(LISTS.split(), "array"),
    **dict.fromkeys(("points", "truths"), "object"),
    **dict.fromkeys(("again", "stuck", "anywhere"), "boolean"),
    "boards": "array?",
    "at": "integer",
}
DESCRIBED = {
    **dict.fromkeys(("game", "sentence", "rules", "error"), "string"),
    **dict.fromkeys(("parameters", "known"), "array"),
    "size": "integer?",
    "file": "boolean",
}
OPENED = {
    **dict.fromkeys(("game", "text", "base"), "string"),
    "named": "boolean",
    "templates": "array",
}
#: What the editor takes and returns; a stream of events where there is no answer.
EDITOR: dict[str, tuple[str, Any, dict[str, str] | None]] = {
    "open": ("The file's text, and the templates", None, OPENED),
    "disk": ("The digest of the file as it is now", None, {"base": "string"}),
    "colours": ("A text in coloured pieces", WrittenText, {"lines": "array"}),
    "describe": ("What a text is", WrittenGame, DESCRIBED),
    "view": ("A game in progress of a text", WrittenView, SHOWN),
    "ask": ("A long question about a text", WrittenAsk, None),
    "save": ("Write the file", Save, {"game": "string", "base": "string"}),
}
#: Only who knows the secret may send a text.
SECRET = {"type": "apiKey", "in": "header", "name": HEADER}
REFUSALS = ("400", "403", "404", "405", "408", "409", "413", "414", "415", "503")


def describe_api(
    games: Iterable[str], questions: Iterable[str], editor: bool = False
) -> dict[str, Any]:
    """Describe the API of a server that has these games and answers these questions.

    >>> [path.removeprefix("/api/") for path in describe_api(["nim"], ["solve"])["paths"]]
    ['games', 'schema', 'source', 'stamp', 'picture', 'view', 'ask']
    >>> list(describe_api(["nim"], ["solve"], editor=True)["paths"])[-2:]
    ['/api/edit/ask', '/api/edit/save']
    """
    games = list(games)
    paths = {
        "/api/games": {"get": _operation("The games and what can be asked", _object(GAMES))},
        "/api/schema": {"get": _operation("This description", {"type": "object"})},
        "/api/source": {"get": _operation("The text of a rulebook", _object(SOURCE), [_of(games)])},
        "/api/stamp": {
            "get": _operation(
                "When its file was changed", _object({"stamp": "integer"}), [_of(games)]
            )
        },
        "/api/picture": {"get": _operation("Its first board", None, [_of(games)], svg=True)},
        "/api/view": {"post": _operation("A game in progress", _object(SHOWN), body="View")},
        "/api/ask": {"post": _operation("A long question", None, body="Ask")},
    }
    components: dict[str, Any] = {
        "schemas": {**_bodies(games, list(questions), editor), "Refusal": REFUSAL}
    }
    if editor:
        paths |= {PATH + name: {"post": _written(*about)} for name, about in EDITOR.items()}
        components["securitySchemes"] = {"secret": SECRET}
    return {
        "openapi": "3.1.0",
        "info": {"title": "boardproof", "version": __version__},
        "paths": paths,
        "components": components,
    }


def _bodies(games: list[str], questions: list[str], editor: bool) -> dict[str, Any]:
    template = "#/components/schemas/{name}"
    written = [body for _, body, _ in EDITOR.values() if body and editor]
    _, bodies = msgspec.json.schema_components([View, AskBody, *written], ref_template=template)
    for name in ("View", "Ask"):  # a text that is being written has any name
        bodies[name]["properties"]["game"]["enum"] = games
    for name in bodies.keys() & {"Ask", "WrittenAsk"}:
        bodies[name]["properties"]["question"]["enum"] = questions
    return {**schemas(template), **bodies}


def _written(summary: str, body: Any, answer: dict[str, str] | None) -> dict[str, Any]:
    """Describe an address of the editor."""
    name = body.__name__ if body else ""
    operation = _operation(summary, None if answer is None else _object(answer), body=name)
    return {**operation, "security": [{"secret": []}]}


def _operation(
    summary: str,
    answer: dict[str, Any] | None,
    parameters: list[dict[str, Any]] | None = None,
    body: str = "",
    svg: bool = False,
) -> dict[str, Any]:
    """Describe what a path takes and returns; without a schema, a stream of events."""
    content = {"application/json": {"schema": answer}} if answer else {"text/event-stream": {}}
    content = {"image/svg+xml": {}} if svg else content
    refused = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    operation: dict[str, Any] = {
        "summary": summary,
        "responses": {
            "200": {"description": summary, "content": content},
            **{code: {"description": "Refused", "content": refused} for code in REFUSALS},
        },
    }
    if parameters:
        operation["parameters"] = parameters
    if body:
        schema = {"$ref": f"#/components/schemas/{body}"}
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return operation


def _of(games: list[str]) -> dict[str, Any]:
    schema = {"type": "string", "enum": games}
    return {"name": "game", "in": "query", "required": True, "schema": schema}


def _object(fields: dict[str, str]) -> dict[str, Any]:
    """Write an answer's fields as a schema; it has them all, and no others."""
    properties = {
        name: {"type": [kind[:-1], "null"] if kind.endswith("?") else kind}
        for name, kind in fields.items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(fields),
        "additionalProperties": False,
    }
