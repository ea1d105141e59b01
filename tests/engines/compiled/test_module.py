"""Modules of generated code, which several threads may want at the same time."""

from concurrent.futures import ThreadPoolExecutor

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
