"""State graphs for networkx: every reachable position a node, every move an edge."""

from __future__ import annotations

from typing import Any

from ..engines.planner import engine_for
from ..errors import BadInput, TooLarge
from ..ir.rules import Rules
from ..limits import Limits, TooMany
from ..positions.notation import write_position
from ..statespace.graph import StateGraph

#: A graph of more positions is refused: networkx takes about a kilobyte for each.
MOST_NODES = 200_000


def to_networkx(rules: Rules, most: int = MOST_NODES) -> Any:
    """Return the graph of all reachable positions, by their position strings.

    A node has the `ply` on which it is first reached, who is `to_move` and, where the game is over,
    its `result`; an edge has the `move`. Two moves may join the same positions.

    >>> from boardproof import load
    >>> graph = to_networkx(load("tic-tac-toe", size=2))
    >>> len(graph), graph.number_of_edges()
    (29, 40)
    >>> graph.nodes["mark=AB/A. turn=B"]
    {'ply': 3, 'to_move': None, 'result': 'A wins'}
    """
    try:
        import networkx
    except ImportError:
        raise BadInput("networkx is not installed: pip install networkx") from None
    engine = engine_for("auto", rules)
    try:
        found = StateGraph(engine, Limits(), most)
    except TooMany:
        raise TooLarge(f"{rules.game.identity} has more than {most:,} positions") from None
    graph = networkx.MultiDiGraph(game=rules.game.identity)
    names = [write_position(position) for position in found.positions]
    for number, (name, position) in enumerate(zip(names, found.positions, strict=True)):
        mover = engine.player_to_move(position)
        graph.add_node(
            name,
            ply=found.plies[number],
            to_move=None if mover is None else str(mover),
            result=engine.outcome(position) or None,
        )
        for move, after in engine.successors(position):
            graph.add_edge(name, write_position(after), move=move.name)
    return graph
