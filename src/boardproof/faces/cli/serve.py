"""`boardproof serve`."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import click

from ...answers import Trace
from ...errors import BadInput
from ...reading.loader import find_game, parse_parameters
from ...rules.parameters import spell
from .options import BYTES, WHOLE
from .sockets import is_loopback, is_open, listen, names, to_open

if TYPE_CHECKING:
    from ..web.editing import Editor


@click.command("serve")
@click.argument("words", nargs=-1, metavar="[GAME|FILE]... [NAME=VALUE]...")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--allow-host", "allowed", multiple=True, metavar="NAME", help="Additional host name to accept."
)
@click.option(
    "--port", type=WHOLE, default=8000, show_default=True, help="The port; 0 chooses a free one."
)
@click.option(
    "--seconds", type=WHOLE, default=120, show_default=True, help="Time limit per question."
)
@click.option(
    "--memory", type=BYTES, default="2G", show_default=True, help="Memory limit per question."
)
@click.option(
    "--store",
    "stores",
    multiple=True,
    metavar="DIR",
    help="A tablebase: its game is analysed at once.",
)
@click.option(
    "--edit",
    "edited",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[FILE]",
    help="Write a rulebook in the page; runs what is written.",
)
@click.option("--open", "browse", is_flag=True, help="Open the page in a browser.")
def command(
    words: tuple[str, ...],
    host: str,
    allowed: tuple[str, ...],
    port: int,
    seconds: int,
    memory: int,
    stores: tuple[str, ...],
    edited: str | None,
    browse: bool,
) -> None:
    """Serve the web page on this machine: play, follow traces, ask questions.

    A FILE is a rulebook of your own; the page opens the registered games and the files named here,
    and no others. It starts with the first GAME and the parameters that follow it.

    With --host 0.0.0.0 other machines can open it too, by its address, its host name, or any name
    given with --allow-host.

    With --edit the page has an editor: templates, errors while you type, a live board, lint and
    check. It runs Python, so it is for this machine only, and its address contains a secret.
    """
    games, parameters = _split_words(words)
    _check_stores(stores)
    file = None if edited is None else _file_to_edit(edited, host, allowed)
    called = names(host, allowed)
    listening = listen(host, port)
    port = listening.getsockname()[1]
    if is_open(listening):
        click.echo("boardproof: anybody on this network can use this server", err=True)
    address, limits = f"http://{to_open(host)}:{port}/", (float(seconds), memory, stores)
    if edited is not None:
        return _edit(listening, address, file, games, called, limits, browse)
    _announce(address + _query(games, parameters), browse)
    return _serve(listening, games, called, *limits)


def _check_stores(stores: tuple[str, ...]) -> None:
    """Say of a folder that is no tablebase that it is none, before anything is served."""
    if stores:
        from ...tablebase.probe import read_manifest

        for store in stores:
            read_manifest(Path(store))


def _file_to_edit(word: str, host: str, allowed: tuple[str, ...]) -> Path | None:
    """Return the file to edit, or say why it cannot be, or not on this server."""
    if allowed or not is_loopback(host):
        raise BadInput(
            "--edit runs what is written in the page, so only this machine may reach it: "
            "leave out --host and --allow-host"
        )
    if not word:
        return None
    path = Path(word)
    if path.suffix != ".py" or path.is_dir():
        raise BadInput(f"{word} is not a Python file: name it like mygame.py")
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder {path.parent}: make it first")
    from ..web.editing import RulebookFile

    RulebookFile(path).text()  # what cannot be read is told now
    return path


def _edit(
    listening: socket.socket,
    address: str,
    file: Path | None,
    games: tuple[str, ...],
    called: frozenset[str],
    limits: tuple[float, int, tuple[str, ...]],
    browse: bool,
) -> None:
    """Serve the page with the editor."""
    from ..web.editing import Editor

    editor = Editor(file)
    query = urlencode({"game": editor.file.name, "hints": "off"})
    address = f"{address}?{query}#edit={editor.secret}"
    try:
        _announce(address)
        if browse:  # by a file, for everybody on this machine sees the words of a command
            click.launch(str(editor.redirection(address)))
        _serve(listening, games, called, *limits, editor)
    finally:
        editor.close()


def open_trace(game: str, trace: Trace, about: str) -> None:
    """Serve the page with a trace in it, and open it in a browser."""
    options = find_game(game).options
    given = (
        f"{name}={spell(value)}"
        for name, value in trace.parameters.items()
        if value != options[name].default
    )
    open_line(game, tuple(given), trace.positions[0], trace.moves, about)


def open_line(
    game: str, parameters: tuple[str, ...], start: str, moves: list[str], about: str
) -> None:
    """Serve the page with a line of moves from a position, and open it in a browser."""
    listening = listen("127.0.0.1", 0)
    query = trace_query(game, parameters, moves, start, about)
    _announce(f"http://127.0.0.1:{listening.getsockname()[1]}/?{query}", browse=True)
    _serve(listening, (game,), frozenset(), 120.0, 2 << 30)


def trace_query(
    game: str, parameters: tuple[str, ...], moves: list[str], start: str = "", about: str = ""
) -> str:
    """Return the query of the page's address that shows a line of moves as a trace."""
    given = {
        "game": game,
        "with": " ".join(parameters),
        "start": start,
        "moves": " ".join(moves),
        "view": "trace",
        "about": about,
    }
    return urlencode({name: value for name, value in given.items() if value})


def _announce(address: str, browse: bool = False) -> None:
    click.echo(f"boardproof: {address}  (press Ctrl-C to stop)")
    if browse:
        click.launch(address)


def _serve(
    listening: socket.socket,
    games: tuple[str, ...],
    called: frozenset[str],
    seconds: float,
    memory: int,
    stores: tuple[str, ...] = (),
    editor: Editor | None = None,
) -> None:
    from ..web.app import LOCAL, Server
    from ..web.jobs import JobLimits
    from ..web.listener import Listener

    server = Server(games, JobLimits(seconds=seconds, memory=memory), editor, stores)
    Listener(server.app(LOCAL | called), server.stop).run(sockets=[listening])


def _split_words(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split the words into games and parameters, and check both before anything is served."""
    games = tuple(word for word in words if "=" not in word)
    parameters = tuple(word for word in words if "=" in word)
    for game in games:
        find_game(game)
    if parameters and not games:
        raise BadInput(f"{parameters[0]}: name its game before it")
    if parameters:
        cls = find_game(games[0])
        cls(**parse_parameters(cls, parameters))
    return games, parameters


def _query(games: tuple[str, ...], parameters: tuple[str, ...]) -> str:
    if not games:
        return ""
    given = {"game": games[0], **({"with": " ".join(parameters)} if parameters else {})}
    return f"?{urlencode(given)}"
