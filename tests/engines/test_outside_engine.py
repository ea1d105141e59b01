"""An engine of another package: one class and one registration, and every command has it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from boardproof.engines.contract import make_engine
from boardproof.engines.profile import profiles
from boardproof.errors import BadInput
from boardproof.faces.cli import cli
from boardproof.reading.loader import load

ENGINE = '''
from boardproof.engines.plain.base import PlainEngine
from boardproof.ir.interpreter import Interpreter
from boardproof.ir.rules import BEFORE
from boardproof.positions.position import Position
from boardproof.rules.state import StateMap


class OutsideEngine(PlainEngine):
    """Runs the IR, and remembers the value of every rule that it was asked for."""

    name = "outside"

    def __init__(self, rules):
        super().__init__(rules)
        self._interpreter, self.values = Interpreter(rules), {}

    def ask(self, position, rule, *arguments):
        key = position, rule, arguments
        if key not in self.values:
            self.values[key] = self.run(position, rule, *arguments)[0]
        return self.values[key]

    def run(self, position, rule, *arguments):
        state = self._state(position)
        value = self._interpreter.run(rule, self.rules.functions[rule].bind(arguments), state)
        after = (StateMap(v) if isinstance(v, dict) else v for v in state.values())
        return value, Position(self.game, tuple(after))

    def compare(self, before, after, rule, *arguments):
        state = self._state(after)
        state |= {BEFORE + name: value for name, value in self._state(before).items()}
        return self._interpreter.run(rule, self.rules.functions[rule].bind(arguments), state)

    def _state(self, position):
        values = (dict(v) if isinstance(v, StateMap) else v for v in position.values)
        return dict(zip(self.game.variables, values, strict=True))
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Install a package that has the engine, and registers what a test wants."""
    (tmp_path / "outside_engine.py").write_text(ENGINE, encoding="utf-8")
    info = tmp_path / "outside_engine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-engine\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)

    def register(home: str) -> None:
        (info / "entry_points.txt").write_text(f"[boardproof.engines]\noutside = {home}\n")

    return register


def answer(*words: str) -> Any:
    """Return what a command prints as JSON, without who found it and how long it took."""
    run = CliRunner().invoke(cli, [*words, "--json"])
    parsed = json.loads(run.output)
    for part in parsed if isinstance(parsed, list) else [parsed]:
        assert part.pop("engine") == words[-1]
        part.pop("seconds", None), part.pop("peak_memory_mb", None)
    return parsed


@pytest.mark.parametrize(
    "question",
    [
        ("count", "tic-tac-toe"),
        ("count", "pong-hau-ki"),
        ("perft", "kalah", "holes=3", "beans=2", "--depth", "4"),
        ("solve", "tic-tac-toe", "size=2"),
        ("check", "tic-tac-toe", "size=2"),
    ],
    ids=" ".join,
)
def test_an_engine_of_another_package_answers_like_the_reference(
    package: Callable[[str], None], question: tuple[str, ...]
) -> None:
    package("outside_engine:OutsideEngine")
    assert "outside" in [one.name for one in profiles()]
    assert answer(*question, "--engine", "outside") == answer(*question, "--engine", "reference")


def test_it_is_the_one_that_runs(package: Callable[[str], None]) -> None:
    package("outside_engine:OutsideEngine")
    engine: Any = make_engine("outside", load("tic-tac-toe", size=2))
    assert engine.enumerate().positions == 29
    assert {rule for _, rule, _ in engine.values} == {"result"}
    assert len(engine.values) == 29


def test_without_its_registration_it_is_unknown(package: Callable[[str], None]) -> None:
    assert "outside" not in [one.name for one in profiles()]
    with pytest.raises(BadInput, match="no engine is called 'outside'"):
        make_engine("outside", load("tic-tac-toe", size=2))
