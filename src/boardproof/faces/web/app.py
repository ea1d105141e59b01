"""The server: the page's files, and a small JSON interface (docs/web.md).

GET  /api/games      the games with their parameters and readings
GET  /api/schema     the description of this interface, as OpenAPI has it
GET  /api/source     the text of a rulebook
GET  /api/stamp      when a rulebook's file was last changed
GET  /api/picture    the board a game starts with
POST /api/view       a game in progress: position, board, moves, variables
POST /api/ask        a long question: server-sent events, the last is the answer
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ... import drawing
from ...errors import BoardproofError, UnknownGame, WrongMove
from ...players import KINDS
from .catalogue import Catalogue
from .editing import PATH, Editor
from .guard import App, RequestGuard
from .jobs import Event, EventStream, JobLimits, Workers
from .questions import QUESTIONS, check_question, is_short
from .requests import LARGEST_BODY, Ask, AskBody, View, decode
from .schema import describe_api
from .view import view

STATIC = Path(__file__).parent / "static"
ICON = "icon.svg"
BOARD_STYLE = Path(drawing.__file__).parent / "board.css"
#: The names under which a machine calls itself.
LOCAL = frozenset({"127.0.0.1", "localhost", "[::1]"})
#: Answers of more bytes than this are compressed.
SMALLEST_ZIPPED = 500
#: The addresses that take a body.
TAKES_POST = ("/api/view", "/api/ask", PATH)


class Server:
    """Answers the page's requests; it keeps rulebooks open, but no game in progress."""

    def __init__(
        self,
        words: Iterable[str] = (),
        limits: JobLimits | None = None,
        editor: Editor | None = None,
        stores: Iterable[str] = (),
    ) -> None:
        self.catalogue, self.limits = Catalogue(words), limits or JobLimits()
        self.workers: Workers | None = None
        self.editor, self.stores = editor, list(stores)

    def app(self, hosts: frozenset[str] = LOCAL) -> App:
        """Make the application, guarded."""
        routes = [
            Route("/", self.page),
            Route("/board.css", self.style),
            Route("/api/games", self.games),
            Route("/api/schema", self.schema),
            Route("/api/source", self.source),
            Route("/api/stamp", self.stamp),
            Route("/api/picture", self.picture),
            Route("/api/view", self.view, methods=["POST"]),
            Route("/api/ask", self.ask, methods=["POST"]),
            Route(f"/static/{ICON}", self.icon),
            Mount("/static", StaticFiles(directory=STATIC)),
            *(self.editor.routes(self._stream) if self.editor else []),
        ]
        handlers: dict[Any, Any] = {
            BoardproofError: _refused,
            HTTPException: _not_so,
            ClientDisconnect: _left,
            Exception: _broken,
        }
        inner = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)
        return RequestGuard(GZipMiddleware(inner, SMALLEST_ZIPPED), hosts, LARGEST_BODY)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.workers = Workers(self.limits)
        if self.editor is not None:
            self.editor.begin()
        try:
            yield
        finally:
            self.stop()

    def stop(self) -> None:
        """End all questions: the server is about to leave."""
        if self.workers is not None:
            self.workers.close()
        if self.editor is not None:
            self.editor.close()

    async def page(self, _: Request) -> Response:
        """Serve the page; while its files are fetched, prepare what it requests first."""
        Thread(target=self.catalogue.warm, daemon=True).start()
        if self.workers is not None:
            await self.workers.prepare()
        return FileResponse(STATIC / "index.html")

    async def icon(self, _: Request) -> Response:
        """Serve the page's icon, which a browser may keep: it wants it after every move."""
        return FileResponse(STATIC / ICON, headers={"cache-control": "max-age=86400"})

    async def style(self, _: Request) -> Response:
        """Serve the style sheet that all boards share."""
        return FileResponse(BOARD_STYLE, media_type="text/css")

    async def games(self, _: Request) -> Response:
        """List the games, and what can be asked."""
        listed = await run_in_threadpool(self.catalogue.describe_games)
        return JSONResponse(
            {
                "games": listed,
                "players": ["human", *(_seated(name) for name in KINDS)],
                "questions": list(QUESTIONS),
            }
        )

    async def schema(self, _: Request) -> Response:
        """Describe this interface."""
        return JSONResponse(describe_api(self.catalogue.words, QUESTIONS, self.editor is not None))

    async def source(self, request: Request) -> Response:
        """Serve the text of a rulebook."""
        word = request.query_params.get("game", "")
        return JSONResponse(await run_in_threadpool(self.catalogue.source, word))

    async def stamp(self, request: Request) -> Response:
        """Tell when a rulebook's file was last changed, 0 for one that is no file of its own."""
        return JSONResponse({"stamp": self.catalogue.stamp(request.query_params.get("game", ""))})

    async def picture(self, request: Request) -> Response:
        """Draw the position a game starts from."""
        word = request.query_params.get("game", "")
        drawn = await run_in_threadpool(self.catalogue.picture, word)
        return Response(drawn, media_type="image/svg+xml")

    async def view(self, request: Request) -> Response:
        """Show a game in progress."""
        asked: View = decode(await request.body(), View)
        shown = await run_in_threadpool(lambda: view(self._open(asked), asked))
        return JSONResponse(shown)

    async def ask(self, request: Request) -> Any:
        """Answer a long question with a stream of events."""
        asked: Ask = decode(await request.body(), AskBody)
        check_question(asked)
        opened = await run_in_threadpool(lambda: self._ready(asked))
        body = {**msgspec.to_builtins(asked), "stamp": self.catalogue.stamp(opened.word)}
        return self._stream(body, is_short(body), partial(self._note_solved, asked))

    def _note_solved(self, asked: Ask, event: Event) -> None:
        """Remember that a game was solved here by the analysis of its start."""
        plain = not asked.parameters and not asked.start and (asked.at == 0 or not asked.moves)
        if asked.question != "analyse" or not plain:
            return
        known = event.get("analysis") or event.get("answer") or {}
        if known.get("complete") and known["phase"] != "solved before":
            self.catalogue.note_solved(asked.game, known["seconds"])

    def _stream(
        self, body: dict[str, Any], short: bool, note: Callable[[Event], None] = lambda event: None
    ) -> Any:
        """Ask a worker, and return the stream of its events; each is noted."""
        assert self.workers is not None
        if self.workers.full:
            return JSONResponse({"error": "too many questions are waiting: try again later"}, 503)
        return EventStream(self.workers.ask({**body, "stores": self.stores}, short), note)

    def _ready(self, asked: Ask) -> Any:
        """Open the games that are asked about, before the question is queued."""
        opened = self._open(asked)
        if asked.question == "same-game" and asked.other is not None:
            self.catalogue.open(asked.game, asked.other)
        return opened

    def _open(self, asked: Any) -> Any:
        return self.catalogue.open(asked.game, asked.parameters)


def _seated(name: str) -> str:
    """Name a player, with a second per move where it takes a time."""
    return f"{name}:time=1" if "time" in KINDS[name].options else name


async def _refused(_: Request, wrong: Exception) -> Response:
    """Answer an error in the request."""
    if isinstance(wrong, WrongMove):
        return JSONResponse({"error": str(wrong), "made": wrong.made}, 409)
    return JSONResponse({"error": str(wrong)}, 404 if isinstance(wrong, UnknownGame) else 400)


async def _not_so(request: Request, wrong: Exception) -> Response:
    """Answer an unknown path, or a method that it does not take."""
    assert isinstance(wrong, HTTPException)
    status, headers, problem = wrong.status_code, wrong.headers, wrong.detail
    if status == 405:
        takes = "POST" if request.url.path.startswith(TAKES_POST) else "GET"
        problem = f"{request.method[:20]} is not allowed at this address: send {takes}"
    elif status == 404:
        problem = "nothing is served at this address: the page is at /, its API at /api/schema"
    return JSONResponse({"error": problem}, status, headers)


async def _left(_: Request, wrong: Exception) -> Response:
    """Answer, to nobody, a request that was given up before it was whole."""
    return JSONResponse({"error": "the request ended too early"}, 400)


async def _broken(_: Request, wrong: Exception) -> Response:
    """Answer an internal error, without its details."""
    return JSONResponse({"error": "internal server error"}, 500)
