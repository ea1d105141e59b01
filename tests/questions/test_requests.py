"""Each question is declared once: its request fits its function, its command and its schema."""

import inspect
import json
import sys
from types import ModuleType
from typing import Annotated

import pytest
from jsonschema import Draft202012Validator
from msgspec import NODEFAULT

from boardproof import load
from boardproof.answers import Answer
from boardproof.faces import cli
from boardproof.faces.cli.request_options import request_options
from boardproof.questions import requests
from boardproof.questions.requests import (
    Request,
    ask,
    field,
    fields_of,
    function_of,
    request_type,
    schemas,
)
from boardproof.questions.table import QUESTIONS, QuestionEntry

#: Arguments that a function has besides the fields of its request: values that are no plain data.
LIVE = {"rules", "other", "progress", "report", "solution", "chooser"}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_request_has_the_arguments_of_its_function_with_their_defaults(name: str) -> None:
    kind = request_type(name)
    parameters = inspect.signature(function_of(kind)).parameters
    needed = {one.name: "x" for one in fields_of(kind) if one.default is NODEFAULT}
    arguments = kind(**needed).arguments()
    assert {*arguments} - {"start"} == {*parameters} - LIVE
    for one in fields_of(kind):
        if one.name in parameters and one.default is not NODEFAULT:
            default = parameters[one.name].default
            assert default in (one.default, inspect.Parameter.empty), one.name


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_field_has_help_an_option_and_a_schema(name: str) -> None:
    kind = request_type(name)
    options = {one.name: one for one in request_options(kind)}
    for one in fields_of(kind):
        assert one.help.endswith((".", "…")), one.name
        assert one.name in options or "words" in one.marks
        assert schemas()[kind.__name__]["properties"][one.name]["description"] == one.help


class PliesRequest(Request, frozen=True, kw_only=True):
    """Count the plies of a game's shortest name."""

    times: Annotated[requests.Whole, field("Repeat it N times.", metavar="N")] = 1


class Plies(Answer, frozen=True, kw_only=True):
    """A made-up answer."""

    plies: int

    @property
    def affirmative(self) -> bool:
        return self.plies > 3

    def __str__(self) -> str:
        return f"{self.plies} plies"


@pytest.fixture
def new_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a question: its struct, its function, and its line in the table; nothing else."""
    module = ModuleType("boardproof.questions.plies")

    def plies(rules, times=1):  # type: ignore[no-untyped-def]
        game = rules.game
        of = {"game": game.name, "parameters": game.parameters, "engine": "none"}
        return Plies(**of, plies=times * len(game.players))

    vars(module)["plies"] = plies
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(requests, "PliesRequest", PliesRequest, raising=False)
    entry = QuestionEntry("PliesRequest", "plies:plies", "Count plies.")
    monkeypatch.setitem(QUESTIONS, "plies", entry)
    monkeypatch.setitem(cli.COMMANDS, "plies", entry.help)  # made of the table when imported


def run(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = 0
    try:
        cli.main(line.split())
    except SystemExit as leave:
        status = int(leave.code or 0)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.usefixtures("new_question")
def test_the_table_is_the_only_registration_of_a_question(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = run("plies tic-tac-toe --times 2", capsys)
    assert (status, out.splitlines()) == (0, ["tic-tac-toe", "4 plies"])
    status, out, _ = run("plies tic-tac-toe --json", capsys)
    assert (status, json.loads(out)["plies"]) == (1, 2)
    assert "Repeat it N times." in run("plies --help", capsys)[1]
    assert "'--times': 'x' is not a whole number, 0 or more" in run("plies x --times x", capsys)[2]
    schema = schemas()["PliesRequest"]
    assert Draft202012Validator(schema).is_valid({"times": 3})
    assert not Draft202012Validator(schema).is_valid({"times": -1})


def test_a_position_is_read_where_a_request_names_one() -> None:
    rules, text = load("tic-tac-toe"), "mark=AB./.../... turn=A"
    assert ask(rules, requests.PerftRequest(depth=1, position=text)).counts == [1, 7]
    found = ask(rules, requests.FindRequest(text="A wins", start=text))
    assert found.trace.positions[0] == text


def test_explain_shows_what_a_move_changes(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("explain kalah holes=2 beans=1 2", capsys)
    assert status == 0
    assert "sow  board[(South,2)]: 1 → 0" in out
    status, _, err = run("explain kalah holes=2 beans=1 7", capsys)
    assert (status, "'7' is not a move" in err) == (2, True)
