"""Whatever is sent, the server answers with what it means to say, and with nothing else."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, validate

from boardproof.faces.web.app import BOARD_STYLE, STATIC
from boardproof.faces.web.editing import PATH

from ...engines.variants import few_or_many
from .conftest import NIM, Editing, Running
from .raw_http import chunked, post, send

pytestmark = pytest.mark.xdist_group("web")


def hostile(chance: Random) -> Iterator[tuple[str, str, bytes | None, dict[str, str]]]:
    """Generate requests that no page of ours sends."""
    paths = ["/api/view", "/api/ask", "/api/games", "/api/source", "/api/stamp", "/api/picture"]
    paths += ["/", "/static/main.js"]
    while True:
        method = chance.choice(["POST"] * 6 + ["GET", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE"])
        headers = {"content_type": "application/json"}
        match chance.randrange(12):
            case 0:
                yield "GET", traversal(chance), None, {}
            case 1:
                headers["host"] = chance.choice(
                    ["evil", "127.0.0.1.evil:80", "[::1", "", "a" * 5000]
                )
                yield method, chance.choice(paths), b"{}", headers
            case 2:
                headers["origin"] = chance.choice(
                    ["http://evil", "null", "\xff", "http://[", "x:y"]
                )
                yield method, chance.choice(paths), b"{}", headers
            case 3:
                yield "POST", chance.choice(paths[:2]), nested(chance), headers
            case 4:
                yield "POST", chance.choice(paths), chance.randbytes(chance.randrange(300)), headers
            case 5:
                size = chance.choice([10, 200_001, 1_000_000])
                yield "POST", "/api/view", b'{"game":"' + b"k" * size, headers
            case 6:
                headers["content_length"] = chance.choice(["-1", "x", "9" * 30, "1e3"])
                yield "POST", "/api/view", None, headers
            case 7:
                query = "".join(
                    chance.choices("game=kalah&%00%ff../+é".encode().decode("latin-1"), k=20)
                )
                yield "GET", "/api/source?" + query.replace(" ", ""), None, {}
            case 8:
                headers["transfer_encoding"] = "chunked"
                long = b'{"game":"' + b"k" * chance.choice([10, 190_000, 200_001, 300_000]) + b'"}'
                yield "POST", chance.choice(paths[:2]), chunked(long), headers
            case 9:
                odd = chance.choice([b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\x80"])
                yield "POST", chance.choice(paths[:2]), b'{"game":"' + odd + b'"}', headers
            case _:
                body = json.dumps(mangled(chance)).encode()
                yield "POST", chance.choice(["/api/view", "/api/ask"]), body, headers


def nested(chance: Random) -> bytes:
    """Write brackets in brackets, closed or not, alone or where a value is wanted."""
    deep = chance.choice([10, 1_000, 50_000])
    ends = chance.choice([b"[]", b"[ ", b"{}"])
    inner = ends[:1] * deep + ends[1:] * deep
    if ends == b"{}":
        inner = b'{"a":' * (deep // 2) + b"1" + b"}" * (deep // 2)
    return chance.choice([inner, b'{"game":"kalah","parameters":' + inner + b"}"])


def traversal(chance: Random) -> str:
    up = chance.choice(["../", "..%2f", "%2e%2e/", "..\\", "....//", "%252e%252e/", "./"])
    target = chance.choice(
        ["app.py", "etc/passwd", "__init__.py", "main.js", "%00", "style.css%00"]
    )
    return (
        chance.choice(["/static/", "/static//", "/", "/api/"]) + up * chance.randrange(8) + target
    )


def mangled(chance: Random) -> Any:
    """Break a request that was right."""
    odd = [None, True, -1, 10**30, 1.5, float("nan"), float("inf"), "", "x" * 6_000, [], {}, [[]],
           {"a": 1}, "\x00", "../../etc/passwd", "kalah", "\ud800"]  # fmt: skip
    good: dict[str, Any] = {
        "game": "tic-tac-toe", "parameters": {"size": 3}, "start": "", "moves": ["(0,0)"],
        "question": chance.choice(["graph", "choose", "nothing"]), "player": "random",
    }  # fmt: skip
    for _ in range(chance.randrange(1, 3)):
        name = chance.choice(
            [*good, "at", "asks", "boards", "extra", "ply", "depth", "plies", "number"]
        )
        value = chance.choice(odd)
        good[name] = chance.choice([value, [value], {"size": value}, {str(value): value}])
    return good


#: Nothing that is refused tells of files, of Python or of the libraries within.
INNER = [b"Traceback", b'File "', b".py", b"site-packages", b"/src/", b"Expected `", b"NoneType"]


@few_or_many("number", 600, 4_000)
def test_no_hostile_request_is_answered_with_more_than_a_refusal(
    server: Running, number: int
) -> None:
    served = {path.read_bytes() for path in [*STATIC.iterdir(), BOARD_STYLE]}
    requests = hostile(Random(7))
    seen = set()
    for _ in range(number):
        method, path, body, headers = next(requests)
        try:
            status, answer, _ = send(server, method, path, body, **headers)
        except (http.client.HTTPException, OSError, UnicodeError):
            continue  # turned away before it could be heard
        seen.add(status)
        assert status < 500, (method, path, body)
        assert status >= 400 or not {"origin", "host"} & set(headers), (path, headers)
        if status >= 400:
            named = answer.replace(NIM.encode(), b"")
            assert not any(inner in named for inner in INNER), (path, body, answer)
        if ".." in path or "%2e" in path or path.startswith("/static"):
            assert status != 200 or method != "GET" or answer in served, path
    assert {200, 400, 403, 404, 405, 413} <= seen
    assert post(server, "/api/view", {"game": "kalah"})[0] == 200


#: The editor's addresses; none of these requests is one that saves.
EDITOR = ("open", "disk", "colours", "describe", "view", "ask", "save")


@few_or_many("number", 100, 2_000)
def test_no_hostile_request_to_the_editor_gets_more_than_a_refusal(
    running: Editing, tmp_path: Path, number: int
) -> None:
    chance, requests, ran = Random(8), hostile(Random(9)), tmp_path / "ran"
    spy = {"game": "x.py", "source": f"open({str(ran)!r}, 'w').close()"}
    seen = set()
    for _ in range(number):
        method, _path, body, headers = next(requests)
        path = PATH + chance.choice(EDITOR)
        known = chance.random() < 0.5  # whether they know the secret; then their text may be run
        secret = running.secret if known else chance.choice(["", "x", running.secret[1:], "é"])
        if not known and chance.random() < 0.5:
            method, body = "POST", json.dumps(spy).encode()
            headers.pop("transfer_encoding", None)
        elif chance.random() < 0.3:
            body = json.dumps({**mangled(chance), "source": "x" * chance.randrange(9)}).encode()
            headers.pop("transfer_encoding", None)
        try:
            status, answer, _ = send(
                running, method, path, body, **headers, x_boardproof_secret=secret
            )
        except (http.client.HTTPException, OSError, UnicodeError):
            continue
        seen.add(status)
        assert status < 500, (method, path, body)
        assert known or status >= 400, (method, path, body, answer)
        assert status >= 400 or not {"origin", "host"} & set(headers), (path, headers)
        assert status == 200 or b"Traceback" not in answer
    assert {200, 400, 403, 405, 413} <= seen
    assert not ran.exists()
    assert not running.file.exists()


# Requests made from the description that the server itself gives


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Make values of which a schema says that they are taken."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([values(one) for one in schema["anyOf"]])
    match schema["type"]:
        case "string" if "pattern" in schema:
            return st.from_regex(schema["pattern"], fullmatch=True).filter(lambda t: len(t) < 50)
        case "string":
            return st.text(max_size=min(schema["maxLength"], 12))
        case "integer":
            return st.integers(schema.get("minimum", -200), schema.get("maximum", 200))
        case "number":
            return st.floats(0.1, 2.0)
        case "array":
            return st.lists(values(schema["items"]), max_size=3)
        case "object" if "properties" in schema:
            return bodies(schema)
        case "object":
            taken = values(schema["additionalProperties"])
            return st.just({}) | st.dictionaries(st.text(max_size=8), taken, max_size=3)
    return {"boolean": st.booleans(), "null": st.none()}[schema["type"]]


def bodies(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    fields = {name: values(one) for name, one in schema["properties"].items()}
    needed = {name: fields.pop(name) for name in schema["required"]}
    return st.fixed_dictionaries(needed, optional=fields)


@pytest.fixture(scope="module")
def described(server: Running) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(send(server, "GET", "/api/schema")[1])
    return found


def answer_schema(described: dict[str, Any], path: str, method: str, status: int) -> Any:
    """Give the schema of an answer; a status that is not described is an error."""
    content = described["paths"][path][method]["responses"][str(status)]["content"]
    schema = content["application/json"]["schema"]
    return described["components"]["schemas"]["Refusal"] if "$ref" in schema else schema


@few_or_many("examples", 25, 250)
def test_what_the_description_allows_is_answered_as_it_says(
    server: Running, described: dict[str, Any], examples: int
) -> None:
    @settings(max_examples=examples, deadline=None, derandomize=True)
    @given(values(described["components"]["schemas"]["View"]))
    def is_answered(body: Any) -> None:
        status, told = post(server, "/api/view", body)
        assert status < 500
        validate(told, answer_schema(described, "/api/view", "post", status))

    is_answered()


@few_or_many("examples", 25, 250)
def test_what_the_description_forbids_is_refused(
    server: Running, described: dict[str, Any], examples: int
) -> None:
    @settings(max_examples=examples, deadline=None, derandomize=True)
    @given(st.data())
    def is_refused(data: st.DataObject) -> None:
        refuse(server, described, data)

    is_refused()


def refuse(server: Running, described: dict[str, Any], data: st.DataObject) -> None:
    """Send a request that the description forbids in one field."""
    name = data.draw(st.sampled_from(["View", "Ask"]))
    schema = described["components"]["schemas"][name]
    body = data.draw(values(schema))
    field = data.draw(st.sampled_from([*schema["properties"], "more"]))
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=5,
    )
    body[field] = data.draw(anything)
    assume(not Draft202012Validator(schema).is_valid(body))
    path = f"/api/{name.lower()}"
    status, told = post(server, path, body)
    assert status in (400, 404)
    validate(told, answer_schema(described, path, "post", status))


@few_or_many("examples", 6, 60)
def test_every_question_ends_with_an_answer_or_why_not(
    server: Running, described: dict[str, Any], examples: int
) -> None:
    @settings(max_examples=examples, deadline=None, derandomize=True)
    @given(st.data())
    def is_answered(data: st.DataObject) -> None:
        ask_anything(server, described, data)

    is_answered()


def ask_anything(server: Running, described: dict[str, Any], data: st.DataObject) -> None:
    """Ask a question that the description allows, of a small game."""
    asked = data.draw(values(described["components"]["schemas"]["Ask"]))
    # A small game, so that no question takes long.
    status, told, _ = send(
        server, "POST", "/api/ask",
        json.dumps({**asked, "game": NIM, "parameters": {}, "other": {}}).encode(),
        content_type="application/json",
    )  # fmt: skip
    assert status == 200, told
    *_, last = told.decode().strip().split("\n\n")
    kind, _, value = last.partition("\ndata: ")
    assert kind in ("event: answer", "event: failed")
    assert "answer" in json.loads(value) or "internal error" not in json.loads(value)["error"]


def test_the_other_addresses_answer_as_described(
    server: Running, described: dict[str, Any]
) -> None:
    for path in (
        "/api/games",
        "/api/schema",
        f"/api/source?game={NIM}",
        "/api/source?game=x",
        f"/api/stamp?game={NIM}",
        "/api/stamp",
        "/api/picture?game=x",
        "/api/picture",
    ):
        status, told, _ = send(server, "GET", path)
        schema = answer_schema(described, path.partition("?")[0], "get", status)
        validate(json.loads(told), schema)
