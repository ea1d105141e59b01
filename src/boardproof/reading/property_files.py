"""Properties in a file beside a rulebook: plain functions and claims, for a game that exists.

from boardproof.rules import always, implies

@always
def few_pieces(self):
    return sum(self.board[cell] is not None for cell in self.cells) <= 16

moved_last = implies("winning(player)", "turn != player", player="players")
"""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

from ..errors import BadInput
from ..rules.claims import Claim
from ..rules.decorators import CLAIMS, STEP, Mark
from ..rules.game import Game
from .loader import module_of


def with_properties(cls: type[Game], path: str) -> type[Game]:
    """Return a subclass of a game with the properties of a file; its rules are unchanged."""
    properties = _properties(Path(path), cls)
    for name in properties:
        if hasattr(cls, name):
            raise BadInput(f"{path} has a property {name}, and so has {cls.name}: rename it")
    return type(cls.__name__, (cls,), {**properties, "name": cls.name, "__doc__": cls.__doc__})


def _properties(path: Path, cls: type[Game]) -> dict[str, Any]:
    module = vars(module_of(path))
    candidates = {name: value for name, value in module.items() if _is_property(value)}
    if not any(isinstance(v, Claim) or getattr(v, "mark", None) for v in candidates.values()):
        raise BadInput(f"{path} holds no property: write `@always` over `def name(self):` in it")
    return {
        name: value
        for name, value in candidates.items()
        if isinstance(value, Claim) or value.__module__ == module["__name__"]
    }


def _is_property(value: object) -> bool:
    """Whether a value is a claim, or a function that can be a rule: `self` comes first."""
    if isinstance(value, Claim):
        return True
    if not isinstance(value, FunctionType):
        return False
    mark = getattr(value, "mark", None)
    kind = mark.kind if isinstance(mark, Mark) else None
    helper = mark is None and value.__code__.co_varnames[:1] == ("self",)
    return helper or kind in CLAIMS or kind == STEP
