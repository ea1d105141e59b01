"""Games for other people's programs: OpenSpiel, PettingZoo and Gymnasium.

Each needs an extra: `pip install boardproof[spiel]`, `pip install boardproof[zoo]`.
"""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Where imports fail, say what installs them.

    >>> with extra("zoo"):
    ...     import no_such_module
    Traceback (most recent call last):
    ModuleNotFoundError: no_such_module is not installed: pip install 'boardproof[zoo]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        line = f"{missing.name} is not installed: pip install 'boardproof[{name}]'"
        raise ModuleNotFoundError(line, name=missing.name) from None
