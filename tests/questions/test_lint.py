"""Lint: what it says of the games, of rulebooks with a fault each, and by either engine."""

import json

import pytest

from boardproof import lint, load, make_engine
from boardproof.errors import BadInput
from boardproof.positions.moves import MoveNames
from boardproof.positions.notation import read_position, write_position
from boardproof.reading.loader import find_game, parse_parameters
from boardproof.reading.reader import read
from boardproof.rules import (
    Count,
    Draw,
    Flag,
    Game,
    Grid,
    Map,
    One,
    Players,
    Reading,
    Result,
    Ring,
    Subset,
    Turn,
    Win,
    move,
    require,
)

pytestmark = pytest.mark.xdist_group("lint")


def load_line(line):
    """Load a game as the command line names it."""
    name, *words = line.split()
    return load(name, **parse_parameters(find_game(name), tuple(words)))


def said(report, code):
    """Give the messages of one kind."""
    return [finding.message for finding in report.findings if finding.code == code]


def replayed(rules, trace):
    """Play a trace's moves, hold each position against it, and give the last."""
    engine = make_engine("reference", rules)
    names, position = MoveNames(engine.moves), engine.initial()
    for move_name, text in zip(trace.moves, trace.positions[1:], strict=True):
        position = engine.successor(position, names.read(move_name))
        assert write_position(position) == text
    return position


# -- the games ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def territory():
    return lint(load("territory"))


def test_what_is_empty_after_every_move_is_said(territory):
    (message,) = [m for m in said(territory, "constant") if m.startswith("T ")]
    assert message.startswith("T is empty in every position, after every move")


def test_readings_that_decide_who_wins_are_said(territory):
    told = {m.split(" decides ")[0]: m for m in said(territory, "reading-decides")}
    assert "Blue wins" in told["capture=takes"]
    assert all(m.endswith("as read here: Red wins under perfect play") for m in told.values())
    assert any(m.startswith("turns=16: 2,597 positions") for m in said(territory, "reading"))


def test_a_reading_that_leaves_a_position_stuck_is_said_with_a_way_to_it(territory):
    (finding,) = [f for f in territory.findings if f.code == "reading-stuck"]
    assert finding.message.startswith("wipe_out=exactly_one ")
    rules = load("territory", wipe_out="exactly_one")
    engine, last = make_engine("reference", rules), replayed(rules, finding.trace)
    assert not engine.is_over(last)
    assert not engine.legal_moves(last)


def test_a_rulebook_without_faults_has_no_errors(territory):
    assert not territory.errors
    assert said(territory, "ends") == [
        "every game ends: the longest after 20 moves, the shortest after 5"
    ]


LITERAL = "expand=stays placement=any free_end=exactly wipe_out=exactly_one"


@pytest.mark.slow
def test_read_word_for_word_ten_positions_are_stuck():
    rules = load_line(f"territory {LITERAL}")
    report = lint(rules, compare=False)
    assert report.positions == 281_654
    (finding,) = report.errors
    assert finding.message.startswith("10 positions are stuck")
    assert not make_engine("reference", rules).successors(replayed(rules, finding.trace))


@pytest.fixture(scope="module")
def dstru():
    return lint(load("dstru-tac-toe"))


def test_flags_that_never_are_together_are_said_of_122_million_positions(dstru):
    assert (dstru.positions, dstru.engine) == (122_281_584, "symbolic")
    assert said(dstru, "never-together") == ["turn=false and go=true never come together"]


def test_a_pattern_and_a_full_grid_can_hold_at_once(dstru):
    (finding,) = [f for f in dstru.findings if f.code == "results-at-once"]
    assert "'Uno wins' and 'Dos wins' hold at once" in finding.message
    rules = load("dstru-tac-toe")
    engine, last = make_engine("reference", rules), replayed(rules, finding.trace)
    assert engine.holds(last, "uno_wins")
    assert engine.holds(last, "no_free_position")


def test_every_game_of_122_million_positions_ends(dstru):
    (message,) = said(dstru, "ends")
    assert message.startswith("every game ends: the longest after 44 moves")


def test_readings_are_compared_for_three_players_too(dstru):
    told = said(dstru, "reading")
    assert told[0].startswith("as read here: 122,281,584 positions (43,904 Dos wins, ")
    here = (
        "Dos can force Tres wins or Uno wins; Uno and Dos can force Dos wins; "
        "Dos and Tres can force Dos wins"
    )
    assert told[0].endswith(f"at most 44 moves, {here}")
    equals, order = said(dstru, "reading-decides")
    assert equals.startswith("win=equals changes who can force what: 128,263,622 positions")
    assert "at most 44 moves, Tres can force Dos wins; " in equals
    assert order.startswith("order=dos_uno_tres changes who can force what: 122,281,584 positions")
    assert "at most 44 moves, Dos can force Tres wins; " in order
    assert equals.endswith(here)
    assert order.endswith(here)


# -- both engines ---------------------------------------------------------------------------------

SMALL = [
    "tic-tac-toe",
    "tic-tac-toe noting=step size=2",
    "connect-four columns=3 rows=3 connect=3",
    "connect-four columns=3 rows=2 connect=2 players=3",
    "connect-four columns=3 rows=3 connect=3 after_win=continues",
    "kalah holes=2 beans=2",
    "territory turns=16",
]


@pytest.mark.parametrize("line", SMALL)
def test_one_by_one_and_as_sets_the_same_is_found(line):
    rules = load_line(line)
    one_by_one, as_sets = (lint(rules, engine, False) for engine in ("ir", "symbolic"))
    assert one_by_one.positions == as_sets.positions
    for a, b in zip(one_by_one.findings, as_sets.findings, strict=True):
        assert (a.severity, a.code, a.message, a.line) == (b.severity, b.code, b.message, b.line)
        assert (a.trace and len(a.trace)) == (b.trace and len(b.trace))


def test_lint_names_the_engines_it_has():
    with pytest.raises(BadInput, match="choose auto, ir, symbolic"):
        lint(load("tic-tac-toe", size=2), "compiled")


def test_of_a_game_that_is_too_large_only_what_was_seen_is_told():
    report = lint(load("kalah"))
    assert not report.complete
    assert not said(report, "ends")
    assert said(report, "not-all-seen")
    assert said(report, "reading") == [
        "readings are not compared: the game is too large; choose smaller parameters"
    ]


# -- one fault each -------------------------------------------------------------------------------


class Walk(Game):
    """One player walks round a ring; the faults below are in what is added to it."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.places = Ring("N", "E", "S", "W")
        self.place = One(self.places)
        self.turn = Turn(self.players)
        self.add()

    def add(self) -> None:
        pass

    @move
    def step(self) -> None:
        require(self.place != "W", "this is the end")
        self.place = self.place.next

    def result(self) -> Result | None:
        return Win(self.turn) if self.place == "W" else None


def found(game: type[Game], code: str, engine: str = "ir"):
    """Give the findings of one kind about a rulebook."""
    return [f for f in lint(read(game()), engine).findings if f.code == code]


both = pytest.mark.parametrize("engine", ["ir", "symbolic"])


class Circle(Walk):
    """Whoever gets past the north comes back to it."""

    @move
    def step(self) -> None:
        self.place = self.place.next

    def result(self) -> Result | None:
        return None


@both
def test_a_circle_is_shown_once_round(engine):
    (finding,) = found(Circle, "goes-round", engine)
    assert finding.severity == "warning"
    assert finding.trace.positions[0] == finding.trace.positions[-1]
    assert (len(finding.trace), finding.trace.back_to) == (4, 0)


class PricedCircle(Circle):
    """A walk that never ends is worth something."""

    def endless(self) -> Result:
        return Win(self.turn)


@both
def test_a_circle_is_noted_where_the_rules_say_what_it_is_worth(engine):
    (finding,) = found(PricedCircle, "goes-round", engine)
    assert finding.severity == "note"


class Gate(Walk):
    """A gate is shut before the end."""

    @move
    def step(self) -> None:
        require(self.place != "S", "the gate is shut")
        self.place = self.place.next


@both
def test_a_stuck_position_is_an_error_with_a_shortest_way_to_it(engine):
    (finding,) = found(Gate, "stuck", engine)
    assert finding.severity == "error"
    assert finding.trace.moves == ["step", "step"]
    assert read_position(Gate(), finding.trace.positions[-1]).place == "S"


class Overflow(Walk):
    """A counter that is too small."""

    def add(self) -> None:
        self.steps = Count(0, 1)

    @move
    def step(self) -> None:
        self.place = self.place.next
        self.steps += 1


@both
def test_a_rule_that_breaks_is_an_error_with_its_line(engine):
    (finding,) = found(Overflow, "rule-breaks", engine)
    assert finding.severity == "error"
    assert "steps cannot be 2" in finding.message
    assert finding.trace.moves == ["step"]
    assert finding.line is not None


class Idle(Walk):
    """Some of it never happens."""

    def add(self) -> None:
        self.gates = [self.places["W"], self.places["N"]]
        self.flag, self.fixed, self.mark = Flag(False), Flag(True), Subset(self.places)

    @move(to="places")
    def step(self, to: str) -> None:
        require(to == self.place.next and self.place != "W")
        self.place = to
        if to == "N":
            self.flag = True
        self.mark |= {to}

    def result(self) -> Result | None:
        if any(self.place == gate for gate in self.gates if self.place != "N"):
            return Win(self.players.A)
        return Draw() if self.flag else None


class Leash(Game):
    """A dog runs to the gate or round in circles; its keeper can only look on."""

    gate: str = Reading("open", "shut", says="the gate", open="is open", shut="is shut")

    def setup(self) -> None:
        self.players = Players("Keeper", "Dog")
        self.places = Ring("home", "yard", "gate")
        self.place = One(self.places)
        self.turn = Turn(self.players)

    @move
    def run(self) -> None:
        if self.turn == "Dog":
            self.place = self.place.next
        self.turn = self.turn.next

    @move
    def stay(self) -> None:
        self.turn = self.turn.next

    def result(self) -> Result | None:
        away = any(self.place == place for place in self.places if place == "gate")
        return Win("Dog") if away and self.gate == "open" else None


@both
def test_a_win_that_only_one_player_hurries_to_is_perfect_play(engine):
    report = lint(read(Leash()), engine)
    (open_gate,) = [m for m in said(report, "reading") if m.startswith("as read here")]
    assert open_gate.endswith("without end, Dog wins under perfect play")
    assert said(report, "line-never-holds") == []  # the others are left out by the `if`


@both
def test_what_never_happens_is_said_by_line(engine):
    report = lint(read(Idle()), engine)
    assert said(report, "never-runs") == ["this never runs: self.flag = True"]
    assert said(report, "move-never-legal") == ["step is never legal with N"]
    assert said(report, "line-never-holds") == ["gate = N never makes this true"]
    assert said(report, "result-missing") == ["'B wins' never occurs", "'draw' never occurs"]
    constants = {m.split(" is ")[0]: m for m in said(report, "constant")}
    assert constants["fixed"].endswith("no rule changes it")
    assert constants.keys() == {"flag", "fixed", "turn"}
    assert said(report, "value-never") == ["mark never contains N"]
    assert said(report, "determined") == [
        "place is determined by mark",
        "mark is determined by place",
    ]
    assert all(f.line for f in report.findings if f.code == "never-runs")


class Choice(Walk):
    """A reading that changes nothing."""

    way: str = Reading("on", "back", says="walk", on="on", back="on as well")


def test_a_reading_that_changes_nothing_is_said():
    messages = [f.message for f in found(Choice, "reading")]
    assert messages[1] == "way=back changes nothing that is counted here"


class Patrol(Game):
    """Two results at once, on a board of two cells."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.cells = Grid(1, 2)
        self.held = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def take(self, cell: tuple[int, int]) -> None:
        require(self.held[cell] is None)
        self.held[cell] = self.turn
        self.turn = self.turn.next

    def result(self) -> Result | None:
        if self.held[0, 0] == "A":
            return Win(self.players.A)
        if self.held[0, 1] == "A":
            return Win(self.players.B)
        return Draw() if self.held[0, 0] == "A" or self.held[0, 1] == "B" else None


@both
def test_results_that_hold_at_once_are_said_with_a_shortest_trace(engine):
    (finding,) = found(Patrol, "results-at-once", engine)
    assert finding.message.startswith("'A wins' and 'draw' hold at once in 1 position")
    assert finding.trace.moves == ["(0,0)"]


# -- the answer -----------------------------------------------------------------------------------


def test_errors_come_first_and_json_has_the_promised_keys():
    report = lint(read(Gate()))
    assert report.findings[0].severity == "error"
    for finding in json.loads(report.to_json())["findings"]:
        assert list(finding) == ["severity", "code", "message", "line", "trace"]
