"""Where a server listens, under which host names, and who can reach it."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address

from ...errors import BadInput

#: An address to which nothing is sent: the route to it shows our own address.
ELSEWHERE = ("192.0.2.1", 9)


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address; from then on connections wait instead of being refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named in full, for asyncio sends small answers at once on sockets that say they are TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError) as failure:
        listening.close()
        reason = getattr(failure, "strerror", None) or "no such port"
        raise BadInput(f"cannot listen on {host}:{port}: {reason}; try --port 0") from None
    return listening


def names(host: str, allowed: Iterable[str]) -> frozenset[str]:
    """Return the host names that a server accepts, besides the addresses it is reached at.

    >>> sorted(names("127.0.0.1", ["Board.example"]))
    ['127.0.0.1', 'board.example']
    """
    for name in allowed:
        if not re.fullmatch(r"[\w.-]+|\[[0-9a-fA-F:]+\]", name):
            raise BadInput(f"--allow-host {name}: write a host name without http:// and port")
    own = socket.gethostname()
    called = {own, f"{own}.local"} if everywhere(host) else {spelt(host)}
    return frozenset(name.lower() for name in (*called, *allowed))


def everywhere(host: str) -> bool:
    """Whether a host stands for every address of the machine.

    >>> everywhere("0.0.0.0"), everywhere("::"), everywhere("localhost")
    (True, True, False)
    """
    return host in ("", "0.0.0.0", "::")


def is_open(listening: socket.socket) -> bool:
    """Whether other machines can reach a server."""
    return not ip_address(listening.getsockname()[0]).is_loopback


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host.

    >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("box")
    (True, True, False, False)
    """
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def to_open(host: str) -> str:
    """Return the host as it is written in a URL that can be opened."""
    return _outward() if everywhere(host) else spelt(host)


def spelt(host: str) -> str:
    """Return a host as it is written in a URL.

    >>> spelt("::1"), spelt("localhost")
    ('[::1]', 'localhost')
    """
    return f"[{host}]" if ":" in host else host


def _outward() -> str:
    """Return the outward address of this machine, as far as it is known."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ELSEWHERE)  # sends nothing
        except OSError:
            return socket.gethostname()
        return str(asking.getsockname()[0])
