"""A question of the rulebook asked of every position of a line: the strip of yes and no."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ...errors import BadInput
from ...rules.game import domain_at, marked
from ...rules.words import CLAIMS
from .library import Opened

if TYPE_CHECKING:
    from .table import Step

#: `name` or `name(argument, argument)`: words and numbers, never a program.
ASKED = re.compile(r"\s*(\w+)\s*(?:\((.*)\))?\s*")


def truths(opened: Opened, text: str, line: list[Step]) -> list[bool]:
    """Answer `winning(P0)` for each position of a line."""
    name, arguments = read_question(opened, text)
    return [opened.engine.holds(step.position, name, **arguments) for step in line]


def read_question(opened: Opened, text: str) -> tuple[str, dict[str, Any]]:
    """Read the name of a question and its arguments, or say how one is written."""
    game = opened.rules.game
    found = ASKED.fullmatch(text)
    marks = marked(type(game), *CLAIMS)
    known = ", ".join([*marks, "wellformed"])
    if not found or (found[1] not in marks and found[1] != "wellformed"):
        raise BadInput(f"{text!r} is no question of {game.name}: it has {known}")
    domains = marks[found[1]].domains if found[1] in marks else {}
    words = _split(found[2] or "")
    if len(words) != len(domains):
        needs = ", ".join(domains)
        raise BadInput(f"{found[1]} is asked as {found[1]}({needs})" if needs else
                       f"{found[1]} takes no arguments")  # fmt: skip
    pairs = zip(domains.items(), words, strict=True)
    return found[1], {name: _element(game, path, word) for (name, path), word in pairs}


def _split(text: str) -> list[str]:
    """Split at commas that are not inside a cell's brackets."""
    return [word.strip() for word in re.split(r",(?![^()]*\))", text) if word.strip()]


def _element(game: Any, path: str, word: str) -> Any:
    domain = domain_at(game, path)
    for element in domain:
        if word.replace(" ", "") == str(element).replace(" ", ""):
            return element
    some = list(map(str, domain))
    shown = ", ".join(some) if len(some) <= 8 else f"{some[0]} to {some[-1]}"
    raise BadInput(f"{word!r} is not one of {shown}")
