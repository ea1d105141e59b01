"""The guard of the server: only its own page is answered, and only requests of bounded size."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Sent with every answer: no foreign content is loaded, ours is not framed, no type is guessed.
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
#: The longest URL accepted, in bytes.
LONGEST_ADDRESS = 20_000
UNKNOWN_HOST = (
    "unknown host name: open the URL that `boardproof serve` printed, "
    "or start it with --allow-host and this name"
)
ANOTHER_PAGE = "requests from other pages are refused: open this server's own page"


class TooLong(HTTPException):
    """A body that is too long; the application answers it like other refusals."""

    def __init__(self, longest: int) -> None:
        super().__init__(413, f"the request is longer than {longest:,} bytes")


class RequestGuard:
    """Refuses other Hosts and Origins, long bodies and URLs; adds the headers above."""

    #: How long the rest of a body is waited for, in seconds.
    patience = 20.0

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
            return 403, UNKNOWN_HOST
        own = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if headers.get("origin", f"http://{host}").lower() != f"http://{host}":
            return 403, ANOTHER_PAGE
        if not own and not _follows_a_link(scope, headers):
            return 403, ANOTHER_PAGE
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, f"the URL is longer than {LONGEST_ADDRESS:,} bytes: make fewer moves"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.longest:
            return 413, f"the request is longer than {self.longest:,} bytes"
        kind = headers.get("content-type", "").partition(";")[0].strip()
        if scope["method"] == "POST" and kind != "application/json":
            return 415, "the request must be JSON: send content-type: application/json"
        return None

    def _measured(self, receive: Receive) -> Receive:
        """Count the bytes received: a Content-Length may be missing."""
        taken, whole = 0, False

        async def receiving() -> MutableMapping[str, Any]:
            nonlocal taken, whole
            message = await self._in_time(receive) if not whole else await receive()
            taken += len(message.get("body", b""))
            if taken > self.longest:
                raise TooLong(self.longest)
            whole = not message.get("more_body", False)
            return message

        return receiving

    async def _in_time(self, receive: Receive) -> MutableMapping[str, Any]:
        """Wait for the next part of a body, but not for ever."""
        try:
            return await asyncio.wait_for(receive(), self.patience)
        except TimeoutError:
            raise HTTPException(408, f"no body came for {self.patience:g} s") from None


def _follows_a_link(scope: Scope, headers: dict[str, str]) -> bool:
    """Whether the page itself is opened, by a link on another page."""
    return (
        scope["method"] == "GET"
        and scope["path"] == "/"
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )


def _reached(scope: Scope) -> frozenset[str]:
    """Return the address that a request came to, as written in a Host header."""
    address = str((scope.get("server") or [""])[0]).removeprefix("::ffff:")
    return frozenset({f"[{address}]" if ":" in address else address} - {""})


def _name(host: str) -> str:
    """Return a Host header without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return sending
