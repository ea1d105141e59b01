"""Requests as they are: nothing is put right on the way."""

import http.client
import json
from typing import Any

from .conftest import Running

JSON = {"content-type": "application/json"}


def send(
    server: Running, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    """Send a request as it is, without anything being put right on the way."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest(method, path, skip_host="host" in headers, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None and not {"content_length", "transfer_encoding"} & set(headers):
        connection.putheader("content-length", str(len(body)))
    connection.endheaders()
    try:
        if body:
            connection.send(body)
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def post(server: Running, path: str, value: Any) -> tuple[int, Any]:
    status, body, _ = send(
        server, "POST", path, json.dumps(value).encode(), content_type="application/json"
    )
    return status, json.loads(body)


def ask(server: Running, **asked: Any) -> list[tuple[str, Any]]:
    """Ask a long question; give its events."""
    body = json.dumps(asked).encode()
    status, text, _ = send(server, "POST", "/api/ask", body, content_type="application/json")
    assert status == 200, text
    parts = [part.split("\n") for part in text.decode().split("\n\n") if part]
    return [(one[0][7:], json.loads(one[1][6:])) for one in parts]


def chunked(body: bytes) -> bytes:
    """Write a body in pieces, without saying before how long it is."""
    pieces = [body[at : at + 50_000] for at in range(0, len(body), 50_000)]
    return b"".join(b"%x\r\n%s\r\n" % (len(one), one) for one in pieces) + b"0\r\n\r\n"
