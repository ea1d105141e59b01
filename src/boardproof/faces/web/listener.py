"""The HTTP server itself: it leaves when it is told to, and waits for nobody for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .guard import App

#: How long a connection may take to send its first request, in seconds.
PATIENCE = 20.0


class PatientProtocol(H11Protocol):
    """Closes a connection that opens and asks nothing, or stops amid a header."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.loop.call_later(PATIENCE, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


class Listener(uvicorn.Server):
    """Serves the page until a signal; then it ends what is being answered, and leaves."""

    def __init__(self, app: App, stop: Callable[[], None]) -> None:
        self._stop = stop
        config = uvicorn.Config(
            app,
            http=PatientProtocol,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            date_header=False,
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)

    def handle_exit(self, sig: int, frame: FrameType | None) -> Any:
        """Leave at a signal; questions are ended first, so that nobody waits for their answers."""
        self._stop()
        return super().handle_exit(sig, frame)
