"""Modules of generated code, which several threads may want at the same time."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from boardproof.engines.compiled.codegen.module import GeneratedModule

SLOW = '''"""A module that takes a while."""

import time

time.sleep(0.2)
WHOLE = True
'''


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))


def test_a_module_that_another_thread_imports_is_whole() -> None:
    with ThreadPoolExecutor(4) as team:
        assert all(team.map(lambda _: GeneratedModule(SLOW, ()).load().WHOLE, range(4)))


def test_a_module_whose_import_was_interrupted_is_imported_anew(tmp_path: Path) -> None:
    once = tmp_path / "once"
    text = f"""{SLOW}
from pathlib import Path

if not Path({str(once)!r}).exists():
    Path({str(once)!r}).touch()
    raise KeyboardInterrupt
LAST = True
"""
    module = GeneratedModule(text, ())
    with pytest.raises(KeyboardInterrupt):
        module.load()
    assert module.load().LAST
