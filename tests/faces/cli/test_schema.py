"""Exit statuses, and one schema for what each command prints as JSON."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from boardproof.faces.cli import main
from boardproof.faces.cli.schema import printed_types

Typed = Callable[[str], tuple[int, str]]

SMALL = "connect-four columns=3 rows=3 connect=3"

#: What is typed for each command, each ending in another shape of its answer.
LINES = {
    "games": ["games"],
    "show": ["show territory"],
    "match": ["match tic-tac-toe --games 2 --seed 1 --players random random"],
    "perft": ["perft kalah --depth 2 --divide"],
    "count": ["count tic-tac-toe", "count tic-tac-toe size=2 --engine symbolic"],
    "solve": [f"solve {SMALL}", "solve tic-tac-toe --weak", "solve pong-hau-ki"],
    "analyse": [f"analyse {SMALL}", "analyse connect-four --time 0.2"],
    "check": [f"check {SMALL}", "check territory wipe_out=exactly_one never_stuck"],
    "find": [
        f"find {SMALL} 'P1 wins'",
        f"find {SMALL} 'winning(P0) and winning(P1)'",
        f"find {SMALL} full --anywhere",
        f"find {SMALL} full --position 'board=.../0../... turn=P0'",
    ],
    "force": ["force tic-tac-toe size=2", "force tic-tac-toe size=2 --who A --goal 'A wins'"],
    "same-game": ["same-game kalah holes=2 beans=1 and holes=2 beans=2"],
    "lint": ["lint territory wipe_out=exactly_one --no-readings"],
    "judge": ["judge tic-tac-toe --player random --sample 2"],
    "explain": ["explain kalah holes=2 beans=1 2"],
    "tablebase info": ["tablebase info table"],
    "tablebase probe": ["tablebase probe table"],
    "tablebase verify": ["tablebase verify table"],
    "cluster plan": ["cluster plan tic-tac-toe size=2"],
    "results": ["results"],
    "draw": ["draw tic-tac-toe --out two.svg"],
    "export tla": ["export tla tic-tac-toe"],
    "export promela": ["export promela tic-tac-toe size=2"],
    "export prism": ["export prism tic-tac-toe size=2"],
    "export pddl": ["export pddl tic-tac-toe size=2 draw"],
    "doctor": ["doctor"],
    "cache": ["cache"],
}


@pytest.fixture
def typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Typed:
    """Run a line in a folder of its own; return the status and what was printed."""
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str]:
        status = 0
        try:
            main(shlex.split(line))
        except SystemExit as leave:
            status = int(leave.code or 0)
        return status, capsys.readouterr().out

    return run


def test_every_command_that_prints_json_is_tried() -> None:
    assert [*printed_types()] == [*LINES]


@pytest.mark.parametrize("name", [name for name in LINES if name != "results"])
def test_what_a_command_prints_fits_its_schema(typed: Typed, name: str) -> None:
    schema = json.loads(typed(f"schema {name}")[1])
    validator = Draft202012Validator({**schema["answer"], "$defs": closed(schema["$defs"])})
    if name.startswith("tablebase"):
        assert typed(f"solve {SMALL} --store table")[0] == 0
    for line in LINES[name]:
        _, out = typed(f"{line} --json")
        assert out.endswith("\n")
        (printed,) = out.splitlines()
        validator.validate(json.loads(printed))
        assert not validator.is_valid({"nothing": "of the kind"})


def closed(definitions: dict[str, Any]) -> dict[str, Any]:
    """Return definitions that allow no key besides those they name."""
    return {name: {**one, "additionalProperties": False} for name, one in definitions.items()}


def test_a_schema_is_one_line_each(typed: Typed) -> None:
    status, out = typed("schema")
    assert status == 0
    assert [json.loads(line)["command"] for line in out.splitlines()] == [*LINES]


def test_a_request_that_its_schema_takes_is_what_the_options_say(typed: Typed) -> None:
    schema = json.loads(typed("schema find")[1])
    validator = Draft202012Validator({**schema["request"], "$defs": schema["$defs"]})
    assert validator.is_valid({"text": "P0 wins", "depth": 3})
    assert not validator.is_valid({"text": "P0 wins", "depth": -3})
    assert not validator.is_valid({"depth": 3})


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (f"check {SMALL} gravity", 0),
        (f"check {SMALL} every_game_ends --depth 3", 3),
        ("check territory wipe_out=exactly_one never_stuck", 1),
        (f"find {SMALL} 'P0 wins'", 0),
        (f"find {SMALL} 'winning(P0) and winning(P1)'", 1),
        (f"find {SMALL} 'P0 wins' --depth 2", 1),
        (f"find {SMALL} 'not forced(P0, over)' --depth 2", 3),
        ("force tic-tac-toe size=2 --who B --goal 'B wins'", 1),
        ("same-game kalah holes=2 beans=1 and holes=2 beans=2", 1),
        ("same-game kalah holes=3 beans=2 and holes=3 beans=2 --depth 2", 3),
        ("solve tic-tac-toe --weak --time 0.000001", 3),
        ("count tic-tac-toe --memory 1M", 3),
        ("solve tic-tac-toe --memory 1M", 3),
        ("count tic-tac", 2),
        ("schema play", 2),
    ],
)
def test_the_exit_status_says_yes_no_or_unknown(typed: Typed, line: str, status: int) -> None:
    assert typed(line)[0] == status
