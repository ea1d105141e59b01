"""Where the page is served, by which names it is called, and what commands show in it."""

import http.client
import json
from socket import IPPROTO_TCP, create_connection, gethostname
from urllib.parse import parse_qsl, urlsplit

import pytest

from boardproof.faces.cli import main
from boardproof.faces.cli.sockets import listen

from .conftest import Running
from .raw_http import post, send

pytestmark = pytest.mark.xdist_group("web")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("serve chess", "no game is called 'chess'"),
        ("serve kalah holes=99", "holes must be 1 to 12"),
        ("serve holes=3", "holes=3: name its game before it"),
        ("serve nowhere.py", "there is no file nowhere.py"),
        ("serve --host 203.0.113.7", "cannot listen on 203.0.113.7:8000"),
        (
            "serve --allow-host http://box/",
            "--allow-host http://box/: write a host name without http",
        ),
        ("find kalah over --count --open", "omit --count"),
        ("serve --port 99999", "cannot listen on 127.0.0.1:99999"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(
    line: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(line.split())
    told = capsys.readouterr().err
    assert left.value.code == 2
    assert message in told
    assert told.count("\n") == 1


def test_a_server_is_called_by_any_spelling_of_its_names(server: Running) -> None:
    for name in ("LOCALHOST", "LocalHost", "127.0.0.1"):
        host = f"{name}:{server.port}"
        assert send(server, "GET", "/", host=host)[0] == 200
        assert send(server, "GET", "/", host=host, origin=f"http://{host.lower()}")[0] == 200
    status, told, _ = send(server, "GET", "/", host="box.example")
    assert (status, "--allow-host" in json.loads(told)["error"]) == (403, True)


def test_a_server_for_a_network_answers_to_its_addresses_and_to_names_allowed() -> None:
    running = Running("--host", "0.0.0.0", "--allow-host", "Box.example", "--allow-host", "b")
    try:
        for name in ("127.0.0.1", "box.example", "b", "localhost", gethostname()):
            assert send(running, "GET", "/", host=f"{name}:{running.port}")[0] == 200, name
        for name in ("evil.example", "0.0.0.0", "127.0.0.2", "example", "192.0.2.99"):
            assert send(running, "GET", "/", host=f"{name}:{running.port}")[0] == 403, name
        printed = running.url.removeprefix("http://")
        assert get_at(printed, printed) == 200
        assert get_at(f"127.0.0.2:{running.port}", f"127.0.0.2:{running.port}") == 200
        assert get_at(f"127.0.0.2:{running.port}", f"127.0.0.3:{running.port}") == 403
    finally:
        running.stop()


def get_at(address: str, host: str) -> int:
    """Ask at an address of this machine, by a name."""
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("GET", "/", headers={"host": host})
    status = connection.getresponse().status
    connection.close()
    return status


def test_whoever_serves_to_a_network_is_told_so(capfd: pytest.CaptureFixture[str]) -> None:
    for host, warned in (("127.0.0.1", False), ("0.0.0.0", True)):
        Running("--host", host).stop()
        assert ("anybody on this network can use this server" in capfd.readouterr().err) is (warned)


def test_small_answers_are_sent_at_once() -> None:
    # asyncio leaves a socket's answers waiting for each other unless it says that it is TCP.
    with (
        listen("127.0.0.1", 0) as listening,
        create_connection(listening.getsockname()),
        listening.accept()[0] as accepted,
    ):
        assert accepted.proto == IPPROTO_TCP


@pytest.mark.parametrize(
    ("line", "result"),
    [
        (["find", "tic-tac-toe", "size=2", "A wins", "--open"], "A wins"),
        (["find", "tic-tac-toe", "winner(A) and winner(B)", "--anywhere", "--open"], None),
        (["lint", "territory", "wipe_out=exactly_one", "--no-readings", "--open"], None),
    ],
)
def test_what_a_command_finds_is_shown_in_the_page(line: list[str], result: str | None) -> None:
    running = Running(*line, port=None)
    try:
        query = dict(parse_qsl(urlsplit(running.said.split()[1]).query))
        assert query["view"] == "trace"
        words = dict(word.split("=") for word in query.get("with", "").split())
        parameters = {n: int(v) if v.isdigit() else v for n, v in words.items()}
        status, shown = post(
            running, "/api/view",
            {"game": query["game"], "parameters": parameters, "start": query["start"],
             "moves": query.get("moves", "").split()},
        )  # fmt: skip
        assert status == 200, shown
        assert result is None or shown["result"] == result
        assert parameters.items() >= {n: int(v) for n, v in _sizes(line)}.items()
    finally:
        running.stop()


def _sizes(line: list[str]) -> list[tuple[str, str]]:
    found = (word.partition("=") for word in line if word.partition("=")[2].isdigit())
    return [(name, value) for name, _, value in found]
