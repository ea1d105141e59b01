"""Games that start from any of many positions: every engine starts from exactly those."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardproof import check, explore, find, force, make_engine, solve
from boardproof.answers import StartsSolution
from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.scout import Scout
from boardproof.engines.starts import initial_positions, random_start, starting_set
from boardproof.engines.symbolic.eval.encoding import all_places, position_at
from boardproof.errors import BadInput
from boardproof.export.tla import export_tla
from boardproof.ir.rules import Rules
from boardproof.packing.layout import Layout
from boardproof.players.match import match
from boardproof.players.records import read_records, replay_record, write_records
from boardproof.positions.notation import write_position
from boardproof.positions.position import Position, starting_position, with_start
from boardproof.questions.same_game import same_game
from boardproof.questions.solve_weak import solve_weak
from boardproof.reading import read
from boardproof.reading.queries import ask
from boardproof.rules import any_position
from boardproof.rules.starts import START
from boardproof.statespace.goals import Aim
from boardproof.tablebase import build_tablebase

from ..rulebooks import load_rulebook
from .agreement import QUESTIONS, count, disagreements
from .compiled.interpreted import written_otherwise
from .rulebooks.chase import Chase
from .variants import COUNTING, ENGINES

pytestmark = pytest.mark.xdist_group("starts")

#: Each with how many starts and positions it has.
RULEBOOKS: list[tuple[str, dict[str, Any], int, int]] = [
    ("any_row", {}, 30, 30),
    ("any_heaps", {}, 45, 94),
    ("any_heaps", {"seats": 3}, 60, 136),
    ("chess-endings", {"size": 3}, 332, 364),
    ("any_chase", {}, 96, 2434),
]


@pytest.mark.parametrize(("name", "parameters", "starts", "positions"), RULEBOOKS)
def test_engines_agree(name: str, parameters: dict[str, Any], starts: int, positions: int) -> None:
    rules = load_rulebook(name, **parameters)
    counted = explore(rules, engine="reference")
    assert (counted.by_ply[0], counted.positions) == (starts, positions)
    others = [engine for engine in COUNTING if engine != "compiled"]
    assert disagreements(rules, others, QUESTIONS if positions < 1000 else (count,)) == []
    assert written_otherwise(rules, most=60) == []


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        pytest.param(name, parameters, marks=[pytest.mark.slow] * (at > 1))
        for at, (name, parameters, *_) in enumerate(RULEBOOKS)
    ],
)
def test_machine_code_agrees(name: str, parameters: dict[str, Any]) -> None:
    questions = (count,) if name == "any_chase" else QUESTIONS
    assert disagreements(load_rulebook(name, **parameters), ["compiled"], questions) == []


@pytest.mark.parametrize("name", ["any_row", "any_heaps", "chess-endings"])
def test_starts_are_all_well_typed_positions_of_which_the_text_holds(name: str) -> None:
    rules = load_rulebook(name, **({"size": 3} if name == "chess-endings" else {}))
    engine, layout = make_engine("reference", rules), Layout(rules.game)
    wanted = {p for p in well_typed(rules) if engine.holds(p, START)}
    starts = starting_set(rules)
    assert set(starts) == wanted
    assert len(starts) == len(wanted)
    assert starting_position(rules.game) in starts
    packed = zip(*starts.packed, strict=True)
    assert {layout.unpack(tuple(map(int, words))) for words in packed} == wanted
    assert {random_start(rules, Random(seed)) for seed in range(50)} <= wanted


def well_typed(rules: Rules) -> list[Position]:
    """List the positions of a game by the plain product of what its places hold."""
    places = all_places(rules.game)
    return [
        position_at(rules.game, dict(zip(places, values, strict=True)))
        for values in product(*places.values())
    ]


# -- an ending, against a program that knows nothing of rulebooks -------------------------------


def distances_to_mate(size: int) -> Counter[tuple[str, int | None]]:
    """Count the positions of king and rook against king by result and distance."""
    cells = list(product(range(size), repeat=2))

    def beside(cell: Any) -> list[Any]:
        steps = product((-1, 0, 1), repeat=2)
        near = [(cell[0] + r, cell[1] + c) for r, c in steps if (r, c) != (0, 0)]
        return [other for other in near if other in cells]

    def rook_sees(rook: Any, blockers: set[Any]) -> set[Any]:
        seen = set()
        for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            cell = (rook[0] + step[0], rook[1] + step[1])
            while cell in cells:
                seen.add(cell)
                if cell in blockers:
                    break
                cell = (cell[0] + step[0], cell[1] + step[1])
        return seen

    def following(state: Any) -> list[Any]:
        white, rook, black, turn = state
        if turn == "White":
            kings = [
                (cell, rook, black, "Black")
                for cell in beside(white)
                if cell != rook and cell != black and cell not in beside(black)
            ]
            free = rook_sees(rook, {white, black}) - {white, black}
            return kings + [(white, cell, black, "Black") for cell in free]
        safe = [
            cell
            for cell in beside(black)
            if cell != white and cell not in beside(white)
            if cell == rook or cell not in rook_sees(rook, {white})
        ]
        return [(white, None if cell == rook else rook, cell, "White") for cell in safe]

    def legal(state: Any) -> bool:
        white, rook, black, turn = state
        if len({white, rook, black}) < 3 or black in beside(white):
            return False
        return not (turn == "White" and black in rook_sees(rook, {white}))

    starts = [s for s in product(cells, cells, cells, ("White", "Black")) if legal(s)]
    moves = {state: following(state) for state in starts}
    lost_rook = {after for found in moves.values() for after in found if after[1] is None}
    moves |= {state: [] for state in lost_rook}
    mate_in: dict[Any, int] = {}
    for state, found in moves.items():
        if not found and state[1] is not None and state[2] in rook_sees(state[1], {state[0]}):
            mate_in[state] = 0
    for distance in range(1, 99):
        new = []
        for state, found in moves.items():
            if state in mate_in or not found:
                continue
            known = [mate_in[after] for after in found if after in mate_in]
            if len(known) == len(found) or (known and state[3] == "White"):
                new.append(state)
        if not new:
            break
        mate_in.update(dict.fromkeys(new, distance))
    rows: Counter[tuple[str, int | None]] = Counter()
    for state in moves:
        rows["White wins" if state in mate_in else "draw", mate_in.get(state)] += 1
    return rows


@pytest.mark.parametrize("engine", ENGINES)
def test_an_ending_is_solved_from_all_its_positions(engine: str) -> None:
    answer = solve(load_rulebook("chess-endings", size=4), engine=engine)
    assert isinstance(answer, StartsSolution)
    rows = Counter[tuple[str, int | None]]()
    for row in answer.distances:
        rows[row.result, row.distance if row.result == "White wins" else None] += row.positions
    expected = distances_to_mate(4)
    assert rows == expected
    assert answer.positions == expected.total() == 3652
    assert answer.starts == 3496
    assert answer.worst is not None
    longest = max(distance or 0 for _, distance in expected)
    assert (answer.worst.result, answer.worst.distance) == ("White wins", longest)
    assert len(answer.worst.line) == longest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "positions", "plies"), [("rook", 402_724, 31), ("queen", 372_064, 19)]
)
def test_endings_on_the_whole_board_have_the_known_lengths(
    piece: str, positions: int, plies: int
) -> None:
    """Of the rook endings, 48 legal positions cannot come about in a game."""
    answer = solve(load_rulebook("chess-endings", size=8, piece=piece), engine="compiled")
    assert isinstance(answer, StartsSolution)
    assert answer.positions == positions
    # White moves first at an odd distance.
    assert max(one.distance or 0 for one in answer.distances if (one.distance or 0) % 2) == plies


@pytest.mark.parametrize(
    "engine",
    [pytest.param(one, marks=[pytest.mark.slow] * (one == "compiled")) for one in ENGINES],
)
def test_engines_name_the_same_worst_position(engine: str) -> None:
    answer = solve(load_rulebook("any_row", size=3), engine=engine)
    assert isinstance(answer, StartsSolution)
    assert answer.worst is not None
    assert answer.worst.position == "mark=B.A/.../... turn=A"


# -- questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [*ENGINES, "sat"])
def test_an_instance_is_found_from_any_start(engine: str) -> None:
    rules = load_rulebook("any_heaps")
    answer = find(rules, "passes == 0 and turn == B", engine=engine)
    assert answer.trace is not None
    start = answer.trace.positions[0]
    assert start in set(map(write_position, initial_positions(rules)))
    assert len(answer.trace) == 1
    assert not find(rules, "passes == 2", engine=engine).found


@pytest.mark.parametrize("engine", ENGINES)
def test_a_goal_is_forced_only_if_it_is_from_every_start(engine: str) -> None:
    rules = load_rulebook("any_heaps")
    assert not force(rules, ["A"], "A wins", engine=engine).forced
    assert not force(rules, ["B"], "not A wins", always=True, engine=engine).forced
    assert force(rules, ["A", "B"], "over", engine=engine).forced
    first = with_start(rules, starting_position(rules.game))
    assert force(first, ["A"], "A wins", engine=engine).starts == 1


def test_a_property_is_proved_of_all_starts() -> None:
    rules = load_rulebook("any_row")
    prover: Any = make_engine("sat", rules)
    claims = prover.own_claims()
    assert {one.name for one in claims} == {"fair", "wellformed"}
    assert set(prover.inductor(claims).invariants) == {"fair", "wellformed"}
    verdicts = {one.name: one.verdict for one in check(rules)}
    assert verdicts["fair"] == "holds"


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_proof_needs_every_start(everywhere: bool) -> None:
    asked, (query,) = ask(load_rulebook("any_heaps"), "not urgent")
    rules = asked if everywhere else with_start(asked, starting_position(asked.game))
    prover: Any = make_engine("sat", rules)
    claim = prover.claim("calm", [Aim(question=query.question)])
    assert ("calm" in prover.inductor([claim]).invariants) != everywhere


def test_a_scout_begins_everywhere() -> None:
    rules = load_rulebook("any_row", size=3)
    scout = Scout(rules, [Aim(results=frozenset({"draw"}))])
    assert scout.look_near(10_000) == 0
    assert (scout.size, scout.complete) == (6036, True)
    assert len(scout.met[0]) == 1
    few = Scout(rules, [Aim(results=frozenset({"draw"}))])
    assert few.look_near(10) == -1
    assert not few.complete


def test_one_position_is_solved_where_it_is_named() -> None:
    rules = load_rulebook("any_heaps")
    answer = solve(rules, position=starting_position(rules.game))
    assert not isinstance(answer, StartsSolution)
    assert answer.result == "A wins"
    with pytest.raises(BadInput, match="name it by --position"):
        solve_weak(rules)


def test_a_game_that_starts_anywhere_is_the_same_as_itself() -> None:
    rules = load_rulebook("any_heaps")
    assert same_game(rules, load_rulebook("any_heaps")).same
    with pytest.raises(BadInput, match="do not start from the same positions"):
        same_game(rules, with_start(rules, starting_position(rules.game)))


def test_a_module_begins_with_all_of_them() -> None:
    text = export_tla(load_rulebook("any_heaps")).text
    (line,) = (line for line in text.splitlines() if line.startswith("Init == "))
    assert "left \\in [" in line
    assert "passes \\in (0..2) /\\ urgent \\in BOOLEAN" in line
    assert line.endswith("/\\ start(State)")
    assert text.index("\nstart(") < text.index("\nInit == ")


def test_a_tablebase_has_all_positions(tmp_path: Path) -> None:
    rules = load_rulebook("any_heaps")
    table, solved = build_tablebase(rules, tmp_path), make_engine("reference", rules).solve()
    assert table.counts == solved.counts
    assert table.spectrum() == solved.spectrum()
    assert table.verify() == 94
    assert all(table.look(start) == solved.look(start) for start in initial_positions(rules))


def test_matches_begin_at_random_starts_and_can_be_replayed() -> None:
    rules = load_rulebook("any_row")
    _, records = match(rules, ["random", "random"], games=8, seed=3)
    assert len({record.start for record in records}) > 1
    engine = make_engine("reference", rules)
    again = list(read_records(write_records(records)))
    assert again == records
    for record in again:
        assert write_position(replay_record(engine, record)[0]) == record.start


def test_symmetries_keep_the_set_of_starts() -> None:
    assert CompiledEngine(load_rulebook("any_row")).canonical.symmetries == 8
    lopsided = CompiledEngine(load_rulebook("any_chase", size=3))
    assert lopsided.canonical.symmetries == 2  # the corner stays


class AnyHare(Chase):
    """A hound and a hare, wherever they are; a game without end has a worth of its own."""

    start = any_position("not over")


@pytest.mark.parametrize("worth", ["points", pytest.param("hare", marks=pytest.mark.slow)])
def test_what_a_game_without_end_is_worth_counts_among_the_distances(worth: str) -> None:
    rules = read(AnyHare(worth=worth))
    seen = [make_engine(engine, rules).solve().spectrum() for engine in ("reference", "compiled")]
    values = {row: number for row, (number, _) in seen[0].items()}
    assert values == {row: number for row, (number, _) in seen[1].items()}
    assert values[(-1, None)] == 17
