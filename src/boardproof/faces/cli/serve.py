"""`boardproof serve`."""

from __future__ import annotations

import socket
from urllib.parse import urlencode

import click

from ...answers import Trace
from ...errors import BadInput
from ...reading.loader import find_game, parse_parameters
from ...rules.parameters import spell
from .options import BYTES, WHOLE
from .sockets import is_open, listen, names, to_open


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
@click.option("--open", "browse", is_flag=True, help="Open the page in a browser.")
def command(
    words: tuple[str, ...],
    host: str,
    allowed: tuple[str, ...],
    port: int,
    seconds: int,
    memory: int,
    browse: bool,
) -> None:
    """Serve the web page on this machine: play, follow traces, ask questions.

    A FILE is a rulebook of your own; the page opens the registered games and the files named here,
    and no others. It starts with the first GAME and the parameters that follow it.

    With --host 0.0.0.0 other machines can open it too, by its address, its host name, or any name
    given with --allow-host.
    """
    games, parameters = _split_words(words)
    called = names(host, allowed)
    listening = listen(host, port)
    port = listening.getsockname()[1]
    if is_open(listening):
        click.echo("boardproof: anybody on this network can use this server", err=True)
    _announce(f"http://{to_open(host)}:{port}/{_query(games, parameters)}", browse)
    _serve(listening, games, called, float(seconds), memory)


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
    given = {
        "game": game,
        "with": " ".join(parameters),
        "start": start,
        "moves": " ".join(moves),
        "view": "trace",
        "about": about,
    }
    query = urlencode({name: value for name, value in given.items() if value})
    _announce(f"http://127.0.0.1:{listening.getsockname()[1]}/?{query}", browse=True)
    _serve(listening, (game,), frozenset(), 120.0, 2 << 30)


def _announce(address: str, browse: bool) -> None:
    click.echo(f"boardproof: {address}  (press Ctrl-C to stop)")
    if browse:
        click.launch(address)


def _serve(
    listening: socket.socket,
    games: tuple[str, ...],
    called: frozenset[str],
    seconds: float,
    memory: int,
) -> None:
    from ..web.app import LOCAL, Server
    from ..web.jobs import JobLimits
    from ..web.listener import Listener

    server = Server(games, JobLimits(seconds=seconds, memory=memory))
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
