"""What all tests share: a cache of their own, so that machine code is made once for all of them."""

import os
from importlib.util import find_spec

import pytest

#: What needs an extra is left out where that is not installed; its tests say so.
NEEDS = {
    "src/boardproof/interop/spiel.py": ["pyspiel"],
    "src/boardproof/interop/zoo.py": ["pettingzoo", "gymnasium"],
    "src/boardproof/interop/raster.py": ["resvg_py", "PIL"],
    "src/boardproof/interop/graphs.py": ["networkx"],
    "docs/site_parts": ["sphinx"],
    "docs/interop.md": ["networkx", "pyspiel", "pettingzoo", "gymnasium", "resvg_py", "PIL"],
}
collect_ignore = [path for path, names in NEEDS.items() if not all(map(find_spec, names))]
#: Pages that `scripts/docs` has written, and what configures it.
collect_ignore += ["docs/gallery", "docs/_build", "docs/conf.py"]


def pytest_configure(config: pytest.Config) -> None:
    """Keep generated code beside pytest's own cache, for all workers and for later runs.

    The user's cache is left alone. A test that needs an empty one sets its own.
    """
    if config.pluginmanager.has_plugin("cacheprovider"):
        os.environ.setdefault("BOARDPROOF_CACHE", str(config.cache.mkdir("boardproof")))
