"""A fingerprint of a game's rules: the same wherever and however often they are read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ..ir.nodes import Require, Table
from ..ir.recursion import reached
from ..ir.rules import Rules
from ..rules.domains import Domain


def digest(rules: Rules) -> str:
    """Give a fingerprint of all that play depends on: the state, moves, results, whose turn it is.

    Questions, sentences and the places where rules are written do not count.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> digest(read(Diagonals())) == digest(read(Diagonals()))
    True
    >>> digest(read(Diagonals())) == digest(read(Diagonals(size=3)))
    False
    """
    game = rules.game
    found = hashlib.sha256()
    for variable in game.variables.values():
        found.update(_text((variable.name, str(variable), variable.start)).encode())
    found.update(_text(game.players.elements).encode())
    first = {*rules.moves, "result", "to_move"}
    for name in sorted(first.union(*(reached(rules, rule) for rule in first))):
        function = rules.functions[name]
        parameters = tuple(argument for argument, _ in function.parameters)
        found.update(_text((name, function.kind, parameters, function.body)).encode())
    return found.hexdigest()


def _text(value: Any) -> str:
    """Write a part of the rules without anything that differs from run to run."""
    match value:
        case Table():
            return f"Table({_text(value.entries)})"
        case Domain():
            return f"{type(value).__name__}({', '.join(map(_text, value))})"
        case Mapping():
            return f"{{{', '.join(sorted(f'{_text(k)}: {_text(v)}' for k, v in value.items()))}}}"
        case set() | frozenset():
            return f"{{{', '.join(sorted(map(_text, value)))}}}"
        case tuple() | list():
            return f"({', '.join(map(_text, value))})"
        case str():
            return repr(str(value))
        case None | int():
            return repr(value)
    if is_dataclass(value):
        return f"{type(value).__name__}({', '.join(map(_text, _parts(value)))})"
    return type(value).__name__


def _parts(node: Any) -> Iterator[Any]:
    """Give what a node means: not its place, nor its type, nor what a refused move is told."""
    for one in fields(node):
        if one.compare and not (isinstance(node, Require) and one.name == "otherwise"):
            yield getattr(node, one.name)
