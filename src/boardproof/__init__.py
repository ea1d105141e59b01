"""Write a board game's rules once; play it, prove things about it, count it, solve it.

>>> import boardproof
>>> rules = boardproof.load("tic-tac-toe")
>>> boardproof.explore(rules).positions
5478
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engines.contract import make_engine
    from .questions.check import check
    from .questions.explain import explain
    from .questions.explore import explore
    from .questions.find import find
    from .questions.force import force
    from .questions.lint import lint
    from .questions.perft import perft
    from .questions.same_game import same_game
    from .questions.solve import solve
    from .reading.loader import load

__version__ = "0.1.0"
__all__ = [
    "check",
    "explain",
    "explore",
    "find",
    "force",
    "lint",
    "load",
    "make_engine",
    "perft",
    "same_game",
    "solve",
]

_HOMES = {
    "check": "boardproof.questions.check",
    "explain": "boardproof.questions.explain",
    "find": "boardproof.questions.find",
    "force": "boardproof.questions.force",
    "same_game": "boardproof.questions.same_game",
    "explore": "boardproof.questions.explore",
    "lint": "boardproof.questions.lint",
    "load": "boardproof.reading.loader",
    "make_engine": "boardproof.engines.contract",
    "perft": "boardproof.questions.perft",
    "solve": "boardproof.questions.solve",
}


def __getattr__(name: str) -> Any:
    """Import a name on first use: a rulebook needs no engine to be imported."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'boardproof' has no attribute {name!r}")


if "IPython" in sys.modules:
    import_module("boardproof.faces.notebook")
