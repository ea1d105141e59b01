"""Where games can go round in circles: the strongly connected components of a graph."""

from __future__ import annotations

from collections.abc import Iterator

from .graph import Adjacency


def components(joined: Adjacency) -> Iterator[list[int]]:
    """Yield sets of nodes that all lead to each other, each set after those that it leads to.

    Tarjan's algorithm, without recursion.

    >>> from array import array
    >>> list(components(Adjacency(array("i", [0, 1, 3, 4, 4]), array("i", [1, 0, 2, 3]))))
    [[3], [2], [1, 0]]
    """
    size = len(joined)
    #: The least number met of those a node leads to; 0 where it was not met, many once it is done.
    low, met, done = [0] * size, 0, size + 1
    waiting: list[int] = []
    for root in range(size):
        path: list[tuple[int, int, Iterator[int]]] = []
        following = iter([] if low[root] else [root])
        while True:
            node = next((end for end in following if not low[end]), None)
            if node is not None:
                met += 1
                low[node] = met
                waiting.append(node)
                following = iter(joined[node])
                path.append((node, met, following))
            elif path:
                node, number, _ = path.pop()
                low[node] = min([number, *(low[end] for end in joined[node])])
                if low[node] == number:
                    yield _taken(waiting, node, low, done)
                following = path[-1][2] if path else iter(())
            else:
                break


def _taken(waiting: list[int], first: int, low: list[int], done: int) -> list[int]:
    """Take the nodes of a component, down to the one that was met first."""
    component: list[int] = []
    while not component or component[-1] != first:
        component.append(waiting.pop())
        low[component[-1]] = done
    return component
