"""A rulebook that is being written, as a worker reads it: what it is, and a game of it.

Its text may loop for ever or take all memory when it is run: it is never read by the server itself.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from .catalogue import Catalogue, describe_game
from .questions import PageQuestion
from .requests import View
from .view import view


@lru_cache(maxsize=4)
def _catalogue(file: str) -> Catalogue:
    return Catalogue([file])


def describe_written(question: PageQuestion) -> dict[str, Any]:
    """Describe a rulebook as the catalogue does; what is wrong with it is raised."""
    file = question.asked["game"]
    opened = _catalogue(file).open(file, {})
    return {**describe_game(file, type(opened.rules.game)), "game": question.asked["called"]}


def view_written(question: PageQuestion) -> dict[str, Any]:
    """Show a game in progress of a rulebook that is being written."""
    names = [field.name for field in msgspec.structs.fields(View)]
    asked = msgspec.convert({name: question.asked[name] for name in names}, View)
    opened = _catalogue(asked.game).open(asked.game, asked.parameters)
    return {**view(opened, asked), "game": question.asked["called"]}
