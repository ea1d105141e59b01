"""The state graph as networkx has it: as many nodes and edges as are counted, and paths in it."""

import pytest

from boardproof import explore, load, solve
from boardproof.errors import TooLarge
from boardproof.interop.graphs import to_networkx

networkx = pytest.importorskip("networkx", reason="networkx is not installed")


@pytest.mark.parametrize("name", ["nim", "pong-hau-ki", "hexapawn"])
def test_nodes_are_positions_and_edges_are_moves(name):
    rules = load(name)
    graph, count = to_networkx(rules), explore(rules)
    assert (len(graph), graph.number_of_edges()) == (count.positions, count.moves)
    plies = [ply for _, ply in graph.nodes(data="ply")]
    assert [plies.count(ply) for ply in range(max(plies) + 1)] == count.by_ply
    ends = [result for _, result in graph.nodes(data="result") if result]
    assert {end: ends.count(end) for end in ends} == count.over
    assert networkx.is_directed_acyclic_graph(graph) == (count.longest is not None)


def test_a_shortest_path_is_a_shortest_game():
    rules = load("hanoi", discs=3)
    graph, solution = to_networkx(rules), solve(rules)
    goals = [node for node, result in graph.nodes(data="result") if result]
    path = networkx.shortest_path(graph, solution.position)
    assert min(len(path[goal]) for goal in goals) - 1 == solution.distance == 7


def test_a_large_graph_is_refused():
    with pytest.raises(TooLarge, match="more than 100 positions"):
        to_networkx(load("nim"), most=100)
