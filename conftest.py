"""What all tests share: a cache of their own, so that machine code is made once for all of them."""

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Keep generated code beside pytest's own cache, for all workers and for later runs.

    The user's cache is left alone. A test that needs an empty one sets its own.
    """
    if config.cache is not None:
        os.environ.setdefault("BOARDPROOF_CACHE", str(config.cache.mkdir("boardproof")))
