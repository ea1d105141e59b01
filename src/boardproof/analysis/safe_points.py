"""Points that are safe: only ever added to, and looked at by nothing but the score.

Beans in a pot never come back into play. Two positions that differ in the pots alone go on alike,
and what is left to win does not depend on them. Nobody says so in a rulebook: every move is
followed on all positions at once, and it is seen what it does to the points, and to the sum of the
variable they are part of. What is not understood is not claimed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..ir import nodes as n
from ..ir import types as t
from ..ir.rules import Rules
from .abstract_interpreter import AbstractInterpreter
from .abstract_values import Unproved, prove


@dataclass(frozen=True)
class SafePoints:
    """Where each player's points lie: a map and its key, or a variable and None.

    `conserved` says that no move changes the sum of all numbers of that variable.
    """

    places: tuple[tuple[str, Any], ...]
    conserved: bool


def safe_points(rules: Rules) -> SafePoints | None:
    """Return the safe points of a two-player game of points, None where none is proved."""
    try:
        places = scored_places(rules)
        AbstractInterpreter(rules, places, conserving=False).result()
    except Unproved:
        return None
    for conserving in (True, False):
        try:
            AbstractInterpreter(rules, places, conserving).moves()
        except Unproved:
            continue
        return SafePoints(places, conserving)
    return None


def scored_places(rules: Rules) -> tuple[tuple[str, Any], ...]:
    """Return the places whose numbers are the score."""
    nodes = rules.functions["result"].walk()
    scores = [node for node in nodes if isinstance(node, n.MakeScore)]
    prove(len(scores) == 1 and len(rules.game.players) == 2)
    points = dict(zip(scores[0].players, scores[0].points, strict=True))
    places = tuple(_place(points[player]) for player in rules.game.players)
    kind = rules.state[places[0][0]]
    prove(len(set(places)) == len(places) and len({name for name, _ in places}) == 1)
    prove(isinstance(kind, t.MapT) and isinstance(kind.value, t.IntT) and kind.value.lo >= 0)
    return places


def _place(node: n.Expr) -> tuple[str, Any]:
    if isinstance(node, n.At) and isinstance(node.key, n.Const):
        return node.map, node.key.value
    raise Unproved
