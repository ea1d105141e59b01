"""`boardproof schema`: what commands take and print, as JSON Schema."""

from __future__ import annotations

from typing import Any, get_type_hints

import click
import msgspec

from ...answers import Finding, Report
from ...errors import BadInput
from ...questions.requests import function_of, request_type
from ...questions.table import QUESTIONS
from ...suggest import suggest
from . import COMMANDS, command_module
from .options import echo_json

#: Answers of which only a part is printed.
PRINTED: dict[Any, Any] = {Report: list[Finding]}


@click.command("schema")
@click.argument("words", nargs=-1, metavar="[COMMAND]")
def command(words: tuple[str, ...]) -> None:
    """Print the JSON Schema of what COMMAND takes, and of what its --json prints.

    One line for the command, or for each that prints JSON. `request` describes the options of a
    question, `answer` the line that it prints; both refer to `$defs`.
    """
    types, name = printed_types(), " ".join(words)
    if name and name not in types:
        hint = suggest(name, types, f"these do: {', '.join(types)}")
        raise BadInput(f"{name!r} does not print JSON: {hint}")
    for one in [name] if name else types:
        echo_json(schema_of(one, types[one]))


def printed_types() -> dict[str, tuple[Any, ...]]:
    """Return the types of what each command prints as JSON, by its name.

    A question prints what its function returns, unless the command's module says otherwise.
    """
    types: dict[str, Any] = {}
    for name in COMMANDS:
        if name in QUESTIONS:
            returned = get_type_hints(function_of(request_type(name)))["return"]
            types[name] = PRINTED.get(returned, returned)
        types |= getattr(command_module(name), "JSON", {})
    return {name: kind if isinstance(kind, tuple) else (kind,) for name, kind in types.items()}


def schema_of(name: str, answers: tuple[Any, ...]) -> dict[str, Any]:
    """Return the schema of a command's answer, one of some types, and of its request."""
    asked = [request_type(name)] if name in QUESTIONS else []
    (*printed,), definitions = msgspec.json.schema_components([*answers, *asked])
    request = {"request": printed.pop()} if asked else {}
    answer = printed[0] if len(printed) == 1 else {"anyOf": printed}
    return {"command": name, **request, "answer": answer, "$defs": definitions}
