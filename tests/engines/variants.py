"""Every registered game, by default and under each of its other readings."""

from functools import cache

from boardproof.engines.contract import Engine, make_engine
from boardproof.engines.profile import CONTRACT, able
from boardproof.ir.rules import Rules
from boardproof.reading.loader import find_game, game_names, load

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
    return make_engine(engine, rules_of(variant))


#: All that answer the whole contract.
ENGINES = sorted(one.name for one in able(next(iter(CONTRACT))) if one.abilities >= CONTRACT)
VARIANTS = variants()
