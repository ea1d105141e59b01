"""A fingerprint of a game's rules: the same wherever and however often they are read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ..ir.nodes import Require, Table
from ..ir.recursion import reached
from ..ir.rules import UNFINISHED, Rules
from ..rules.domains import Domain
from ..rules.starts import START
from .endless import ENDLESS_RULE


def digest(rules: Rules) -> str:
    """Return a fingerprint of all that play depends on: state, moves, results, whose turn it is.

    Questions, sentences and the places where rules are written do not count.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> digest(read(Diagonals())) == digest(read(Diagonals()))
    True
    >>> digest(read(Diagonals())) == digest(read(Diagonals(size=3)))
    False
    """
    game = rules.game
    fingerprint = hashlib.sha256()
    for variable in game.variables.values():
        fingerprint.update(_text((variable.name, str(variable), variable.start)).encode())
    fingerprint.update(_text(game.players.elements).encode())
    others = {START, UNFINISHED, ENDLESS_RULE} & rules.functions.keys()
    first = {*rules.moves, "result", "to_move"} | others
    for name in sorted(first.union(*(reached(rules, rule) for rule in first))):
        function = rules.functions[name]
        parameters = tuple(argument for argument, _ in function.parameters)
        fingerprint.update(_text((name, function.kind, parameters, function.body)).encode())
    return fingerprint.hexdigest()


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
    """Return what a node means: not its place, its type, or the reason for a refusal."""
    for part in fields(node):
        if part.compare and not (isinstance(node, Require) and part.name == "otherwise"):
            yield getattr(node, part.name)
