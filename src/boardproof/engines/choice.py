"""Choosing an engine: the one that is asked for, or the one that suits the game's size."""

from __future__ import annotations

from typing import Any

from ..errors import TooLarge
from ..ir.rules import Rules
from .contract import Engine, Enumeration, make_engine
from .graph import StateGraph, TooMany
from .learnt import note, recall
from .position import Position
from .watch import Watch

#: A game with no more positions than this is done before machine code is loaded.
FEW = 6_500


def enumerate_with(
    name: str, rules: Rules, watch: Watch | None = None, **options: Any
) -> tuple[str, Enumeration]:
    """Visit every reachable position; say which engine did. It may have options of its own."""
    if name != "auto":
        return name, make_engine(name, rules, **options).enumerate(watch)
    if not recall(rules, "large"):
        try:
            graph = StateGraph(make_engine("reference", rules), watch, FEW)
            return "reference", graph.enumeration()
        except TooMany:
            note(rules, "large", True)
    engine = fastest(rules)
    return engine.name, engine.enumerate(watch)


def engine_for_perft(name: str, rules: Rules, start: Position | None, depth: int) -> Engine:
    """Give the engine asked for; left to choose, a plain one unless there are many sequences."""
    if name != "auto":
        return make_engine(name, rules)
    plain = make_engine("reference", rules)
    for shallow in range(1, depth):
        if plain.perft(start or plain.initial(), shallow)[-1] > FEW:
            return fastest(rules)
    return plain


def fastest(rules: Rules) -> Engine:
    """Make the compiled engine, or the reference engine for what that one cannot take."""
    try:
        return make_engine("compiled", rules)
    except TooLarge:
        return make_engine("reference", rules)
