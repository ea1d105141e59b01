"""Every registered game, by default and under each of its other readings."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from boardproof.engines.contract import Engine, make_engine
from boardproof.engines.profile import CONTRACT, ENUMERATE, able
from boardproof.ir.rules import Rules
from boardproof.questions.known import known_games
from boardproof.reading.loader import find_game, game_names, load

from .compiled.interpreted import InterpretedEngine

#: The second programs of games, each named as its game.
PEERS = Path(__file__).parents[1] / "games" / "peers"
Variant = tuple[str, tuple[tuple[str, int | str | bool], ...]]


def variants(name: str) -> Iterator[tuple[Variant, bool]]:
    """List a game and, one at a time, its other readings; and whether each is of the long suite.

    A game that a second program is held to stands here with all its readings. Of another the first
    entry of what is known is tested always if its positions are soon counted, its readings by the
    long suite.
    """
    entries = [known for known in known_games() if known.game == name]
    has_peer = (PEERS / f"{name.replace('-', '_')}.py").exists()
    quick = any(count.effort == "quick" for count in entries[0].count)
    first = () if has_peer else tuple(entries[0].parameters.items())
    yield (name, first), not (has_peer or quick)
    for option in find_game(name).options.values():
        others = [choice for choice in option.choices if choice != option.default]
        yield from (((name, ((option.name, choice),)), not has_peer) for choice in others)


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


def few_or_many(name: str, few: int, many: int) -> Any:
    """Test on a few always, on many by the long suite."""
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=pytest.mark.slow)])


#: What stands for the code that the compiled engine writes, run by Python itself.
AS_PYTHON = "compiled, as Python"
#: All that answer the whole contract.
ENGINES = sorted(one.name for one in able(next(iter(CONTRACT))) if one.abilities >= CONTRACT)
#: All that count positions, whatever else.
COUNTING = sorted(one.name for one in able(ENUMERATE) if not (one.on_disk or one.own_memory))
VARIANTS = [variant for name in game_names() for variant, long in variants(name) if not long]
#: The same as parameters of tests, with those of the long suite; one worker takes all of a variant.
EVERY_VARIANT = [
    pytest.param(
        variant,
        id=label(variant),
        marks=[pytest.mark.xdist_group(label(variant)), *[pytest.mark.slow] * long],
    )
    for name in game_names()
    for variant, long in variants(name)
]
