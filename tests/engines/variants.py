"""Every registered game, by default and under each of its other readings."""

from functools import cache
from typing import Any

import pytest

from boardproof.engines.contract import Engine, make_engine
from boardproof.engines.profile import CONTRACT, able
from boardproof.ir.rules import Rules
from boardproof.reading.loader import find_game, game_names, load

from .compiled.interpreted import InterpretedEngine

Variant = tuple[str, tuple[tuple[str, int | str | bool], ...]]


def variants() -> list[Variant]:
    """List a game's default and, one at a time, its other readings."""
    found: list[Variant] = []
    for name in game_names():
        found.append((name, ()))
        for option in find_game(name).options.values():
            others = [c for c in option.choices if c != option.default]
            found += [(name, ((option.name, choice),)) for choice in others]
    return found


def label(variant: Variant) -> str:
    name, parameters = variant
    return " ".join([name, *(f"{key}={value}" for key, value in parameters)])


@cache
def rules_of(variant: Variant) -> Rules:
    name, parameters = variant
    return load(name, **dict(parameters))


@cache
def engine_of(engine: str, variant: Variant) -> Engine:
    if engine == AS_PYTHON:
        return InterpretedEngine(rules_of(variant))
    return make_engine(engine, rules_of(variant))


def asked_of(*engines: str) -> list[Any]:
    """List engines to be tested; machine code, which takes long to make, is run as Python too.

    The slow suite makes the machine code of every variant.
    """
    return [
        one
        for engine in engines
        for one in (
            [AS_PYTHON, pytest.param(engine, marks=pytest.mark.slow)]
            if engine == InterpretedEngine.name
            else [engine]
        )
    ]


#: What stands for the code that the compiled engine writes, run by Python itself.
AS_PYTHON = "compiled, as Python"
#: All that answer the whole contract.
ENGINES = sorted(one.name for one in able(next(iter(CONTRACT))) if one.abilities >= CONTRACT)
VARIANTS = variants()
