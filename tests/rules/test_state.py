"""What state variables start with."""

from boardproof.rules import Domain, Map, Players
from boardproof.rules.state import MapVariable


def test_a_map_may_start_with_a_dict_of_what_differs() -> None:
    players, cells = Players("A", "B"), Domain("a", "b", "c")
    mark = Map(cells, players | None, start={"a": "A", "c": players.B})
    assert isinstance(mark, MapVariable)
    assert mark.start == {"a": "A", "b": None, "c": "B"}
