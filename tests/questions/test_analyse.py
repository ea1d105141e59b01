"""Analysis is honest: what is proved is so, what holds to a depth does, and all says what it is."""

from random import Random

import pytest

from boardproof import load, make_engine
from boardproof.answers import Analysis, Worth
from boardproof.engines.contract import Engine
from boardproof.engines.solution import StrongSolution
from boardproof.positions.position import Position
from boardproof.questions import study
from boardproof.questions.analyse import analyse
from boardproof.questions.analyst import Analyst
from boardproof.questions.machine_code import MachineCode

#: Games of every kind: lines, points, three players, loops, puzzles, turns of several steps.
GAMES = [
    ("tic-tac-toe", {}),
    ("connect-four", {"columns": 4, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
    ("kalah", {"holes": 2, "beans": 2}),
    ("pong-hau-ki", {}),
    ("hexapawn", {}),
    ("hanoi", {"discs": 2}),
    ("notakto", {}),
    ("dodgem", {}),
]


class Steps:
    """Lets an analysis go on for a number of looks at the clock."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __call__(self) -> bool:
        self.left -= 1
        return self.left > 0


def positions_of(engine: Engine, number: int) -> list[Position]:
    """Return positions of random games, of every stage."""
    chance, found = Random(7), list[Position]()
    while len(found) < number:
        line = [engine.initial()]
        while len(line) < 30 and (following := engine.successors(line[-1])):
            line.append(chance.choice(following)[1])
        found.append(chance.choice(line))
    return found


def hold(worth: Worth, solved: StrongSolution, position: Position) -> None:
    """Compare what is said of a position with its solution."""
    value = {str(player): number for player, number in solved.value(position).items()}
    seen = solved.look_up(position)
    if worth.value is not None:
        assert worth.value == value
        if worth.distance is not None or worth.repeats:
            assert worth.distance == solved.distance(position)
    for player in value:
        assert worth.at_least.get(player, -99) <= value[player] <= worth.at_most.get(player, 99)
    for seat, (player, number) in enumerate(value.items()):
        distance = seen.seen_by(seat)[1]
        if worth.depth is not None and number > 0 and distance is not None:
            assert distance > worth.depth, f"{player} wins in {distance}"
    assert worth.estimate is None or all(-1 <= mean <= 1 for mean in worth.estimate.values())


def hold_all(analysis: Analysis, engine: Engine, solved: StrongSolution, at: Position) -> None:
    hold(analysis.here, solved, at)
    for move, after in engine.successors(at):
        hold(analysis.moves[move.name], solved, after)
    if analysis.line_proved:
        assert analysis.line[:1] in ([], *([move.name] for move in solved.best(at)))


@pytest.mark.parametrize(("game", "parameters"), GAMES, ids=lambda value: str(value))
def test_nothing_that_is_proved_or_searched_is_wrong(
    game: str, parameters: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FEW", "SOME"):  # nothing is solved: all is searched and tried
        monkeypatch.setattr(study, name, 2)
    monkeypatch.setattr(MachineCode, "_make", lambda self: None)
    for name in ("FIRST_GAMES", "MORE_GAMES"):
        monkeypatch.setattr(study, name, 0.001)
    rules = load(game, **parameters)
    engine = make_engine("reference", rules)
    solved, analyst = engine.solve(), Analyst(rules)
    told: list[Analysis] = []
    for number, position in enumerate(positions_of(engine, 23)):
        told.clear()
        last = analyst.analyse(position, Steps(12 * number), told.append)
        for analysis in [*told, last]:
            hold_all(analysis, engine, solved, position)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "parameters"), GAMES[:5], ids=lambda value: str(value))
def test_nothing_that_machine_code_proves_is_wrong(
    game: str, parameters: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FEW", "SOME"):
        monkeypatch.setattr(study, name, 2)
    monkeypatch.setattr(study, "MANY", (2, 2))
    rules = load(game, **parameters)
    engine = make_engine("reference", rules)
    solved, analyst = engine.solve(), Analyst(rules)
    analyst.machine.wait(600)
    assert analyst.machine.searching
    for number, position in enumerate(positions_of(engine, 40)):
        analysis = analyst.analyse(position, Steps(25 * number))
        hold_all(analysis, engine, solved, position)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "parameters"), GAMES[1:5], ids=lambda value: str(value))
def test_machine_code_solves_from_a_position_on(game: str, parameters: dict[str, int]) -> None:
    rules = load(game, **parameters)
    engine, machine = make_engine("reference", rules), make_engine("compiled", rules)
    for position in positions_of(engine, 5):
        part, plain = machine.solve(start=position), engine.solve(start=position)
        assert part.positions == plain.positions
        reached = plain.graph.positions  # type: ignore[attr-defined]
        assert all(part.look_up(one) == plain.look_up(one) for one in reached[::7])


@pytest.mark.parametrize(("game", "parameters"), GAMES[3:6], ids=lambda value: str(value))
def test_what_is_left_of_a_game_is_solved_from_where_one_is(
    game: str, parameters: dict[str, int]
) -> None:
    rules = load(game, **parameters)
    engine = make_engine("reference", rules)
    solved = engine.solve()
    for position in positions_of(engine, 5):
        analysis = analyse(rules, position, time=60.0)
        assert analysis.complete
        assert analysis.here.kind == "proved"
        hold_all(analysis, engine, solved, position)


def test_what_was_solved_is_looked_up_at_the_next_position() -> None:
    rules = load("hexapawn")
    analyst, engine = Analyst(rules), make_engine("reference", rules)
    first = analyst.analyse(engine.initial(), lambda: True)
    assert (first.phase, first.complete) == ("solved from here", True)
    (_, after), *_ = engine.successors(engine.initial())
    assert analyst.analyse(after, lambda: True).phase == "looked up"
    told = Analyst(rules, solution=engine.solve()).analyse(after, lambda: True)
    assert told.phase == "solved before"


def test_a_large_game_is_estimated_at_once_and_each_number_says_what_it_is() -> None:
    rules = load("connect-four")
    told: list[Analysis] = []
    analyse(rules, time=0.001, report=told.append)
    engine = make_engine("reference", rules)
    last = Analyst(rules).analyse(engine.initial(), Steps(60), told.append)
    assert last.here.kind in ("estimate", "depth")
    assert last.here.value is None
    assert "tried)" in last.here.text
    assert set(last.moves) == {str(column) for column in range(7)}


def test_four_moves_before_the_end_of_connect_four_all_is_proved() -> None:
    rules = load("connect-four")
    engine = make_engine("reference", rules)
    chance = Random(3)
    while True:
        position, made = engine.initial(), 0
        while made < 38 and (following := engine.successors(position)):
            position, made = chance.choice(following)[1], made + 1
        if made == 38 and not engine.is_over(position):
            break
    analysis = analyse(rules, position, time=60.0)
    assert analysis.phase == "solved from here"
    assert analysis.complete
