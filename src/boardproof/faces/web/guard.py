"""What stands before the server: only its own page is answered, and only so much."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Sent with every answer: nothing from elsewhere is loaded, nothing of ours is framed or guessed.
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
#: The longest address that is looked at.
LONGEST_ADDRESS = 20_000
NOT_CALLED_SO = (
    "this server is not called so: open the address that `boardproof serve` printed, "
    "or start it with --allow-host and this name"
)
ANOTHER_PAGE = "another page may not ask here: open this server's own page"


class TooLong(HTTPException):
    """A body that is longer than what is taken; the application answers it like other refusals."""

    def __init__(self, longest: int) -> None:
        super().__init__(413, f"the request is longer than {longest:,} bytes")


class RequestGuard:
    """Refuses other Hosts and Origins, long bodies and addresses; adds the headers above."""

    def __init__(self, app: App, hosts: frozenset[str], longest: int) -> None:
        self.app, self.hosts, self.longest = app, hosts, longest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sending = _with_headers(send)
        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, self._measured(receive), sending)
            return
        status, problem = refusal
        await JSONResponse({"error": problem}, status)(scope, receive, sending)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        host = headers.get("host", "").lower()
        if _name(host) not in self.hosts | _reached(scope):
            return 403, NOT_CALLED_SO
        own = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if headers.get("origin", f"http://{host}").lower() != f"http://{host}":
            return 403, ANOTHER_PAGE
        if not own and not _follows_a_link(scope, headers):
            return 403, ANOTHER_PAGE
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, f"the address is longer than {LONGEST_ADDRESS:,} bytes: make fewer moves"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.longest:
            return 413, f"the request is longer than {self.longest:,} bytes"
        kind = headers.get("content-type", "").partition(";")[0].strip()
        if scope["method"] == "POST" and kind != "application/json":
            return 415, "the request must be JSON: send content-type: application/json"
        return None

    def _measured(self, receive: Receive) -> Receive:
        """Count what comes in: a length that is not announced is not trusted."""
        taken = 0

        async def receiving() -> MutableMapping[str, Any]:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.longest:
                raise TooLong(self.longest)
            return message

        return receiving


def _follows_a_link(scope: Scope, headers: dict[str, str]) -> bool:
    """Say whether somebody opens the page itself, by a link that stands on another page."""
    return (
        scope["method"] == "GET"
        and scope["path"] == "/"
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )


def _reached(scope: Scope) -> frozenset[str]:
    """Give the address of ours that a request came to, as a Host header has it."""
    address = str((scope.get("server") or [""])[0]).removeprefix("::ffff:")
    return frozenset({f"[{address}]" if ":" in address else address} - {""})


def _name(host: str) -> str:
    """Give a Host header without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return sending
