"""Work on one thing after another, by threads that are some of them ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

#: How many items each thread may be ahead.
AHEAD = 2


def in_order(work: Callable[[Item], Done], items: Iterable[Item], threads: int) -> Iterator[Done]:
    """Yield what work on each item returns, in their order; few items are taken in advance.

    >>> list(in_order(str, range(5), threads=2))
    ['0', '1', '2', '3', '4']
    """
    if threads == 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(threads) as team:
        begun = deque[Future[Done]]()
        try:
            for item in items:
                begun.append(team.submit(work, item))
                if len(begun) > AHEAD * threads:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:  # reached early when the work was interrupted: what has not begun is left
            for future in begun:
                future.cancel()
