"""Pictures of diagrams: every node and value is there, and no label covers another."""

import random
import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import pytest

from boardproof.algebra import Space, StateSet
from boardproof.drawing.diagram import LABELLED, as_dot, as_svg, as_text, graph_of
from boardproof.drawing.layered import RADIUS, box_of, lay_out, overlap
from boardproof.errors import TooLarge

SVG = "{http://www.w3.org/2000/svg}"


def random_states(seed: int) -> StateSet:
    """Make a set whose diagram has a few rows, some of them wide."""
    chance = random.Random(seed)
    words = ["north", "south-west", "up", "down"]
    names = {f"v{n}": words[: chance.randint(2, 4)] for n in range(chance.randint(2, 5))}
    space = Space(names)
    states = [{n: chance.choice(v) for n, v in names.items()} for _ in range(chance.randint(1, 25))]
    return space.states(states)


@pytest.mark.parametrize("seed", range(60))
def test_every_state_is_a_path_and_every_path_a_state(seed: int) -> None:
    states = random_states(seed)
    graph = graph_of(states, 1000)
    paths = {(0, ())}
    for row in range(len(graph.names)):
        paths = {
            (edge.end, (*path, value))
            for node, path in paths
            for edge in graph.edges
            if (edge.row, edge.start) == (row, node)
            for value in edge.label.split(", ")
        }
    assert {path for _, path in paths} == {tuple(state.values()) for state in states}
    assert len(paths) == states.count


@pytest.mark.parametrize("seed", range(60))
def test_no_label_covers_another_or_a_node_and_no_node_another(seed: int) -> None:
    graph = graph_of(random_states(seed), LABELLED)
    layout = lay_out(graph.rows, graph.edges)
    assert set(layout.labels) == set(graph.edges)
    boxes = [box_of(edge.label, at) for edge, at in layout.labels.items()]
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    for row in layout.nodes:
        xs = sorted(x for x, _ in row)
        assert all(b - a > 2 * RADIUS for a, b in pairwise(xs))
        (y,) = {y for _, y in row}
        assert not any(top < y + RADIUS and y - RADIUS < bottom for _, top, _, bottom in boxes)


@pytest.mark.parametrize("seed", range(10))
def test_a_picture_is_well_formed_and_has_every_node_and_label_inside(seed: int) -> None:
    states = random_states(seed)
    graph, root = graph_of(states, LABELLED), ET.fromstring(as_svg(states, "a < b", LABELLED))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert len(list(root.iter(f"{SVG}circle"))) == graph.nodes
    labels = [t for t in root.iter(f"{SVG}text") if t.attrib["class"].startswith("label")]
    assert sorted(t.text or "" for t in labels) == sorted(edge.label for edge in graph.edges)
    group = root.find(f"{SVG}g")
    assert group is not None
    left, top = map(float, re.findall(r"[\d.]+", group.attrib["transform"]))
    for text in labels:
        box = box_of(text.text or "", (float(text.attrib["x"]), float(text.attrib["y"])))
        assert box[0] + left > 0
        assert box[2] + left < width
        assert box[3] + top < height


def test_the_legend_has_the_values_on_edges_and_is_no_wider_than_the_picture() -> None:
    values = list(range(40))
    space = Space(dict.fromkeys("abcde", values))
    states = space.empty
    for number in range(30):
        states = states | space.state(a=number, b=number, c=29 - number, d=number, e=7)
    drawn = ET.fromstring(as_svg(states, limit=1_000))
    width = float(drawn.attrib["width"])
    legend = [one for one in drawn if one.tag.endswith("text")]
    assert [one.text for one in legend] == [str(number) for number in range(30)]
    assert all(float(one.attrib["x"]) + 8 * len(one.text or "") <= width for one in legend)
    assert len({one.attrib["y"] for one in legend}) > 1


def test_a_diagram_with_too_many_nodes_is_refused() -> None:
    space = Space({n: range(2) for n in range(12)})
    states = space.states(
        {n: (number >> n) & 1 for n in range(12)} for number in range(0, 4096, 37)
    )
    with pytest.raises(TooLarge, match=r"the diagram has \d+ nodes, and 60 are drawn at most"):
        as_svg(states)
    assert as_svg(states, limit=2000).count("<circle") == graph_of(states, 2000).nodes > LABELLED


def test_text_and_dot_show_the_same_diagram() -> None:
    space = Space({"x": [0, -1], 'odd "name"': [None, True]})
    states = space.where("x", -1)
    assert as_text(states) == 'x -|-1|>\n    odd "name" -|–, yes|>\n        TERMINAL [1]'
    dot = as_dot(states)
    assert 'n0_0 -> n1_0 [label="−1"];' in dot
    assert 'n1_0 [label="odd \\"name\\""];' in dot
    assert 'n2_0 [shape=box, label="1"];' in dot


def test_the_empty_set_is_a_leaf() -> None:
    empty = Space({"x": [0, 1]}).empty
    assert as_text(empty) == "TERMINAL [0]"
    assert ">0</text>" in as_svg(empty)
    assert 'label="0"' in as_dot(empty)
