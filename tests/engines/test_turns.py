"""Turns of several steps that are one move: by every engine, in every question, step by step."""

import io
import sys
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest

from boardproof import check, explain, explore, find, make_engine, perft, solve
from boardproof.drawing.clicks import clicks
from boardproof.engines.plain import turns
from boardproof.engines.profile import profile_of
from boardproof.errors import BadPosition, IllegalMove, RuleBroken, TooLarge, UnreadableMove
from boardproof.export.exported import NotExported
from boardproof.export.promela import export_promela
from boardproof.faces.cli import main
from boardproof.players import make_player
from boardproof.players.match import match
from boardproof.players.records import replay_record
from boardproof.positions.moves import MoveNames
from boardproof.positions.notation import write_position
from boardproof.questions.lint import lint
from boardproof.questions.requests import SolveRequest, ask
from boardproof.questions.solve_weak import solve_weak

from ..rulebooks import FOLDER, load_rulebook
from .agreement import count, disagreements
from .agreement import perft as sequences
from .compiled.interpreted import written_otherwise
from .variants import ENGINES

# -- what a turn is -------------------------------------------------------------------------------


def hops(pegs: frozenset[int]) -> list[tuple[int, ...]]:
    """List the turns of the row of pegs: every way to take neighbours one after another."""
    return [
        way
        for size in range(1, len(pegs) + 1)
        for way in permutations(pegs, size)
        if all(abs(a - b) == 1 for a, b in pairwise(way))
    ]


@pytest.mark.parametrize("length", [4, 5])
def test_every_sequence_of_steps_is_a_move(length: int) -> None:
    engine = make_engine("reference", load_rulebook("hops", length=length))
    start = engine.initial()
    ways = hops(frozenset(range(1, length + 1)))
    names = {"+".join([*map(str, way), "stop"]) for way in ways}
    assert {move.name for move in engine.legal_moves(start)} == names
    left = [frozenset(range(1, length + 1)) - set(way) for way in ways]
    second = sum(len(hops(pegs)) for pegs in left if len(pegs) > 1)
    assert engine.perft(start, 2) == [1, len(ways), second]


def test_a_step_from_which_no_turn_can_be_finished_is_no_part_of_a_move() -> None:
    rules = load_rulebook("hops", must=True)
    engine = make_engine("reference", rules)
    ways = [way for way in hops(frozenset({1, 2, 3, 4})) if len(way) % 2 == 0]
    names = {"+".join([*map(str, way), "stop"]) for way in ways}
    assert {move.name for move in engine.legal_moves(engine.initial())} == names
    with pytest.raises(IllegalMove, match="an even number must be left"):
        engine.successor(engine.initial(), MoveNames(engine.moves).read("1+stop"))
    counted = explore(rules)
    assert (counted.positions, counted.stuck) == (6, 1)  # two pegs apart cannot be taken


def test_a_turn_in_the_middle_has_no_result_and_can_be_finished() -> None:
    rules = load_rulebook("hops")
    engine: Any = make_engine("reference", rules)
    take = engine.moves[0]
    middle = engine.step(engine.initial(), take)
    assert engine.goes_on(middle)
    assert engine.result(middle) is None
    with pytest.raises(IllegalMove, match="the turn goes on"):
        engine.successor(engine.initial(), take)
    names = MoveNames(engine.moves)
    with pytest.raises(IllegalMove, match="the turn is over after stop"):
        engine.successor(engine.initial(), names.read("1+stop+2"))
    whole = names.read("1+2+stop")
    assert whole in engine.legal_moves(engine.initial())
    assert [step.name for step in whole.steps] == ["1", "2", "stop"]
    rest = names.read("2+stop")
    assert engine.successor(middle, rest) == engine.successor(engine.initial(), whole)


@pytest.mark.parametrize("engine", ["reference", "ir", "compiled"])
def test_a_turn_that_need_never_end_is_refused(engine: str) -> None:
    with pytest.raises(RuleBroken, match="a turn need never end"):
        explore(load_rulebook("endless_turn"), engine=engine)


def test_too_many_turns_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_TURNS", 10)
    engine = make_engine("reference", load_rulebook("hops"))
    with pytest.raises(TooLarge, match="more than 10 turns"):
        engine.successors(engine.initial())


# -- engines --------------------------------------------------------------------------------------


HOPS: list[dict[str, Any]] = [{}, {"must": True}, {"length": 5}]


@pytest.mark.parametrize("parameters", HOPS)
def test_engines_agree(parameters: dict[str, Any]) -> None:
    rules = load_rulebook("hops", **parameters)
    assert disagreements(rules, [name for name in ENGINES if name != "compiled"]) == []
    assert written_otherwise(rules, most=500) == []


@pytest.mark.parametrize(
    "parameters", [HOPS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in HOPS[1:])]
)
def test_machine_code_agrees(parameters: dict[str, Any]) -> None:
    assert disagreements(load_rulebook("hops", **parameters), ["compiled"]) == []


@pytest.mark.slow
def test_draughts_on_a_small_board_is_a_draw() -> None:
    rules = load_rulebook("draughts", size=4)
    assert disagreements(rules, ["ir", "compiled"], (count, sequences)) == []
    answer = solve(rules, engine="compiled")
    assert (answer.positions, str(answer).split(",")[0]) == (2409, "draw")


def test_draughts_has_the_known_sequences() -> None:
    rules = load_rulebook("draughts", size=8)
    assert perft(rules, 4, engine="reference").counts == [1, 7, 49, 302, 1469]


@pytest.mark.slow
def test_draughts_has_more_of_the_known_sequences() -> None:
    rules = load_rulebook("draughts", size=8)
    assert perft(rules, 6, engine="reference").counts[5:] == [7361, 36768]


@pytest.mark.parametrize("budget", [None, 0])
def test_code_is_written_as_the_rules_say(budget: int | None) -> None:
    rules = load_rulebook("six-mens-morris")
    assert written_otherwise(rules, most=60, **({} if budget is None else {"budget": budget})) == []


def test_a_capture_as_a_second_step_is_the_same_game() -> None:
    """Play both at random: what is one move with two arguments in one is two steps in the other."""
    names = ("morris", "six-mens-morris")
    engines = [make_engine("reference", load_rulebook(name)) for name in names]
    positions = [engine.initial() for engine in engines]
    chance, captures, opening = Random(4), 0, ["o0 None", "i4 None", "o1 None", "i6 None"]
    for _ in range(30):
        named = [
            {_short(move): after for move, after in engine.successors(position)}
            for engine, position in zip(engines, positions, strict=True)
        ]
        assert named[0].keys() == named[1].keys()
        if not named[0]:
            break
        taking = [name for name in named[0] if "None" not in name]
        name = opening.pop(0) if opening else chance.choice(sorted(taking or named[0]))
        captures += bool(taking)
        positions = [after[name] for after in named]
        assert positions[0].man == positions[1].man
    assert captures


def _short(move: Any) -> str:
    """Name a move by its arguments, all steps together; a man who is not taken is None."""
    arguments = [str(argument) for step in move.steps for argument in step.arguments]
    wanted = 3 if "slide" in move.rule else 2
    return " ".join([*arguments, *["None"] * (wanted - len(arguments))])


@pytest.mark.parametrize("engine", ["symbolic", "sat"])
def test_an_engine_that_follows_single_steps_declines(engine: str) -> None:
    rules = load_rulebook("hops")
    if "enumerate" in profile_of(engine).abilities:
        with pytest.raises(TooLarge, match="here a turn has several"):
            explore(rules, engine=engine)
        with pytest.raises(TooLarge, match="here a turn has several"):
            find(rules, "pegs == {1}", engine=engine)
    else:
        answer = find(rules, "pegs == {1}", engine=engine)
        assert answer.unknown
        assert "here a turn has several" in answer.message


def test_others_that_number_moves_decline() -> None:
    rules = load_rulebook("hops")
    with pytest.raises(TooLarge, match="where a turn has several steps"):
        solve_weak(rules)
    with pytest.raises(NotExported, match="a turn of several steps"):
        export_promela(rules)


# -- questions ------------------------------------------------------------------------------------


def test_questions_are_about_whole_turns() -> None:
    rules = load_rulebook("hops")
    verdicts = {one.name: one.verdict for one in check(rules)}
    assert {verdicts["at_rest"], verdicts["fewer"]} == {"holds"}
    answer = find(rules, "pegs == {3, 4}")
    assert answer.trace is not None
    assert answer.trace.moves in (["1+2+stop"], ["2+1+stop"])
    assert not find(rules, "again", anywhere=True).found
    assert not find(rules, "again").found
    steps = explain(rules, make_engine("ir", rules).initial(), "1+stop").steps
    assert [step.rule for step in steps] == ["take", "take", "take", "stop", "stop", "stop"]
    assert not [one for one in lint(rules).findings if one.code == "move-never-legal"]


@pytest.mark.parametrize("player", ["random", "smart:depth=2", "mcts:games=20", "perfect"])
def test_players_make_whole_turns(player: str) -> None:
    engine = make_engine("reference", load_rulebook("hops"))
    move = make_player(player, Random(1)).choose(engine, engine.initial())
    assert move in engine.legal_moves(engine.initial())


def test_a_game_of_turns_is_written_down_and_replayed() -> None:
    rules = load_rulebook("hops")
    _, (record, *_) = match(rules, ["random", "random"], games=2, seed=5)
    positions = replay_record(make_engine("reference", rules), record)
    assert len(positions) == len(record.moves) + 1


def test_a_place_between_two_steps_is_clicked_once() -> None:
    rules = load_rulebook("draughts", size=4)
    engine = make_engine("reference", rules)
    names = MoveNames(engine.moves)
    turn = names.read("jump(a1-ne)+jump(c3-ne)")
    first, second = turn.steps
    own = [clicks(rules.game, step, "Black") for step in (first, second)]
    assert clicks(rules.game, turn, "Black") == [*own[0], *own[1]]


def test_a_turn_is_typed_step_by_step_or_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["1", "3", "2", "undo", "1+2", "stop", "3+4+stop", ""]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    main(["play", str(FOLDER / "hops.py")])
    shown = capsys.readouterr().out
    assert "1, and on: 2 stop" in shown
    assert "1+3 is not legal: it is not beside" in shown
    assert "1+2, and on: 3 stop" in shown
    assert "B wins" in shown


def test_a_position_in_the_middle_is_written_and_read() -> None:
    engine: Any = make_engine("reference", load_rulebook("hops"))
    middle = engine.step(engine.initial(), engine.moves[0])
    assert write_position(middle) == "pegs=2,3,4 at=1 again=true turn=A"


def test_a_turn_of_a_step_that_there_is_not_is_refused() -> None:
    engine = make_engine("reference", load_rulebook("hops"))
    with pytest.raises(UnreadableMove, match="is not a move"):
        MoveNames(engine.moves).read("1+x")


def test_nothing_is_asked_of_a_position_in_the_middle_of_a_turn() -> None:
    with pytest.raises(BadPosition, match="in the middle of a turn"):
        ask(load_rulebook("hops"), SolveRequest(position="pegs=2,3,4 at=1 again=true turn=A"))
