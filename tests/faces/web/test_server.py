"""The server's interface: what it answers, what it refuses, and that it keeps nothing."""

import http.client
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from boardproof import load, make_engine
from boardproof.engines.solution import StrongSolution
from boardproof.faces.web.app import STATIC
from boardproof.faces.web.checking import check_game, lint_game
from boardproof.faces.web.jobs import GRACE, JobLimits
from boardproof.faces.web.questions import PageQuestion
from boardproof.positions.moves import MoveNames
from boardproof.positions.position import Position
from boardproof.questions.check import check
from boardproof.questions.properties import select_properties
from boardproof.questions.same_game import same_game
from boardproof.questions.solve import result_in_words

from .conftest import NIM, Running
from .raw_http import JSON, ask, chunked, post, send

pytestmark = pytest.mark.xdist_group("web")


def test_games_are_listed_with_their_readings(server: Running) -> None:
    status, body, _ = send(server, "GET", "/api/games")
    games = {one["game"]: one for one in json.loads(body)["games"]}
    assert status == 200
    assert {NIM, "kalah", "territory", "connect-four", "tic-tac-toe", "dstru-tac-toe"} <= set(games)
    (win, order) = games["dstru-tac-toe"]["parameters"]
    assert win["says"] == "Uno ∈ W (Uno has achieved a winning pattern)"
    assert win["meanings"]["contains"] == "the player's set includes a pattern"
    assert order["default"] == "uno_dos_tres"


def test_a_view_is_a_function_of_its_moves(server: Running) -> None:
    asked = {"game": "connect-four", "parameters": {"columns": 4}, "moves": ["2", "2", "1"]}
    status, shown = post(server, "/api/view", asked)
    assert (status, shown) == post(server, "/api/view", asked)
    assert shown["to_move"] == "P1"
    assert shown["position"] == "board=..../..../..../..../..1./.00. turn=P1"
    assert [step["move"] for step in shown["line"]] == ["", "2", "2", "1"]
    _, earlier = post(server, "/api/view", {**asked, "at": 1})
    _, shorter = post(server, "/api/view", {**asked, "moves": ["2"]})
    assert earlier["svg"] == shorter["svg"]
    start = {"game": "connect-four", "parameters": {"columns": 4}, "start": shown["position"]}
    assert post(server, "/api/view", start)[1]["moves"] == shown["moves"]


def test_a_wrong_move_says_why_and_how_far_the_line_came(server: Running) -> None:
    asked = {"game": "tic-tac-toe", "moves": ["(0,0)", "(0,0)", "(1,1)"]}
    status, told = post(server, "/api/view", asked)
    assert (status, told) == (409, {"error": "(0,0) is not legal: the cell is taken", "made": 1})


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        ({"game": "chess"}, 404, "there is no game 'chess' here"),
        ({"game": "../secret.py"}, 404, "there is no game '../secret.py' here"),
        ({"game": "kalah", "parameters": {"holes": 99}}, 400, "holes must be 1 to 12"),
        ({"game": "kalah", "parameters": {"depth": 1}}, 400, "has no parameter"),
        ({"game": "kalah", "start": "x=1"}, 400, "kalah has no such variable"),
        ({"game": "kalah", "asks": ["open('/etc/passwd')"]}, 400, "rules cannot call open"),
        ({"game": "kalah", "more": 1}, 400, "'more' is not a field: a request has game"),
        ({"game": "kalah", "at": -1}, 400, "at must be a whole number from 0 to 10,000"),
        ({"game": "kalah", "moves": ["1"] * 1_001}, 400, "moves must be a list of at most 1,000"),
        ({"game": "kalah", "parameters": {"self": 1}}, 400, "kalah has no parameter 'self'"),
        ({"game": "kalah", "parameters": {"name": 1}}, 400, "kalah has no parameter 'name'"),
        ({}, 400, "game is missing: it must be the name of a game"),
        ([], 400, "the request must be an object with game, parameters, start"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    server: Running, body: dict[str, Any], status: int, problem: str
) -> None:
    got, told = post(server, "/api/view", body)
    assert got == status
    assert problem in told["error"]


def test_other_hosts_origins_and_kinds_of_body_are_refused(server: Running) -> None:
    here = f"127.0.0.1:{server.port}"
    assert send(server, "GET", "/", host="evil.example")[0] == 403
    assert send(server, "GET", "/", host=f"evil.example:{server.port}")[0] == 403
    assert send(server, "GET", "/", host=f"localhost:{server.port}")[0] == 200
    assert send(server, "GET", "/", origin="http://evil.example")[0] == 403
    assert send(server, "GET", "/", origin="null")[0] == 403
    assert send(server, "GET", "/", origin=f"http://{here}")[0] == 200
    assert send(server, "GET", "/", sec_fetch_site="cross-site")[0] == 403
    body = b'{"game": "kalah"}'
    assert send(server, "POST", "/api/view", body, content_type="text/plain")[0] == 415
    assert send(server, "POST", "/api/view", body)[0] == 415
    assert send(server, "GET", "/api/view")[0] == 405
    large = json.dumps({"game": "k" * 300_000}).encode()
    assert (
        send(server, "POST", "/api/view", large, **{"content_type": JSON["content-type"]})[0] == 413
    )


@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four", "territory"])
def test_every_question_that_is_offered_can_be_asked(server: Running, game: str) -> None:
    questions = post(server, "/api/view", {"game": game})[1]["questions"]
    calls = [one["call"] for one in questions]
    assert all(calls)
    for at in range(0, len(calls), 8):
        status, shown = post(server, "/api/view", {"game": game, "asks": calls[at : at + 8]})
        assert (status, list(shown.get("truths", shown))) == (200, calls[at : at + 8])


def test_a_question_that_goes_on_and_on_is_stopped(server: Running) -> None:
    loops = " ".join(f"for {name} in cells" for name in "abcdefghi")
    asked = {"game": "tic-tac-toe", "moves": ["(0,0)"]}
    status, told = post(server, "/api/view", {**asked, "asks": [f"any(mark[a] == B {loops})"]})
    assert (status, told["error"].partition(":")[0]) == (
        400,
        "the expression takes too long here",
    )
    status, shown = post(server, "/api/view", {**asked, "asks": ["winner(A)"]})
    assert (status, shown["truths"]) == (200, {"winner(A)": [False, False]})


def test_a_link_on_another_page_opens_the_page_and_nothing_else(server: Running) -> None:
    link = {"sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    framed = {**link, "sec_fetch_dest": "iframe"}
    for site in ("cross-site", "same-site"):
        assert send(server, "GET", "/?game=kalah", sec_fetch_site=site, **link)[0] == 200
        assert send(server, "GET", "/?game=kalah", sec_fetch_site=site, **framed)[0] == 403
        assert send(server, "GET", "/api/games", sec_fetch_site=site, **link)[0] == 403
        assert send(server, "POST", "/", b"{}", sec_fetch_site=site, **link)[0] == 403


def test_a_body_that_does_not_say_its_length_is_measured(server: Running) -> None:
    def posted(name: str) -> tuple[int, Any]:
        body = chunked(json.dumps({"game": name}).encode())
        status, told, _ = send(
            server, "POST", "/api/view", body,
            content_type="application/json", transfer_encoding="chunked",
        )  # fmt: skip
        return status, json.loads(told)

    assert posted("kalah")[0] == 200
    assert posted("k" * 300_000) == (413, {"error": "the request is longer than 200,000 bytes"})


def test_every_answer_forbids_scripts_and_pictures_from_elsewhere(server: Running) -> None:
    for path in ("/", "/static/main.js", "/board.css", "/api/games", "/nothing"):
        headers = send(server, "GET", path)[2]
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_no_file_of_the_page_names_another_server() -> None:
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, path
        assert "https://" not in text, path
        assert "innerHTML" not in text, path
        assert "eval(" not in text, path


def test_sources_are_given_of_known_games_only(server: Running) -> None:
    status, body, _ = send(server, "GET", f"/api/source?game={NIM}")
    assert status == 200
    assert "class Nim(Game)" in json.loads(body)["text"]
    for other in ("examples/morpion.py", "/etc/passwd", "..", ""):
        assert send(server, "GET", f"/api/source?game={other}")[0] == 404


def test_long_questions_are_answered_with_events(server: Running) -> None:
    events = ask(server, game="tic-tac-toe", question="count")
    assert events[-1][0] == "answer"
    assert events[-1][1]["answer"]["positions"] == 5478
    *far, (kind, told) = ask(server, game="tic-tac-toe", question="diagram", ply=30)
    assert {one for one, _ in far} == {"progress"}
    assert (kind, told["error"]) == ("failed", "no position is first reached at ply 30")
    ((kind, told),) = ask(server, game=NIM, question="choose", player="nobody")
    assert kind == "failed"
    assert "no player is called 'nobody'" in told["error"]
    status, told = post(server, "/api/ask", {"game": NIM, "question": "eval"})
    assert status == 400
    status, told = post(
        server, "/api/ask", {"game": NIM, "question": "choose", "player": "perfect:store=/etc"}
    )
    assert status == 400


def told_by(
    question: Callable[[PageQuestion], Any], **asked: Any
) -> tuple[Any, list[Any], list[Any]]:
    """Answer a question here; give what was told meanwhile too."""
    body = {"text": "", "parameters": {}, "start": "", "moves": [], "at": None, "plies": None}
    progress: list[Any] = []
    told: list[Any] = []
    seconds = asked.pop("seconds", 60.0)
    inquiry = PageQuestion(
        {**body, **asked}, lambda *far: progress.append(far), 4 << 30, seconds, told.append
    )
    return question(inquiry), progress, told


def test_a_check_looks_as_far_as_it_is_told_and_tells_each_verdict() -> None:
    asked = {"game": "tic-tac-toe", "parameters": {"size": 2}, "plies": 2}
    found, _, told = told_by(check_game, **asked)
    wanted = [one.to_dict() for one in check(load("tic-tac-toe", size=2), depth=2)]
    assert [one["message"] for one in found["verdicts"]] == [one["message"] for one in wanted]
    shown = {one["verdict"]["name"]: one["verdict"] for one in told}
    assert len(told) == len(shown)
    assert [shown[one["name"]] for one in found["verdicts"]] == found["verdicts"]
    assert "unknown" in {one["verdict"] for one in found["verdicts"]}


def test_a_check_without_time_says_so_of_each_property() -> None:
    found, *_ = told_by(check_game, game="tic-tac-toe", parameters={"size": 2}, seconds=0.0)
    names = [one.name for one in select_properties(load("tic-tac-toe", size=2), ())]
    verdicts = [one for one in found["verdicts"] if one["kind"] != "example"]
    assert [one["name"] for one in found["verdicts"]] == names
    assert {one["verdict"] for one in verdicts} == {"unknown"}
    assert all("stopped after 0 s" in one["message"] for one in verdicts)


def test_lint_says_how_far_it_is() -> None:
    found, progress, _ = told_by(lint_game, game="tic-tac-toe", parameters={"size": 2})
    assert [ply for ply, _ in progress[:3]] == [0, 1, 2]
    assert found["positions"] in [positions for _, positions in progress]


def test_find_gives_the_instance_of_a_number_within_some_plies(server: Running) -> None:
    asked = {"game": "tic-tac-toe", "question": "find", "text": "A wins"}
    *_, (_, none) = ask(server, **asked, plies=4)
    assert (none["answer"]["found"], none["answer"]["complete"]) == (False, False)
    ends = []
    for number in (1, 2):
        *_, (_, told) = ask(server, **asked, plies=5, number=number)
        ends.append(told["answer"]["trace"]["moves"])
    assert [len(moves) for moves in ends] == [5, 5]
    assert ends[0] != ends[1]


@pytest.mark.parametrize(
    ("moves", "forced"), [(["(0,0)", "(0,1)"], True), ([], False), (["(0,0)", "(1,1)"], False)]
)
def test_what_is_forced_is_shown_by_a_play(server: Running, moves: list[str], forced: bool) -> None:
    asked = {"game": "tic-tac-toe", "moves": moves}
    *_, (_, told) = ask(server, **asked, question="force", text="A wins", who=["A"])
    trace = told["answer"]["trace"]
    assert (told["answer"]["forced"], trace is not None) == (forced, forced)
    if trace is not None:
        assert trace["start"] == post(server, "/api/view", asked)[1]["position"]
        shown = post(server, "/api/view", {"game": "tic-tac-toe", **trace})[1]
        assert shown["result"] == "A wins"
        assert shown["grounds"][0].startswith("mark[cell] == A for every cell in (")


def test_defects_are_told_of_each_board_and_cell(server: Running) -> None:
    start = "board=......./......./......./..1..../......./....... turn=P0"
    asked = {"game": "connect-four", "start": start, "boards": True}
    shown = post(server, "/api/view", asked)[1]
    ((text,), (told,)) = shown["defects"], shown["boards"][0]["defects"]
    assert (told["text"], told["cells"]) == (text, ["cells.2,2"])
    holds = {spot["key"]: spot["holds"] for spot in shown["spots"]}
    assert holds["cells.2,2"] == f"P1, {text}"
    assert 'class="reason"' not in shown["svg"]
    assert 'class="defect"' in shown["boards"][0]["svg"]


def test_a_place_that_is_not_played_says_why(server: Running) -> None:
    why = {s["key"]: s["why"] for s in post(server, "/api/view", {"game": "kalah"})[1]["spots"]}
    assert why["ring.South,2"] == ""
    assert why["ring.North,2"] == "North 2 is North's, and South is to move"
    assert why["ring.South,0"] == "no move is made on South 0"


def test_two_readings_are_told_apart_by_a_play_of_each(server: Running) -> None:
    game, one, two = "tic-tac-toe", {"size": 2}, {"size": 2, "noting": "step"}
    *_, (kind, told) = ask(server, game=game, parameters=one, question="same-game", other=two)
    wanted = same_game(load(game, **one), load(game, **two))
    found = told["answer"]
    assert (kind, found["same"], found["differing"]) == ("answer", False, wanted.differing)
    assert found["told"] == str(wanted)
    ends = []
    for trace in (found["trace"], found["other_trace"]):
        status, shown = post(server, "/api/view", {"game": game, **trace})
        assert status == 200
        ends.append((shown["result"], shown["to_move"], [m for m in shown["moves"] if m["legal"]]))
    assert found["trace"]["moves"] == found["other_trace"]["moves"]
    assert ends[0] != ends[1]


def test_a_game_is_the_same_as_itself(server: Running) -> None:
    *_, (_, told) = ask(server, game=NIM, question="same-game", other={})
    assert (told["answer"]["same"], told["answer"]["trace"]) == (True, None)


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        (None, "other is missing: send the parameters of the game to compare with"),
        ({"holes": 99}, "holes=99: holes must be 1 to 12"),
        ({"self": 1}, "kalah has no parameter 'self'"),
        ([], "other must be an object of at most 50 names"),
    ],
)
def test_what_cannot_be_compared_is_told_before_the_work(
    server: Running, other: Any, problem: str
) -> None:
    status, told = post(
        server, "/api/ask", {"game": "kalah", "question": "same-game", "other": other}
    )
    assert status == 400
    assert problem in told["error"]


def workers() -> set[int]:
    """Find the worker processes that run now."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"boardproof.faces.web.worker" in words:
            found.add(int(folder.name))
    return found


def children(server: Running) -> set[int]:
    """Find the worker processes of one server."""
    found = set()
    for number in workers():
        try:
            status = Path(f"/proc/{number}/status").read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        if f"PPid:\t{server.process.pid}\n" in status:
            found.add(number)
    return found


def waited(meant: Any) -> bool:
    for _ in range(400):
        if meant():
            return True
        time.sleep(0.05)
    return False


def test_a_question_ends_when_nobody_listens_any_more() -> None:
    running = Running()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
        body = json.dumps({"game": "connect-four", "question": "count"})
        connection.request("POST", "/api/ask", body, JSON)
        answer = connection.getresponse()
        assert b"progress" in answer.readline() + answer.readline() + answer.readline()
        assert len(children(running)) == 1
        answer.close()
        connection.close()
        assert waited(lambda: not children(running))
        assert ask(running, game="tic-tac-toe", question="graph")[-1][0] == "answer"
    finally:
        running.stop()
    assert waited(lambda: not children(running))


@contextmanager
def asking(running: Running, **asked: Any) -> Iterator[Callable[[], Any]]:
    """Ask a question and listen to as much as is wanted; give what reads the next event."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    connection.request("POST", "/api/ask", json.dumps(asked), JSON)
    answer = connection.getresponse()

    def event() -> Any:
        answer.readline()
        told = json.loads(answer.readline().removeprefix(b"data: "))
        answer.readline()
        return told

    try:
        yield event
    finally:
        answer.close()
        connection.close()


def test_a_short_question_does_not_wait_for_long_ones() -> None:
    running = Running()
    try:
        with ExitStack() as stack:
            long = {"game": "connect-four", "question": "count"}
            for _ in range(JobLimits().workers):
                assert "waiting" not in stack.enter_context(asking(running, **long))()
            queued = stack.enter_context(asking(running, **long))
            assert queued()["waiting"] == JobLimits().workers
            for question in ("choose", "graph"):
                assert ask(running, game="tic-tac-toe", question=question)[-1][0] == "answer"
            assert len(children(running)) == JobLimits().workers + 1
    finally:
        running.stop()


def test_an_analysis_that_is_left_leaves_what_it_knows_to_the_next() -> None:
    running = Running()
    try:
        asked = {"game": "connect-four", "question": "analyse", "seconds": 60}
        with asking(running, **asked) as first:
            while "analysis" not in (told := first()):
                pass
            assert told["analysis"]["here"]["estimate"].keys() == {"P0", "P1"}
            (worker,) = children(running)
        with asking(running, **asked, moves=["3"]) as second:
            while "analysis" not in (told := second()):
                pass
            assert told["analysis"]["to_move"] == "P1"
            assert children(running) == {worker}
        *_, (kind, last) = ask(running, game="tic-tac-toe", question="analyse")
        assert kind == "answer"
        assert last["answer"]["here"]["value"] == {"A": 0, "B": 0}
        status, told = post(running, "/api/ask", {**asked, "seconds": 0})
        assert (status, told["error"]) == (400, "seconds must be a number above 0, at most 86,400")
    finally:
        running.stop()


def test_analysis_goes_on_while_another_position_of_the_game_is_asked_about() -> None:
    running = Running()
    try:
        solve_it = {"game": "connect-four", "question": "solve"}
        with asking(running, **solve_it) as first:
            reached = 0 if "phase" in (told := first()) else told["positions"]
            (worker,) = children(running)
        with asking(running, **solve_it, moves=["3"]) as second:
            began = time.monotonic()
            while time.monotonic() - began < 1.5 * GRACE:
                told = second()
                assert told["positions"] >= reached
                # Another engine, which is a phase of its own, begins anew.
                reached = 0 if "phase" in told else told["positions"]
            assert children(running) == {worker}
        assert waited(lambda: not children(running))
    finally:
        running.stop()


def test_a_game_that_is_too_large_to_solve_is_remembered() -> None:
    running = Running("--memory", "1M")
    try:
        *_, (kind, told) = ask(running, game="tic-tac-toe", question="solve")
        assert (kind, told["error"].partition(" ")[0]) == ("failed", "stopped")
        (worker,) = children(running)
        os.kill(worker, signal.SIGKILL)
        assert waited(lambda: not children(running))
        again = ask(running, game="tic-tac-toe", question="solve", moves=["(0,0)"])
        assert again == [("failed", told)]
        assert not children(running)
        other = ask(running, game="tic-tac-toe", parameters={"size": 2}, question="solve")
        assert len(children(running)) == 1, other
    finally:
        running.stop()


def test_a_question_ends_when_its_time_is_over() -> None:
    running = Running("--seconds", "1")
    try:
        *_, (kind, told) = ask(running, game="connect-four", question="count")
        assert kind == "failed"
        assert told["error"].startswith("stopped after 1 s")
        assert waited(lambda: not children(running))
    finally:
        running.stop()


def known_of(solved: StrongSolution, position: Position) -> dict[str, Any]:
    """Return what a solution says of a position, as the page is told."""
    return {
        "value": {str(player): worth for player, worth in solved.value(position).items()},
        "distance": solved.distance(position),
        "best": [move.name for move in solved.best(position)],
    }


def test_twenty_clients_at_once_are_all_answered_right(server: Running) -> None:
    engine = make_engine("reference", load("tic-tac-toe"))
    solved = engine.solve()
    wanted = {m.name: known_of(solved, p) for m, p in engine.successors(engine.initial())}

    counted: set[int] = set()

    def one(number: int) -> bool:
        name = list(wanted)[number % len(wanted)]
        counted.add(len(children(server)))
        if number % 2:
            question = "choose" if number % 4 == 1 else "count"
            small = {"game": "tic-tac-toe", "parameters": {"size": 2}}
            return ask(server, **small, question=question)[-1][0] == "answer"
        *_, (kind, told) = ask(server, game="tic-tac-toe", moves=[name], question="solve")
        answer = told["answer"]
        return kind == "answer" and {part: answer[part] for part in wanted[name]} == wanted[name]

    with ThreadPoolExecutor(20) as pool:
        assert all(pool.map(one, range(60)))
    assert max(counted) == JobLimits().workers + JobLimits().short


@pytest.mark.parametrize(
    ("game", "parameters", "moves"),
    [("tic-tac-toe", {}, ["(0,0)", "(0,1)"]), ("kalah", {"holes": 3, "beans": 2}, ["1"])],
)
def test_analysis_says_what_solve_says(
    server: Running, game: str, parameters: dict[str, int], moves: list[str]
) -> None:
    rules = load(game, **parameters)
    engine = make_engine("reference", rules)
    line = [engine.initial()]
    for name in moves:
        line.append(engine.successor(line[-1], MoveNames(engine.moves).read(name)))
    *_, (kind, told) = ask(
        server, game=game, parameters=parameters, moves=moves, at=1, question="solve"
    )
    assert kind == "answer"
    found, solved = told["answer"], engine.solve()
    wanted = known_of(solved, line[1])
    assert {part: found[part] for part in wanted} == wanted
    for move, after in engine.successors(line[1]):
        worth = known_of(solved, after)
        assert found["moves"][move.name]["value"] == worth["value"]
        assert found["moves"][move.name]["distance"] == worth["distance"]
    assert [one["result"] for one in found["line"]] == [
        result_in_words(rules, known_of(solved, one)["value"]) for one in line
    ]


def test_a_position_that_play_never_reaches_is_analysed_too(server: Running) -> None:
    start = "mark=AA./.../... turn=A"
    *_, (_, told) = ask(server, game="tic-tac-toe", start=start, question="solve")
    assert told["answer"]["result"] == "A wins"
    assert told["answer"]["best"] == ["(0,2)"]


@pytest.mark.slow
def test_a_thousand_games_leave_no_trace_in_memory(server: Running) -> None:
    def size() -> int:
        return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])

    def games(number: int) -> None:
        for one in range(number):
            parameters = {"columns": 4 + one % 5, "rows": 4 + one % 4}
            moves = [str(n % 4) for n in range(one % 9)]
            asked = {"game": "connect-four", "parameters": parameters, "moves": moves}
            assert post(server, "/api/view", asked)[0] == 200

    games(300)
    before = size()
    games(1_000)
    assert size() < before * 1.1


def test_work_that_needs_too_much_memory_is_stopped_and_says_so() -> None:
    running = Running("--memory", "20M")
    try:
        *_, (kind, told) = ask(running, game="connect-four", question="count")
        assert kind == "failed"
        assert "the limit is 20M" in told["error"]
    finally:
        running.stop()
