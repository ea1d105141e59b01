"""Games to positions that a solver made up: longer than it can find itself."""

from __future__ import annotations

import pytest

from boardproof.answers import Found
from boardproof.engines.contract import make_engine
from boardproof.engines.race import Entrant, Messenger, race
from boardproof.engines.route import route
from boardproof.limits import Limits
from boardproof.positions.notation import read_position
from boardproof.positions.play import replay
from boardproof.questions.models import ModelSearch
from boardproof.questions.selection import Selection
from boardproof.reading.loader import load
from boardproof.reading.queries import ask
from boardproof.statespace.goals import Aim


@pytest.mark.parametrize(
    ("columns", "rows"), [(7, 6), pytest.param(16, 16, marks=pytest.mark.slow)]
)
def test_a_drawn_game_that_fills_a_board(columns: int, rows: int) -> None:
    rules, _ = ask(load("connect-four", columns=columns, rows=rows))
    draws = {"draw": Aim(results=frozenset({"draw"}))}

    def work(messenger: Messenger) -> None:
        ModelSearch(rules, draws, Selection()).plan("found", messenger)

    answer = race([Entrant("route", work)], ["found"], Limits(time=200)).answers["found"]
    assert isinstance(answer, Found)
    assert answer.trace is not None
    engine = make_engine("reference", rules)
    assert str(engine.result(replay(engine, answer.trace.moves)[-1])) == "draw"
    assert len(answer.trace.moves) == columns * rows


def test_a_position_that_no_placing_of_pieces_comes_to() -> None:
    engine = make_engine("reference", load("tic-tac-toe"))
    target = read_position(engine.rules.game, "mark=AAA/BBB/... turn=A")
    assert route(engine, target) is None  # type: ignore[arg-type]
