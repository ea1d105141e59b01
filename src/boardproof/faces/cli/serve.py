"""`boardproof serve`."""

from __future__ import annotations

import socket
from urllib.parse import urlencode

import click

from ...errors import BadInput
from ...reading.shelf import find_game, parse_parameters
from .common import BYTES, WHOLE


@click.command("serve")
@click.argument("words", nargs=-1, metavar="[GAME|FILE]... [NAME=VALUE]...")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=WHOLE, default=8000, show_default=True, help="0 takes a free one.")
@click.option("--seconds", type=WHOLE, default=120, show_default=True, help="For one question.")
@click.option("--memory", type=BYTES, default="2G", show_default=True, help="For one question.")
@click.option("--open", "browse", is_flag=True, help="Open the page in a browser.")
def command(
    words: tuple[str, ...], host: str, port: int, seconds: int, memory: int, browse: bool
) -> None:
    """Serve the page on this machine: play, follow traces, ask.

    A FILE is a rulebook of your own; the page opens the registered games and the files named here,
    and no others. The page starts with the first GAME, with the parameters that follow it.
    """
    games, parameters = _told_apart(words)
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    address = f"http://{_spelt(host)}:{port}/{_query(games, parameters)}"
    click.echo(f"boardproof: {address}  (Ctrl-C ends it)")
    if browse:
        click.launch(address)
    _serve(listening, games, host, float(seconds), memory)


def open_trace(game: str, parameters: tuple[str, ...], start: str, moves: list[str]) -> None:
    """Serve the page with a trace in it, and open it in a browser."""
    listening = _listen("127.0.0.1", 0)
    given = {
        "game": game,
        "with": " ".join(parameters),
        "start": start,
        "moves": " ".join(moves),
        "view": "trace",
    }
    query = urlencode({name: value for name, value in given.items() if value})
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/?{query}"
    click.echo(f"boardproof: {address}  (Ctrl-C ends it)")
    click.launch(address)
    _serve(listening, (game,), "127.0.0.1", 120.0, 2 << 30)


def _serve(
    listening: socket.socket, games: tuple[str, ...], host: str, seconds: float, memory: int
) -> None:
    import uvicorn

    from ..web.app import LOCAL, Server
    from ..web.jobs import Limits

    server = Server(games, Limits(seconds=seconds, memory=memory))
    app = server.app(LOCAL | {_spelt(host)})
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        date_header=False,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _told_apart(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell games from parameters, and look at both before anything is served."""
    games = tuple(word for word in words if "=" not in word)
    parameters = tuple(word for word in words if "=" in word)
    for game in games:
        find_game(game)
    if parameters and not games:
        raise BadInput(f"{parameters[0]}: name the game that it belongs to before it")
    if parameters:
        cls = find_game(games[0])
        cls(**parse_parameters(cls, parameters))
    return games, parameters


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named in full, for asyncio sends small answers at once on sockets that say they are TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)  # from here on whoever comes waits, and is not turned away
    except (OSError, OverflowError) as failure:
        listening.close()
        reason = getattr(failure, "strerror", None) or "there is no such port"
        raise BadInput(f"{host}:{port} cannot be listened on: {reason}; try --port 0") from None
    return listening


def _spelt(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _query(games: tuple[str, ...], parameters: tuple[str, ...]) -> str:
    if not games:
        return ""
    given = {"game": games[0], **({"with": " ".join(parameters)} if parameters else {})}
    return f"?{urlencode(given)}"
