"""The learner of the examples learns, on any rulebook, and is judged by what solving says."""

from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from boardproof import load

EXAMPLES = Path(__file__).parents[1] / "examples"

pytestmark = pytest.mark.slow


@pytest.fixture
def alphazero(monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("torch", reason="needs torch: pip install 'boardproof[learn]'")
    monkeypatch.syspath_prepend(EXAMPLES)
    return import_module("alphazero")


def test_it_learns_and_its_report_is_drawn(alphazero: Any) -> None:
    _, report = alphazero.train(load("tic-tac-toe"), 0, most=8, games=64, sample=30, looks=1)
    (_, before), (_, after) = report.judged
    assert after.total.accuracy > before.total.accuracy + 0.1
    assert after.total.regret < before.total.regret
    drawn = ElementTree.fromstring(report.svg("tic-tac-toe"))
    assert len(drawn.findall(".//{*}polyline")) == 4


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
        ("kalah", {"holes": 2, "beans": 2}),
        ("pong-hau-ki", {}),
        ("draughts", {"size": 4}),
        (str(EXAMPLES.parent / "tests" / "engines" / "rulebooks" / "hops.py"), {}),
    ],
)
def test_any_rulebook_will_do(alphazero: Any, game: str, parameters: dict[str, int]) -> None:
    rules = load(game, **parameters)
    learner, report = alphazero.train(rules, 0, most=1, games=8, simulations=4, sample=5, looks=1)
    assert report.judged[-1][1].total.positions > 0
    player = alphazero.LearntPlayer(learner, simulations=4)
    start = learner.batch.engine.initial()
    assert player.choose(learner.batch.engine, start) in learner.batch.engine.legal_moves(start)
