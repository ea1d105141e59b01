"""The editor's part of the server: a rulebook is written in the page, and run as it is written.

Whoever may send a text here may run Python on this machine. So nothing of this exists unless
`serve --edit` asks for it, the server is reached from this machine alone, and every request must
bring the secret that stands in the address that was printed.

POST /api/edit/open      the file's text, and the templates
POST /api/edit/disk      the digest of the file as it is now
POST /api/edit/colours   a text in coloured pieces
POST /api/edit/describe  what a text is: a game with its parameters, or what is wrong, and where
POST /api/edit/view      a game in progress, as /api/view, of a text
POST /api/edit/ask       a long question, as /api/ask, about a text
POST /api/edit/save      write the file
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Awaitable, Callable
from hashlib import sha256
from hmac import compare_digest
from html import escape
from pathlib import Path
from secrets import token_urlsafe
from tempfile import mkdtemp
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...errors import BadInput
from ...files import write_atomically
from .colours import coloured
from .jobs import JobLimits, Workers
from .questions import check_question, is_short
from .requests import Save, WrittenAsk, WrittenGame, WrittenText, WrittenView, decode

PATH = "/api/edit/"
#: The header that brings the secret: no page of another origin may send it.
HEADER = "x-boardproof-secret"
TEMPLATES = Path(__file__).parent / "templates"
#: The templates in the order in which they are offered.
OFFERED = ("placing", "moving", "sowing", "puzzle")
#: What a text is called before it has a file.
UNTITLED = "untitled.py"
#: How many texts are kept for questions that are still about them.
KEPT = 64
#: Reading a text takes a moment; one that takes longer does not end.
READING = JobLimits(
    workers=2, short=0, waiting=16, seconds=10.0, memory=1 << 30, room=1 << 30,
    instead="does this rulebook loop for ever, or is its game very large?",
)  # fmt: skip
NO_SECRET = (
    "the editor's secret is missing or wrong: open the address that `boardproof serve --edit` "
    "printed"
)

Answering = Callable[[Request], Awaitable[Any]]
#: Asks a worker a long question about a file, and returns the stream of its events.
Asking = Callable[[dict[str, Any], bool], Any]


class TextFolder:
    """A private folder with the last texts that were sent, each in a file by its digest."""

    def __init__(self) -> None:
        self.path = Path(mkdtemp(prefix="boardproof-edit-"))  # for this user alone
        self._kept: list[Path] = []

    def file(self, text: str) -> str:
        """Return the path of a file with this text."""
        folder = self.path / digest(text.encode())[:32]
        if folder in self._kept:
            self._kept.remove(folder)
        else:
            folder.mkdir()
            (folder / "rulebook.py").write_text(text, encoding="utf-8")
        self._kept.append(folder)
        while len(self._kept) > KEPT:
            shutil.rmtree(self._kept.pop(0), ignore_errors=True)
        return str(folder / "rulebook.py")

    def remove(self) -> None:
        """Remove all texts."""
        shutil.rmtree(self.path, ignore_errors=True)


def digest(data: bytes) -> str:
    """Return a name for what a file holds."""
    return sha256(data).hexdigest()


class RulebookFile:
    """The file that is edited, or none until it is first saved."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    @property
    def name(self) -> str:
        """What the file is called in the page."""
        return str(self.path or UNTITLED)

    def read(self) -> bytes | None:
        """Return what the file holds, if there is one."""
        if self.path is None or not self.path.exists():
            return None
        try:
            return self.path.read_bytes()
        except OSError as failure:
            raise BadInput(f"{self.path} cannot be read: {failure.strerror}") from None

    def text(self) -> str:
        """Return the text of the file, empty where there is none."""
        try:
            return (self.read() or b"").decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise BadInput(f"{self.path} is not written in UTF-8: convert it first") from None

    def base(self) -> str:
        """Return the digest of the file, empty where there is none."""
        data = self.read()
        return "" if data is None else digest(data)

    def save(self, asked: Save) -> dict[str, Any]:
        """Write a text, unless the file is another than the one that was read."""
        path = self.path or _plain_path(asked.game)
        before = RulebookFile(path).read()
        base = "" if before is None else digest(before)
        if base != asked.base and not asked.over:
            there = "has changed on disk since it was read here" if asked.base else "exists"
            return {"error": f"{path} {there}: load it, or save over it", "base": base}
        data = asked.source.replace("\n", "\r\n" if b"\r\n" in (before or b"") else "\n").encode()
        try:
            write_atomically(path, data)
        except OSError as failure:
            raise BadInput(f"{path} cannot be written: {failure.strerror}") from None
        self.path = path
        return {"game": self.name, "base": digest(data)}


def _plain_path(name: str) -> Path:
    """Return a file of this folder, for a rulebook that has none yet."""
    if not re.fullmatch(r"[A-Za-z_][\w-]{0,60}\.py", name, re.ASCII):
        raise BadInput(f"{name!r} cannot be a rulebook's file: name it like mygame.py")
    return Path(name)


def templates() -> list[dict[str, str]]:
    """Return the rulebooks to begin with, each with its title and a sentence."""
    return [_template((TEMPLATES / f"{name}.py").read_text(encoding="utf-8")) for name in OFFERED]


def _template(text: str) -> dict[str, str]:
    title, _, sentence = (ast.get_docstring(ast.parse(text)) or "").partition(": ")
    return {"title": title, "sentence": sentence.capitalize(), "text": text}


class Editor:
    """Answers the editor's requests; what is written is only ever run by workers."""

    def __init__(self, file: Path | None = None) -> None:
        self.file, self.secret = RulebookFile(file), token_urlsafe(24)
        self.texts = TextFolder()
        self._readers: Workers | None = None

    def begin(self) -> None:
        """Be ready for requests."""
        self._readers = Workers(READING)

    def close(self) -> None:
        """End all reading, and leave nothing behind."""
        if self._readers is not None:
            self._readers.close()
        self.texts.remove()

    def redirection(self, address: str) -> Path:
        """Return a private file that leads a browser to the address with the secret."""
        file = self.texts.path / "open.html"
        link = escape(address)
        file.write_text(f'<meta http-equiv="refresh" content="0; url={link}">', encoding="utf-8")
        return file

    def routes(self, ask: Asking) -> list[Route]:
        """Return the addresses of the editor; each needs the secret."""

        async def asks(request: Request) -> Any:
            asked = decode(await request.body(), WrittenAsk)
            check_question(asked)
            body = self._body(asked)
            return ask(body, is_short(body))

        answers: dict[str, Answering] = {
            "open": self.open,
            "disk": self.disk,
            "colours": self.colours,
            "describe": self.describe,
            "view": self.view,
            "ask": asks,
            "save": self.save,
        }
        return [
            Route(PATH + name, self._guarded(answer), methods=["POST"])
            for name, answer in answers.items()
        ]

    def _guarded(self, answer: Answering) -> Answering:
        """Refuse whoever does not know the secret, before anything that was sent is looked at."""

        async def guarded(request: Request) -> Any:
            given = request.headers.get(HEADER, "").encode("latin-1")
            if not compare_digest(given, self.secret.encode()):
                raise HTTPException(403, NO_SECRET)
            return await answer(request)

        return guarded

    async def open(self, _: Request) -> Response:
        """Send the file's text, and the templates; meanwhile a reader is prepared."""
        assert self._readers is not None
        await self._readers.prepare()
        file = self.file
        return JSONResponse(
            {
                "game": file.name,
                "named": file.path is not None,
                "text": file.text(),
                "base": file.base(),
                "templates": templates(),
            }
        )

    async def disk(self, _: Request) -> Response:
        """Send the digest of the file as it is now."""
        return JSONResponse({"base": self.file.base()})

    async def colours(self, request: Request) -> Response:
        """Send a text in coloured pieces."""
        asked: WrittenText = decode(await request.body(), WrittenText)
        return JSONResponse({"lines": await run_in_threadpool(coloured, asked.source)})

    async def describe(self, request: Request) -> Response:
        """Describe the game that a text is, or what is wrong with it."""
        asked: WrittenGame = decode(await request.body(), WrittenGame)
        body = {"parameters": {}, "start": "", **self._body(asked), "question": "describe text"}
        return await self._read(body)

    async def view(self, request: Request) -> Response:
        """Show a game in progress of a text."""
        asked: WrittenView = decode(await request.body(), WrittenView)
        return await self._read({**self._body(asked), "question": "view text"})

    async def save(self, request: Request) -> Response:
        """Write the file; where it has changed meanwhile, only if that is asked for."""
        asked: Save = decode(await request.body(), Save)
        saved = await run_in_threadpool(self.file.save, asked)
        return JSONResponse(saved, 409 if "error" in saved else 200)

    def _body(self, asked: Any) -> dict[str, Any]:
        """Return a question to a worker: about the file with the text, by the name it has here."""
        body: dict[str, Any] = msgspec.to_builtins(asked)
        called = body["game"]
        return {**body, "game": self.texts.file(body.pop("source")), "called": called, "stamp": 0}

    async def _read(self, body: dict[str, Any]) -> Response:
        """Have a text read by a worker."""
        assert self._readers is not None
        if self._readers.full:
            return JSONResponse({"error": "too many texts are waiting to be read"}, 503)
        *_, event = [event async for event in self._readers.ask(body)]
        if event.pop("event") == "answer":
            return JSONResponse(event["answer"])
        return JSONResponse(event, 409 if "made" in event else 400)
