"""The truths of `games/known.toml` as parameters of tests."""

from collections.abc import Callable, Container, Iterator
from typing import Any

import pytest

from boardproof import load
from boardproof.ir.rules import Rules
from boardproof.questions.known import (
    Known,
    KnownCount,
    KnownForce,
    KnownPerft,
    Truth,
    known_games,
)


def cases(
    kind: str,
    *efforts: str,
    where: Callable[[Any], bool] = lambda truth: True,
    slow: Container[str] = (),
) -> list[Any]:
    """List each truth of a kind beside its entry; those not quick, or named, are slow tests.

    One worker takes all truths of an entry, so that what they share is computed once.
    """
    return [
        pytest.param(
            known,
            truth,
            id=_label(known, truth),
            marks=[
                pytest.mark.xdist_group(known.identity),
                *[pytest.mark.slow] * (truth.effort != "quick" or known.identity in slow),
            ],
        )
        for known in known_games()
        for truth in _truths(known, kind)
        if truth.effort in (efforts or ("quick",)) and where(truth)
    ]


def named(*identities: str, slow: bool = False) -> list[Any]:
    """List what is known of some games, written as on the command line."""
    by_name = {known.identity: known for known in known_games()}
    return [
        pytest.param(by_name[name], id=name, marks=[pytest.mark.slow] * slow) for name in identities
    ]


def rules_of(known: Known) -> Rules:
    return load(known.game, **known.parameters)


def numbers_of(known: Known) -> dict[str, int]:
    """Join all that is known of a game's reachable positions."""
    return {name: number for count in known.count for name, number in count.numbers.items()}


def _truths(known: Known, kind: str) -> Iterator[Truth]:
    truths = getattr(known, kind)
    yield from truths if isinstance(truths, tuple) else [truths] if truths else []


def _label(known: Known, truth: Truth) -> str:
    match truth:
        case KnownCount():
            return f"{known.identity} {' '.join([*truth.numbers, *truth.over])}"
        case KnownPerft():
            return f"{known.identity} {truth.after} to {len(truth.counts) - 1}"
        case KnownForce():
            return f"{known.identity} {' '.join(truth.who)} {'always ' * truth.always}{truth.goal}"
    return known.identity
