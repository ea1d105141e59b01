"""Proofs to keep: why a property holds, or why nothing is found, as clauses and a DRAT proof."""

from __future__ import annotations

from time import monotonic
from typing import Any

from ..engines.planner import plan
from ..engines.profile import MODELS
from ..errors import TooLarge
from ..ir.rules import Rules
from ..limits import Limits
from .constraints import QuerySet, constraints_of
from .models import NOT_ASKED
from .proofs import PropertyProver
from .properties import select_properties
from .verdicts import PropertyChecker

#: Seconds for a proof, where nobody set any.
SECONDS = 60.0


def property_refutation(rules: Rules, name: str, time: float | None = None) -> Any:
    """Return the proof that no move breaks a property, or that no position does.

    >>> from boardproof import load
    >>> property_refutation(load("tic-tac-toe"), "two_winners").lines[-1]
    '0'
    """
    properties = select_properties(rules, (name,))
    checker = PropertyChecker(rules, properties, "auto", None, Limits())
    proof = PropertyProver(checker, _deadline(time), proof=True).induction(properties[0])
    if proof is None or not proof.proved:
        raise TooLarge(f"that {name} holds does not rest on clauses")
    return proof.refutation()


def query_refutation(
    rules: Rules,
    text: str,
    anywhere: bool = False,
    depth: int | None = None,
    time: float | None = None,
) -> Any:
    """Return the proof that no position, or no game of at most so many moves, meets a text.

    >>> from boardproof import load
    >>> query_refutation(load("tic-tac-toe"), "A wins", depth=4).lines[-1]
    '0'
    """
    queries = QuerySet()
    constraints = constraints_of(text, rules.game, queries)
    if any(one.who for one in constraints):
        raise TooLarge("what can be forced does not rest on clauses")
    engine: Any = plan(MODELS, queries.read(rules)).make()
    aims, deadline = [queries.aim(one.number) for one in constraints], _deadline(time)
    instances = engine.anywhere(aims, deadline, proof=True)
    if instances.first() is None:
        return instances.refutation()
    if not anywhere:
        claims = [*engine.own_claims(), engine.exclusion(NOT_ASKED, aims)]
        proof = engine.inductor(claims, deadline, proof=True).prove(NOT_ASKED)
        if proof.proved:
            return proof.refutation()
        search = engine.reachable(aims, depth, deadline=deadline, proof=True)
        if search.first() is None:
            return search.refutation(search.none_within)
    raise TooLarge("there are such positions")


def _deadline(time: float | None) -> float:
    return monotonic() + (time or SECONDS)
